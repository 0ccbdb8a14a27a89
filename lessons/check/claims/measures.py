"""What a claim may measure: a function a name. Nothing in a lesson file is ever evaluated as code."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lessons.check.evidence import Evidence, experiments
from lessons.check.resampling import Array, Places, as_row, statistic
from lessons.lesson import Arm, Experiment, Lesson, Question
from lessons.runs.calculation import value_at
from lessons.runs.edits import edited_library, healthy_library
from lessons.runs.inert import names_of, parsed_expression
from lessons.runs.measured import PAIRS, Measured
from lessons.runs.models import build_model
from lessons.runs.tasks import draw_rows
from lessons.summaries import Value
from lessons.table import nearest

Arguments = Mapping[str, Any]
TIMES = (1, 100)
# What makes a number of another that nobody could have chosen for it.
FUNCTIONS = ("log", "exp", "sqrt", "gelu", "relu", "tanh", "sigmoid", "softmax", "log_softmax", "sin", "cos")


# ---- over the seeds --------------------------------------------------------


def over_seeds(measure: str, arguments: Arguments, found: Measured, rows: Places | None = None) -> Array:
    """Return a measure of each of some rows of seeds; of all seeds once where no rows are given."""
    picks = np.arange(len(found.seeds))[None] if rows is None else rows
    if measure == "slope":
        return slopes(arguments, found, picks)
    each = as_row(values(arguments, found))[picks]
    if measure == "share":
        low, high = arguments["where"]
        return ((low <= each) & (each <= high) & np.isfinite(each)).mean(axis=-1)
    return statistic(measure, each)


def values(arguments: Arguments, found: Measured) -> Sequence[Value]:
    """Return the values over the seeds: of an arm, or of a pair (`arm = "ratio"`, with `of` and `against`)."""
    metric, pair = arguments["metric"], "of" in arguments or "against" in arguments
    arm = arguments.get("arm", found.experiment.names[-1])
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


def slopes(arguments: Arguments, found: Measured, picks: Places) -> Array:
    """Return the slope of the medians over the varied setting, log against log; NaN where one is not above 0."""
    names, metric = found.experiment.names, arguments["metric"]
    if len(found.experiment.values) != len(names):
        raise ValueError("its experiment varies no setting")
    with np.errstate(all="ignore"):
        heights = np.log([statistic("median", as_row(found.values[arm][metric])[picks]) for arm in names])
    across = np.log(found.experiment.values)
    across = across - across.mean()
    return np.asarray(across @ heights / (across @ across))


OVER_SEEDS = ("median", "mean", "least", "greatest", "share", "slope")


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
    """The largest whole number to whose power e is still a number, and not infinite."""
    if arguments["dtype"] not in ("float32", "float64"):
        raise ValueError(f"dtype = {arguments['dtype']!r} should be float32 or float64")
    return float(np.floor(np.log(np.finfo(arguments["dtype"]).max)))


def parameters(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    """Return how many parameters an arm's model has; of TenseMLP where no experiment is named."""
    if "experiment" not in arguments:
        return float(count(healthy_library().lab.tense.TenseMLP()))
    experiment = experiments(lesson)[arguments["experiment"]]
    name = arguments.get("arm", experiment.names[0])
    if name not in experiment.names:
        raise ValueError(f"{name!r} is no arm")
    return float(evidence.ask(parameters_of, experiment.arm(name)))


def parameters_of(arm: Arm) -> int:
    """Return how many parameters the model of an arm has. Called in a worker: what it builds may be edited."""
    library = edited_library(arm.edits)
    return count(build_model(library, arm.settings.model, draw_rows(library, arm.settings.task, 0), 0))


def count(model: Any) -> int:
    return sum(parameter.data.size for parameter in model.parameters())


def constant(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    """Return a number that repeats a setting without saying which."""
    return float(arguments["value"])


def setting(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    """`predict.steps.same_within`, or `experiment.plane.seeds`: a number of the lesson itself."""
    name, known, times = str(arguments["name"]), settings(lesson), float(arguments.get("times", 1))
    if times not in TIMES:
        raise ValueError(f"times = {times:g} would make any number of it; it is 100, for a percentage")
    if name not in known:
        raise ValueError(f"{name!r} is no number of the lesson.{nearest(name, tuple(known))}".rstrip("."))
    return round(known[name] * times, 12)


def entry(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    """Return an entry of a value of the worked calculation."""
    return float(value_of(arguments, lesson, evidence)[tuple(arguments.get("at", ()))])


def size(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> float:
    return float(value_of(arguments, lesson, evidence).size)


def value_of(arguments: Arguments, lesson: Lesson, evidence: Evidence) -> Array:
    if lesson.worked is None:
        raise ValueError("the lesson has no [worked] calculation")
    program, expression = lesson.worked.program, str(arguments["of"])
    if not comes_from(expression, set(names_of(program))):
        raise ValueError(f"{expression} is a number of its own, and nothing of the calculation")
    return np.array(evidence.ask(calculated, program, expression))


def comes_from(expression: str, names: set[str]) -> bool:
    """Return True if an expression has a value of the calculation, or a function's, and is no number written down."""
    nodes = list(ast.walk(parsed_expression(expression, names)))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    return bool(used & names) or any(
        isinstance(node, ast.Attribute) and node.attr in FUNCTIONS for node in nodes
    )


def calculated(program: str, expression: str) -> Any:
    """Return what an expression gives in a calculation. Called in a worker."""
    return value_at(program, expression).array.tolist()


EXACT: Mapping[str, Callable[[Arguments, Lesson, Evidence], float]] = {
    "gelu": gelu,
    "gelu_slope": gelu_slope,
    "largest_exponent": largest_exponent,
    "parameters": parameters,
    "constant": constant,
    "setting": setting,
    "entry": entry,
    "count": size,
}


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


def settings_equal_to(value: float, lesson: Lesson) -> list[tuple[str, float]]:
    """Return the settings that a number repeats, each with its factor: 10 is a hundred times a margin of 0.1."""
    found = settings(lesson).items()
    same = [(name, 1.0) for name, each in found if each == value and each]
    return same + [
        (name, 100.0)
        for name, each in found
        if name.endswith("within") and each and abs(100 * each - value) < 1e-9
    ]
