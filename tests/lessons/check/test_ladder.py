"""The ladder tells by name no more than it says, blind pages tell nothing, and no answer is told before its run."""

from pathlib import Path

import pytest

from lessons.check.ladder.answers_told import claims_too_early, is_told
from lessons.check.ladder.blind_pages import prove_blind_pages
from lessons.check.ladder.hints import prove_hints, prove_near_misses
from lessons.check.proof import Proof
from lessons.load import load_lesson
from tests.lessons.check.lying import Change, write

EN, S = "en.md", "lesson.toml"
SECOND = "What is supposed to bend a number lives in `minimodel/nn/activations.py`."
FOURTH = "The only line of `Tanh.forward` gives back what came in."
SLOPE = 'id = "slope"\nfile = "minimodel/operations.py"\nfunction = "tanh"'


def failing(prove: object, folder: Path) -> list[str]:
    proofs: list[Proof] = list(prove(load_lesson(folder), None))  # type: ignore[operator]
    return [f"{proof.what}: {proof.problem}" for proof in proofs if not proof.holds]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ((EN, SECOND, "Read `Tanh.forward`."), "hint 2 reveals the module: ## hint 2 names the function Tanh.forward"),
        ((EN, SECOND, "Is `return x` right?"), "hint 2 reveals the module: ## hint 2 names the edited line, `return x`"),
        ((EN, FOURTH, "Write `return x.tanh()`."), "hint 4 reveals the line: ## hint 4 names what has to stand there"),
    ],
)  # fmt: skip
def test_a_hint_that_tells_more_than_it_declares_is_refused(
    changed: Change, said: str, tmp_path: Path
) -> None:
    assert [
        each
        for each in failing(prove_hints, write("bend-lost", (changed,), tmp_path))
        if each.startswith(said)
    ]


def test_an_honest_ladder_holds(tmp_path: Path) -> None:
    folder = write("bend-lost", (), tmp_path)
    for prove in (prove_hints, prove_near_misses, prove_blind_pages):
        assert failing(prove, folder) == []


@pytest.mark.parametrize(
    "words", ["It is in `minimodel/nn/activations.py`.", "Look at Tanh.forward.", "See `return x.tanh()`."]
)
def test_a_blind_page_that_names_file_function_or_cure_is_refused(words: str, tmp_path: Path) -> None:
    folder = write("bend-lost", (), tmp_path)
    page = (folder / EN).read_text(encoding="utf-8")
    (folder / EN).write_text(page.replace("## symptom\n", f"## symptom\n{words} "), encoding="utf-8")
    assert any("## symptom names" in each for each in failing(prove_blind_pages, folder))


def test_a_near_miss_that_is_the_edit_is_refused(tmp_path: Path) -> None:
    edit = 'id = "slope"\nfile = "minimodel/nn/activations.py"\nfunction = "Tanh.forward"'
    found = failing(prove_near_misses, write("bend-lost", ((S, SLOPE, edit),), tmp_path))
    assert found == [
        "near miss slope: Tanh.forward of minimodel/nn/activations.py holds the edit itself. "
        "Name a line of it, or another function."
    ]


def test_the_true_option_is_told_by_its_own_words_alone() -> None:
    offered = {"all": "nearlyallofthem", "few": "hardlyanyofthem"}
    assert is_told("itgotnearlyallofthemright", offered, "all")
    assert not is_told("itgotnearlyallofthem,orhardlyanyofthem", offered, "all")
    assert not is_told("itgotsome", offered, "all")


def test_a_claim_that_answers_a_question_is_not_shown_before_its_run(tmp_path: Path) -> None:
    told = (EN, "## name rows", "## know\nIt ends at {loss_broken}, and gets {rows_broken}.\n\n## name rows")
    twin = (
        "es.md",
        "## name rows",
        "## know\nAcaba en {loss_broken}, y acierta {rows_broken}.\n\n## name rows",
    )
    found = list(claims_too_early(load_lesson(write("break", (told, twin), tmp_path))))
    assert found[0].problem == (
        "## know shows {loss_broken} before the run, and that answers ## predict loss. Say it in ## because loss."
    )
