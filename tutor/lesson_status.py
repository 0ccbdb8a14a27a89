"""How far a learner is in one lesson: in words, as a bar, and for friends. The lesson is loaded for it."""

from lessons.course.course import Heading, LessonMode
from lessons.course.recipes import steps_of
from lessons.course.state import State
from lessons.course.values import LessonError, Mode
from lessons.course.verdicts import verdicts
from tutor.course_status import listed_title, needs_words
from tutor.learner import Learner
from tutor.mystery import BLIND, of_the_day
from tutor.words.text import Text


def where_words(place: LessonMode, state: State, text: Text) -> str:
    """Write `done`, `step 3 of 7: Run`, or `about 20 min`."""
    if state.finished:
        return text("map.done")
    if not state.opened:
        return text("map.minutes", minutes=place.lesson.minutes)
    steps = steps_of(place).all
    kind = steps[state.here].kind
    return text("map.at", number=state.here + 1, count=len(steps), step=text(f"stage.{kind}"))


def bar_words(place: LessonMode, state: State, text: Text) -> str:
    """Draw a bar as far as the learner has ever been, and name the step at which the lesson opens."""
    steps = steps_of(place).all
    bar = "▰" * (state.furthest + 1) + "▱" * (len(steps) - state.furthest - 1)
    return f"{bar} {text(f'stage.{steps[state.here].kind}')}"


def standing_line(heading: Heading, mode: Mode, learner: Learner, text: Text) -> str:
    """Return a lesson in a line: its title, and how far the learner is, or why it cannot be opened."""
    state = None
    try:
        place = learner.fold.place((heading.id, mode))
        state = learner.state(place)
        where = where_words(place, state, text)
    except LessonError as error:
        where = str(error)
    parts = (listed_title(heading, mode, learner, text, state), where, needs_words(heading, learner, text))
    return "; ".join(part for part in parts if part)


def day_words(learner: Learner, text: Text) -> str:
    """Return what a friend may be told of today's break, once it is found: how, and not which it is."""
    today = learner.today()
    place = learner.fold.place((of_the_day(learner.course, today), BLIND))
    state = learner.state(place)
    found = verdicts(place.lesson, state, tuple(steps_of(place).questions.values()))
    decided = [each for each in found if each.truth is not None]
    return text(
        "mystery.shared",
        day=today.isoformat(),
        right=sum(each.right for each in decided),
        count=len(decided),
        hints=sum(state.hints.values()),
        tries=max(1, sum(state.tries.values())),
    )
