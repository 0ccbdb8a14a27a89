"""What a learner did in each lesson and mode, in words: what they predicted, how they searched, how they repaired."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lessons.cascade import State
from lessons.schema import Course, Lesson, Question
from progress.event import Event
from tutor.reports.curves import Curves, OwnCurves
from tutor.reports.predictions import Place, verdict_on
from tutor.reports.standing import Standing, fold
from tutor.reports.wording import metric_name, place_title
from tutor.text import Text
from tutor.wording import answer_words, both_sides, truth_words


@dataclass(frozen=True)
class OwnPrediction:
    """A prediction beside what happened, in words. `right` is None where the runs have not decided."""

    question: str
    said: str
    confidence: float
    happened: str
    measured: str
    right: bool | None

    @property
    def mark(self) -> str:
        return {True: "✓", False: "✗", None: "○"}[self.right]


@dataclass(frozen=True)
class OwnSearch:
    """How the line was looked for. `reveals` is what the last rung gave away: a key, or nothing without a rung."""

    rungs: int
    hints: int
    reveals: str
    guesses: tuple[tuple[int, str], ...]
    points: int
    found: bool
    attempts: int
    repaired: bool
    repair: str

    @property
    def began(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.rungs or self.guesses or self.points or self.attempts or self.found)


@dataclass(frozen=True)
class OwnPlace:
    """One lesson in one mode."""

    id: str  # for the names of files
    title: str
    where: str
    predictions: tuple[OwnPrediction, ...]
    search: OwnSearch
    words: str
    curves: tuple[OwnCurves, ...]


def own_places(
    found: Sequence[Standing],
    counting: Mapping[Place, Sequence[Event]],
    course: Course,
    text: Text,
    curves: Curves,
) -> Iterator[OwnPlace]:
    """Every place that was opened."""
    for standing in found:
        lesson = course.lessons.get(standing.lesson)
        place: Place = (standing.lesson, "blind" if standing.mode == "blind" else "open")
        events = counting.get(place, [])
        state = fold(place, events, course)
        if lesson is not None and state.opened:
            yield OwnPlace(
                f"{lesson.id}-{standing.mode}",
                place_title(text, course, standing.lesson, standing.mode),
                standing.where,
                tuple(own_predictions(lesson, state, text)),
                own_search(lesson, state, events),
                state.reflection.strip(),
                curves(lesson, state),
            )


def own_search(lesson: Lesson, state: State, events: Sequence[Event]) -> OwnSearch:
    return OwnSearch(
        state.rungs,
        len(lesson.hints),
        lesson.hints[state.rungs - 1].reveals if state.rungs else "",
        tuple(sorted(state.guesses.items())),
        len(state.points),
        state.diagnosed,
        state.attempts,
        state.repaired,
        own_repair(events),
    )


def own_predictions(lesson: Lesson, state: State, text: Text) -> Iterator[OwnPrediction]:
    for question in lesson.questions_for(state.mode):
        if question.id in state.answers:
            yield own_prediction(lesson, question, state, text)


def own_prediction(lesson: Lesson, question: Question, state: State, text: Text) -> OwnPrediction:
    page, answer = lesson.prose[text.language], state.answers[question.id]
    verdict = verdict_on(question, state)
    return OwnPrediction(
        f"{metric_name(text, question.metric)}, {question.experiment}",
        answer_words(text, page, question, answer.value),
        answer.confidence,
        truth_words(text, page, question, verdict) if verdict else text("export.undecided"),
        both_sides(text, question, verdict) if verdict else "",
        verdict.right if verdict and verdict.truth is not None else None,
    )


def own_repair(events: Sequence[Event]) -> str:
    """The line of the first repair that passed, as the learner wrote it."""
    passed = (
        event.payload for event in events if event.kind == "repair" and event.payload.get("passed") is True
    )
    return next((str(payload.get("line", "")).strip() for payload in passed), "")
