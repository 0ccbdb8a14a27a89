"""The acts that follow from an act by themselves: verdicts of a run, locks, and the way on to the run."""

from collections.abc import Callable, Iterator

from lessons.course.asking.verdicts import verdicts
from lessons.course.lesson import state as acts
from lessons.course.lesson.lesson import WORKED
from lessons.course.steps.plan import Steps
from lessons.course.steps.trace import worked_record


def of(act: acts.Act, steps: Steps, now: Callable[[], acts.State]) -> Iterator[acts.Act]:
    """Yield the run of a calculation that was asked about, and the verdicts that follow; `now` is the state by then."""
    worked = steps.lesson.worked
    if worked and isinstance(act, acts.Predicted) and steps.asks_calculation(act.question):
        if WORKED not in now().record:
            yield acts.Swept(WORKED, worked_record(worked), 1)
        yield from grades(steps, now(), act.question)
    if isinstance(act, acts.Swept):
        asked = [each.id for each in steps.questions.values() if each.experiment == act.experiment]
        yield from grades(steps, now(), *asked)
    if isinstance(act, acts.Moved):
        # Whoever has gone on from questions of the inside sees what they ask: their answers are locked.
        for step in steps.all[: now().furthest]:
            asked = [question.id for question in step.questions if question.inside]
            if step.asks_round and not set(asked) <= now().locked:
                yield acts.Locked(step.id)
                yield from grades(steps, now(), *asked)
    if isinstance(act, acts.Predicted):
        # The last answer of a round leads on to its run.
        state = now()
        step, *later = steps.all[state.here :]
        if step.asks_round and not step.inside and step.done(state):
            yield acts.Moved(later[0].id)


def grades(steps: Steps, state: acts.State, *names: str) -> Iterator[acts.Graded]:
    for each in verdicts(steps.lesson, state, tuple(steps.questions[name] for name in names)):
        said = each.answer
        yield acts.Graded(each.question.id, said.value, said.confidence, each.right, each.truth or "")
