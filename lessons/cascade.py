"""The cascade, predict, run, observe, repair, as a pure state machine: it knows no screen, no clock, no file.

A state is the fold of what happened. `advance` takes one thing that happened and gives the next state; what is not
allowed there changes nothing, so any list of events, merged from any two machines, folds to one well-formed state.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from lessons.grading import Record, Verdict, grade, why_unusable
from lessons.schema import Lesson, Mode, Question, Sibling


class Stage(IntEnum):
    """The seven stages, in order."""

    READ = 1
    PREDICT = 2
    RUN = 3
    OBSERVE = 4
    HINTS = 5
    REPAIR = 6
    WHY = 7

    @property
    def key(self) -> str:
        """The stage's permanent name, in files and in string tables."""
        return self.name.lower()


@dataclass(frozen=True)
class Answer:
    """A prediction, and how sure the learner is of it (0.50 to 0.99)."""

    value: str
    confidence: float


@dataclass(frozen=True)
class State:
    """Where one learner stands in one lesson, in one mode."""

    mode: Mode = "open"
    stage: Stage = Stage.READ
    furthest: Stage = Stage.READ
    opened: bool = False
    answers: Mapping[str, Answer] = field(default_factory=dict)
    locked: bool = False
    seeds_run: tuple[tuple[str, int], ...] = ()
    record: Record = field(default_factory=dict)
    guesses: Mapping[int, str] = field(default_factory=dict)
    rungs: int = 0
    points: tuple[tuple[str, int], ...] = ()
    diagnosed: bool = False
    attempts: int = 0
    repaired: bool = False
    reflection: str = ""
    finished: bool = False

    def may_enter(self, stage: Stage) -> bool:
        return stage <= self.furthest

    @property
    def swept(self) -> bool:
        return bool(self.record)


Change = Callable[[Lesson, State, Mapping[str, Any]], State | None]


def advance(lesson: Lesson, state: State, kind: str, payload: Mapping[str, Any]) -> State:
    """The state after one thing that happened. What makes no sense here, or is not known, changes nothing."""
    change = CHANGES.get(kind)
    try:
        return (change and change(lesson, state, payload)) or state
    except (KeyError, TypeError, ValueError, OverflowError):
        return state


def replay(lesson: Lesson, mode: Mode, happened: Iterable[tuple[str, Mapping[str, Any]]]) -> State:
    """Fold everything that happened in this lesson and mode."""
    state = State(mode=mode)
    for kind, payload in happened:
        state = advance(lesson, state, kind, payload)
    return state


def can_leave(lesson: Lesson, state: State) -> bool:
    """Whether what the current stage asks for has been done, so that the next one may open."""
    done = {
        Stage.READ: True,
        Stage.PREDICT: not unanswered(lesson, state),
        Stage.RUN: all(name in state.record for name in lesson.experiments),
        Stage.OBSERVE: True,
        Stage.HINTS: state.diagnosed,
        Stage.REPAIR: state.repaired,
        Stage.WHY: False,
    }
    return done[state.stage]


def unanswered(lesson: Lesson, state: State) -> list[str]:
    return [question.id for question in lesson.questions_for(state.mode) if question.id not in state.answers]


def verdicts(lesson: Lesson, state: State) -> list[tuple[Question, Verdict]]:
    """Each question of this mode that was answered, with what the runs so far say."""
    return [
        (question, grade(question, state.answers[question.id].value, state.record))
        for question in lesson.questions_for(state.mode)
        if question.id in state.answers
    ]


def opened(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State:
    return replace(state, opened=True)


def moved(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    """To a stage already reached, or to the next one when this one is done."""
    stage = Stage[str(payload["stage"]).upper()]
    if state.may_enter(stage):
        return replace(state, stage=stage)
    if stage == state.furthest + 1 and can_leave(lesson, replace(state, stage=state.furthest)):
        return replace(state, stage=stage, furthest=stage)
    return None


def predicted(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    """An answer counts until the run locks it, if it answers the question at all."""
    question = lesson.question(payload["question"])
    answer = usable_answer(question, payload) if question else None
    if state.locked or question is None or answer is None:
        return None
    return replace(state, answers={**state.answers, question.id: answer})


def usable_answer(question: Question, payload: Mapping[str, Any]) -> Answer | None:
    """What was answered, and how surely; None unless it answers the question at all."""
    try:
        answer = Answer(str(payload["answer"]), float(payload["confidence"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    if not 0.5 <= answer.confidence <= 0.99 or why_unusable(question, answer.value):
        return None
    return answer


def answer_given(sibling: Sibling, payload: Mapping[str, Any] | None) -> Answer | None:
    """The answer that a journal remembers for this very question, if it can be used."""
    if payload is None or payload.get("sibling") != sibling.id:
        return None
    return usable_answer(sibling.question, payload)


def locked(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    if unanswered(lesson, state):
        return None
    return replace(state, locked=True)


def ran(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    run = (str(payload["experiment"]), int(payload["seed"]))
    return replace(state, seeds_run=(*state.seeds_run, run)) if state.locked else None


def swept(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    """The many seeds have spoken. The first sweep decides; a later one does not rewrite a verdict."""
    experiment = str(payload["experiment"])
    if not state.locked or experiment not in lesson.experiments or experiment in state.record:
        return None
    if not isinstance(payload["metrics"], Mapping):
        return None
    return replace(state, record={**state.record, experiment: payload["metrics"]})


def guessed(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State:
    return replace(state, guesses={**state.guesses, int(payload["rung"]): str(payload["guess"])})


def revealed(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    """One rung at a time, and never more than there are."""
    rung = int(payload["rung"])
    if rung != state.rungs + 1 or rung > len(lesson.hints):
        return None
    return replace(state, rungs=rung)


def pointed(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State:
    """The learner points at a line. Whether it is the one was judged when they pointed, against the source of then."""
    point = (str(payload["file"]), int(payload["line"]))
    found = payload["found"] is True
    return replace(state, points=(*state.points, point), diagnosed=state.diagnosed or found)


def repaired(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State:
    passed = payload["passed"] is True
    return replace(state, attempts=state.attempts + 1, repaired=state.repaired or passed)


def reflected(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State:
    return replace(state, reflection=str(payload["text"]))


def finished(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State | None:
    return replace(state, finished=True) if state.repaired else None


def reset(lesson: Lesson, state: State, payload: Mapping[str, Any]) -> State:
    return State(mode=state.mode)


CHANGES: Mapping[str, Change] = {
    "opened": opened,
    "moved": moved,
    "prediction": predicted,
    "locked": locked,
    "run": ran,
    "sweep": swept,
    "guess": guessed,
    "rung": revealed,
    "pointed": pointed,
    "repair": repaired,
    "reflection": reflected,
    "finished": finished,
    "reset": reset,
}
