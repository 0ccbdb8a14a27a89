"""A right repair passes however it is written: the planted change asks whose code it is, and not how it looks."""

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from lessons.exercise import Bound, Repair
from lessons.lesson import Edit
from lessons.runs.edits import healthy_text
from lessons.runs.judge import judge_text
from lessons.runs.judgement import Judgement
from tests.lessons.runs.cheats.cheat import BREAK

ACTIVATIONS, OPTIM, OPERATIONS = "nn/activations.py", "optim.py", "operations.py"
TRAINING, INIT, LINEAR, LOSSES, BACKWARD = (
    "training.py",
    "nn/init.py",
    "nn/linear.py",
    "nn/losses.py",
    "backward.py",
)


class Way(NamedTuple):
    """A break, and a repair of it that is written in another way than the healthy text."""

    file: str
    broken: tuple[str, str]  # what stands there, and what the break puts in its place
    repaired: tuple[str, str]  # what stands there, and what the learner puts in its place
    gradcheck: tuple[str, ...] = ()


GELU = (
    "    def forward(self, x: Tensor) -> Tensor:\n"
    '        if str(self.approximate) != "tanh":\n'
    "            return x.gelu(approximate=self.approximate)\n"
    "        return x.gelu()\n"
)
ADAM = '    memory = ("exp_avg", "exp_avg_sq")\n'
OWN_STEP = (
    ADAM
    + """
    def step(self):
        for flat in self.flats:
            for at in flat.stretches():
                g, (b1, b2), options = at.gradient, flat.group["betas"], flat.group
                m, v = at.memory["exp_avg"], at.memory["exp_avg_sq"]
                m += (1 - b1) * (g - m)
                v += (1 - b2) * (g * g - v)
                root = math.sqrt(1 - b2**at.step)
                rate = options["lr"] * root / (1 - b1**at.step)
                at.data -= rate * m / (np.sqrt(v) + options["eps"] * root)
"""
)
LOOP = "    return train_on(model, data, optimizer, loss)\n"
OWN_LOOP = """    return my_loop(model, data, optimizer, loss)


def my_loop(model, data, optimizer, loss):
    number = 0
    for inputs, labels in data:
        number += 1
        optimizer.zero_grad()
        error = loss(model(inputs), labels)
        error.backward()
        optimizer.step()
        yield Step(number, error.item())
"""
WAYS = {
    "__call__ in place of forward": Way(
        ACTIVATIONS, ("return x.gelu()", "return x"), (GELU, "    def __call__(self, x):\n        return x.gelu()\n")
    ),
    "another class under the name": Way(
        ACTIVATIONS,
        ("return x.gelu()", "return x"),
        (
            GELU,
            "    pass\n\n\nclass Mine(Module):\n    def __init__(self, approximate='tanh'):\n"
            "        super().__init__()\n\n    def forward(self, x):\n        return x.gelu()\n\n\nGELU = Mine\n",
        ),
    ),
    "a moved import, and a helper": Way(
        ACTIVATIONS,
        ("return x.gelu()", "return x"),
        (
            GELU,
            "    def forward(self, x):\n        from ..tensor import apply as run\n\n"
            "        return run(operations.gelu, x)\n",
        ),
        ("GELU",),
    ),
    "the whole rule in step": Way(OPTIM, ("at.data -= rate * m /", "at.data += rate * m /"), (ADAM, OWN_STEP)),
    "a loop of one's own": Way(TRAINING, ("            optimizer.step()\n", ""), (LOOP, OWN_LOOP)),
    "an operation by einsum": Way(
        OPERATIONS,
        ("value = dot(x, weight.mT)", "value = dot(x, weight.mT) * 2"),
        ("value = dot(x, weight.mT)", "value = np.einsum('...i,...oi->...o', x, weight)"),
        ("Linear 5 3",),
    ),
    "a constant written out": Way(
        OPERATIONS, ("C = math.sqrt(2 / math.pi)", "C = 0.0"), ("C = math.sqrt(2 / math.pi)", "C = 0.7978845608028654")
    ),
    "a constant where it is used": Way(
        OPERATIONS,
        ("C = math.sqrt(2 / math.pi)", "C = 0.0"),
        ("h = 0.5 * (1 + np.tanh(x * (C +", "h = 0.5 * (1 + np.tanh(x * (math.sqrt(2 / math.pi) +"),
    ),
    "an initialiser by NumPy": Way(
        INIT,
        ("return tensor.write(source(generator).uniform(low, high, tensor.shape))", "return tensor"),
        (
            "return tensor.write(source(generator).uniform(low, high, tensor.shape))",
            "tensor._data[...] = source(generator).uniform(low, high, tensor.shape)\n    return None",
        ),
    ),
    "a loss by another function": Way(
        LOSSES,
        ("labels=labels, rows=rows)", "labels=labels, rows=1)"),
        ("labels=labels, rows=rows)", "labels=labels, rows={'sum': 1, 'mean': logits.shape[-2]}[self.reduction])"),
    ),
}  # fmt: skip


def judged(way: Way, repair: Repair, change: Callable[[str], str] = lambda text: text) -> Judgement:
    edit = Edit(f"minimodel/{way.file}", *way.broken)
    text = healthy_text(edit.file)
    assert text.count(way.repaired[0]) == 1
    lesson = replace(BREAK, edits=(edit,), repair=repair)
    return judge_text(lesson, {edit.file: change(text.replace(*way.repaired))})


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_repair_that_is_written_differently_passes(way: Way) -> None:
    assert judged(way, Repair(way.gradcheck, (1001,))) == Judgement("passed")


def as_written_by_a_program(text: str) -> str:
    """The same code in another layout, without a comment."""
    return ast.unparse(ast.parse(text))


@pytest.mark.parametrize("way", list(WAYS.values())[:4], ids=list(WAYS)[:4])
def test_layout_and_comments_do_not_count(way: Way) -> None:
    assert judged(way, Repair((), (1001,)), as_written_by_a_program).passed


# ---- where several cures are right -------------------------------------------

REACHED = (Bound("agreement", "train_accuracy", least=0.99), Bound("agreement", "final_loss", most=0.1))
MANY = (
    *(
        Bound("agreement", metric, most=1e9)
        for metric in ("steps_to_loss_0.1", "gradient_norm", "linearisation_gap")
    ),
    *(
        Bound("agreement", metric, least=0.01)
        for metric in ("layer_spread:fc1", "interaction_gap", "feature_movement")
    ),
    Bound("agreement", "rank_w2w1", least=2),
    Bound("agreement", "dead_units", most=0.5),
)
DRAW = "init.uniform_(self.weight, -bound, bound, generator=generator)"
CURES = {
    "another activation": Way(
        ACTIVATIONS, ("return x.gelu()", "return x"), ("return x.gelu()", "return x.tanh()")
    ),
    "another start": Way(
        LINEAR, (DRAW, "pass"), (DRAW, "init.xavier_normal_(self.weight, generator=generator)")
    ),
    "the healthy one": Way(
        ACTIVATIONS, ("return x.gelu()", "return x"), ("return x.gelu()", "return 1 * x.gelu()")
    ),
}


@pytest.mark.parametrize("accept", [REACHED, MANY], ids=["two bounds", "bounds of every kind"])
@pytest.mark.parametrize("way", CURES.values(), ids=CURES)
def test_other_cures_that_reach_the_bounds_pass(way: Way, accept: tuple[Bound, ...]) -> None:
    assert judged(way, Repair((), (1001,), accept)) == Judgement("passed")


def test_a_cure_that_does_not_is_told_which_bound() -> None:
    found = judged(
        CURES["another activation"]._replace(repaired=("return x.gelu()", "return 2 * x")),
        Repair((), (1001,), REACHED),
    )
    assert found.reason == "bound"
    assert found.detail.startswith("agreement, 1001: train_accuracy 0.")
