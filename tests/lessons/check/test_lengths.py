"""Tips for pages that are read once, and the key of a whole course."""

import pytest

from lessons.check.key import prove_balance
from lessons.check.lengths import CHECKS
from lessons.check.pages import Proof
from tests.lessons.conftest import PLANE

KINDS = 'of = "plane.final_loss"\noptions = { low = [0, 0.1], high = [0.2, 9] }\n'
ASKING = f'{PLANE}[## predict loss]\n{KINDS}[## predict typed]\nof = "plane.final_loss"\nwithin = 0.1\n'
OPTIONS = "\n\n- low: low\n- high: high"
FENCE = "```\nx\n```"
LONG, FOUR = "word " * 111, "One. Two. Three. Four?"


def tips(lesson, what):
    return [proof.advice for proof in CHECKS[what](lesson) if proof.file == "en.md"]


@pytest.mark.parametrize(
    ("what", "wrong", "right", "said"),
    [
        (
            "few words before the first bet",
            {"read": LONG},
            {"read": f"{FENCE}\n\nword\n\n```\n{LONG}\n```"},
            "111 words",
        ),
        ("shown before asked", {"read": "A page."}, {"read": f"A page.\n\n{FENCE}"}, "nowhere before"),
        ("shown before asked", {"read": "A.\n\n" * 6 + FENCE}, {"read": "A page.\n\n| a |\n|---|\n| 1 |"}, "in row 13"),
        (
            "short prompts",
            {"predict loss": FOUR + OPTIONS},
            {"predict loss": f"One. Two. Three?{OPTIONS}"},
            "4 sentences",
        ),
        ("verdicts that tell", {"because loss": "So it is."}, {"because loss": "So it is. See."}, "one sentence"),
        (
            "replies to the thought",
            {"because loss: low": "Yes. But no.", "because loss: high": "It is. But."},
            {"because loss: low": "Yes. But no.", "because loss: high": "It is so, but."},
            "“X. But Y.”",
        ),
    ],
)
def test_what_reads_badly_is_a_tip_and_never_fails(loaded, what, wrong, right, said):
    (tip,) = tips(loaded(ASKING, wrong), what)
    assert said in tip
    assert tips(loaded(ASKING, right), what) == []


def test_a_number_is_typed_once_one_was_read(loaded):
    typed_first = f'{PLANE}[## predict typed]\nof = "plane.final_loss"\nwithin = 0.1\n'
    (tip,) = tips(
        loaded(typed_first, {"read": "A page.", "predict typed": "How much?"}), "numbers read before one is typed"
    )
    assert "none was shown" in tip
    shown = {"read": "A page.", "predict typed": "A coin toss costs 0.69. How much?"}
    assert tips(loaded(typed_first, shown), "numbers read before one is typed") == []


def test_a_key_that_chance_would_hardly_give_is_told():
    def proofs(*places):
        return [Proof("a", "predict b", key=f"choice 3 {place}.") for place in places]

    even = prove_balance("course", [*proofs(*[1, 2, 3] * 5), Proof("a", "words")])
    assert (even.advice, even.shown) == ("", "choice of 3: 1. 5, 2. 5, 3. 5")
    assert "1. 12, 2. 1, 3. 2, where chance gives 5 each" in prove_balance("course", proofs(*[1] * 12, 2, 3, 3)).advice
    assert prove_balance("course", proofs(1, 1, 1)).advice == ""  # too few to say
