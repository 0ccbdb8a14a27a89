"""PyTorch training scripts run on minimodel when only their import lines change."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).with_name("scripts")
ELSEWHERE = {"torch.utils.data": "minimodel.data", "torch.optim.lr_scheduler": "minimodel.lr_scheduler"}


def ported(name):
    """Run a script with its import lines changed, and nothing else; return its variables."""
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


SCRIPTED = [("xor", 1.0), ("two_moons", 0.97), ("tense_mlp", 1.0), ("quickstart", 1.0)]
SCRIPTED += [("factorization", 0.95), ("tiny_gpt", 0.9)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "reached"), SCRIPTED)
def test_a_pytorch_script_trains_here(name, reached):
    found = ported(name)
    assert found["accuracy"] >= reached
    assert found["final_loss"] < 0.1


def test_the_tense_script_has_the_parameters_of_the_course():
    found = ported("tense_mlp")
    assert found["count"] == 469
    assert found["keys"] == ["fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"]
