"""The class report for a terminal: aligned tables, nothing in them that a terminal would obey."""

import unicodedata
from collections.abc import Sequence

from lessons.schema import Course
from progress.inert import inert
from tutor.calibration_plot import share_bar
from tutor.reports.class_report import ClassReport, LearnerReport, PlaceReport
from tutor.reports.wording import (
    STAGES,
    bin_table,
    day,
    file_notes,
    lesson_title,
    limits,
    opening,
    percent,
    place_title,
    score,
    shown_places,
    stage_name,
    wrong_words,
)
from tutor.text import Text, number

MARGIN, GAP = 2, 2  # columns left of a line, and between two columns of a table
MOST_WRONG = 8
BAR = 24


def terminal_page(report: ClassReport, course: Course, text: Text, width: int = 80) -> str:
    """The whole report as lines of at most `width` columns."""
    width -= MARGIN
    parts = [
        " · ".join([text("report.title"), *opening(text, report)]),
        titled(text("report.where"), place_table(report, course, text, width)),
        titled(text("report.wrong"), wrong_lines(report, course, text, width)),
        titled(text("report.calibration"), calibration_lines(report, text, width)),
        titled(text("report.learner_table"), learner_lines(report, course, text, width)),
        titled(text("report.files"), file_lines(report, text, width)),
        titled(
            text("report.limits"), [line for words in limits(text) for line in wrapped(words, width, "- ")]
        ),
    ]
    if report.pseudonyms:
        words = f"{text('report.pseudonyms_about')} {text('report.pseudonyms_limit')}"
        parts.append(titled(text("report.pseudonyms_title"), wrapped(words, width)))
    return "\n\n".join(parts) + "\n"


def titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}".rstrip() for line in lines)])


def place_table(report: ClassReport, course: Course, text: Text, width: int) -> list[str]:
    keys = ("lesson", "mode", "begun", "done", "most_at", "right", "hints_short")
    shown, left_out = shown_places(report, course)
    rows = [
        [text(f"report.{key}") for key in keys],
        *(place_row(place, course, text) for place in shown),
    ]
    return [*aligned(rows, width), *([text("report.more_lessons", count=left_out)] if left_out else [])]


def place_row(place: PlaceReport, course: Course, text: Text) -> list[str]:
    waiting = [(place.at[stage], stage) for stage in STAGES if stage != "done" and place.at[stage]]
    most = max(waiting, key=lambda each: each[0], default=None)
    decided = place.right + place.wrong
    return [
        lesson_title(text, course, place.lesson),
        text(f"mode.{place.mode}"),
        str(place.begun),
        str(place.finished),
        f"{stage_name(text, most[1])}: {most[0]}" if most else "—",
        percent(place.right / decided if decided else None),
        rungs_words(place),
    ]


def rungs_words(place: PlaceReport) -> str:
    """The middle one of those who found the line."""
    depths = sorted(place.rungs.elements())
    return number(depths[len(depths) // 2]) if depths else "—"


def wrong_lines(report: ClassReport, course: Course, text: Text, width: int) -> list[str]:
    if not report.wrong:
        return [text("report.wrong_none")]
    headings = [text(f"report.{key}") for key in ("how_many", "question", "answer", "happened", "sure")]
    rows = [headings]
    for wrong in report.wrong[:MOST_WRONG]:
        share = text("report.of", part=wrong.count, count=wrong.decided)
        rows.append([share, *wrong_words(text, course, wrong), percent(wrong.confidence)])
    return aligned(rows, width)


def calibration_lines(report: ClassReport, text: Text, width: int) -> list[str]:
    if not report.bins:
        return [text("report.calibration_none")]
    headings, rows = bin_table(report.bins, text)
    bars = [share_bar(each.came_true, each.said, BAR) for each in report.bins]
    rows = [[*headings, ""], *([*row, bar] for row, bar in zip(rows, bars, strict=True))]
    return [*aligned(rows, width), f"{text('report.brier')}: {score(report.brier)}"]


def learner_lines(report: ClassReport, course: Course, text: Text, width: int) -> list[str]:
    keys = ("learner", "done", "last_worked_on", "right", "days", "last_day")
    rows = [[text(f"report.{key}") for key in keys]]
    rows += [learner_row(learner, report, course, text) for learner in report.learners]
    return [*aligned(rows, width), text("report.quiet_mark", count=report.quiet)]


def learner_row(learner: LearnerReport, report: ClassReport, course: Course, text: Text) -> list[str]:
    latest = learner.latest
    where = "—"
    if latest:
        title = place_title(text, course, latest.lesson, latest.mode)
        where = f"{stage_name(text, latest.where)}, {title}"
    right = sum(each.right for each in learner.judged)
    mark = " *" if learner.is_quiet(report.made.date()) else ""
    return [
        learner.name,
        str(learner.finished),
        where,
        text("report.of", part=right, count=len(learner.judged)) if learner.judged else "—",
        str(len(learner.work.days)),
        f"{day(learner.last_day)}{mark}",
    ]


def file_lines(report: ClassReport, text: Text, width: int) -> list[str]:
    notes = file_notes(text, report)
    if not notes:
        return [text("report.files_fine")]
    return [
        each
        for title, lines in notes
        for each in (f"{title}:", *(line for words in lines for line in wrapped(inert(words), width, "- ")))
    ]


def aligned(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Columns as wide as they need to be; where the line would be too long, the widest give way."""
    plain = [[inert(words) for words in row] for row in rows]
    widths = [max(map(columns, column)) + GAP for column in zip(*plain, strict=True)]
    while sum(widths) > width:
        widths[widths.index(max(widths))] -= 1
    return ["".join(map(fitted, row, widths)) for row in plain]


def fitted(words: str, width: int) -> str:
    """Words cut or filled up to a width, of which the gap stays empty."""
    if columns(words) > width - GAP:
        while columns(words) > width - GAP - 1:
            words = words[:-1]
        words += "…"
    return words + " " * (width - columns(words))


def columns(words: str) -> int:
    """How many columns of a terminal the words take: two for wide characters, none for those that combine."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in words
    )


def wrapped(words: str, width: int, mark: str = "") -> list[str]:
    """The words in lines of this width."""
    import textwrap

    return textwrap.wrap(words, width, initial_indent=mark, subsequent_indent=" " * len(mark))
