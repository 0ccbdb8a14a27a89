"""The rows of the course map: what comes next, then each track, folded or open; or the lessons that a search finds."""

import textwrap
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lessons.course.course import Heading, Track
from tutor.course_status import about_heading, listed_title, summary_of
from tutor.learner import Learner
from tutor.words.text import Text

if TYPE_CHECKING:  # the glossary is read when somebody searches
    from lessons.course.glossary import Term

NARROW = 20  # columns, below which nothing is shown
MANY = 90  # minutes; more are told in halves of hours
MOST_TERMS = 3  # of the glossary, where no lesson is found
SMALL = 12  # lessons, which all have room
Kind = Literal["next", "lesson", "blank", "track", "now", "nothing", "term"]


@dataclass(frozen=True)
class Row:
    """A row of the map, and the id of the lesson or the track that it stands for; or a term's name."""

    kind: Kind
    name: str = ""
    is_next: bool = False  # the lesson to go on with, which stands once more in its track

    @property
    def can_be_chosen(self) -> bool:
        return self.kind in ("lesson", "track", "term")


def course_rows(learner: Learner, opened: Collection[str]) -> Iterator[Row]:
    """Return what to go on with; then every track, and below those that are opened their lessons."""
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


def rows_found(learner: Learner, letters: str, text: Text) -> tuple[Row, ...]:
    """Find the lessons that have these letters; where there are none, say so, and find the glossary's words that do."""
    if found := tuple(rows_matching(learner, letters, text)):
        return found
    return (Row("nothing"), *(Row("term", term.name) for term in terms_matching(learner, letters, text)))


def terms_matching(learner: Learner, letters: str, text: Text) -> "tuple[Term, ...]":
    from lessons.course.glossary import matching
    from lessons.format.glossary import course_terms

    return matching(course_terms(learner.course, text.language), letters)[:MOST_TERMS]


def rows_matching(learner: Learner, letters: str, text: Text) -> Iterator[Row]:
    """Return the lessons in whose id, title, summary or track these letters stand."""
    wanted = plain_letters(letters)
    for track in learner.course.tracks:
        titled = wanted in plain_letters(track.title[text.language])
        for name in track.lessons:
            if titled or wanted in words_of(learner.course.headings[name], learner, text):
                yield Row("lesson", name)


def words_of(heading: Heading, learner: Learner, text: Text) -> str:
    """Return what a lesson can be found by: no more of a break than the learner may know."""
    shown = (listed_title(heading, "open", learner, text), summary_of(heading, learner, text))
    is_secret = heading.blind_titles.get(text.language) and not learner.knows_edit(heading.id)
    return plain_letters(" ".join(shown if is_secret else (heading.id, *shown)))


def plain_letters(words: str) -> str:
    """Write small letters without accents: whoever searches seldom types them."""
    from unicodedata import normalize

    return "".join(letter for letter in normalize("NFD", words.lower()) if letter < "\u0300" or letter > "\u036f")


def tally(learner: Learner, track: Track) -> tuple[int, int]:
    """Count the lessons of a track, done and in all."""
    return len(learner.fold.done.intersection(track.lessons)), len(track.lessons)


def opened_first(learner: Learner) -> frozenset[str]:
    """Return the tracks that are open at first: the one to go on in; every one of a small course, or of a pack."""
    tracks = learner.course.tracks
    if sum(len(track.lessons) for track in tracks) <= SMALL:
        return frozenset(track.id for track in tracks)
    going, *_ = learner.opening_to_continue() or ("",)
    return frozenset(track.id for track in tracks if any(name == going or "/" in name for name in track.lessons))


def about_lines(row: Row, learner: Learner, text: Text) -> tuple[str, ...]:
    if row.kind == "track":
        track = next(track for track in learner.course.tracks if track.id == row.name)
        left = [name for name in track.lessons if name not in learner.fold.done]
        if not left:
            return (text("map.track_done"),)
        minutes = sum(learner.course.headings[name].minutes for name in left)
        if minutes < MANY:
            return (text("map.left", minutes=minutes),)
        return (text("map.left_hours", hours=f"{round(minutes / 30) / 2:g}"),)
    if row.kind == "term":
        return tuple(term.text for term in terms_matching(learner, row.name, text) if term.name == row.name)
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
