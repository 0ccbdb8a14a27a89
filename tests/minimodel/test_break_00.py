"""What lesson 00 claims, over 32 seeds; and a broken copy of the library beside the healthy one."""

import importlib
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import minimodel
from minimodel.lab import ensemble, probes, replay, tense

SEEDS = range(32)


@pytest.fixture(scope="module")
def broken_package(tmp_path_factory):
    """minimodel under another name, its GELU returning x."""
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(Path(minimodel.__file__).parent, folder / "brokenmodel")
    file = folder / "brokenmodel" / "nn" / "activations.py"
    source = file.read_text(encoding="utf-8")
    file.write_text(source.replace("return x.gelu()", "return x"), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        for name in ("tense", "ensemble", "probes", "replay"):
            importlib.import_module(f"brokenmodel.lab.{name}")
        yield sys.modules["brokenmodel"]
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == "brokenmodel"]:
            del sys.modules[name]


def sweep(package, task, train="ensemble"):
    """(trained ensemble, losses, training accuracies) of TenseMLP over the seeds."""
    data = [package.lab.tense.split(task, seed) for seed in SEEDS]
    x, y = (np.stack([getattr(d, name) for d in data]) for name in ("x_train", "y_train"))
    models = [package.lab.tense.TenseMLP(generator=np.random.default_rng(seed)) for seed in SEEDS]
    many = package.lab.ensemble.Ensemble(models)
    losses = np.stack(list(getattr(package.lab, train).train_ensemble(many, x, y, "adam", 300, lr=0.01)))
    return many, losses, package.lab.probes.accuracy(many, x, y)


def steps_to(losses, reached):
    below = losses < reached
    return np.where(below.any(0), below.argmax(0) + 1.0, np.nan)


@pytest.mark.parametrize("train", ["ensemble", "replay"])
def test_on_additive_labels_the_break_shows_in_the_gap_and_not_in_accuracy(broken_package, train):
    healthy, losses, accuracy = sweep(minimodel, "additive", train)
    broken, broken_losses, broken_accuracy = sweep(broken_package, "additive", train)
    assert (accuracy == 1).all()
    assert (broken_accuracy == 1).all()
    assert (probes.interaction_gap(healthy) > 0.5).all()
    assert (broken_package.lab.probes.interaction_gap(broken) <= 1e-12).all()
    ratio = np.median(steps_to(broken_losses, 0.1) / steps_to(losses, 0.1))
    assert 0.85 <= ratio <= 1.0


def test_on_agreement_labels_the_break_shows_everywhere_but_in_the_rank(broken_package):
    healthy, _, accuracy = sweep(minimodel, "agreement")
    broken, broken_losses, broken_accuracy = sweep(broken_package, "agreement")
    assert (accuracy > 0.99).all()
    assert (broken_accuracy < 0.85).all()
    assert np.median(broken_accuracy) == pytest.approx(0.77, abs=0.05)
    assert np.isnan(steps_to(broken_losses, 0.1)).all()
    for package, many in [(minimodel, healthy), (broken_package, broken)]:
        assert set(package.lab.probes.numerical_rank(package.lab.probes.effective_weight(many))) == {5}


def test_the_broken_copy_leaves_the_healthy_library_alone(broken_package):
    x = np.linspace(-1, 1, 7)
    assert np.array_equal(broken_package.nn.GELU()(x).data, x)
    assert not np.array_equal(minimodel.nn.GELU()(x).data, x)
    assert broken_package.Tensor is not minimodel.Tensor
    with broken_package.no_grad():
        assert (minimodel.Tensor(1.0, requires_grad=True) * 2).requires_grad
    assert {ensemble.__name__, replay.__name__, tense.__name__} < set(sys.modules)
