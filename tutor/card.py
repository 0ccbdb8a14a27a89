"""A lesson on a card: what it is, what it teaches, how far the learner is, when it comes back, and what it takes."""

from collections.abc import Iterator

from lessons.course import Heading
from lessons.lesson import Lesson
from lessons.page import Words
from lessons.plan import Step
from lessons.recipes import steps_of
from lessons.state import State
from tutor.learner import Learner
from tutor.standing import listed_title, needs_words, ways_words
from tutor.words.course import summary_at, when_words, where_words
from tutor.words.text import Text


def card_blocks(heading: Heading, learner: Learner, text: Text) -> Iterator[Words]:
    """Everything about one lesson; of one that does not load, what its heading says."""
    knows, mode = learner.knows_edit(heading.id), learner.way_into(heading)
    yield Words(listed_title(heading, "open", learner, text), "heading")
    yield Words(summary_at(heading, text, knows))
    yield Words(
        " · ".join(
            filter(None, (text("map.minutes", minutes=heading.minutes), needs_words(heading, learner, text)))
        ),
        "note",
    )
    if ways := ways_words(heading, learner, text):
        yield Words(ways, "note")
    lesson = learner.course.lessons.get(heading.id)
    if lesson is None:
        return
    place = learner.fold.place((heading.id, mode))
    state = learner.state(place)
    if knows or not heading.is_break:
        yield from taught(lesson, learner, text)
    here = f": {where_words(place, state, text)}" if state.opened else ""
    yield Words(f"{text('map.steps')}{here}\n{steps_words(steps_of(place).all, state, text)}")
    if card := next((each for each in learner.cards() if each.lesson == heading.id), None):
        when = when_words(text, card.due, learner.today())
        yield Words(f"↻ {text('map.comes_back', when=when)}", "note")


def taught(lesson: Lesson, learner: Learner, text: Text) -> Iterator[Words]:
    """The ideas that its questions ask for."""
    concepts = dict.fromkeys(each.concept for each in lesson.asked if each.concept)
    names = [
        learner.course.concepts[name][text.language] for name in concepts if name in learner.course.concepts
    ]
    if names:
        yield Words("\n".join([text("map.teaches"), *(f"· {name}" for name in names)]))


def steps_words(steps: tuple[Step, ...], state: State, text: Text) -> str:
    """Every step with its mark: done, here, or still to come."""
    marks = ["✓" if state.finished or place < state.furthest else "○" for place in range(len(steps))]
    if state.opened and not state.finished:
        marks[state.here] = "●"
    return " ".join(f"{mark}{text(f'stage.{step.kind}')}" for mark, step in zip(marks, steps, strict=True))
