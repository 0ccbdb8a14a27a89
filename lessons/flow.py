"""How far somebody has come: the fold of what they did, by rules that know no kind of lesson. Pure and total.

What makes no sense in a state changes nothing, so any list of acts, merged from any two machines, folds to one
well-formed state.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from lessons.acts import (
    Accused,
    Act,
    Finished,
    Guessed,
    Judged,
    Locked,
    Moved,
    Opened,
    Pointed,
    Predicted,
    Ran,
    Reset,
    Swept,
    TookHint,
    Wrote,
)
from lessons.plan import Steps
from lessons.questions import MOST_CONFIDENT, is_usable
from lessons.state import Answer, Pointing, State


def replay(steps: Steps, acts: Iterable[Act]) -> State:
    """Fold everything that was done in one lesson and mode."""
    state = State()
    for act in acts:
        state = advance(steps, state, act)
    return state


def advance(steps: Steps, state: State, act: Act) -> State:
    """The state after one act."""
    rule = RULES.get(type(act))
    return (rule and rule(steps, state, act)) or state


def opened(steps: Steps, state: State, act: Opened) -> State:
    return replace(state, opened=True)


def moved(steps: Steps, state: State, act: Moved) -> State | None:
    """To a step already reached, or further, as long as every step on the way is done."""
    place = steps.place(act.step, state)
    if place is None:
        return None
    if place > state.furthest and not all(step.done(state) for step in steps.all[state.furthest : place]):
        return None
    return replace(state, here=place, furthest=max(place, state.furthest))


def predicted(steps: Steps, state: State, act: Predicted) -> State | None:
    """An answer counts until a run locks it, if it answers the question at all."""
    question = steps.questions.get(act.question)
    if question is None or question.id in state.locked or not 0 < act.confidence <= MOST_CONFIDENT:
        return None
    if not is_usable(question, act.answer) or steps.is_decided(question, state):
        return None
    answer = Answer(act.answer, act.confidence)
    return replace(state, answers={**state.answers, question.id: answer})


def locked(steps: Steps, state: State, act: Locked) -> State | None:
    """A run locks the answers of its round, once all are given, and those of the inside that are given already."""
    asked, given = steps.locked_by(act.step), set(state.answers)
    if not asked <= given:
        return None
    locks = state.locked | asked | steps.inside(act.step) & given
    return replace(state, locked=locks, begun=state.begun | steps.runs(act.step))


def ran(steps: Steps, state: State, act: Ran) -> State | None:
    if act.seed < 0 or not steps.may_run(act.experiment, state):
        return None
    return replace(state, runs=(*state.runs, (act.experiment, act.seed)))


def swept(steps: Steps, state: State, act: Swept) -> State | None:
    """The many seeds have spoken. The first sweep decides; a later one does not rewrite a verdict."""
    if not steps.may_run(act.experiment, state) or act.experiment in state.record:
        return None
    return replace(state, record={**state.record, act.experiment: act.metrics})


def guessed(steps: Steps, state: State, act: Guessed) -> State | None:
    step = steps.ladder(act.step)
    if not step:
        return None
    guesses = {**state.guesses.get(step, {}), act.hint: act.guess}
    return replace(state, guesses={**state.guesses, step: guesses})


def took_hint(steps: Steps, state: State, act: TookHint) -> State | None:
    """One hint at a time, and never more than there are."""
    step, count = steps.ladder(act.step), len(steps.lesson.hints)
    if not step or act.hint != state.hints.get(step, 0) + 1 or act.hint > count:
        return None
    return replace(state, hints={**state.hints, step: act.hint})


def pointed(steps: Steps, state: State, act: Pointed) -> State | None:
    step = steps.ladder(act.step)
    if not step:
        return None
    points = (*state.points.get(step, ()), Pointing(act.file, act.line))
    found = state.found | {step} if act.found else state.found
    return replace(state, points={**state.points, step: points}, found=found)


def accused(steps: Steps, state: State, act: Accused) -> State | None:
    """The first answer counts: after it the line is shown."""
    step = next((step.id for step in steps.named(act.step, "accuse")), "")
    if not step or step in state.accused:
        return None
    return replace(state, accused={**state.accused, step: act.answer})


def judged(steps: Steps, state: State, act: Judged) -> State | None:
    step = steps.bench(act.step)
    if not step:
        return None
    return replace(
        state,
        tries={**state.tries, step: state.tries.get(step, 0) + 1},
        judged={**state.judged, step: act},
        passed=state.passed | {step} if act.passed else state.passed,
    )


def wrote(steps: Steps, state: State, act: Wrote) -> State:
    return replace(state, words={**state.words, act.step or steps.all[-1].id: act.text})


def finished(steps: Steps, state: State, act: Finished) -> State | None:
    """The last thing that the lesson asks for is done."""
    return replace(state, finished=True) if steps.goal_reached(state) else None


def reset(steps: Steps, state: State, act: Reset) -> State:
    return State()


Rule = Callable[[Steps, State, Any], State | None]

RULES: Mapping[type, Rule] = {
    Opened: opened,
    Moved: moved,
    Predicted: predicted,
    Locked: locked,
    Ran: ran,
    Swept: swept,
    Guessed: guessed,
    TookHint: took_hint,
    Pointed: pointed,
    Accused: accused,
    Judged: judged,
    Wrote: wrote,
    Finished: finished,
    Reset: reset,
}
