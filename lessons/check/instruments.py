"""Prove that instruments see a break, so that somebody who meets it blind can find it."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, Proof
from lessons.course.lesson.instrument import about, instrument_names, readings_in
from lessons.course.lesson.lesson import Experiment, Lesson
from lessons.course.steps.plan import SEED
from lessons.runs.setups import read_arm

SEEN = "instruments see the break"


def breaks_to_see(lesson: Lesson) -> list[str]:
    return [SEEN] if lesson.symptom else []


def prove_seen(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Tell which instruments see the break; a tip where none does: then its symptom and the hints are all there is."""
    if lesson.symptom is None:
        return
    names = [about(name, "name", "en") for name in evidence.ask(out_of_order, lesson.symptom, SEED)]
    advice = "" if names else "no instrument sees the break: whoever meets it blind has its symptom and the hints."
    yield Proof(lesson.id, SEEN, file=STRUCTURE, advice=advice, shown=", ".join(names))


def out_of_order(symptom: Experiment, seed: int) -> list[str]:
    """Return the instruments that read something out of the ordinary in the broken arm, as learners see it."""
    readings = {name: readings_in(name, read_arm(symptom.arms[-1], seed, name)) for name in instrument_names()}
    return [name for name, found in readings.items() if any(each.is_out for each in found)]
