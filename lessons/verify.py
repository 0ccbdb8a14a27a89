"""Every proof that `lynx-tutor check` makes: a lesson that claims what its own experiment does not show cannot ship."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lessons.breaks import LIBRARY, broken_text, healthy_library
from lessons.experiment import run_lesson
from lessons.grading import TRUTHS, Record, is_right, summary
from lessons.judge import judge
from lessons.measured import Band, Measured, as_record
from lessons.review import train
from lessons.schema import Claim, Lesson, Question, Sibling
from lessons.workspace import copy_library

Sweeps = Mapping[str, Measured]


@dataclass(frozen=True)
class Proof:
    """One thing that was checked, and what is wrong with it, if anything."""

    lesson: str
    what: str
    problem: str = ""

    @property
    def holds(self) -> bool:
        return not self.problem


def prove(lesson: Lesson, sweeps: Sweeps) -> Iterator[Proof]:
    """All proofs of one lesson, given its own sweeps."""
    for claim in lesson.claims.values():
        yield Proof(lesson.id, f"claim {claim.name}", check_claim(claim, sweeps))
    record = {name: as_record(measured) for name, measured in sweeps.items()}
    for question in lesson.questions:
        undecided = f"its runs do not decide it: {question.metric} of {question.experiment} has no answer."
        decided = truth(question, record) is not None
        yield Proof(lesson.id, f"prediction {question.id}", "" if decided else undecided)
    for sibling in lesson.siblings:
        yield Proof(lesson.id, f"review {sibling.id}", check_sibling(sibling, sweeps[sibling.id]))
    yield from prove_repair(lesson)


def truth(question: Question, record: Record) -> str | None:
    sides = [summary(record, question, side) for side in ("healthy", "broken", question.compare)]
    return TRUTHS[question.kind](question, *sides)


def check_sibling(sibling: Sibling, first: Measured) -> str:
    """What is wrong with a review, or nothing: other seeds should decide it in the same way."""
    *_, second = train(sibling, 1)
    assert isinstance(second, Measured)
    found = [truth(sibling.question, {sibling.id: as_record(measured)}) for measured in (first, second)]
    if None in found:
        return f"its run does not decide it: {sibling.question.metric} has no answer."
    if not is_right(sibling.question, str(found[0]), found[1]):
        return f"its truth depends on the seeds: {found[0]} in one round, {found[1]} in the next."
    return ""


def sweeps_of(lesson: Lesson) -> dict[str, Measured]:
    """Everything that the proofs of a lesson rest on: its own sweeps, and the first round of each review."""
    own = {name: item for name, item in run_lesson(lesson) if isinstance(item, Measured)}
    reviews = {
        sibling.id: item
        for sibling in lesson.siblings
        for item in train(sibling, 0)
        if isinstance(item, Measured)
    }
    return own | reviews


def check_claim(claim: Claim, sweeps: Sweeps) -> str:
    """What is wrong with a claim, or nothing."""
    measure = MEASURES.get(claim.measure)
    if measure is None:
        return f"there is no measure called {claim.measure!r}; known: {', '.join(sorted(MEASURES))}."
    try:
        found = measure(claim.arguments, sweeps)
    except (KeyError, TypeError, ValueError) as error:
        return f"{claim.measure} does not take {dict(claim.arguments)}: {error}."
    if found is None or found != found:
        return f"{claim.measure} has no value."
    if claim.equals is not None and abs(found - claim.equals) > claim.within + 1e-12:
        return f"says {claim.equals:g} ± {claim.within:g}; measured {found:.6g}."
    if claim.between is not None and not claim.between[0] <= found <= claim.between[1]:
        return f"says {claim.between[0]:g} to {claim.between[1]:g}; measured {found:.6g}."
    return ""


def gelu(arguments: Mapping[str, Any], sweeps: Sweeps) -> float:
    library = healthy_library()
    return float(library.nn.GELU()(library.Tensor([float(arguments["at"])])).data[0])


def gelu_slope(arguments: Mapping[str, Any], sweeps: Sweeps) -> float:
    library = healthy_library()
    x = library.Tensor([float(arguments["at"])], requires_grad=True)
    library.nn.GELU()(x).sum().backward()
    return float(x.grad[0])


def parameters(arguments: Mapping[str, Any], sweeps: Sweeps) -> float:
    model = healthy_library().lab.tense.TenseMLP()
    return float(sum(parameter.data.size for parameter in model.parameters()))


def constant(arguments: Mapping[str, Any], sweeps: Sweeps) -> float:
    """A number the author sets, such as the margin of a question."""
    return float(arguments["value"])


def median(arguments: Mapping[str, Any], sweeps: Sweeps) -> float | None:
    found = sweeps[arguments["experiment"]].summary(arguments["metric"], arguments["side"])
    return found.median if isinstance(found, Band) else None


def least(arguments: Mapping[str, Any], sweeps: Sweeps) -> float | None:
    return min(numbers(arguments, sweeps), default=None)


def greatest(arguments: Mapping[str, Any], sweeps: Sweeps) -> float | None:
    return max(numbers(arguments, sweeps), default=None)


def numbers(arguments: Mapping[str, Any], sweeps: Sweeps) -> list[float]:
    values = sweeps[arguments["experiment"]].values(arguments["metric"], arguments["side"])
    return [value for value in values if isinstance(value, float)]


# What a claim may measure. Nothing in a lesson file is ever evaluated as code.
MEASURES: Mapping[str, Callable[[Mapping[str, Any], Sweeps], float | None]] = {
    "gelu": gelu,
    "gelu_slope": gelu_slope,
    "parameters": parameters,
    "constant": constant,
    "median": median,
    "least": least,
    "greatest": greatest,
}


def prove_repair(lesson: Lesson) -> Iterator[Proof]:
    """The break fails as shipped, and the healthy library passes."""
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-check-") as folder:
        package = Path(folder) / "minimodel"
        copy_library(LIBRARY, package)
        healthy = judge(package, lesson)
        yield Proof(
            lesson.id, "the repair passes", "" if healthy.passed else f"{healthy.reason}: {healthy.detail}"
        )
        (package.parent / lesson.broken.file).write_text(broken_text(lesson.broken), encoding="utf-8")
        broken = judge(package, lesson)
        yield Proof(
            lesson.id, "the break fails", "the broken library is judged repaired." if broken.passed else ""
        )
