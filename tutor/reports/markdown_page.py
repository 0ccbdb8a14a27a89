"""A learner's own story as Markdown. Words from their file stay words: no markup, no HTML, no link comes alive."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from progress.inert import inert
from tutor.reports.own_places import OwnPlace, OwnPrediction, OwnSearch
from tutor.reports.own_report import OwnReport
from tutor.reports.own_words import (
    average_words,
    idea_table,
    score_words,
    search_words,
    week_table,
    work_words,
)
from tutor.reports.pictures import FEWEST_WEEKS, loss_name, loss_title
from tutor.reports.wording import bin_table, day, percent, score, stage_name
from tutor.text import Text
from tutor.wording import counted

FIGURE = re.compile(r"[\d.]+( %)?$|—$")
# What Markdown would take for markup, at the start of a line or anywhere; and what some readers make links of.
ACTIVE = re.compile(r"^\d{1,9}[.)](?=\s|$)|^[-+=]|[\\`*_\[\]<>&|~#$@]|(?<=:)//|(?<=\bwww)\.", re.IGNORECASE)


def markdown_page(report: OwnReport, text: Text, pictures: str | None = None) -> str:
    """The whole page. `pictures` names the folder of the plots beside it; without it there are none."""
    shown = Pictures(pictures)
    parts = [f"# {text('export.title')}", byline(report, text)]
    if report.damaged:
        parts.append(f"*{text('export.damaged')}*")
    for place in report.places:
        parts += place_parts(place, text, shown)
    parts += sureness_parts(report, text, shown)
    if report.elsewhere:
        parts += [f"## {text('export.elsewhere')}", "\n".join(elsewhere(report, text))]
    return "\n\n".join(parts) + "\n"


@dataclass(frozen=True)
class Pictures:
    """The folder of the plots, if there is one."""

    folder: str | None

    def show(self, name: str, title: str) -> Iterator[str]:
        if self.folder is not None:
            yield f"![{literal(title)}]({quote(f'{self.folder}/{name}')})"


def byline(report: OwnReport, text: Text) -> str:
    who = text("export.by", name=literal(report.name), day=day(report.made))
    return " · ".join([who, *work_words(report, text)])


def place_parts(place: OwnPlace, text: Text, shown: Pictures) -> Iterator[str]:
    yield f"## {literal(place.title)}"
    yield f"*{stage_name(text, place.where)}*"
    for curves in place.curves:
        yield from shown.show(loss_name(place, curves), loss_title(curves, text))
    if place.predictions:
        yield f"### {text('export.predictions')} · {score_words(place, text)}"
        yield "\n".join(prediction_line(each, text) for each in place.predictions)
    if place.search.began:
        yield f"### {text('export.search')}"
        yield "\n".join(search_lines(place.search, text))
    if place.words:
        yield f"### {text('export.words')}"
        yield quotation(place.words)


def prediction_line(each: OwnPrediction, text: Text) -> str:
    measured = f" ({literal(each.measured)})" if each.measured else ""
    said = f"{text('export.said')} *{literal(each.said)}* ({percent(each.confidence)})"
    return (
        f"- {each.mark} **{literal(each.question)}**: {said}; "
        f"{text('export.happened')}: {literal(each.happened)}{measured}"
    )


def search_lines(found: OwnSearch, text: Text) -> Iterator[str]:
    for words in search_words(found, text):
        yield f"- {words}"
    for rung, guess in found.guesses:
        yield f"- {text('export.guess', rung=rung)}: {literal(guess)}"
    if found.repair:
        yield f"- {text('export.repair')}: {code(found.repair)}"


def sureness_parts(report: OwnReport, text: Text, shown: Pictures) -> Iterator[str]:
    """How sure and how right: all together, idea by idea, week by week."""
    if report.sureness is None:
        return
    yield f"## {text('report.calibration')}"
    yield from shown.show("calibration.svg", text("export.calibration_plot"))
    yield average_words(report.sureness, text)
    yield grid(*bin_table(report.bins, text))
    yield f"{text('report.brier')}: {score(report.sureness.brier)}. {text('report.brier_about')}"
    if report.ideas:
        yield f"## {text('mine.ideas')}"
        yield grid(*idea_table(report, text))
    yield f"## {text('mine.weeks')}"
    if len(report.weeks) >= FEWEST_WEEKS:
        yield from shown.show("weeks.svg", text("export.weeks_plot"))
    yield grid(*week_table(report, text))


def grid(headings: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown; the numbers stand right, words stand left."""
    sides = ["---:" if FIGURE.match(cell) else "---" for cell in rows[0]]
    lines = [headings, sides, *([literal(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def elsewhere(report: OwnReport, text: Text) -> Iterator[str]:
    for lesson, count in report.elsewhere:
        yield f"- {counted(text, 'export.elsewhere_line', count, lesson=literal(lesson))}"


def literal(words: str) -> str:
    """Words that Markdown shows as they are, on one line."""
    return ACTIVE.sub(escaped, inert(words).strip())


def escaped(found: re.Match[str]) -> str:
    """Every mark behind a backslash of its own; the digits of a numbered line as they are."""
    return "".join(each if each.isdigit() else f"\\{each}" for each in found.group())


def quotation(words: str) -> str:
    """The learner's own lines, quoted, each on a line of its own."""
    lines = [literal(line) for line in inert(words, lines=True).split("\n")]
    return "\n".join(f"> {line}  ".rstrip() if not line else f"> {line}  " for line in lines)


def code(words: str) -> str:
    """A code span, with more backticks around it than in it."""
    plain = inert(words)
    fence = "`" * (max(map(len, re.findall("`+", plain)), default=0) + 1)
    return f"{fence} {plain} {fence}" if "`" in plain else f"{fence}{plain}{fence}"
