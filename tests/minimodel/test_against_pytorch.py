"""Values and gradients are PyTorch's, to 1e-12; and PyTorch's own scripts train here with other import lines."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import minimodel

FOLDER = Path(__file__).with_name("golden")


def load_cases():
    spec = importlib.util.spec_from_file_location("minimodel_golden_cases", FOLDER / "cases.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


cases = load_cases()
with np.load(FOLDER / "golden.npz", allow_pickle=False) as stored:
    GOLDEN = dict(stored)
OURS = dict(cases.everything(minimodel))


def assert_close(found, expected):
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= 1e-12 * max(1.0, np.abs(expected).max())


def test_the_golden_values_are_of_pytorch_2_13_and_cover_every_case():
    assert str(GOLDEN["version"]).startswith("2.13")
    names = {key.split("|")[0] for key in GOLDEN} - {"version", "moments"}
    assert names == set(OURS)


@pytest.mark.parametrize("name", OURS)
def test_values_and_gradients_are_pytorchs(name):
    written = {key.split("|")[1]: value for key, value in GOLDEN.items() if key.startswith(f"{name}|")}
    assert set(OURS[name]) == set(written)
    for what, expected in written.items():
        assert_close(OURS[name][what], expected)


@pytest.mark.parametrize("name", ["Linear's own", *cases.INITIALISERS])
def test_initialisers_have_pytorchs_bounds_and_moments(name):
    minimodel.manual_seed(0)
    mean, deviation, largest = cases.moments(minimodel, name)
    _, their_deviation, their_largest = GOLDEN[f"moments|{name}"]
    assert abs(mean) < 0.02 * deviation
    assert deviation == pytest.approx(their_deviation, rel=0.01)
    tolerance = 0.2 if "normal" in name else 1e-3  # a normal's largest draw varies
    assert largest == pytest.approx(their_largest, rel=tolerance)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
def test_values_and_gradients_are_those_of_the_torch_installed_here():
    import torch

    for name, results in cases.everything(torch):
        for what, expected in results.items():
            assert_close(OURS[name][what], expected)


SCRIPTS = Path(__file__).with_name("scripts")
ELSEWHERE = {"torch.utils.data": "minimodel.data", "torch.optim.lr_scheduler": "minimodel.lr_scheduler"}


def ported(name):
    lines = (SCRIPTS / f"{name}.py").read_text(encoding="utf-8").splitlines()
    changed = [
        re.sub(r"(?<=^from )[\w.]+", lambda place: ELSEWHERE[place[0]], line)
        if any(line.startswith(f"from {place} ") for place in ELSEWHERE)
        else re.sub(r"\bimport torch$", "import minimodel as torch", line).replace("torch.", "minimodel.")
        if line.startswith("import torch")
        else re.sub(r"^from torch\b", "from minimodel", line)
        for line in lines
    ]
    different = [old for old, new in zip(lines, changed, strict=True) if old != new]
    assert different
    assert all(re.match(r"(import|from) torch", line) for line in different)
    variables = {"__name__": name}
    exec(compile("\n".join(changed), f"{name}.py", "exec"), variables)
    return variables


def begun(library, draw):
    """Let a script's weights begin with these draws, whichever library has made them."""

    def start(model):
        with library.no_grad():
            for p in model.parameters():
                p[...] = library.tensor(draw.normal(0, 0.3, tuple(p.shape)))

    return start


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
@pytest.mark.filterwarnings("ignore:'pin_memory'")
@pytest.mark.parametrize("name", ["nano_gpt", "makemore_gru", "vae", "lora", "distillation"])
def test_a_script_has_pytorchs_loss_curve_to_the_last_digits(name, torch_in_float64, monkeypatch):
    curves = []
    original = {"__name__": name}
    exec(compile((SCRIPTS / f"{name}.py").read_text(encoding="utf-8"), f"{name}.py", "exec"), original)
    for library, script in ((torch_in_float64, original), (minimodel, ported(name))):
        draw = np.random.default_rng(0)
        monkeypatch.setattr(library, "randn_like", lambda x, m=library, d=draw: m.tensor(d.normal(size=tuple(x.shape))))
        curves.append(script["train"](begun(library, draw), draw))
    assert np.allclose(*curves, rtol=1e-12, atol=0)
    assert len(curves[0]) > 20
    assert curves[0][-2] < curves[0][0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "reached"), [("quickstart", 1.0), ("tiny_gpt", 0.9)])
def test_a_pytorch_script_trains_here(name, reached):
    found = ported(name)
    assert found["accuracy"] >= reached
    assert found["final_loss"] < 0.1
