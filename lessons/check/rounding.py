"""Find what hangs on rounding: draw a claim's number anew, as if on other processors."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from lessons.check import measures
from lessons.check.evidence import Evidence, experiments
from lessons.check.numbers import folded, number_words
from lessons.check.pages import Proof, pages_of
from lessons.check.sweeps import PRINTED, differ
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.summaries import PAIRS, Value
from lessons.runs.experiment import Measured

HANGS = (
    "from first weights that differ by one part in 10^13, as little as other processors round otherwise. Ask and claim "
    'what does not hang on rounding; where it is what the lesson is about, say in the experiment why: rounding = "…".'
)
TOLD = "rounding is told"
ENOUGH = 0.99  # of the mixtures
MOST = 0.5  # of the seeds


def lessons_of_rounding(lesson: Lesson) -> list[str]:
    """Return what a lesson has to say where an experiment's numbers may hang on rounding."""
    return [TOLD] if any(each.rounding for each in experiments(lesson).values()) else []


def prove_told(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that every page names rounding, where `rounding` in lesson.toml says that the lesson is about it."""
    for page in pages_of(lesson) if lessons_of_rounding(lesson) else ():
        words = number_words(page.language).table["rounding"]
        is_told = any(re.search(words, folded(text)) for text in page.texts.values())
        problem = f"no word of it ({words}) is in {page.file}, and lesson.toml says that numbers hang on rounding."
        yield Proof(lesson.id, TOLD, "" if is_told else problem, page.file)


def elsewhere(measure: str, arguments: measures.Arguments, evidence: Evidence) -> tuple[measures.Array, measures.Array]:
    """Return a measure of the own seeds with each draw of dust, and of mixtures; both empty where dust changes nothing.

    In a mixture each seed is as it is without dust or with any draw of it, as each seed is rounded on its own.
    """
    (own, _), dusted = evidence.both(name := str(arguments["experiment"])), evidence.dusted(name)
    if not any(is_changed(measure, arguments, own, each) for each in dusted):
        return np.empty(0), np.empty(0)
    drawn = np.random.default_rng(measures.DRAWN_FROM).integers(
        0, len(dusted) + 1, (measures.RESAMPLES, len(own.seeds))
    )
    picks = drawn * len(own.seeds) + np.arange(len(own.seeds))
    draws = np.concatenate([measures.over_seeds(measure, arguments, each) for each in dusted])
    return draws, measures.over_seeds(measure, arguments, joined((own, *dusted)), picks)


def most_growing(arguments: measures.Arguments, evidence: Evidence) -> str:
    """Return the arm of a claim whose loss grows, or is no number, on most seeds; or nothing."""
    found = evidence.swept(str(arguments["experiment"]))
    names, arm = found.own.experiment.names, arguments.get("arm", found.own.experiment.main_arm)
    arms = [arguments.get("of", names[-1]), arguments.get("against", names[0])] if arm in PAIRS else [arm]
    return next((str(each) for each in arms if found.growing.get(str(each), 0.0) > MOST), "")


def is_changed(measure: str, arguments: measures.Arguments, own: Measured, dusted: Measured) -> bool:
    """Return True if dust changes what is measured of any seed."""
    both = zip(series(measure, arguments, own), series(measure, arguments, dusted), strict=True)
    return any(differ(*pair, within=PRINTED) for each in both for pair in zip(*each, strict=True))


def series(measure: str, arguments: measures.Arguments, found: Measured) -> list[Sequence[Value]]:
    if measure == "slope":
        return [values[arguments["metric"]] for values in found.values.values()]
    return [measures.values(arguments, found)]


def joined(parts: Sequence[Measured]) -> Measured:
    """Return the seeds of all parts, one part after the other."""
    values = {
        arm: {metric: tuple(chain.from_iterable(part.values[arm][metric] for part in parts)) for metric in metrics}
        for arm, metrics in parts[0].values.items()
    }
    return Measured(parts[0].experiment, tuple(chain.from_iterable(part.seeds for part in parts)), values)
