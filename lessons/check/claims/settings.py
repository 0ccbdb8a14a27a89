"""The numbers that a lesson sets itself, by their names: `predict.steps.same_within`, `experiment.plane.seeds`."""

from collections.abc import Iterator, Mapping

from lessons.check.evidence import experiments
from lessons.lesson import Experiment, Lesson, Question

OF_QUESTIONS = ("same_within", "within")
OF_ARMS = ("task", "model", "optimizer")
Setting = tuple[str, float]


def settings(lesson: Lesson) -> dict[str, float]:
    """Return every number that the lesson sets, by its name."""
    found = dict(of_questions(lesson))
    for name, experiment in experiments(lesson).items():
        found |= dict(of_experiment(f"experiment.{name}", experiment))
    return found


def of_questions(lesson: Lesson) -> Iterator[Setting]:
    steps = lesson.worked.questions if lesson.worked else ()
    tables: list[tuple[str, Question]] = [("predict", question) for question in lesson.questions]
    tables += [("step", question) for question in steps]
    tables += [("review", review.question) for review in lesson.reviews]
    for table, question in tables:
        for key in OF_QUESTIONS:
            yield f"{table}.{question.id}.{key}", float(getattr(question, key))


def of_experiment(name: str, experiment: Experiment) -> Iterator[Setting]:
    """Return what all arms share, and what each of them trains with."""
    yield f"{name}.seeds", float(experiment.seeds)
    yield f"{name}.steps", float(experiment.steps)
    for number, arm in enumerate(experiment.arms):
        for key, value in numbers(vars(arm.settings)):
            if not number:
                yield f"{name}.{key}", value
            yield f"{name}.arm.{arm.name}.{key}", value


def numbers(values: Mapping[str, object]) -> Iterator[Setting]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{name}", number) for name, number in numbers(value))
        elif isinstance(value, list):
            yield from (
                (f"{key}.{place}", float(each)) for place, each in enumerate(value) if is_number(each)
            )
        elif is_number(value):
            yield key, float(str(value))


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def names_of(value: float, lesson: Lesson) -> list[tuple[str, float]]:
    """Return the settings that a number repeats, each with its factor: 10 is a hundred times a margin of 0.1."""
    found = settings(lesson).items()
    same = [(name, 1.0) for name, each in found if each == value and each]
    return same + [
        (name, 100.0)
        for name, each in found
        if name.endswith("within") and each and abs(100 * each - value) < 1e-9
    ]
