"""Where a ruler is what a lesson is about: its own library measures, and the judge sees whether it is mended."""

from dataclasses import replace

import pytest

from lessons.course.edits import healthy_text
from lessons.course.exercise import Repair
from lessons.course.lesson import Arm, Edit, Experiment
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT
from lessons.runs.calls import ACCURACIES, Code, behaves
from lessons.runs.edits import edited_library
from lessons.runs.judge import judge_text
from lessons.runs.metrics import measure
from lessons.runs.repair_checks import own
from lessons.runs.training import begin
from tests.lessons.runs.drawing import settings

FILE = "minimodel/lab/probes.py"
CROSSED = Edit(FILE, "right = logits.argmax(-1) == labels", "right = logits.argmax(-1)[:, None] == labels")
OWN = replace(settings(), own_ruler=True)
LESSON = replace(
    load_lesson(CONTENT / "break-gelu-identity"),
    edits=(CROSSED,),
    experiments={"ruled": Experiment("ruled", (Arm("healthy", OWN), Arm("broken", OWN, (CROSSED,))), 1)},
    repair=Repair((1001,)),
)


def crossed(arm: Arm) -> Arm:
    """The same with a ruler that compares every answer with every label, and gives one number."""
    whole = replace(CROSSED, after="right = (logits.argmax(-1)[:, None] == labels).mean(-1)")
    return replace(arm, edits=(whole,))


def test_accuracy_is_what_its_own_library_says_where_the_ruler_is_the_point() -> None:
    ruled, usual = (Arm("a", each) for each in (OWN, settings()))
    arms = usual, ruled, crossed(usual), crossed(ruled)
    healthy, own, used, lying = (measure(begin(arm, 0), ACCURACIES) for arm in arms)
    assert healthy == own == used != lying


@pytest.mark.parametrize(
    ("right", "reason"),
    [
        ("labels == logits.argmax(-1)", "passed"),
        ("logits.argmax(axis=-1) == labels", "passed"),
        ("(logits.argmax(-1)[:, None] == labels).mean(-1)", "value"),
        ("np.ones(len(labels))", "value"),
        ("logits.argmax(-1) >= labels", "value"),
    ],
)
def test_a_ruler_that_is_mended_passes_and_one_that_lies_is_refused(right: str, reason: str) -> None:
    text = healthy_text(FILE).replace(CROSSED.before, f"right = {right}")
    assert judge_text(LESSON, {FILE: text}).reason == reason


def test_a_repair_tells_what_its_own_ruler_says() -> None:
    arm = crossed(Arm("a", OWN))
    library = edited_library(arm.edits)
    answer = behaves(Code(library.nn, library), own(arm), 0, ACCURACIES)
    begun = measure(begin(arm, 0), ACCURACIES)
    assert set(answer["metrics"]) == set(begun)
    assert len(answer["losses"]) == arm.settings.steps
    assert answer["grid"] is not None
