"""Six lessons of the course, one of each kind and more: what tests of the tutor itself are tried on."""

from dataclasses import replace
from functools import cache

from lessons.course.course import Course, LessonMode
from lessons.format.course import load_course

TRACKS = {
    "breaks": "break-gelu-identity",
    "there-and-back": "worked-pass",
    "modules": "build-sequential",
    "is-it-all-linear": "xor-line",
    "wide-and-lazy": "wide-and-lazy",
    "trust-the-number": "what-can-be-known",
}


@cache
def small_course() -> Course:
    """A track for each of the six lessons; the break comes first."""
    whole = load_course()
    by_id = {track.id: track for track in whole.tracks}
    tracks = tuple(replace(by_id[name], lessons=(lesson,)) for name, lesson in TRACKS.items())
    headings = {lesson: whole.headings[lesson] for lesson in TRACKS.values()}
    return replace(whole, tracks=tracks, headings=headings)


def small_places() -> tuple[LessonMode, ...]:
    """Each of the six in its open mode."""
    return tuple(LessonMode(small_course().lessons[name]) for name in TRACKS.values())
