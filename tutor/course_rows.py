"""The rows of the course map: what comes next, then each track, folded or open; and what a heading alone may tell."""

import textwrap
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from lessons.course.course import Heading, Track
from lessons.course.lesson.values import Mode
from tutor.learner import WISH, Learner
from tutor.words.text import Text, is_solved, known_title, title_at

if TYPE_CHECKING:
    from lessons.course.lesson.state import State


NARROW = 20  # columns, below which nothing is shown
MANY = 90  # minutes; more are told in halves of hours
SMALL = 12  # lessons, which all have room
Kind = Literal["next", "lesson", "blank", "track", "now", "nothing", "term", "inside", "glossary"]


class Row(NamedTuple):
    """A row of the map, and the id of the lesson or the track that it stands for; or a term's name, and its text."""

    kind: Kind
    name: str = ""
    is_next: bool = False  # the lesson to go on with, which stands once more in its track
    about: str = ""

    @property
    def can_be_chosen(self) -> bool:
        return self.kind in ("lesson", "track", "term", "glossary")


def course_rows(learner: Learner, opened: Collection[str]) -> Iterator[Row]:
    """Yield the lesson to go on with; then every track, and below those that are opened their lessons."""
    if opening := learner.opening_to_continue():
        yield Row("next")
        yield Row("lesson", opening[0], is_next=True)
        yield Row("blank")
    for track in learner.course.tracks:
        yield Row("track", track.id)
        if track.id in opened:
            yield from (Row("lesson", name) for name in track.lessons)
    if learner.has_finished_all():
        yield Row("now")


def tally(learner: Learner, track: Track) -> tuple[int, int]:
    """Count the lessons of a track, done and in all."""
    return len(learner.fold.done.intersection(track.lessons)), len(track.lessons)


def opened_first(learner: Learner) -> set[str]:
    """Return the tracks that are open at first: of packs; and the one to go on in, but for somebody new."""
    tracks = learner.course.tracks
    if len(learner.course.headings) <= SMALL:
        return {track.id for track in tracks}
    going, *_ = ("",) if is_beginner(learner) else learner.opening_to_continue() or ("",)
    return {track.id for track in tracks if any(name == going or "/" in name for name in track.lessons)}


def next_words(learner: Learner, text: Text) -> str:
    """Return `Next`, and why it is that lesson: it was begun, asked for, or follows the last one."""
    fold, headings = learner.fold, learner.course.headings
    reason = ""
    if fold.last and fold.last not in fold.finished:
        reason = text("map.next_begun")
    elif learner.wish:
        reason = text("map.next_asked", wish=wish_words(learner, text))
    elif fold.last and fold.last[0] in headings:
        reason = text("map.next_follows", title=listed_title(headings[fold.last[0]], "open", learner, text))
    return " · ".join(filter(None, (text("map.next"), reason)))


def wish_words(learner: Learner, text: Text) -> str:
    """Return the answer to *What would you like first?* in its own words."""
    from lessons.format.placement import load_placement  # read only where there was such an answer

    question, _, name = learner.preference(WISH, "").partition("/")
    options = load_placement()[question].options if question in load_placement() else ()
    return next((option.words[text.language] for option in options if option.leads_to == name), "")


def about_lines(row: Row, learner: Learner, text: Text) -> tuple[str, ...]:
    if row.kind == "track":
        track = next(track for track in learner.course.tracks if track.id == row.name)
        left = [name for name in track.lessons if name not in learner.fold.done]
        about = filter(None, [track.about.get(text.language, "")])
        if not left:
            return (*about, text("map.track_done"))
        minutes = sum(learner.course.headings[name].minutes for name in left)
        if minutes < MANY:
            return (*about, text("map.left", minutes=minutes))
        return (*about, text("map.left_hours", hours=f"{round(minutes / 30) / 2:g}"))
    if row.kind in ("term", "glossary"):
        return (row.about,) if row.about else ()
    return tuple(about_heading(learner.course.headings[row.name], learner, text))


def rows_fitting(lines: tuple[str, ...], width: int, height: int) -> list[str]:
    """Break these lines into rows of a width; leave out whole lines at the end where there is no room."""
    rows: list[str] = []
    for line in lines:
        wrapped = textwrap.wrap(line, max(NARROW, width))
        if len(rows) + len(wrapped) > height:
            break
        rows += wrapped
    return rows


def listed_title(heading: Heading, mode: Mode, learner: Learner, text: Text, state: "State | None" = None) -> str:
    """Return a lesson's title in a list, as far as the learner may know it."""
    if mode == "open":
        is_done = heading.id in learner.fold.done
        return known_title(heading, learner.course, text, learner.knows_edit(heading.id), is_done)
    return title_at(heading, mode, text, is_solved(state))


def map_words(heading: Heading, learner: Learner, text: Text) -> tuple[str, str]:
    """Return what the map calls a lesson, and what it says of it."""
    return listed_title(heading, "open", learner, text), summary_of(heading, learner, text)


def needs_words(heading: Heading, learner: Learner, text: Text) -> str:
    """Return the unfinished lessons that come before one, by their titles; `""` once it is begun."""
    course, fold = learner.course, learner.fold
    needed = [course.headings[name] for name in heading.needs if name in course.headings.keys() - fold.done]
    if not needed or heading.id in fold.seen:
        return ""
    return text("map.needs", lessons=", ".join(listed_title(each, "open", learner, text) for each in needed))


def about_heading(heading: Heading, learner: Learner, text: Text) -> Iterator[str]:
    yield summary_of(heading, learner, text)
    former = heading.title(text.language, done=False)
    if heading.id in learner.fold.done and heading.title(text.language, done=True) != former and not heading.is_break:
        yield text("map.opened_as", title=former)
    if needed := needs_words(heading, learner, text):
        yield needed
    if heading.is_break and not learner.knows_edit(heading.id):
        yield text("map.way_open" if learner.way_into(heading) == "blind" else "map.ways")


def summary_of(heading: Heading, learner: Learner, text: Text) -> str:
    blind_summary = "" if learner.knows_edit(heading.id) else heading.blind_summaries.get(text.language)
    return blind_summary or heading.summaries[text.language]


def is_beginner(learner: Learner) -> bool:
    """Return True for somebody who has seen the very first lesson at most: they are asked where to begin."""
    return learner.fold.seen <= set(list(learner.course.headings)[:1])
