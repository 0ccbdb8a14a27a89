"""Measures of claims: a function a name; and statistics over seeds, as if others of their kind were drawn."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lessons.check.evidence import Evidence, experiments
from lessons.course.lesson.lesson import Arm, Experiment, Lesson
from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.summaries import PAIRS, Value
from lessons.course.lesson.value_words import is_share, is_steps
from lessons.course.lesson.values import OwnName, nearest
from lessons.runs.calculation import value_at
from lessons.runs.edits import edited_library, healthy_library
from lessons.runs.experiment import Measured
from lessons.runs.models import build_model
from lessons.runs.tasks import draw_rows

Arguments = Mapping[str, Any]
Array = NDArray[np.float64]
Places = NDArray[np.intp]

TIMES = (1, 100)
RESAMPLES = 1000
DRAWN_FROM = 20260101  # the seed of the resampling: the same draws in every check


@lru_cache
def draws(count: int, size: int) -> Places:
    """Return the places of the seeds in each resample of a size: a row a resample."""
    return np.random.default_rng(DRAWN_FROM).integers(0, count, (RESAMPLES, size))


def as_row(values: Sequence[Value]) -> Array:
    """Return one value a seed as numbers. A value that never came is infinite. Raises ValueError for words."""
    if any(isinstance(value, str) for value in values):
        raise ValueError("it gives words")
    return np.array([np.inf if value is None else value for value in values], dtype=float)


def statistic(name: str, rows: Array) -> Array:
    """Return the median, mean, least or greatest of each row, as summaries have it; infinite if it never came."""
    ranked = np.sort(rows, axis=-1)  # NaN comes last
    nans = np.isnan(ranked[..., -1])
    if name == "mean":
        with np.errstate(invalid="ignore"):
            return np.where((ranked == np.inf).any(axis=-1), np.inf, ranked.mean(axis=-1))
    if name == "median":
        count = ranked.shape[-1]
        below, above = ranked[..., (count - 1) // 2], ranked[..., count // 2]
        with np.errstate(invalid="ignore"):  # of -inf and inf
            found = np.where((below == above) | (above == np.inf), above, (below + above) / 2)
    else:
        found = ranked[..., 0 if name == "least" else -1]
    return np.where(nans, np.nan, found)


def finite_values(metric: str, sweeps: Iterable[Measured]) -> list[float]:
    every = [value for each in sweeps for arm in each.values.values() for value in arm.get(metric, ())]
    return [value for value in every if isinstance(value, float) and math.isfinite(value)]


def unmeasured(metric: str, found: Measured) -> str:
    """Return the problem if no arm has a value of this metric, else `""`; "never reached" is a value."""
    every = (value for arm in found.values.values() for value in arm[metric])
    if is_steps(metric) or any(value is not None for value in every):
        return ""
    known, name = metric_of(metric), found.experiment.id
    names = parameter_names(found.experiment) if known and known.argument == "parameter" else ()
    cause = f"the parameters of {name} are {', '.join(names)}" if names else f"none of {name} has what it measures"
    return f"{metric} has no value on any arm: {cause}."


def parameter_names(experiment: Experiment) -> tuple[str, ...]:
    """Return the names of a model's parameters; `()` if a pack's own code draws its rows, which would run here."""
    settings, library = experiment.arms[0].settings, healthy_library()
    if isinstance(settings.task["name"], OwnName):
        return ()
    return tuple(build_model(library, settings.model, draw_rows(library, settings.task, 0), 0).state_dict())


def scale_of(metric: str, sweeps: Iterable[Measured]) -> float:
    """Return the largest measured size of a metric; 1 for a share, and at least 1 for a loss."""
    if is_share(metric):
        return 1.0
    least = 1.0 if metric.endswith("_loss") else 0.0
    return max(map(abs, [*finite_values(metric, sweeps), least]))


def over_seeds(measure: str, arguments: Arguments, found: Measured, rows: Places | None = None) -> Array:
    """Return a measure of each of some rows of seeds; of all seeds once where no rows are given."""
    picks = np.arange(len(found.seeds))[None] if rows is None else rows
    each = as_row(values(arguments, found))[picks]
    if measure == "share":
        low, high = arguments["where"]
        return ((low <= each) & (each <= high) & np.isfinite(each)).mean(axis=-1)
    return statistic(measure, each)


def values(arguments: Arguments, found: Measured) -> Sequence[Value]:
    """Return the values over the seeds: of an arm, or of a pair (`arm = "ratio"`, with `of` and `against`)."""
    metric, pair = arguments["metric"], "of" in arguments or "against" in arguments
    arm = arguments.get("arm", found.experiment.main_arm)
    if pair and not {"of", "against"} <= set(arguments):
        raise ValueError("of and against belong together")
    if pair and arm not in PAIRS:
        raise ValueError('of and against are compared by arm = "ratio" or "difference"')
    if pair:
        return found.compared(metric, arm, arguments["of"], arguments["against"])
    if arm not in (*found.values, *PAIRS):
        raise ValueError(f"{arm!r} is no arm")
    if metric not in found.experiment.metrics:
        raise ValueError(f"{metric!r} is not measured there")
    return found.of(metric, arm)


OVER_SEEDS = ("median", "mean", "least", "greatest", "every", "share")


# ---- of something that is known exactly ------------------------------------


def gelu(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    library = healthy_library()
    return float(library.nn.GELU()(library.Tensor([float(arguments["at"])])).data[0])


def gelu_slope(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    library = healthy_library()
    x = library.Tensor([float(arguments["at"])], requires_grad=True)
    library.nn.GELU()(x).sum().backward()
    return float(x.grad[0])


def largest_exponent(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    if arguments["dtype"] not in ("float32", "float64"):
        raise ValueError(f"dtype = {arguments['dtype']!r} should be float32 or float64")
    return float(np.floor(np.log(np.finfo(arguments["dtype"]).max)))


def parameters(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    """Return the number of parameters of an arm's model; of TenseMLP if no experiment is named."""
    if "experiment" not in arguments:
        return float(parameter_count(healthy_library().lab.tense.TenseMLP()))
    experiment = experiments(lesson)[arguments["experiment"]]
    if (name := arguments.get("arm", experiment.names[0])) not in experiment.names:
        raise ValueError(f"{name!r} is no arm")
    return float(evidence.ask(parameters_of, experiment.arm(name)))


def parameters_of(arm: Arm) -> int:
    """Count the parameters of an arm's model. Called in a worker: its code may be edited."""
    library = edited_library(arm.edits)
    return parameter_count(build_model(library, arm.settings.model, draw_rows(library, arm.settings.task, 0), 0))


def parameter_count(model: Any) -> int:
    return sum(parameter.data.size for parameter in model.parameters())


def setting(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    """`predict.steps.same_within`, or `experiment.plane.seeds`: a number of the lesson itself."""
    name, known, times = str(arguments["name"]), settings(lesson), float(arguments.get("times", 1))
    if times not in TIMES:
        raise ValueError(f"times = {times:g} would make any number of it; it is 100, for a percentage")
    if name not in known:
        raise ValueError(f"{name!r} is no number of the lesson.{nearest(name, tuple(known))}".rstrip("."))
    return round(known[name] * times, 12)


def entry(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    return float(value_of(arguments, lesson, evidence)[tuple(arguments.get("at", ()))])


def count(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    return float(value_of(arguments, lesson, evidence).size)


def value_of(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> Array:
    if lesson.worked is None:
        raise ValueError("the lesson has no [worked] calculation")
    return np.array(evidence.ask(calculated, lesson.worked.program, str(arguments["of"])))


def calculated(program: str, expression: str) -> Any:
    """Return an expression's value in a calculation. Called in a worker."""
    return value_at(program, expression).array.tolist()


OF_THE_LESSON = (gelu, gelu_slope, largest_exponent, parameters, setting, entry, count)
EXACT: Mapping[str, Callable[[Arguments, Lesson, Evidence], float]] = {each.__name__: each for each in OF_THE_LESSON}

MARGINS = ("same_within", "within")  # of questions


def settings(lesson: Lesson) -> dict[str, float]:
    found: dict[str, float] = {}
    steps = lesson.worked.questions if lesson.worked else ()
    tables = {"predict": lesson.questions, "step": steps, "review": [each.question for each in lesson.reviews]}
    for table, question in ((table, each) for table, questions in tables.items() for each in questions):
        found |= {f"{table}.{question.id}.{key}": float(getattr(question, key)) for key in MARGINS}
    for name, experiment in experiments(lesson).items():
        found |= {f"experiment.{name}.seeds": experiment.seeds, f"experiment.{name}.steps": experiment.steps}
        for arm in reversed(experiment.arms):
            of_arm = dict(named_numbers(vars(arm.settings)))
            found |= {f"experiment.{name}.arm.{arm.name}.{key}": value for key, value in of_arm.items()}
        found |= {f"experiment.{name}.{key}": value for key, value in of_arm.items()}  # of the first arm
    return found


def named_numbers(values: Mapping[str, object]) -> Iterator[tuple[str, float]]:
    """Return the numbers of a table, of its tables and of its lists, each by its path."""
    for key, value in values.items():
        if isinstance(value, Mapping | list):
            inner = value if isinstance(value, Mapping) else {str(place): each for place, each in enumerate(value)}
            yield from ((f"{key}.{name}", number) for name, number in named_numbers(inner))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield key, float(value)
