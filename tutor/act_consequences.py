"""What follows from an act, and is written after it: a calculation runs, and what a run decides is graded."""

from collections.abc import Callable, Iterator

from lessons.course.lesson import WORKED, Worked
from lessons.course.plan import Step, Steps
from lessons.course.state import Act, Graded, Locked, Moved, Predicted, State, Swept
from lessons.course.verdicts import verdicts

Now = Callable[[], State]  # the state after what was written so far


def following(act: Act, steps: Steps, now: Now) -> Iterator[Act]:
    """Yield a calculation runs once it has been asked about; then, and after a sweep, answers are graded."""
    worked = steps.lesson.worked
    if worked and isinstance(act, Predicted) and steps.asks_calculation(act.question):
        if WORKED not in now().record:
            yield calculation(worked)
        yield from grades(steps, now(), act.question)
    if isinstance(act, Swept):
        asked = [each.id for each in steps.questions.values() if each.experiment == act.experiment]
        yield from grades(steps, now(), *asked)
    if isinstance(act, Moved):
        yield from seen_inside(steps, now)
    if isinstance(act, Predicted) and (run := run_to_come(steps, now())):
        yield Moved(run.id)


def run_to_come(steps: Steps, state: State) -> Step | None:
    """Return the run to go on to once the last question of its round is answered."""
    step, then = steps.all[state.here], steps.all[state.here + 1 : state.here + 2]
    is_whole = step.kind == "predict" and not step.inside and step.done(state)
    return then[0] if is_whole and then else None


def seen_inside(steps: Steps, now: Now) -> Iterator[Act]:
    """Whoever has gone on from questions of the inside sees what they ask: their answers are locked, and graded."""
    for step in steps.all[: now().furthest]:
        asked = [question.id for question in step.questions if question.inside]
        if step.kind == "predict" and not set(asked) <= now().locked:
            yield Locked(step.id)
            yield from grades(steps, now(), *asked)


def calculation(worked: Worked) -> Swept:
    """Run a worked calculation, and record what it gives."""
    from lessons.runs.trace import worked_record

    return Swept(WORKED, worked_record(worked), 1)


def grades(steps: Steps, state: State, *names: str) -> Iterator[Graded]:
    """Yield the verdicts on these questions."""
    asked = tuple(steps.questions[name] for name in names)
    for each in verdicts(steps.lesson, state, asked):
        answer = each.answer
        yield Graded(each.question.id, answer.value, answer.confidence, each.right, each.truth or "")
