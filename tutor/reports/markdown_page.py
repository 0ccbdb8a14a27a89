"""A learner's own story as Markdown. Words from their file stay words: no markup, no HTML, no link comes alive."""

import re
from collections.abc import Iterator

from progress.inert import inert
from tutor.reports.learner_page import score_words
from tutor.reports.own_report import OwnPlace, OwnPrediction, OwnReport
from tutor.reports.wording import counted, day, percent, score, stage_name
from tutor.text import Text

# What Markdown would take for markup, at the start of a line or anywhere; and what some readers make links of.
ACTIVE = re.compile(r"^\d{1,9}[.)](?=\s|$)|^[-+=]|[\\`*_\[\]<>&|~#$@]|(?<=:)//|(?<=\bwww)\.", re.IGNORECASE)


def markdown_page(report: OwnReport, text: Text) -> str:
    parts = [f"# {text('export.title')}", byline(report, text)]
    if report.damaged:
        parts.append(f"*{text('export.damaged')}*")
    for place in report.places:
        parts += place_parts(place, text)
    if report.bins:
        parts += [f"## {text('report.calibration')}", *calibration(report, text)]
    if report.elsewhere:
        parts += [f"## {text('export.elsewhere')}", "\n".join(elsewhere(report, text))]
    return "\n\n".join(parts) + "\n"


def byline(report: OwnReport, text: Text) -> str:
    who = text("export.by", name=literal(report.name), day=day(report.made))
    return f"{who} · {counted(text, 'export.days', report.days)}"


def place_parts(place: OwnPlace, text: Text) -> Iterator[str]:
    yield f"## {literal(place.title)}"
    yield f"*{stage_name(text, place.where)}*"
    if place.predictions:
        yield f"### {text('export.predictions')} · {score_words(place, text)}"
        yield "\n".join(prediction_line(each, text) for each in place.predictions)
    if place.rungs or place.guesses or place.attempts:
        yield f"### {text('export.search')}"
        yield "\n".join(search_lines(place, text))
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


def search_lines(place: OwnPlace, text: Text) -> Iterator[str]:
    yield f"- {text('export.rungs', rungs=place.rungs, count=place.hints)}"
    for rung, guess in place.guesses:
        yield f"  - {text('export.guess', rung=rung)}: {literal(guess)}"
    if place.attempts:
        yield f"- {text('export.attempts', count=place.attempts)}"
    if place.repair:
        yield f"- {text('export.repair')}: {code(place.repair)}"


def calibration(report: OwnReport, text: Text) -> Iterator[str]:
    headings = [text("report.sureness"), text("report.came_true"), text("report.how_many")]
    rows = [[percent(each.said), percent(each.came_true), str(each.count)] for each in report.bins]
    lines = [headings, ["---:"] * len(headings), *rows]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    yield f"{text('report.brier')}: {score(report.brier)}. {text('report.brier_about')}"


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
