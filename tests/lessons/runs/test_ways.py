"""An edited line does in a watched run and in a sweep what it does in the plain loop."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Edit, Experiment, Settings
from lessons.runs.edits import edited_library
from lessons.runs.experiment import WatchedRun, sweep
from lessons.runs.training import TRIED, Alone, Together, swept

SEEDS, STEPS = (3, 4, 5), TRIED + 12
SGD, ADAM = {"name": "sgd", "lr": 0.5}, {"name": "adam", "lr": 0.01}
TOGETHER, APART = "together", "apart"
Numbers = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    """An edit at one place or several; the optimizer that shows it; and the way that a sweep takes with it."""

    edits: tuple[Edit, ...]
    way: str = TOGETHER
    optimizer: str = "sgd"
    batch_size: int | None = None
    ruler: bool = False  # the loss says something else than the healthy one would

    @property
    def arm(self) -> Arm:
        optimizer = SGD if self.optimizer == "sgd" else ADAM
        model = {"name": "TenseMLP", "activation": "gelu"}
        settings = Settings({"name": "agreement"}, model, optimizer, STEPS, batch_size=self.batch_size)
        return Arm("broken", settings, self.edits)


def case(file: str, before: str, after: str, *more: str, **options: Any) -> Case:
    texts = [(before, after), *zip(more[::2], more[1::2], strict=True)]
    return Case(tuple(Edit(f"minimodel/{file}", *each) for each in texts), **options)


TWICE = "            optimizer.step()\n"
GELU = "return x.gelu()"
DRAW = "self.in_features = in_features"
LAST = "self.fc2 = Linear(\n            hidden, len(TENSES), generator=generator, dtype=dtype\n        )"
CASES = {
    "zero_grad forgotten": case("training.py", "optimizer.zero_grad()", "pass"),
    "step twice": case("training.py", TWICE, 2 * TWICE),
    "the loss shown is that after the step": case(
        "training.py", "Step(step, error.item())", "Step(step, loss(model(inputs), labels).item())",
        ruler=True,
    ),
    "the loss shown is divided": case(
        "training.py", "Step(step, error.item())", "Step(step, error.item() / 2)", ruler=True
    ),
    "Adam without its root": case("optim.py", "np.sqrt(v)", "v", optimizer="adam"),
    "the mean forgotten": case(
        "nn/losses.py", "labels=labels, rows=rows)", "labels=labels, rows=1)", ruler=True
    ),
    "the mean forgotten in the value alone": case(
        "nn/losses.py", "axis=-1) * (1 / rows)", "axis=-1)", ruler=True
    ),
    "weights that begin at 0 and above": case("nn/init.py", ".uniform(low, high,", ".uniform(0, high,"),
    "biases that are not registered": case(
        "nn/module.py", "for name, x in named if isinstance(x, kind)",
        'for name, x in named if isinstance(x, kind) and name != "bias"',
    ),
    "a layer that is not registered": case(
        "lab/tense.py", LAST, LAST.replace("Linear(", "[Linear(") + "]",
        "return self.fc2(self.hidden(x))", "return self.fc2[0](self.hidden(x))", way=APART,
    ),
    "rows without their labels": case("data.py", "y[rows]) for rows", "y[rows - 1]) for rows", batch_size=10),
    "batches that are not shuffled": case("data.py", "generator.permutation(n)", "np.arange(n)", batch_size=10),
    "a weight gradient with the wrong sign": case("operations.py", "dot(g.mT, x)", "-dot(g.mT, x)"),
    "inputs rounded": case(
        "tensor.py", "arrays.append(x._data)", "arrays.append(np.round(x._data, 2))", ruler=True
    ),
    "GELU left out": case("nn/activations.py", GELU, "return x"),
    "gradients kept in the flat array": case("flat.py", "window[...] = p._grad", "window += p._grad"),
    "softmax over the rows": case(
        "nn/losses.py", "over_classes(np.maximum, logits)", "logits.max(0, keepdims=True)", way=APART, ruler=True
    ),
    "labels from the other end": case(
        "nn/losses.py", "return array.astype(int)", "return array.astype(int)[::-1]", way=APART, ruler=True
    ),
    "a gradient beside the largest of all": case(
        "optim.py", "momentum = at.gradient", "momentum = at.gradient / at.gradient.max()", way=APART
    ),
    "a look at the values": case("nn/activations.py", GELU, "return x.gelu() if x.data.max() < 0.9 else x", way=APART),
    "noise in forward": case(
        "nn/linear.py", DRAW, DRAW + "; self.draws = generator",
        "if self.bias is None", "x = x + self.draws.normal(0, 0.1, x.shape)\n        if self.bias is None", way=APART,
    ),
    "weights that forward shrinks": case(
        "nn/linear.py", "if self.bias is None",
        "self.weight.write(0.99 * self.weight.data)\n        if self.bias is None", way=APART,
    ),
    "a state that tells after 30 steps": case(
        "nn/activations.py", GELU,
        "self.calls = getattr(self, 'calls', 0) + 1; return x.gelu() if self.calls < 30 else x",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    losses: np.ndarray
    parameters: Numbers


@cache
def plain(name: str, edited: bool = True) -> list[Outcome]:
    arm = CASES[name].arm
    return [plain_loop(arm if edited else replace(arm, edits=()), seed) for seed in SEEDS]


def plain_loop(arm: Arm, seed: int) -> Outcome:
    library, generator = edited_library(arm.edits), np.random.default_rng(seed)
    data = library.lab.tense.split("agreement", seed)
    model = library.lab.tense.TenseMLP("gelu", generator=generator)
    chosen: Mapping[str, Any] = arm.settings.optimizer
    batches: dict[str, Any] = {}
    if arm.settings.batch_size:
        batches = {"batch_size": arm.settings.batch_size, "generator": np.random.default_rng([seed, 2])}
    kind = {"sgd": library.optim.SGD, "adam": library.optim.Adam}[chosen["name"]]
    optimizer = kind(model.parameters(), lr=chosen["lr"])
    training = library.training.train(model, data.x_train, data.y_train, optimizer, STEPS, **batches)
    return Outcome(np.array([step.loss for step in training]), model.state_dict())


def same(found: Numbers, right: Numbers, within: float = 0.0) -> bool:
    return found.keys() == right.keys() and all(
        np.allclose(found[name], right[name], rtol=within, atol=within, equal_nan=True) for name in right
    )


@pytest.mark.parametrize("name", CASES)
def test_a_watched_run_is_the_plain_loop_to_the_last_bit(name):
    right = plain(name)[0]
    run = WatchedRun(Experiment("e", (CASES[name].arm,), 1), SEEDS[0])
    losses = [step.losses["broken"] for step in run]
    assert np.array_equal(losses, right.losses, equal_nan=True) is not CASES[name].ruler
    assert same(run.trained["broken"].parameters(), right.parameters)


@pytest.mark.parametrize("name", CASES)
def test_a_sweep_is_the_plain_loop_seed_by_seed(name):
    way = swept(CASES[name].arm, SEEDS, STEPS)
    with np.errstate(all="ignore"):
        losses = np.array([way.advance() for _ in range(STEPS)]).T
    for found, mine, right in zip(way.finished(), losses, plain(name), strict=True):
        assert same(found.parameters(), right.parameters, 1e-9)
        assert np.allclose(mine, right.losses, rtol=1e-9, equal_nan=True) is not CASES[name].ruler
        assert np.array_equal(found.losses, mine, equal_nan=True)
    assert isinstance(way, Together) is (CASES[name].way == TOGETHER)


# The ruler: what is compared is measured by the healthy library.


def swept_losses(case: Case, own_ruler: bool = False) -> dict[str, tuple[Any, ...]]:
    arm = replace(case.arm, settings=replace(case.arm.settings, own_ruler=own_ruler))
    arms = replace(arm, name="healthy", edits=()), arm
    *_, measured = sweep(Experiment("e", arms, len(SEEDS), ("final_loss", "train_accuracy")), SEEDS)
    return {name: measured.of("final_loss", name) for name in ("healthy", "broken")}


def test_a_loss_that_only_says_something_else_is_no_finding():
    """Nor in batches: the healthy ruler sees the rows that the broken one saw."""
    value = CASES["the mean forgotten in the value alone"]
    for case in (value, replace(value, batch_size=10), CASES["the loss shown is divided"]):
        found = swept_losses(case)
        assert found["broken"] == pytest.approx(found["healthy"], rel=1e-9)


def test_a_loss_that_pulls_otherwise_is_measured_as_the_healthy_one_would():
    found = swept_losses(CASES["the mean forgotten"])
    assert all(isinstance(loss, float) and loss < 20 for loss in found["broken"])
    assert found["broken"] != pytest.approx(found["healthy"], rel=1e-3)


def test_a_lesson_about_the_ruler_measures_with_the_broken_one():
    found = swept_losses(CASES["the mean forgotten in the value alone"], own_ruler=True)
    assert found["broken"] == pytest.approx([48 * loss for loss in found["healthy"]], rel=1e-9)


def test_a_network_that_drops_units_is_looked_at_out_of_training_and_trains_on_as_before():
    model = {"name": "layers", "layers": ["Linear 23 16", "GELU", "Dropout 0.4", "Linear 16 5"]}
    arm = replace(CASES["GELU left out"].arm, edits=())
    arm = replace(arm, settings=replace(arm.settings, model=model))
    run = WatchedRun(Experiment("e", (arm,), 1), 3)
    watched = [step.losses["broken"] for step in run]
    alone = Alone(arm, 3, STEPS, replayed=False)
    assert watched == [alone.advance() for _ in range(STEPS)]
    rows = alone.trained.rows.x
    assert np.array_equal(alone.trained.outputs(rows), alone.trained.outputs(rows))
