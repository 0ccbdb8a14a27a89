"""Claims: the numbers and promises of the prose, each computed again by its measure."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from lessons.check.evidence import Evidence, experiments
from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.lesson import Claim, Lesson, LessonError
from lessons.runs.edits import edited_library, healthy_library
from lessons.runs.measured import PAIRS, Measured
from lessons.runs.models import build_model
from lessons.runs.tasks import draw_rows
from lessons.summaries import Band, Majority, Summary, summarise

Sweeps = Mapping[str, Measured]
Arguments = Mapping[str, Any]


def prove_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every claim is what its measure gives."""
    sweeps = {name: evidence.own(name) for name in experiments(lesson)}
    for claim in lesson.claims.values():
        problem, line = check_claim(claim, lesson, sweeps), line_in_structure(lesson, "claims", claim.name)
        yield Proof(lesson.id, f"claim {claim.name}", problem, STRUCTURE, line)


def check_claim(claim: Claim, lesson: Lesson, sweeps: Sweeps) -> str:
    """What is wrong with a claim, or nothing."""
    try:
        found = MEASURES[claim.measure](claim.arguments, lesson, sweeps)
    except (LookupError, TypeError, ValueError, LessonError) as error:
        return f"{claim.measure} does not take {dict(claim.arguments)}: {error}."
    if found is None or not math.isfinite(found):
        return f"{claim.measure} has no value."
    if claim.equals is not None and abs(found - claim.equals) > claim.within + 1e-12:
        return f"says {claim.equals:g} ± {claim.within:g}; measured {found:.6g}."
    if claim.between is not None and not claim.between[0] <= found <= claim.between[1]:
        return f"says {claim.between[0]:g} to {claim.between[1]:g}; measured {found:.6g}."
    return ""


def gelu(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    library = healthy_library()
    return float(library.nn.GELU()(library.Tensor([float(arguments["at"])])).data[0])


def gelu_slope(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    library = healthy_library()
    x = library.Tensor([float(arguments["at"])], requires_grad=True)
    library.nn.GELU()(x).sum().backward()
    return float(x.grad[0])


def parameters(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    """How many parameters an arm's model has; of TenseMLP where no experiment is named."""
    if "experiment" not in arguments:
        return float(count(healthy_library().lab.tense.TenseMLP()))
    experiment = experiments(lesson)[arguments["experiment"]]
    name = arguments.get("arm", experiment.names[0])
    if name not in experiment.names:
        raise ValueError(f"{name!r} is no arm")
    arm = experiment.arm(name)
    library = edited_library(arm.edits)
    return float(count(build_model(library, arm.settings.model, draw_rows(library, arm.settings.task, 0), 0)))


def count(model: Any) -> int:
    return sum(parameter.data.size for parameter in model.parameters())


def constant(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    """A number the author sets, such as the margin of a question."""
    return float(arguments["value"])


def setting(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    """`predict.steps.same_within`, or `experiment.plane.seeds`: a number of the lesson itself."""
    kind, _, rest = str(arguments["name"]).partition(".")
    name, _, field = rest.rpartition(".")
    question = lesson.question(name) or getattr(lesson.review(name), "question", None)
    value = getattr(experiments(lesson).get(name) if kind == "experiment" else question, field, None)
    if not isinstance(value, int | float):
        raise ValueError(f"{arguments['name']!r} is no number of the lesson")
    return float(value)


def median(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float | None:
    return band(arguments, sweeps).median


def mean(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float | None:
    return band(arguments, sweeps).mean


def least(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float | None:
    return band(arguments, sweeps).least


def greatest(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float | None:
    return band(arguments, sweeps).greatest


def band(arguments: Arguments, sweeps: Sweeps) -> Band:
    found: Summary = summarise(values(arguments, sweeps))
    if isinstance(found, Majority):
        raise ValueError(f"{arguments['metric']} gives words")
    return found


def values(arguments: Arguments, sweeps: Sweeps) -> tuple[Any, ...]:
    """The values over the seeds: of an arm, or of a pair (`arm = "ratio"`, with `of` and `against`)."""
    measured, metric = sweeps[arguments["experiment"]], arguments["metric"]
    arm = arguments.get("arm", measured.experiment.names[-1])
    if arm in PAIRS and "against" in arguments:
        return measured.compared(metric, arm, arguments["of"], arguments["against"])
    if arm not in (*measured.values, *PAIRS):
        raise ValueError(f"{arm!r} is no arm")
    return measured.of(metric, arm)


def share(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    """The share of seeds whose value lies in `where`."""
    low, high = arguments["where"]
    found = values(arguments, sweeps)
    return sum(isinstance(value, float) and low <= value <= high for value in found) / len(found)


def slope(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    """The slope of the medians over the varied setting, log against log."""
    measured = sweeps[arguments["experiment"]]
    medians = [measured.summary(arguments["metric"], arm) for arm in measured.experiment.names]
    heights = [found.median for found in medians if isinstance(found, Band) and found.median]
    return float(np.polyfit(np.log(measured.experiment.values), np.log(np.array(heights)), 1)[0])


def entry(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    """An entry of a value of the worked calculation."""
    return float(value_of(arguments, lesson)[tuple(arguments.get("at", ()))])


def size(arguments: Arguments, lesson: Lesson, sweeps: Sweeps) -> float:
    return float(value_of(arguments, lesson).size)


def value_of(arguments: Arguments, lesson: Lesson) -> np.ndarray:
    from lessons.runs.trace import value_of

    if lesson.worked is None:
        raise ValueError("the lesson has no [worked] calculation")
    return np.asarray(value_of(lesson.worked, str(arguments["of"])))


# What a claim may measure. Nothing in a lesson file is ever evaluated as code.
MEASURES: Mapping[str, Callable[[Arguments, Lesson, Sweeps], float | None]] = {
    "gelu": gelu,
    "gelu_slope": gelu_slope,
    "parameters": parameters,
    "constant": constant,
    "setting": setting,
    "median": median,
    "mean": mean,
    "least": least,
    "greatest": greatest,
    "share": share,
    "slope": slope,
    "entry": entry,
    "count": size,
}
