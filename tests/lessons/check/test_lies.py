"""An honest lesson passes; one with a lie of each family is refused in the sentence that says so."""

import os
from pathlib import Path

import pytest

from lessons.check.cache import Cache
from lessons.check.workers import Workers
from tests.lessons.check.lying import HONEST, Change, failures, write

S, EN, ES = "lesson.toml", "en.md", "es.md"
CITED = "Glorot and Bengio (2010) measured how signals fade from layer to layer."
CITADO = "Glorot y Bengio (2010) midieron cómo se apaga la señal de capa en capa."
LOSS = 'arm = "broken", equals = 1.55, within = 0.005 }\nloss_healthy'
HINT = "What is supposed to bend a number lives in `minimodel/nn/activations.py`."


def why(english: str, spanish: str) -> tuple[Change, Change]:
    return (EN, CITED, f"{english} {CITED}"), (ES, CITADO, f"{spanish} {CITADO}")


METRICS = 'metrics = ["train_accuracy", "final_loss"]\n'
IDLE = """[experiment.plane.arm.idle]
edit = { file = "minimodel/nn/activations.py", before = "return x.gelu()", after = "return x" }
[experiment.plane.arm.healthy]
[experiment.plane.arm.broken]
"""
LIES: dict[str, tuple[str, tuple[Change, ...], str]] = {
    "words: a claim less": ("break", ((ES, "por encima de {loss_healthy:0.042}", "por encima de casi nada"),), "the same claims: ## because loss lacks {loss_healthy}, which en.md has: both should say the same."),
    "numbers: digits": ("break", why("The broken network got 77 % of its rows right.", "La red rota acertó el 77 % de sus filas."), "sentences of en.md: ## why says '77 %': no claim proves it, and it is none of the lesson's own numbers."),
    "printed claims: words that it does not say": ("break", why("It got {rows_broken:three quarters} right.", "Acertó {rows_broken:tres cuartos}."), "{rows_broken:three quarters} in en.md, ## why: 'three quarters' says 0.75; the claim says 0.32 to 0.34."),
    "printed claims: a claim that is none": ("break", why("It was {loss_brokn}.", "Era {loss_brokn}."), "{loss_brokn} in en.md, ## why: 'loss_brokn' is no claim of the lesson."),
    "hints: one that says too much": ("bend-lost", ((EN, HINT, "Read `Tanh.forward`, and compare."),), "hint 2 reveals the module: ## hint 2 names the function Tanh.forward"),
    "claims: false": ("break", ((S, "equals = 0.33, within = 0.01", "equals = 0.44, within = 0.01"),), "claim rows_broken: says 0.44 ± 0.01; measured 0.333333."),
    "claims: so wide that it says nothing": ("break", ((S, "equals = 0.33, within = 0.01", "between = [0, 1]"),), "claim rows_broken: is 1 wide; measured 0.3333"),
    "claims: wider than chance": ("break", ((S, LOSS, LOSS.replace("equals = 1.55, within = 0.005", "between = [0, 9]")),), "claim loss_broken: is 9 wide; measured 1.55"),
    "edits: a layer without its sizes": ("break", ((S, 'gradcheck = ["', 'gradcheck = ["Linear", "'),), "gradcheck Linear: minimodel cannot make it: "),
    "printed claims: a placeholder that is none": ("break", why("It was {Share_Broken}.", "Era {Share_Broken}."), "{Share_Broken} in en.md, ## why: 'Share_Broken' is no claim of the lesson."),
    "printed claims: a verdict before its runs": ("break", why("{verdict} So.", "{verdict} Así."), "{verdict} in es.md, ## why: it is filled in under ## because, ## learnt alone."),
    "questions: nobody is asked": ("break", tuple((S, f'id = "{name}"', f'modes = ["open"]\nid = "{name}"') for name in ("loss", "rows", "answers")), "mode blind is asked: in mode blind nothing is asked before"),
    "predictions: one run": ("break", ((S, "seeds = 12  ", "seeds = 1  "),), "and one run is an anecdote"),
    "arms: an edit of its own that changes nothing": ("bend-lost", ((S, METRICS, METRICS + IDLE),), "the edit of plane, arm idle shows: it changes nothing"),
    "calculation: a step that is no number": ("walkthrough", ((S, "takings = totals.sum()", "takings = (totals - totals).sum() / 0"),), "step takings: takings is nan there, and nobody can type that."),
}  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """What is trained for one lie need not be trained for the next, in whichever process it is told."""
    base = tmp_path_factory.getbasetemp()
    return Cache((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kept")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in HONEST.iterdir()))
def test_an_honest_lesson_passes(name: str, tmp_path: Path, kept: Cache, workers: Workers) -> None:
    assert failures(write(name, (), tmp_path), workers, kept) == []


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_refused_in_a_sentence(name: str, tmp_path: Path, kept: Cache, workers: Workers) -> None:
    lesson, changes, expected = LIES[name]
    found = failures(write(lesson, changes, tmp_path), workers, kept)
    assert any(expected in each for each in found), "\n".join(found)
    assert not any("a fault of lynx-tutor" in each for each in found)


HONEST_EDITS = {  # what a good author writes, and an earlier check refused
    "half of the story": why("That is half of the story.", "Eso es parte de la historia."),
    "arithmetic": why("That is 23/46 of them.", "Son 23/46 de ellas."),
    "a claim in words": why("It got {rows_broken:a third} right.", "Acertó {rows_broken:un tercio}."),
    "a paragraph split in one language": ((EN, "One falls.", "One falls.\n\n"),),
    "a year": why("LeCun (1998) knew it.", "LeCun (1998) lo sabía."),
    "a setting": why("It was trained for 120 steps on 23 numbers.", "Se entrenó 120 pasos con 23 números."),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HONEST_EDITS)
def test_an_honest_edit_still_passes(name: str, tmp_path: Path, kept: Cache, workers: Workers) -> None:
    assert failures(write("break", HONEST_EDITS[name], tmp_path), workers, kept) == []
