"""The class report as CSV: a row for each learner, lesson and mode. The columns keep their English names everywhere."""

import csv
import io
from collections.abc import Iterator

from progress.calibration import brier_score
from progress.inert import inert
from tutor.reports.class_report import ClassReport
from tutor.reports.copies import OneLearner
from tutor.reports.lesson_progress import LessonProgress

COLUMNS = (
    "learner", "lesson", "mode", "stage", "finished", "predictions", "right", "wrong", "mean_confidence", "brier",
    "rungs", "found_line", "repair_tries", "repaired", "days", "first_day", "last_day", "unread_pieces", "problem",
    "file",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

Row = dict[str, object]


def csv_page(report: ClassReport) -> str:
    """Write the whole table as text. Nothing in it can be taken for a formula."""
    page = io.StringIO()
    writer = csv.DictWriter(page, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows(report))
    return page.getvalue()


def rows(report: ClassReport) -> Iterator[Row]:
    """Give a row a lesson and mode, one for whoever has not begun, and one for each path that could not be read."""
    for learner in report.learners:
        person = person_columns(learner, report)
        if not learner.work.lessons:
            yield person
        for progress in learner.work.lessons:
            yield {**person, **progress_columns(progress)}
    for found in report.unread:
        yield {"problem": found.reason, "file": "" if report.pseudonyms else str(found.path)}


def person_columns(learner: OneLearner, report: ClassReport) -> Row:
    paths = "" if report.pseudonyms else "; ".join(map(str, learner.paths))
    return {"learner": learner.name, "unread_pieces": learner.pieces, "file": paths}


def progress_columns(progress: LessonProgress) -> Row:
    confidence = [prediction.confidence for prediction in progress.predictions]
    return {
        "lesson": progress.lesson,
        "mode": progress.mode,
        "stage": progress.where,
        "finished": progress.finished,
        "predictions": len(progress.predictions),
        "right": progress.right,
        "wrong": progress.wrong,
        "mean_confidence": round(sum(confidence) / len(confidence), 4) if confidence else None,
        "brier": rounded(brier_score(progress.judged)),
        "rungs": progress.hints,
        "found_line": progress.found,
        "repair_tries": progress.tries,
        "repaired": progress.passed,
        "days": len(progress.days),
        "first_day": min(progress.days).isoformat(),
        "last_day": max(progress.days).isoformat(),
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


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
