"""The learner's own report as pages of cells. Pure: a report in, words and bars out."""

from collections.abc import Callable, Mapping

from textual.content import Content

from lessons.cascade import Stage
from tutor.reports.own_places import OwnPlace, OwnSearch
from tutor.reports.own_report import OwnCard, OwnLesson, OwnReport, OwnStep
from tutor.screens.layout import Part, Room, flowed, joined
from tutor.screens.sureness_views import by_idea, over_time, sure_and_right
from tutor.text import Text
from tutor.widgets.bars import shortened
from tutor.wording import counted, when_words

SHORTEST = 8  # columns that are worth beginning to say something in

Page = Callable[[OwnReport, Text, Room], Content]


def overview(report: OwnReport, text: Text, room: Room) -> Content:
    """How far, on how many days; every lesson; what comes back."""
    lines = flowed(figures(report, text), room)
    for track in report.tracks:
        lines += [Content(""), Content.assemble((track.title, "bold $primary"))]
        lines += [line for lesson in track.lessons for line in lesson_lines(lesson, text, room)]
    lines += [Content(""), Content.assemble((text("mine.comes_back"), "bold $primary"))]
    if not report.cards:
        lines.append(Content.assemble((text("mine.comes_back_none"), "$muted")))
    return joined([*lines, *card_lines(report, text, room)])


def figures(report: OwnReport, text: Text) -> list[Part]:
    """What there is to count. A streak is only told where there is one."""
    words = [text("mine.finished", count=report.finished, total=len(report.lessons))]
    if found := report.sureness:
        words.append(counted(text, "mine.predictions", found.count, right=str(found.right)))
    if report.activity.days:
        words.append(counted(text, "mine.days", len(report.activity.days)))
    if report.streak:
        words.append(text("mine.streak", count=report.streak))
    if report.reviews:
        words.append(counted(text, "mine.reviews", report.reviews))
    return [*words]


def lesson_lines(lesson: OwnLesson, text: Text, room: Room) -> list[Content]:
    """The title, and a bar of the seven stages for each mode: beside each other where there is room."""
    title = Content(f"  {shortened(lesson.title, room.width - 2)}")
    names = max(len(text(f"mode.{step.mode}")) for step in lesson.steps)
    steps = [step_line(step, names, text) for step in lesson.steps]
    half = (room.width - 4) // 2
    if all(step.cell_length < half for step in steps):
        steps = [Content("").join(step.pad_right(half - step.cell_length) for step in steps)]
    return [title, *(step.pad_left(4) for step in steps)]


def step_line(step: OwnStep, names: int, text: Text) -> Content:
    mark, where, style = step_words(step, text)
    bar = "▰" * step.stage + "▱" * (len(Stage) - step.stage)
    return Content.assemble((f"{mark} {text(f'mode.{step.mode}'):<{names}} {bar} {where}", style))


def step_words(step: OwnStep, text: Text) -> tuple[str, str, str]:
    """A mark, where the learner is, and a colour."""
    if step.finished:
        return "✓", text("mine.done"), "$success"
    if step.stage:
        return "●", text("mine.begun_at", stage=text(f"stage.{Stage(step.stage).key}")), "$accent"
    return "○", text("mine.not_begun"), "$muted"


def card_lines(report: OwnReport, text: Text, room: Room) -> list[Content]:
    """What comes back, under each other: the days in a column of their own."""
    days = [when_words(text, card.due, report.made) for card in report.cards]
    column = max(map(len, days), default=0) + 2
    return [card_line(*each, column, text, room) for each in zip(days, report.cards, strict=True)]


def card_line(when: str, card: OwnCard, column: int, text: Text, room: Room) -> Content:
    """When, which idea, how often it was reviewed, and of which lesson it is."""
    reviews = f" · {counted(text, 'mine.reviews', card.reviews)}" if card.reviews else ""
    left = room.width - 2 - column
    more = left - len(card.idea)
    return Content.assemble(
        (f"  {when:<{column}}", "bold $accent" if when == text("when.today") else "$muted"),
        shortened(card.idea, left),
        (shortened(f"{reviews} · {card.lesson}", more) if more > SHORTEST else "", "$muted"),
    )


def where_hints(report: OwnReport, text: Text, room: Room) -> Content:
    """For each lesson and mode how far up the ladder, and how many tries."""
    places = [place for place in report.places if place.search.began]
    if not places:
        return Content(text("mine.hints_none"))
    return joined([line for place in places for line in search_lines(place, text, room)])


def search_lines(place: OwnPlace, text: Text, room: Room) -> list[Content]:
    found = place.search
    mark, style = ("✓", "$success") if found.found else ("○", "$accent")
    ladder = "▰" * found.rungs + "▱" * (found.hints - found.rungs)
    first: list[Part] = [Content.assemble((ladder, "$primary"), f" {rung_words(found, text)}")]
    if found.rungs:
        first.append(text("mine.last_rung", what=text(f"reveals.{found.reveals}")))
    how = (f"{mark} {text('mine.found' if found.found else 'mine.searching')}", style)
    return [
        Content.assemble((shortened(place.title, room.width), "bold")),
        *flowed(first, room, indent=2),
        *flowed([how, *tries(found, text)], room, indent=2),
        Content(""),
    ]


def rung_words(found: OwnSearch, text: Text) -> str:
    if not found.rungs:
        return text("mine.rungs_none")
    return text("mine.rungs", rungs=found.rungs, count=found.hints)


def tries(found: OwnSearch, text: Text) -> list[Part]:
    """Guesses, lines, repairs: what there was none of is not told."""
    counts = {"guesses": len(found.guesses), "points": found.points, "attempts": found.attempts}
    return [(counted(text, f"mine.{key}", count), "$muted") for key, count in counts.items() if count]


PAGES: Mapping[str, Page] = {
    "overview": overview,
    "sureness": sure_and_right,
    "ideas": by_idea,
    "weeks": over_time,
    "hints": where_hints,
}
