"""The class report as CSV: a row for each learner, lesson and mode. The columns keep their English names everywhere."""

import csv
import io
from collections.abc import Iterator

from progress.calibration import brier_score
from progress.inert import inert
from tutor.reports.class_report import ClassReport, LearnerReport
from tutor.reports.standing import Standing

COLUMNS = (
    "learner",
    "lesson",
    "mode",
    "stage",
    "finished",
    "predictions",
    "right",
    "wrong",
    "mean_confidence",
    "brier",
    "rungs",
    "found_line",
    "repair_tries",
    "repaired",
    "days",
    "first_day",
    "last_day",
    "unread_pieces",
    "problem",
    "file",
)
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

Row = dict[str, object]


def csv_page(report: ClassReport) -> str:
    """The whole table as text. Nothing in it can be taken for a formula."""
    page = io.StringIO()
    writer = csv.DictWriter(page, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows(report))
    return page.getvalue()


def rows(report: ClassReport) -> Iterator[Row]:
    for learner in report.learners:
        person = person_columns(learner, report)
        if not learner.standings:
            yield person
        for standing in learner.standings:
            yield {**person, **standing_columns(standing)}
    for found in report.unread:
        yield {"problem": found.reason, "file": "" if report.pseudonyms else str(found.path)}


def person_columns(learner: LearnerReport, report: ClassReport) -> Row:
    paths = "" if report.pseudonyms else "; ".join(map(str, learner.paths))
    return {"learner": learner.name, "unread_pieces": learner.pieces, "file": paths}


def standing_columns(standing: Standing) -> Row:
    sure = [prediction.confidence for prediction in standing.predictions]
    return {
        "lesson": standing.lesson,
        "mode": standing.mode,
        "stage": standing.where,
        "finished": standing.finished,
        "predictions": len(standing.predictions),
        "right": standing.right,
        "wrong": standing.wrong,
        "mean_confidence": round(sum(sure) / len(sure), 4) if sure else None,
        "brier": rounded(brier_score(standing.judged)),
        "rungs": standing.rungs,
        "found_line": standing.diagnosed,
        "repair_tries": standing.attempts,
        "repaired": standing.repaired,
        "days": len(standing.days),
        "first_day": min(standing.days).isoformat(),
        "last_day": max(standing.days).isoformat(),
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def cell(value: object) -> str:
    """A value as a spreadsheet may have it: yes or no, a number, or text that no spreadsheet would run."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    words = inert(str(value))
    return f"'{words}" if words.lstrip().startswith(FORMULA) else words
