"""What follows from an act, and is written after it: a calculation runs, and what a run decides is graded."""

from collections.abc import Callable, Iterator

from lessons.course.lesson import WORKED
from lessons.course.plan import Steps
from lessons.course.state import Act, Graded, Locked, Moved, Predicted, State, Swept
from lessons.course.verdicts import verdicts

Now = Callable[[], State]  # the state after what was written so far


def following(act: Act, steps: Steps, now: Now) -> Iterator[Act]:
    """Yield the run of a calculation that was asked about, and the verdicts on what it or a sweep has decided."""
    worked = steps.lesson.worked
    if worked and isinstance(act, Predicted) and steps.asks_calculation(act.question):
        if WORKED not in now().record:
            from lessons.runs.trace import worked_record

            yield Swept(WORKED, worked_record(worked), 1)
        yield from grades(steps, now(), act.question)
    if isinstance(act, Swept):
        asked = [each.id for each in steps.questions.values() if each.experiment == act.experiment]
        yield from grades(steps, now(), *asked)
    if isinstance(act, Moved):
        # Whoever has gone on from questions of the inside sees what they ask: their answers are locked.
        for step in steps.all[: now().furthest]:
            asked = [question.id for question in step.questions if question.inside]
            if step.kind == "predict" and not set(asked) <= now().locked:
                yield Locked(step.id)
                yield from grades(steps, now(), *asked)


def grades(steps: Steps, state: State, *names: str) -> Iterator[Graded]:
    asked = tuple(steps.questions[name] for name in names)
    for each in verdicts(steps.lesson, state, asked):
        answer = each.answer
        yield Graded(each.question.id, answer.value, answer.confidence, each.right, each.truth or "")
