"""How to mend a number that no claim proves: the claim of the lesson that says it, or a line to paste into [claims]."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.evidence import Evidence, experiments
from lessons.check.numbers.agreement import disagreement, tolerance
from lessons.check.numbers.figures import Figure
from lessons.check.numbers.own_numbers import close
from lessons.check.numbers.quantities import POINTS, SHARE, TIMES, Quantity
from lessons.check.numbers.sections import Section
from lessons.check.numbers.tongues import tongue
from lessons.lesson import Claim, Experiment
from lessons.summaries import Band, summarise
from lessons.vocabulary import SHAPE, WORD, metric_of
from lessons.vocabulary import SHARE as SHARE_METRIC

AFTER = 25  # characters in which a page says which way round a number of times is
# The measures of what the lesson's runs and its calculation give.
OF_RUNS = ("median", "mean", "least", "greatest", "share", "entry", "count")


def mend_of(found: Quantity | Figure, section: Section, evidence: Evidence) -> str:
    """What to write: the claim of the lesson that says the number, or else a claim to begin with."""
    claims = [claim for claim in section.lesson.claims.values() if is_about(claim, section)]
    if isinstance(found, Figure):
        claim = next((each for each in claims if prints(each, found)), None)
        return f"{{{claim.name}}}" if claim else new_claim(found, section, evidence)
    claim = next((each for each in claims if proves(each, found, section)), None)
    words = section.page.written(found.start, found.end)
    return f"{{{claim.name}:{words}}}" if claim else new_claim(found, section, evidence)


def is_about(claim: Claim, section: Section) -> bool:
    """Whether a claim may be about what a section is about: its review, or else the lesson's own runs."""
    experiment = claim.arguments.get("experiment")
    return experiment is None or experiment == section.review or experiment in section.lesson.experiments


def prints(claim: Claim, figure: Figure) -> bool:
    """Whether a claim prints this number."""
    said = [claim.equals] if claim.equals is not None else list(claim.between or ())
    printed = [abs(each) * (100 if claim.percent else 1) for each in said]
    return any(close(value, each) for value in figure.values for each in printed)


def proves(claim: Claim, quantity: Quantity, section: Section) -> bool:
    """Whether a claim about the lesson's runs says what a quantity does, and is of its kind."""
    if claim.measure not in OF_RUNS or (quantity.kind == TIMES and claim.arguments.get("arm") != "ratio"):
        return False
    if quantity.kind in (SHARE, POINTS) and "metric" in claim.arguments and not is_share(claim):
        return False
    words = section.page.written(quantity.start, quantity.end)
    after = section.page.folded[quantity.end :][:AFTER]
    return not disagreement(claim, words, section.language, after)


def is_share(claim: Claim) -> bool:
    """Whether a claim is a share of something: a share of seeds, a metric that is one, or how two arms compare."""
    metric = metric_of(str(claim.arguments["metric"]))
    of_pair = claim.arguments.get("arm") in ("ratio", "difference")
    return claim.measure == "share" or of_pair or (metric is not None and metric.kind == SHARE_METRIC)


# ---- a claim to begin with -------------------------------------------------


@dataclass(frozen=True)
class Candidate:
    """A claim that could be made: a metric of an arm, and what its runs gave, if they are known."""

    experiment: str
    metric: str
    arm: str
    median: float | None = None

    @property
    def name(self) -> str:
        return re.sub(r"[^a-z0-9]+", "_", f"{self.metric}_{self.arm}".lower()).strip("_")


def new_claim(found: Quantity | Figure, section: Section, evidence: Evidence) -> str:
    """A line for [claims] with the metric that was measured as this number, or that its sentence speaks of."""
    written = section.page.written(found.start, found.end)
    if isinstance(found, Figure):
        value, within, words = found.values[0], half_a_digit(found.text), ""
    else:
        value, within, words = found.value, tolerance(SHARE, found.value), f":{written}"
    claim = best(value, section.sentence(found.start, found.end), section, evidence)
    if claim is None:
        return f"leave {written!r} out, or prove it in [claims]"
    is_pair = isinstance(found, Quantity) and found.kind == TIMES
    line = (
        f'{claim.name} = {{ measure = "median", experiment = "{claim.experiment}", metric = "{claim.metric}", '
        f'arm = "{"ratio" if is_pair else claim.arm}", equals = {value:.6g}, within = {within:.3g} }}'
    )
    known = "" if claim.median is None else f"; it was measured as {claim.median:.4g}"
    return f"{{{claim.name}{words}}}, and in [claims]: {line}{known}"


def half_a_digit(words: str) -> float:
    """Half of the last digit that is written."""
    decimals = re.search(r"[.,](\d+)\D*$", words)
    return 0.5 * 10.0 ** -(len(decimals[1]) if decimals else 0)


def best(value: float, sentence: str, section: Section, evidence: Evidence) -> Candidate | None:
    """The metric that was measured closest to a number, or else the one that its sentence speaks of."""
    found, words = list(candidates(section, evidence)), tongue(section.language).metrics
    spoken = [each for each in found if each.metric in words and words[each.metric].search(sentence)] or found
    named = [each for each in spoken if each.arm in sentence] or spoken
    measured = [each for each in found if each.median is not None]
    if not measured:
        return named[-1] if named else None
    return min(measured, key=lambda each: (abs((each.median or 0.0) - value), each not in named))


def candidates(section: Section, evidence: Evidence) -> Iterator[Candidate]:
    """Every number that the section's experiment gives; where it has none, those of the lesson's."""
    known, name = experiments(section.lesson), section.experiment
    own = {name: known[name]} if name in known else section.lesson.experiments
    for name, experiment in own.items():
        for metric in numbers_of(experiment):
            yield from of_metric(name, metric, experiment, evidence)


def numbers_of(experiment: Experiment) -> Iterator[str]:
    """The metrics of an experiment that are numbers."""
    for name in experiment.metrics:
        metric = metric_of(name)
        if metric is not None and metric.kind not in (WORD, SHAPE):
            yield name


def of_metric(name: str, metric: str, experiment: Experiment, evidence: Evidence) -> Iterator[Candidate]:
    measured = evidence.known(name)
    for arm in experiment.names:
        summary = summarise(measured.of(metric, arm)) if measured else None
        yield Candidate(name, metric, arm, summary.median if isinstance(summary, Band) else None)
