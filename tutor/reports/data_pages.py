"""The class report for programs: CSV, a row a learner, lesson and mode; and one JSON object. Keys are permanent."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from progress.calibration import brier_score
from progress.inert import inert
from tutor.reports.class_page import limits
from tutor.reports.class_report import ClassReport, OneLearner
from tutor.reports.work import LessonProgress
from tutor.words.text import Text

COLUMNS = (
    "learner", "lesson", "mode", "stage", "finished", "predictions", "right", "wrong", "mean_confidence", "brier",
    "rungs", "found_line", "repair_tries", "repaired", "days", "first_day", "last_day", "unread_pieces", "problem",
    "file",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
RENAMED = {"quiet": "quiet_at", "hints": "rungs", "tries": "median_repair_tries"}  # in JSON, of a lesson
Row = dict[str, Any]


def csv_page(report: ClassReport) -> str:
    """Write the whole table as text. Nothing in it can be taken for a formula."""
    page = io.StringIO()
    writer = csv.DictWriter(page, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows(report))
    return page.getvalue()


def rows(report: ClassReport) -> Iterator[Row]:
    """Yield a row a lesson and mode, one for whoever has not begun, and one for each path that could not be read."""
    for learner in report.learners:
        paths = "" if report.pseudonyms else "; ".join(map(str, learner.paths))
        person = {"learner": learner.name, "unread_pieces": learner.pieces, "file": paths}
        yield from [{**person, **columns(progress)} for progress in learner.work.lessons] or [person]
    for found in report.unread:
        yield {"problem": found.reason, "file": "" if report.pseudonyms else str(found.path)}


def columns(progress: LessonProgress) -> Row:
    confidence = [prediction.confidence for prediction in progress.predictions]
    brier = brier_score(progress.judged)
    return {
        "lesson": progress.lesson,
        "mode": progress.mode,
        "stage": progress.where,
        "finished": progress.finished,
        "predictions": len(progress.predictions),
        "right": progress.right,
        "wrong": progress.wrong,
        "mean_confidence": round(sum(confidence) / len(confidence), 4) if confidence else None,
        "brier": None if brier is None else round(brier, 4),
        "rungs": progress.hints,
        "found_line": progress.found,
        "repair_tries": progress.tries,
        "repaired": progress.passed,
        "days": len(progress.days),
        "first_day": min(progress.days).isoformat(),
        "last_day": max(progress.days).isoformat(),
    }


def cell(value: object) -> str:
    """Write a value as a spreadsheet may have it: yes or no, a number, or text that no spreadsheet would run."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    words = inert(str(value))
    return f"'{words}" if words.lstrip().startswith(FORMULA) else words


def json_page(report: ClassReport, text: Text) -> str:
    """Write one object; only ASCII, so no terminal obeys any of it."""
    bins = [
        {"from": each.low, "count": each.count, "said": each.mean_confidence, "right": each.accuracy}
        for each in report.bins
    ]
    unread = [
        {"path": None if report.pseudonyms else str(each.path), "reason": each.reason}
        for each in report.unread
    ]
    return json.dumps(
        {
            "made": report.made.isoformat(timespec="seconds"),
            "pseudonyms": report.pseudonyms,
            "learners": [learner_data(learner, report) for learner in report.learners],
            "places": [
                {RENAMED.get(key, key): value for key, value in vars(lesson).items()}
                for lesson in report.lessons
            ],
            "wrong": [vars(wrong) for wrong in report.wrong],
            "calibration": {"brier": brier_score(report.judged), "bins": bins},
            "unread": unread,
            "shared": report.shared,
            "cannot_know": limits(text),
        }
    )


def learner_data(learner: OneLearner, report: ClassReport) -> Row:
    return {
        "name": learner.name,
        "files": [] if report.pseudonyms else [str(path) for path in learner.paths],
        "unread_pieces": learner.pieces,
        "newer_format": learner.newer,
        "quiet": learner.is_quiet(report.made.date()),
        "days": len(learner.work.days),
        "last_day": learner.last_day.isoformat() if learner.last_day else None,
        "reviews": sum(each.mode is None for each in learner.work.judged),
        "brier": brier_score(learner.work.judged),
        "lessons": [
            {**columns(each), "predictions": [asdict(given) for given in each.predictions]}
            for each in learner.work.lessons
        ],
    }
