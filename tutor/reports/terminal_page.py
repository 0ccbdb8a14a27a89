"""The class report for a terminal of 80 columns: aligned tables, nothing in them that a terminal would obey."""

import unicodedata
from collections.abc import Sequence

from lessons.schema import Course
from progress.inert import inert
from tutor.reports.class_report import ClassReport, LearnerReport, PlaceReport
from tutor.reports.wording import (
    STAGES,
    counted,
    day,
    file_notes,
    limits,
    percent,
    place_title,
    score,
    stage_name,
    wrong_words,
)
from tutor.text import Text, number

WIDTH = 80
MOST_WRONG = 8
BAR = 24


def terminal_page(report: ClassReport, course: Course, text: Text) -> str:
    """The whole report as lines."""
    parts = [
        heading(report, text),
        titled(text("report.where"), place_table(report, course, text)),
        titled(text("report.wrong"), wrong_lines(report, course, text)),
        titled(text("report.calibration"), calibration_lines(report, text)),
        titled(text("report.learner_table"), learner_lines(report, course, text)),
        titled(text("report.files"), file_lines(report, text)),
        titled(text("report.limits"), [line for words in limits(text) for line in wrapped(words, "- ")]),
    ]
    if report.pseudonyms:
        words = f"{text('report.pseudonyms_about')} {text('report.pseudonyms_limit')}"
        parts.append(titled(text("report.pseudonyms_title"), wrapped(words)))
    return "\n\n".join(parts) + "\n"


def heading(report: ClassReport, text: Text) -> str:
    people = counted(text, "report.learners", len(report.learners))
    quiet = sum(learner.is_quiet(report.made.date()) for learner in report.learners)
    line = [text("report.title"), people, text("report.quiet_count", count=quiet), day(report.made.date())]
    return " · ".join(line)


def titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}".rstrip() for line in lines)])


def place_table(report: ClassReport, course: Course, text: Text) -> list[str]:
    keys = ("lesson", "begun", "done", "most_at", "right", "hints_short")
    rows = [
        [text(f"report.{key}") for key in keys],
        *(place_row(place, course, text) for place in report.places),
    ]
    return aligned(rows, (30, 9, 6, 14, 8, 9))


def place_row(place: PlaceReport, course: Course, text: Text) -> list[str]:
    waiting = [(place.at[stage], stage) for stage in STAGES if stage != "done" and place.at[stage]]
    most = max(waiting, key=lambda each: each[0], default=None)
    decided = place.right + place.wrong
    return [
        place_title(text, course, place.lesson, place.mode),
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


def wrong_lines(report: ClassReport, course: Course, text: Text) -> list[str]:
    if not report.wrong:
        return [text("report.wrong_none")]
    headings = [text(f"report.{key}") for key in ("how_many", "question", "answer", "happened", "sure")]
    rows = [headings]
    for wrong in report.wrong[:MOST_WRONG]:
        share = text("report.right_of", right=wrong.count, decided=wrong.decided)
        rows.append([share, *wrong_words(text, course, wrong), percent(wrong.confidence)])
    return aligned(rows, (12, 30, 14, 14, 9))


def calibration_lines(report: ClassReport, text: Text) -> list[str]:
    if not report.bins:
        return [text("report.calibration_none")]
    rows = [[text("report.sureness"), text("report.came_true"), text("report.how_many"), ""]]
    for each in report.bins:
        rows.append([percent(each.said), percent(each.right), str(each.count), bar(each.right, each.said)])
    return [*aligned(rows, (8, 12, 14, 40)), f"{text('report.brier')}: {score(report.brier)}"]


def bar(right: float, said: float) -> str:
    """How much came true as a bar, and a mark where it should have ended."""
    cells = ["█" if place < round(BAR * right) else "·" for place in range(BAR)]
    cells[min(BAR - 1, round(BAR * said))] = "│"
    return "".join(cells)


def learner_lines(report: ClassReport, course: Course, text: Text) -> list[str]:
    keys = ("learner", "done", "last_worked_on", "right", "days", "last_day")
    rows = [[text(f"report.{key}") for key in keys]]
    rows += [learner_row(learner, report, course, text) for learner in report.learners]
    return aligned(rows, (18, 6, 26, 10, 5, 13))


def learner_row(learner: LearnerReport, report: ClassReport, course: Course, text: Text) -> list[str]:
    latest = learner.latest
    where = "—"
    if latest:
        title = place_title(text, course, latest.lesson, latest.mode)
        where = f"{stage_name(text, latest.where)}, {title}"
    forecasts = learner.forecasts
    right = sum(forecast.right for forecast in forecasts)
    mark = " *" if learner.is_quiet(report.made.date()) else ""
    return [
        learner.name,
        str(learner.finished),
        where,
        text("report.right_of", right=right, decided=len(forecasts)) if forecasts else "—",
        str(len(learner.days)),
        f"{day(learner.last_day)}{mark}",
    ]


def file_lines(report: ClassReport, text: Text) -> list[str]:
    notes = file_notes(text, report)
    if not notes:
        return [text("report.files_fine")]
    return [
        each
        for title, lines in notes
        for each in (f"{title}:", *(line for words in lines for line in wrapped(inert(words), "- ")))
    ]


def aligned(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Columns as wide as they need to be, and no wider than they may be."""
    plain = [[inert(words) for words in row] for row in rows]
    needed = [max(columns(row[place]) for row in plain) + 2 for place in range(len(widths))]
    fitting = [min(pair) for pair in zip(needed, widths, strict=True)]
    return ["".join(fitted(words, width) for words, width in zip(row, fitting, strict=True)) for row in plain]


def fitted(words: str, width: int) -> str:
    """Words cut or filled up to a width, two columns of which stay empty."""
    if columns(words) > width - 2:
        while columns(words) > width - 3:
            words = words[:-1]
        words += "…"
    return words + " " * (width - columns(words))


def columns(words: str) -> int:
    """How many columns of a terminal the words take: two for wide characters, none for those that combine."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in words
    )


def wrapped(words: str, mark: str = "") -> list[str]:
    """The words in lines of the terminal's width."""
    import textwrap

    return textwrap.wrap(words, WIDTH - 2, initial_indent=mark, subsequent_indent=" " * len(mark))
