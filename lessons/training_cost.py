"""What an experiment costs to train: refused where it takes longer, or more memory, than anybody has."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from lessons.format import LessonError
from lessons.lesson import Experiment, Settings
from lessons.limits import ARMS, LAYERS, WIDTH

TRAINED = 5_000_000  # steps of one seed, of all the arms and seeds of an experiment
WEIGHTS = 20_000_000  # of the models that are trained as one
TOGETHER = 64  # seeds
GRID = 28  # numbers that a row of the grammar grid has, and the tenses it may have
DIGITS = 9  # more of them are too many, whichever they are


def check_experiment(experiment: Experiment, where: str) -> None:
    """Raise LessonError where an experiment would take longer, or more memory, than anybody has."""
    check_most("arms", len(experiment.arms), ARMS, where)
    for arm in experiment.arms:
        check_model(arm.settings, min(experiment.seeds, TOGETHER), f"{where}: arm {arm.name}")
    trained = experiment.seeds * sum(arm.settings.steps for arm in experiment.arms)
    check_most("seeds × steps of all arms", trained, TRAINED, where)


def check_lesson(experiments: Iterable[Experiment], where: str) -> None:
    """Raise LessonError where all that a lesson trains, its reviews as well, would take too long."""
    trained = sum(each.seeds * arm.settings.steps for each in experiments for arm in each.arms)
    check_most("seeds × steps of the whole lesson", trained, 4 * TRAINED, where)


def check_model(settings: Settings, together: int, where: str) -> None:
    """Raise LessonError for a layer that is too wide, for too many layers, and for too many weights in all."""
    widths = list(widths_of(settings.model))
    for width in (width for layer in widths for width in layer):
        check_most("a width of the model", width, WIDTH, where)
    lines = settings.model.get("layers")
    check_most("layers of the model", len(lines if isinstance(lines, list) else widths), LAYERS, where)
    weights = sum(inputs * outputs for inputs, outputs in widths)
    check_most(f"weights of the model × {together} seeds", weights * together, WEIGHTS, where)


def widths_of(model: Mapping[str, object]) -> Iterator[tuple[int, int]]:
    """Yield the inputs and outputs of each layer, as far as the options tell."""
    sizes, lines = whole(model.get("sizes")), model.get("layers")
    hidden, depth, state = (number(model.get(name)) for name in ("hidden", "depth", "state"))
    if isinstance(lines, list):
        yield from (pair for line in lines for pair in pairwise(whole(line.split()[1:3])))
    elif sizes:
        between = [size if hidden is None else hidden for size in sizes[1:-1]]
        yield from pairwise([sizes[0], *(between if depth is None else between[:1] * depth), sizes[-1]])
    elif hidden is not None:
        yield GRID, hidden
    if state is not None:
        yield state, state


def whole(values: object) -> list[int]:
    """Return the whole numbers of a list, written as numbers or as text."""
    found = (number(value) for value in (values if isinstance(values, list) else []))
    return [value for value in found if value is not None]


def number(value: object) -> int | None:
    if isinstance(value, str) and value.isdecimal():
        return int(value[:DIGITS])
    return value if type(value) is int else None


def check_most(what: str, value: int, most: int, where: str) -> None:
    if value > most:
        raise LessonError(f"{where}: {what} = {value:,} is too large; at most {most:,}.")
