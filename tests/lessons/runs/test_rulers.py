"""Where a ruler is what a lesson is about: its own library measures, and the judge sees whether it is mended."""

from dataclasses import replace

import pytest

from lessons.exercise import Repair
from lessons.lesson import Arm, Edit, Experiment
from lessons.load import CONTENT, load_lesson
from lessons.runs.calls import ACCURACIES, Code, behaves
from lessons.runs.edits import edited_library, edited_text, healthy_text
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
    repair=Repair((), (1001,), ()),
)


def refused(right: str) -> str:
    text = healthy_text(FILE).replace(CROSSED.before, f"right = {right}")
    return judge_text(LESSON, {FILE: text}).reason


def crossed(arm: Arm) -> Arm:
    """The same with a ruler that compares every answer with every label, and gives one number."""
    whole = replace(CROSSED, after="right = (logits.argmax(-1)[:, None] == labels).mean(-1)")
    return replace(arm, edits=(whole,))


def test_accuracy_is_what_its_own_library_says_where_the_ruler_is_the_point() -> None:
    ruled, usual = (measure(begin(crossed(Arm("a", each)), 0), ACCURACIES) for each in (OWN, settings()))
    healthy = measure(begin(Arm("a", settings()), 0), ACCURACIES)
    assert usual == healthy != ruled


def test_a_healthy_library_of_its_own_says_the_usual_accuracy() -> None:
    ruled, usual = (measure(begin(Arm("a", each), 0), ACCURACIES) for each in (OWN, settings()))
    assert ruled == usual


@pytest.mark.parametrize("right", ["labels == logits.argmax(-1)", "logits.argmax(axis=-1) == labels"])
def test_a_ruler_that_is_mended_passes(right: str) -> None:
    assert refused(right) == "passed"


@pytest.mark.parametrize(
    "right",
    [
        "(logits.argmax(-1)[:, None] == labels).mean(-1)",
        "np.ones(len(labels))",
        "logits.argmax(-1) >= labels",
    ],
)
def test_a_ruler_that_lies_is_refused_though_the_model_is_the_healthy_one(right: str) -> None:
    assert refused(right) == "value"


def test_the_broken_ruler_itself_is_refused() -> None:
    assert not judge_text(LESSON, {FILE: edited_text((CROSSED,), FILE) + "\n# tried\n"}).passed


def test_a_repair_tells_what_its_own_ruler_says() -> None:
    arm = crossed(Arm("a", OWN))
    library = edited_library(arm.edits)
    answer = behaves(Code(library.nn, library), own(arm), 0, ACCURACIES)
    begun = measure(begin(arm, 0), ACCURACIES)
    assert set(answer["metrics"]) == set(begun)
    assert len(answer["losses"]) == arm.settings.steps
    assert answer["grid"] is not None
