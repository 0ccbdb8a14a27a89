"""The rows of the course map: what comes next, then each track, folded or open; or the lessons that a search finds."""

import textwrap
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lessons.course import Course, Heading, Track
from tutor.learner import Learner
from tutor.standing import listed_title, needs_words, ways_words
from tutor.words.course import summary_at
from tutor.words.text import Text

if TYPE_CHECKING:  # the glossary is read when somebody searches
    from lessons.glossary import Term

NARROW = 20  # columns, below which nothing is shown
MANY = 90  # minutes
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
    """What to go on with; then every track, and below those that are opened their lessons."""
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
    """The lessons that have these letters; where there are none that is said, and the glossary's words that do."""
    if found := tuple(rows_matching(learner, letters, text)):
        return found
    return (Row("nothing"), *(Row("term", term.name) for term in terms_matching(learner, letters, text)))


def terms_matching(learner: Learner, letters: str, text: Text) -> "tuple[Term, ...]":
    from lessons.glossary import course_terms, matching

    return matching(course_terms(learner.course, text.language), letters)[:MOST_TERMS]


def rows_matching(learner: Learner, letters: str, text: Text) -> Iterator[Row]:
    """The lessons in whose id, title, summary or track these letters stand."""
    wanted = plain_letters(letters)
    for track in learner.course.tracks:
        titled = wanted in plain_letters(track.title[text.language])
        for name in track.lessons:
            if titled or wanted in words_of(learner.course.headings[name], learner, text):
                yield Row("lesson", name)


def words_of(heading: Heading, learner: Learner, text: Text) -> str:
    """What a lesson can be found by: no more of a break than the learner may know."""
    knows = learner.knows_edit(heading.id)
    shown = (listed_title(heading, "open", learner, text), summary_at(heading, text, knows))
    secret = heading.is_break and not knows and bool(heading.blind_titles.get(text.language))
    return plain_letters(" ".join(shown if secret else (heading.id, *shown)))


def plain_letters(words: str) -> str:
    """Small letters without accents: whoever searches seldom types them."""
    from unicodedata import normalize

    return "".join(
        letter for letter in normalize("NFD", words.lower()) if letter < "\u0300" or letter > "\u036f"
    )


def track_of(course: Course, lesson: str) -> Track | None:
    """The track that a lesson is in."""
    return next((track for track in course.tracks if lesson in track.lessons), None)


def tally(learner: Learner, track: Track) -> tuple[int, int]:
    """How many lessons of a track are done, and how many there are."""
    done = {lesson for lesson, _ in learner.fold.finished}
    return len(done.intersection(track.lessons)), len(track.lessons)


def opened_first(learner: Learner) -> frozenset[str]:
    """The tracks that are open when the map is: the one to go on in; every one of a small course, or of a pack."""
    tracks = learner.course.tracks
    if sum(len(track.lessons) for track in tracks) <= SMALL:
        return frozenset(track.id for track in tracks)
    opening = learner.opening_to_continue()
    going = track_of(learner.course, opening[0]) if opening else None
    return frozenset(track.id for track in tracks if track == going or is_of_a_pack(track))


def is_of_a_pack(track: Track) -> bool:
    """Whether its lessons come from elsewhere: whoever has asked for them wants to see them."""
    return any("/" in name for name in track.lessons)


def about_lines(row: Row, learner: Learner, text: Text) -> tuple[str, ...]:
    """What there is to say of a row: of a lesson its summary, what comes before it, and the ways into a break."""
    if row.kind == "track":
        track = next(track for track in learner.course.tracks if track.id == row.name)
        left = [learner.course.headings[name] for name in track.lessons if not is_done(learner, name)]
        minutes = sum(heading.minutes for heading in left)
        return (time_left(minutes, text) if left else text("map.track_done"),)
    if row.kind == "term":
        return tuple(term.text for term in terms_matching(learner, row.name, text) if term.name == row.name)
    heading = learner.course.headings[row.name]
    long = text("map.minutes", minutes=heading.minutes)
    lines = (
        summary_at(heading, text, learner.knows_edit(heading.id)),
        " · ".join(filter(None, (long, needs_words(heading, learner, text)))),
        ways_words(heading, learner, text),
    )
    return tuple(filter(None, lines))


def rows_fitting(lines: tuple[str, ...], width: int, height: int) -> list[str]:
    """These lines in rows of a width; whole lines are left out at the end where there is no room."""
    rows: list[str] = []
    for line in lines:
        wrapped = textwrap.wrap(line, max(NARROW, width))
        if len(rows) + len(wrapped) > height:
            break
        rows += wrapped
    return rows


def time_left(minutes: int, text: Text) -> str:
    """In minutes, or in halves of hours where they are many."""
    if minutes < MANY:
        return text("map.left", minutes=minutes)
    return text("map.left_hours", hours=f"{round(minutes / 30) / 2:g}")


def is_done(learner: Learner, lesson: str) -> bool:
    return any(name == lesson for name, _ in learner.fold.finished)
