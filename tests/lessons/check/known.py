"""Evidence that is known beforehand: what a sweep gave, or what a test says that it gave."""

from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lessons.check.sweeps import SweepEvidence
from lessons.course.lesson.lesson import Arm, Experiment, Lesson, Question, Settings
from lessons.course.lesson.summaries import Value
from lessons.runs.experiment import Measured

Values = Mapping[str, Sequence[Value]]  # by arm
METRIC = "final_loss"


class Known:
    """Stands for `Evidence`. Where nothing is said of other seeds, or of dust, they gave the same."""

    def __init__(
        self,
        own: Mapping[str, Measured],
        held_back: Mapping[str, Measured] | None = None,
        dusted: Mapping[str, tuple[Measured, ...]] | None = None,
        growing: Mapping[str, float] | None = None,
    ) -> None:
        self.sweeps, self.others, self.with_dust = own, held_back or own, dusted
        self.growing = growing or {}

    def swept(self, name: str) -> SweepEvidence:
        return SweepEvidence(self.sweeps[name], self.dusted(name), self.others[name], {}, {}, {}, self.growing)

    def both(self, name: str) -> tuple[Measured, Measured]:
        return self.sweeps[name], self.others[name]

    def dusted(self, name: str) -> tuple[Measured, ...]:
        return self.with_dust[name] if self.with_dust else (self.sweeps[name],)

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return finished(function(*arguments))


def finished(job: Any) -> Any:
    """The result of a job that says how far it is, or of one that is a value."""
    while isinstance(job, Generator):
        try:
            next(job)
        except StopIteration as end:
            return end.value
    return job


def experiment(
    *arms: str, metric: str = METRIC, values: tuple[float, ...] = (), pairs: Sequence[Any] = ()
) -> Experiment:
    made = tuple(
        Arm(name, Settings({"name": "xor"}, {"name": "MLP", "sizes": (2, width, 2)}, {"name": "sgd", "lr": 0.1}, 10))
        for width, name in enumerate(arms, 1)
    )
    return Experiment("e", made, 8, (metric,), values=values, pairs=tuple(pairs))


def measured(given: Values, metric: str = METRIC, **settings: Any) -> Measured:
    made = experiment(*given, metric=metric, **settings)
    count = len(next(iter(given.values())))
    return Measured(made, tuple(range(count)), {arm: {metric: tuple(each)} for arm, each in given.items()})


def asking(kind: str, given: Values, held_back: Values | None = None, **asked: Any) -> tuple[Question, Any]:
    """A question about arms that gave these values, and on other seeds those; with the two sweeps."""
    names = tuple(given)
    metric, values = asked.pop("metric", METRIC), asked.pop("values", ())
    against = asked.pop("against", names[0] if kind == "direction" else "")
    arms = names if kind in ("which", "order", "trend") else ()
    question = Question("q", kind, "e", metric, asked.pop("arm", names[-1]), against, arms, **asked)
    pairs = [(metric, question.compare, question.arm, against)] if against else []
    both = [measured(each, metric, values=values, pairs=pairs) for each in (given, held_back or given)]
    return question, (both[0], both[1])


def a_lesson(*questions: Question, **parts: Any) -> Lesson:
    return Lesson("a-lesson", Path(), questions=questions, **parts)
