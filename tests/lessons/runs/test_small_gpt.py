"""minimodel/lab/gpt.py runs, under PyTorch too, writes sentences, and says in which lesson each line was met."""

import importlib
import re

import numpy as np
import pytest

import minimodel
from lessons.format.course import load_course
from lessons.format.files import CONTENT
from minimodel.lab import gpt

SOURCE = (CONTENT.parents[1] / "minimodel" / "lab" / "gpt.py").read_text(encoding="utf-8")
IMPORTS = {"from .. import": "from torch import", "from ..nn": "from torch.nn", "from ..random": "from torch.random"}


def test_the_script_trains_and_writes_sentences(capsys):
    gpt.main()
    printed = capsys.readouterr().out
    share = float(re.search(r"grammatical ([\d.]+)", printed)[1])
    assert share >= 0.9
    assert "yesterday" in printed


@pytest.mark.slow
def test_under_pytorch_the_same_weights_have_the_same_losses(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    source = SOURCE
    for dots, name in IMPORTS.items():
        assert source.count(dots) == 1
        source = source.replace(dots, name)
    (tmp_path / "gpt_under_pytorch.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    theirs = importlib.import_module("gpt_under_pytorch")
    torch.set_default_dtype(torch.float64)
    try:
        ours, other = gpt.GPT(gpt.Config()), theirs.GPT(theirs.Config())
        other.load_state_dict({name: torch.tensor(np.array(each)) for name, each in ours.state_dict().items()})
        losses = []
        for script, model, tensor in ((gpt, ours, minimodel.tensor), (theirs, other, torch.tensor)):
            rows = map(tensor, gpt.shifted(gpt.sentences(np.random.default_rng(0), 512)))
            losses.append(list(script.train(model, *rows, np.random.default_rng(1), steps=40)))
    finally:
        torch.set_default_dtype(torch.float32)
    assert np.abs(np.subtract(*losses)).max() < 1e-6


def test_every_part_of_it_names_lessons_that_there_are():
    lessons = load_course().headings
    lines = SOURCE.partition("import manual_seed")[2].partition("if __name__")[0].strip()
    parts = re.split(r"\n\n+(?= *(?:@|def |class ))", lines)
    unmet = [part for part in parts if not set(re.findall(r"[a-z]+(?:-[a-z]+)+|leak", part)) & set(lessons)]
    opening = re.compile(r'(@\w+\n)?class \w+.*\n    """.*"""$')  # a class's first lines
    assert [part for part in unmet if not opening.match(part)] == []
