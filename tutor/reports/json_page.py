"""The class report as one JSON object, with permanent keys in English; only ASCII, so no terminal obeys any of it."""

import json
from dataclasses import asdict
from typing import Any

from progress.calibration import brier_score
from tutor.reports.class_report import ClassReport, LessonReport
from tutor.reports.copies import OneLearner
from tutor.reports.csv_page import progress_columns
from tutor.reports.lesson_progress import LessonProgress
from tutor.words.text import Text

PERMANENT_KEYS = {"quiet": "quiet_at", "hints": "rungs", "tries": "median_repair_tries"}
LIMITS = ("files", "who", "time", "missing", "quiet", "first", "words")


def json_page(report: ClassReport, text: Text) -> str:
    return json.dumps(as_data(report, text))


def limits(text: Text) -> list[str]:
    """Say what a report cannot know, a sentence or two each."""
    return [text(f"report.limit_{name}") for name in LIMITS]


def as_data(report: ClassReport, text: Text) -> dict[str, Any]:
    return {
        "made": report.made.isoformat(timespec="seconds"),
        "pseudonyms": report.pseudonyms,
        "learners": [learner_data(learner, report) for learner in report.learners],
        "places": [lesson_data(lesson) for lesson in report.lessons],
        "wrong": [vars(wrong) for wrong in report.wrong],
        "calibration": {
            "brier": report.brier,
            "bins": [
                {"from": each.low, "count": each.count, "said": each.mean_confidence, "right": each.accuracy}
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


def learner_data(learner: OneLearner, report: ClassReport) -> dict[str, Any]:
    return {
        "name": learner.name,
        "files": [] if report.pseudonyms else [str(path) for path in learner.paths],
        "unread_pieces": learner.pieces,
        "newer_format": learner.newer,
        "quiet": learner.is_quiet(report.made.date()),
        "days": len(learner.work.days),
        "last_day": learner.last_day.isoformat() if learner.last_day else None,
        "reviews": learner.work.reviews,
        "brier": brier_score(learner.work.judged),
        "lessons": [progress_data(progress) for progress in learner.work.lessons],
    }


def progress_data(progress: LessonProgress) -> dict[str, Any]:
    return {**progress_columns(progress), "predictions": [asdict(each) for each in progress.predictions]}


def lesson_data(lesson: LessonReport) -> dict[str, Any]:
    return {PERMANENT_KEYS.get(name, name): value for name, value in vars(lesson).items()}
