"""`diagnose` reads a file's own model, in a process of its own, and says in a sentence why a file can't be used."""

import json
import sys

import pytest

from lessons.instruments.table import instruments
from tests.tutor.commanded import run
from tutor import own_setup
from tutor.own_setup import UnusableFile, load_setup

BEGINS = """
import os, random, shutil, tempfile
from types import SimpleNamespace
import numpy as np
from minimodel import nn, optim
"""
GOOD = f"""{BEGINS}
print("printed")
os.chdir(folder := tempfile.mkdtemp())
shutil.rmtree(folder)

def make():
    random.seed()
    np.random.seed()
    draw = np.random.default_rng(0)
    x = draw.normal(size=(40, 6))
    y = (x[:, 0] > 0) + 2 * (x[:, 1] > 0)
    model = nn.Sequential(nn.Linear(6, 16), nn.GELU(), nn.Linear(16, 4))
    return model, nn.CrossEntropyLoss(), optim.Adam(model.parameters(), lr=0.01), (x, y.astype(int))
"""
MADE = "    return model, nn.CrossEntropyLoss(), optim.Adam(model.parameters(), lr=0.01), (x, y.astype(int))"

FROZEN = """
    [p.requires_grad_(False) for p in model.parameters()]
    return model, len, SimpleNamespace(step=1, param_groups=[]), (x, y)
"""


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "own.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.mark.parametrize(("edit", "code"), [(("nn.GELU()", "nn.GELU()"), 0), (("nn.GELU()", "nn.Identity()"), 1)])
def test_the_report_and_its_exit_code(edit, code, file, home):
    done = run("diagnose", str(file(GOOD.replace(*edit))), "--json", "--lang", "en")
    found = json.loads(done.out)
    assert (done.code, list(found)) == (code, ["readings"])
    assert all(set(each) == {"instrument", "normal", "value", "says", "lessons"} for each in found["readings"])
    assert [each["instrument"] for each in found["readings"] if not each["normal"]] == ["straight"] * code
    assert {each["instrument"] for each in found["readings"]} == set(instruments()) - {"shuffled_rows", "tomorrow"}
    assert "own code" in done.err


def test_the_words_name_the_lesson_and_what_was_not_looked_at(file, home):
    done = run("diagnose", str(file(GOOD.replace("nn.GELU()", "nn.Identity()"))), "--lang", "es")
    words = done.out.replace("\n", " ")
    assert "(break-gelu-identity)" in words
    assert words.index("! recta") < words.index("· primera pérdida") < words.index("- mañana")
    assert "bug" not in words


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"\0\xff", "no_python"),
        ("def make(:", "no_python"),
        ("x = 1", "no_make"),
        ("def make(): return 1, 2, 3", "wrong_make"),
        ("def make(): return 'model', len, None, (1, 2)", "wrong_model"),
        (GOOD.replace(MADE, "    return model, 1, None, (x, y)"), "wrong_loss"),
        (GOOD.replace("nn.CrossEntropyLoss()", "lambda outputs, labels: 0.5"), "no_backward"),
        (GOOD.replace(MADE, "    return model, len, None, (x, y)"), "wrong_optimizer"),
        (GOOD.replace(MADE, MADE[: MADE.rindex(", (")] + ", x"), "wrong_batch"),
        (GOOD.replace(MADE, FROZEN), "all_frozen"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_told_why(text, reason, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "own", None)
    with pytest.raises(UnusableFile) as raised:
        load_setup(file(text))
    assert raised.value.reason == reason


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import os\nos._exit(0)", "ended"),
        ("def make():\n    raise KeyError('gone')", "line 2: KeyError: 'gone'"),
        (GOOD.replace("nn.Linear(6,", "nn.Linear(7,"), "don't go together"),
        ("while True: pass", "no answer for 2 seconds"),
    ],
)
def test_whatever_its_code_does_the_end_is_a_sentence_and_exit_code_2(text, says, file, home, monkeypatch):
    monkeypatch.setattr(own_setup, "ANSWER_S", 2.0 if "while" in text else own_setup.ANSWER_S)
    done = run("diagnose", str(file(text)), "--lang", "en")
    assert (done.code, done.out, says in done.err) == (2, "", True)


def test_no_file_is_a_sentence_too(home):
    assert run("diagnose", "nowhere.py").code == 2
