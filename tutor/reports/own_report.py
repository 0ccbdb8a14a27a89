"""Everything that one learner did, ready for a page: in their language, in the order of the course."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from lessons.cascade import State
from lessons.schema import Course, Lesson, Question
from progress.calibration import Bin, brier_score, calibration
from progress.event import Event
from progress.history import renamed, that_count
from tutor.reports.curves import OwnCurves, own_curves
from tutor.reports.standing import Place, Standing, by_place, fold, standings, verdict_on
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
class OwnPlace:
    """One lesson in one mode."""

    title: str
    where: str
    predictions: tuple[OwnPrediction, ...]
    rungs: int
    hints: int
    guesses: tuple[tuple[int, str], ...]
    attempts: int
    repair: str
    words: str
    curves: tuple[OwnCurves, ...]


@dataclass(frozen=True)
class OwnReport:
    """One learner's whole story."""

    name: str
    made: date
    days: int
    places: tuple[OwnPlace, ...]
    bins: tuple[Bin, ...]
    brier: float | None
    elsewhere: tuple[tuple[str, int], ...]  # lessons that this version does not have, and how many events
    damaged: bool


def own_report(
    name: str, events: Sequence[Event], course: Course, text: Text, made: date, damaged: bool = False
) -> OwnReport:
    """Fold the events once more, for people."""
    events = renamed(events, course.renamed)
    found = standings(events, course)
    counting = by_place(that_count(events))
    forecasts = [forecast for standing in found for forecast in standing.forecasts]
    return OwnReport(
        name,
        made,
        len({day for standing in found for day in standing.days}),
        tuple(own_places(found, counting, course, text)),
        calibration(forecasts),
        brier_score(forecasts),
        tuple(
            Counter(
                event.lesson for event in events if event.lesson and event.lesson not in course.lessons
            ).items()
        ),
        damaged,
    )


def own_places(
    found: Sequence[Standing], counting: dict[Place, list[Event]], course: Course, text: Text
) -> Iterator[OwnPlace]:
    for standing in found:
        lesson = course.lessons.get(standing.lesson)
        place: Place = (standing.lesson, "blind" if standing.mode == "blind" else "open")
        events = counting.get(place, [])
        state = fold(place, events, course)
        if lesson is not None and state.opened:
            yield own_place(lesson, standing, state, events, course, text)


def own_place(
    lesson: Lesson, standing: Standing, state: State, events: Sequence[Event], course: Course, text: Text
) -> OwnPlace:
    return OwnPlace(
        place_title(text, course, standing.lesson, standing.mode),
        standing.where,
        tuple(own_predictions(lesson, state, text)),
        state.rungs,
        len(lesson.hints),
        tuple(sorted(state.guesses.items())),
        state.attempts,
        own_repair(events),
        state.reflection.strip(),
        own_curves(lesson, state),
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
