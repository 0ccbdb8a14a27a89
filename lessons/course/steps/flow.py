"""Fold what somebody did into how far they have come, by rules that know no kind of lesson. Pure and total.

What makes no sense in a state changes nothing, so any list of acts, merged from any two machines, folds to one
well-formed state.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch

from lessons.course.asking.question_words import is_usable
from lessons.course.asking.verdicts import MOST_CONFIDENT
from lessons.course.lesson import state as acts
from lessons.course.lesson.instrument import ACCUSES, CLEARS, readings_in
from lessons.course.lesson.lesson import WORKED
from lessons.course.lesson.page import Strings
from lessons.course.lesson.state import Act, Answer, State
from lessons.course.lesson.summaries import ENOUGH_SEEDS, final_losses, with_seeds
from lessons.course.lesson.trial import test_of
from lessons.course.steps.hints import gap_hints
from lessons.course.steps.plan import Steps


def replay(steps: Steps, done: Iterable[Act]) -> State:
    state = State()
    for act in done:
        state = advance(steps, state, act)
    return state


def advance(steps: Steps, state: State, act: Act) -> State:
    """Return the state after one act; the same one where the act makes no sense in it."""
    return after(act, steps, state) or state


@singledispatch
def after(act: object, steps: Steps, state: State) -> State | None:
    """Return the state after an act of this kind; None if that leaves the state as it is, as acts of other kinds do."""


@after.register
def opened(act: acts.Opened, steps: Steps, state: State) -> State:
    return replace(state, opened=True)


@after.register
def moved(act: acts.Moved, steps: Steps, state: State) -> State | None:
    """Go to a step already reached, or further, as long as every step on the way is done."""
    place = steps.place(act.step, state)
    if place is None:
        return None
    if place > state.furthest and not all(step.done(state) for step in steps.all[state.furthest : place]):
        return None
    return replace(state, here=place, furthest=max(place, state.furthest))


@after.register
def predicted(act: acts.Predicted, steps: Steps, state: State) -> State | None:
    """Take an answer until a run locks it, if it answers the question at all."""
    if is_former(act, steps):
        return with_former(state, acts.Graded(act.question, act.answer, act.confidence, False, ""))
    question = steps.questions.get(act.question)
    if question is None or question.id in state.locked:
        return None
    if act.confidence is not None and not 0 < act.confidence <= MOST_CONFIDENT:
        return None
    if question.experiment == WORKED and question.id in state.answers:  # it is judged already
        return None
    return replace(state, answers={**state.answers, question.id: Answer(act.answer, act.confidence)})


@after.register
def locked(act: acts.Locked, steps: Steps, state: State) -> State | None:
    """Lock the questions of a run's round, or of the inside, once one goes on.

    What has no answer then was asked otherwise, or not at all, when the journal was written: it stays without.
    Where no step is named, as in journals of format 1: all at once. Earlier journals answer what is asked of the
    inside before the run: what is given already is locked with it. Of rounds that became one, what is given.
    """
    name = steps.joined(act.step)
    given, about = set(state.answers), steps.about(name)
    posed = {question.id for step in steps.all for question in step.questions}
    asked = {each.id for each in about if each.id in posed and not (name and each.inside)}
    for step in steps.all:
        if step.inside and step.id == name:
            asked |= {each.id for each in step.questions}
    if name != act.step:
        asked &= given
    elif asked and not (asked & given or state.former):
        return None
    known = {each.id for each in about} & given
    begun = {step.id for step in steps.runs(name)}
    return replace(state, locked=state.locked | asked | known, begun=state.begun | begun)


@after.register
def ran(act: acts.Ran, steps: Steps, state: State) -> State | None:
    if act.seed < 0 or not steps.may_run(act.experiment, state):
        return None
    ends = {**state.ends, act.experiment: final_losses(act.metrics)}
    return replace(state, runs=(*state.runs, (act.experiment, act.seed)), ends=ends)


@after.register
def swept(act: acts.Swept, steps: Steps, state: State) -> State | None:
    """Keep what many seeds measured. The first sweep decides; a later one does not rewrite a verdict."""
    if not steps.may_run(act.experiment, state) or act.experiment in state.record:
        return None
    planned = steps.seeds(act.experiment)
    metrics = with_seeds(act.metrics, act.seeds) if ENOUGH_SEEDS <= act.seeds < planned else act.metrics
    return replace(state, record={**state.record, act.experiment: metrics})


@after.register
def graded(act: acts.Graded, steps: Steps, state: State) -> State | None:
    """Keep the first verdict on an answer that its question takes no longer, or on a question that is gone."""
    known = state.former.get(act.question)
    return with_former(state, act) if is_former(act, steps) and not (known and known.truth) else None


def is_former(act: acts.Predicted | acts.Graded, steps: Steps) -> bool:
    """Return True for an answer that its question takes no longer, or to a question that is gone."""
    question = steps.questions.get(act.question)
    return not is_usable(question, act.answer) if question else act.question in steps.lesson.retired


def with_former(state: State, graded: acts.Graded) -> State:
    return replace(state, former={**state.former, graded.question: graded})


@after.register
def guessed(act: acts.Guessed, steps: Steps, state: State) -> State | None:
    step = steps.ladder(act.step)
    if not step:
        return None
    guesses = {**state.guesses.get(step, {}), act.hint: act.guess}
    return replace(state, guesses={**state.guesses, step: guesses})


@after.register
def took_hint(act: acts.TookHint, steps: Steps, state: State) -> State | None:
    """Take one hint at a time, and never more than there are."""
    step, count = steps.ladder(act.step), len(steps.lesson.hints)
    if found := gap_hints(steps.lesson, act.step):
        step, count = act.step, len(found)
    if not step or act.hint != state.hints.get(step, 0) + 1 or act.hint > count:
        return None
    return replace(state, hints={**state.hints, step: act.hint})


@after.register
def pointed(act: acts.Pointed, steps: Steps, state: State) -> State | None:
    step = steps.ladder(act.step)
    if not step:
        return None
    points = (*state.points.get(step, ()), act)
    found = state.found | {step} if act.found else state.found
    return replace(state, points={**state.points, step: points}, found=found)


@after.register
def accused(act: acts.Accused, steps: Steps, state: State) -> State | None:
    """Take it for a trial: whoever had come past it in an earlier version goes on there."""
    return replace(state, accused=True)


@after.register
def chose_test(act: acts.ChoseTest, steps: Steps, state: State) -> State | None:
    """Keep one test of what was explained."""
    trial = steps.lesson.trial
    is_known = (
        trial and test_of(trial, act.test) and any(step.trial and act.step in ("", step.id) for step in steps.all)
    )
    if not trial or not is_known or state.tests or trial.id not in state.answers:
        return None
    return replace(state, tests=(act.test,))


@after.register
def looked(act: acts.Looked, steps: Steps, state: State) -> State | None:
    """Keep the first look with each instrument, if anything can be read of it, and the line is not found yet."""
    found = readings_in(act.instrument, act.readings)
    if not found or act.instrument in state.looks or state.found or not steps.lesson.symptom:
        return None
    return replace(state, looks={**state.looks, act.instrument: found})


@after.register
def weighed(act: acts.Weighed, steps: Steps, state: State) -> State | None:
    """Keep what is said first of a reading that says anything."""
    is_new = act.instrument in state.looks and act.instrument not in state.weighed
    if not is_new or act.word not in (CLEARS, ACCUSES):
        return None
    return replace(state, weighed={**state.weighed, act.instrument: act.word})


@after.register
def judged(act: acts.Judged, steps: Steps, state: State) -> State | None:
    step = steps.bench(act.step)
    if not step:
        return None
    tries = {**state.tries, step: state.tries.get(step, 0) + 1}
    passed = state.passed | {step} if act.passed else state.passed
    return replace(state, tries=tries, judged={**state.judged, step: act}, passed=passed)


@after.register
def wrote(act: acts.Wrote, steps: Steps, state: State) -> State:
    return replace(state, words={**state.words, act.step or steps.all[-1].id: act.text})


@after.register
def finished(act: acts.Finished, steps: Steps, state: State) -> State | None:
    tasks = [step for step in steps.all if step.judges_code] or [step for step in steps.all if step.is_task]
    return replace(state, finished=True) if all(step.done(state) for step in tasks[-1:]) else None


@after.register
def reset(act: acts.Reset, steps: Steps, state: State) -> State:
    return State()


def why_not_yet(steps: Steps, state: State, number: int, text: Strings) -> str:
    """Say what has to be done first, and in which step; `""` if the step can be entered."""
    for place, step in enumerate(steps.all[: max(0, number)]):
        if place >= state.furthest and not step.done(state):
            what = f"missing.{step.kind}"
            left = sum(question.id not in state.answers for question in step.questions)
            if step.questions:
                what = "missing.questions_one" if left == 1 else "missing.questions"
            where = step.name(text)
            return text("missing.first", number=place + 1, step=where, what=text(what, count=left))
    return ""
