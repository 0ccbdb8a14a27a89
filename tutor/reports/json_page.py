"""The class report as one JSON object, with permanent keys in English; only ASCII, so no terminal obeys any of it."""

import json
from typing import Any

from progress.calibration import brier_score
from tutor.reports.class_report import ClassReport, LearnerReport, PlaceReport
from tutor.reports.csv_page import standing_columns
from tutor.reports.standing import Standing
from tutor.reports.wording import limits
from tutor.text import Text


def json_page(report: ClassReport, text: Text) -> str:
    return json.dumps(as_data(report, text))


def as_data(report: ClassReport, text: Text) -> dict[str, Any]:
    return {
        "made": report.made.isoformat(timespec="seconds"),
        "pseudonyms": report.pseudonyms,
        "learners": [learner_data(learner, report) for learner in report.learners],
        "places": [place_data(place) for place in report.places],
        "wrong": [vars(wrong) for wrong in report.wrong],
        "calibration": {
            "brier": report.brier,
            "bins": [
                {"from": each.low, "count": each.count, "said": each.said, "right": each.came_true}
                for each in report.bins
            ],
        },
        "unread": [
            {"path": None if report.pseudonyms else str(found.path), "reason": found.reason}
            for found in report.unread
        ],
        "shared": report.shared,
        "cannot_know": limits(text),
    }


def learner_data(learner: LearnerReport, report: ClassReport) -> dict[str, Any]:
    return {
        "name": learner.name,
        "files": [] if report.pseudonyms else [str(path) for path in learner.paths],
        "unread_pieces": learner.pieces,
        "newer_format": learner.newer,
        "quiet": learner.is_quiet(report.made.date()),
        "days": len(learner.work.days),
        "last_day": learner.last_day.isoformat() if learner.last_day else None,
        "reviews": learner.work.reviews,
        "brier": brier_score(learner.judged),
        "lessons": [standing_data(standing) for standing in learner.standings],
    }


def standing_data(standing: Standing) -> dict[str, Any]:
    answers = [
        {
            "question": each.question,
            "answer": each.answer,
            "confidence": each.confidence,
            "right": each.right,
            "truth": each.truth,
        }
        for each in standing.predictions
    ]
    return {**standing_columns(standing), "predictions": answers}


def place_data(place: PlaceReport) -> dict[str, Any]:
    return {
        "lesson": place.lesson,
        "mode": place.mode,
        "begun": place.begun,
        "finished": place.finished,
        "at": place.at,
        "quiet_at": place.quiet,
        "right": place.right,
        "wrong": place.wrong,
        "brier": place.brier,
        "rungs": place.rungs,
        "median_repair_tries": place.attempts,
    }
