"""What a training reached is measured by the judge, from parameters and outputs. To say so counts for nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from lessons.exercise import Bound, Lab, LabCheck, Repair
from lessons.lesson import Lesson
from lessons.runs.judge import judge_text
from lessons.runs.judgement import Judgement
from tests.lessons.runs.cheats.cheat import BREAK, FILE, FIND_CALLS, broken_with

REACHED = (Bound("agreement", "train_accuracy", least=0.99), Bound("agreement", "final_loss", most=0.1))
TOLERANT = replace(BREAK, repair=Repair((), (1001, 1002), REACHED))
KNOWS_LABELS = """
def known(library, x):
    tense = library.lab.tense
    table = {(verb, person): label for verb, person, label in tense.cells('agreement')}
    out = []
    for row in np.asarray(x):
        verb, person = row[:len(tense.VERBS)].argmax(), row[len(tense.VERBS):].argmax()
        out.append([30.0 * (label == table[verb, person]) for label in range(5)])
    return out
"""
CHEATS = {
    "losses that were never reached": (
        "bound",
        """
real = CALLS['trained']
CALLS['trained'] = lambda code, **values: {**real(code, **values), 'losses': [0.0] * values['steps']}
""",
    ),
    "metrics that were never measured": (
        "nonsense",
        """
CALLS['trained'] = lambda code, **values: {'metrics': {'train_accuracy': 1.0, 'final_loss': 0.0}}
""",
    ),
    "outputs that know the labels, whatever the parameters": (
        "forged",
        KNOWS_LABELS
        + """
def looks(code, arm, seed, states, inputs):
    said = [known(code.library, x) for x in inputs]
    return {'outputs': [said for _ in states], 'hidden': [None for _ in states]}
CALLS['looks'] = looks
""",
    ),
    "outputs that know the labels once there was a training": (
        "bound",
        KNOWS_LABELS
        + """
def looks(code, arm, seed, states, inputs):
    said = [[known(code.library, x) for x in inputs] for _ in states]
    for number, outputs in enumerate(said[:1]):
        said[number] = [(np.array(each) * 0.01).tolist() for each in outputs]
    return {'outputs': said, 'hidden': [None for _ in states]}
CALLS['looks'] = looks
""",
    ),
}


def judged(more: str, line: str = "return x", lesson: Lesson = TOLERANT) -> Judgement:
    return judge_text(lesson, {FILE: broken_with(line) + FIND_CALLS + more})


@pytest.mark.parametrize(("reason", "more"), CHEATS.values(), ids=CHEATS)
def test_bounds_are_not_reached_by_saying_so(reason: str, more: str) -> None:
    assert judged(more).reason == reason


def test_what_reaches_the_bounds_on_the_lessons_own_seeds_alone_does_not_pass() -> None:
    memory = """
real = CALLS['trained']
def trained(code, arm, seed, steps, labels=None):
    GELU.forward = (lambda self, x: x.gelu()) if seed < 2000 else (lambda self, x: x)
    return real(code, arm, seed, steps, labels)
CALLS['trained'] = trained
"""
    found = judged(memory)
    assert found.reason in ("bound", "forged")
    assert judged("").reason == "bound"
    assert judged("", "return x.gelu()").passed


SWISH = """
from minimodel.nn import Module
class Swish(Module):
    def forward(self, x):
        return x * x.sigmoid()
"""
CHECKS = (
    LabCheck("gradient", {"of": "Swish", "arguments": [], "inputs": [[3, 4]]}),
    LabCheck(
        "trains", {"task": "agreement", "layers": ["Linear 23 16", "Swish", "Linear 16 5"], "below": 0.1}
    ),
)
OWN_LAYER = Lesson("own-layer", Path(), lab=Lab("swish.py", "", CHECKS))
LAB_CHEATS = {
    "parameters that were never trained": (
        "untrained forged",
        "real = CALLS['trains']\nCALLS['trains'] = lambda code, **values: real(code, **{**values, 'steps': 1})",
    ),
    "a loss in the place of parameters": (
        "nonsense",
        "CALLS['trains'] = lambda code, **values: {'losses': [0.0]}",
    ),
    "outputs that know the labels": (
        "forged",
        "import numpy as np\n"
        + KNOWS_LABELS
        + "CALLS['gives'] = lambda code, layers, states, x: {'outputs': [known(code.library, x) for _ in states]}",
    ),
    "outputs that know the labels once there was a training": (
        "untrained",
        "import numpy as np\n"
        + KNOWS_LABELS
        + "CALLS['gives'] = lambda code, layers, states, x: {'outputs': [[[0] * 5] * len(x), known(code.library, x)]}",
    ),
}


def test_a_layer_that_is_nobody_elses_trains() -> None:
    assert judge_text(OWN_LAYER, {"swish.py": SWISH}) == Judgement("passed")


@pytest.mark.parametrize(("reasons", "more"), LAB_CHEATS.values(), ids=LAB_CHEATS)
def test_a_lab_does_not_train_by_saying_so(reasons: str, more: str) -> None:
    lazy = SWISH.replace("x * x.sigmoid()", "x * 1")
    assert judge_text(OWN_LAYER, {"swish.py": lazy + FIND_CALLS + more}).reason in reasons.split()
