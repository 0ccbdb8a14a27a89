"""What a page prints of a claim: the claim exists, its words say what it proves, and no claim is left over."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.check.numbers.agreement import disagreement
from lessons.check.numbers.used import prove_uses
from lessons.headings import read_heading
from lessons.lesson import Claim, Lesson
from lessons.load import load_course, load_lesson

Loaded = Callable[..., Lesson]
Write = Callable[..., Path]


def claim(low: float, high: float | None = None, measure: str = "median") -> Claim:
    """A claim that lies between two numbers, or is one."""
    if high is None:
        return Claim("c", measure, {}, equals=low)
    return Claim("c", measure, {}, between=(low, high))


SAYS = [
    (claim(0.72, 0.78), "three quarters", "en"), (claim(0.72, 0.78), "tres cuartos", "es"),
    (claim(0.5), "half of them", "en"), (claim(0.48, 0.51), "la mitad", "es"), (claim(0.34), "a third", "en"),
    (claim(0.2), "one in five", "en"), (claim(0.9), "nueve de cada diez", "es"),
    (claim(0.26), "a little more than a quarter", "en"), (claim(0.26), "algo más de la cuarta parte", "es"),
    (claim(0.28), "about a quarter", "en"), (claim(0.5, 0.6), "more than half", "en"),
    (claim(0.1, 0.3), "menos de la mitad", "es"), (claim(0.77), "77 %", "en"),
    (claim(0.77), "setenta y siete por ciento", "es"), (claim(10), "10 in a hundred", "en"),
    (claim(2.1), "twice", "en"), (claim(1.9, 2.1), "el doble", "es"), (claim(9.5), "ten times", "en"),
    (claim(10.5), "diez veces", "es"), (claim(0.25), "four times smaller", "en"),
    (claim(42), "forty-two", "en"), (claim(38, 42), "forty steps", "en"), (claim(5), "5", "en"),
    (claim(0.05), "five points", "en"), (claim(0, 1e-12), "zero", "en"),
    (claim(0, 1e-12), "more than ten orders of magnitude", "en"), (claim(12), "an order of magnitude", "en"),
    (claim(0, 1e-9), "less than a billionth", "en"), (claim(0, 0.1), "below `0.1`", "en"),
    (claim(1), "every row", "en"), (claim(0), "none", "en"), (claim(0), "ninguna", "es"),
    (claim(0.6, 0.9), "most", "en"), (claim(0.95, 1), "nearly all", "en"), (claim(0, 0.05), "hardly any", "en"),
    (claim(0.5, 1e3, "least"), "on every seed", "en"),
    (claim(0, 1e-9, "greatest"), "con ninguna semilla", "es"),
]  # fmt: skip
DOES_NOT = [
    (claim(0.6, 0.85), "three quarters", "en", "'three quarters' says 0.75; the claim says 0.6 to 0.85."),
    (claim(0.9), "three quarters", "en", "the claim says 0.9."),
    (claim(0.4), "more than half", "en", "'more than half' says more than 0.5; the claim says 0.4."),
    (claim(0.4, 0.6), "less than half", "en", "says less than 0.5"),
    (claim(3.1), "twice as many", "en", "says 2 times"), (claim(0.25), "four times", "en", "says 4 times"),
    (claim(49), "forty steps", "en", "says 40"),
    (claim(0.01, 1), "more than ten orders of magnitude", "en", "says more than 10 orders of magnitude"),
    (claim(0.99), "every row", "en", "says 1; the claim says 0.99."),
    (claim(0.5, 1e3), "on every seed", "en", "says 1; the claim says 0.5 to 1e+03."),
    (claim(0.4), "la mayoría", "es", "says 0.5 to 1"), (claim(0.5), "somewhat", "en", "says no number"),
    (claim(0.5), "half, or a third", "en", "says 2 numbers"),
    (claim(float("nan")), "half", "en", "the claim says nan to nan."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "words", "language"), SAYS)
def test_words_that_say_what_a_claim_proves_hold(claim: Claim, words: str, language: str) -> None:
    assert disagreement(claim, words, language) == ""


@pytest.mark.parametrize(("claim", "words", "language", "problem"), DOES_NOT)
def test_words_that_say_something_else_do_not(claim: Claim, words: str, language: str, problem: str) -> None:
    assert problem in disagreement(claim, words, language)


def test_what_stands_after_the_words_may_say_which_way_round(loaded: Loaded) -> None:
    assert disagreement(claim(0.25), "four times", "en", " smaller than before") == ""
    assert disagreement(claim(0.25), "cuatro veces", "es", " menos que antes") == ""


# ---- on a page -------------------------------------------------------------

STRUCTURE = """
[experiment.corners]
task = "xor"
model = { name = "MLP", sizes = [2, 2] }
steps = 0
seeds = 2
[claims]
weights = { measure = "parameters", experiment = "corners", equals = 6 }
"""


def problems(lesson: Lesson) -> list[tuple[str, str, str]]:
    return [(proof.what, proof.place, proof.problem) for proof in prove_uses(lesson) if not proof.holds]


def test_a_claim_that_there_is_not_is_named_with_the_nearest(loaded: Loaded) -> None:
    lesson = loaded(STRUCTURE, {"why": "First.\n\nIt has {weight} of them."})
    (english, spanish) = problems(lesson)
    line = (lesson.folder / "en.md").read_text(encoding="utf-8").split("\n").index("It has {weight} of them.")
    assert english[:2] == ("{weight} in en.md, ## why", f"en.md:{line + 1}")
    assert english[2] == "'weight' is not in [claims] of lesson.toml. Did you mean weights?"
    assert spanish[1] == f"es.md:{line + 1}"
    assert lesson.prose["en"].sections["why"].endswith("It has {weight} of them.")


def test_braces_in_real_source_are_no_claims(lesson: Lesson) -> None:
    prose = {"en": replace(lesson.prose["en"], written={"why": 'It says `f"{name}"` and {name}.'})}
    assert [what for what, _, _ in problems(replace(lesson, prose=prose))] == ["{name} in en.md, ## why"] * 2


def test_words_are_printed_and_proved(loaded: Loaded) -> None:
    lesson = loaded(STRUCTURE, {"why": "It has {weights:about 6} of them, and {weights}."})
    assert lesson.prose["en"].sections["why"] == "It has about 6 of them, and 6."
    assert problems(lesson) == []
    false = loaded(STRUCTURE, {"why": "It has {weights:7} of them."})
    assert [problem for _, _, problem in problems(false)] == ["'7' says 7; the claim says 6."] * 2


def test_a_percent_sign_after_a_claim_that_prints_no_percentage_is_found(lesson: Lesson) -> None:
    prose = {
        "en": replace(lesson.prose["en"], written={"why": "{rank_healthy} % and {additive_healthy} percent."})
    }
    ((_, _, problem),) = problems(replace(lesson, prose=prose))
    assert problem == "it prints 1, and a percent sign more says something else."


def test_a_claim_that_no_page_prints_is_advice_and_says_why_not(loaded: Loaded) -> None:
    (proof,) = prove_uses(loaded(STRUCTURE))
    assert proof.holds
    assert proof.advice == 'no page prints it. Print {weights}, or say why it is there: unused = "…".'
    silent = STRUCTURE.replace("equals = 6", 'equals = 6, unused = "a bound"')
    assert [(proof.holds, proof.advice) for proof in prove_uses(loaded(silent))] == [(True, "")]


def test_a_claim_that_is_printed_does_not_say_why_not(loaded: Loaded) -> None:
    silent = STRUCTURE.replace("equals = 6", 'equals = 6, unused = "a bound"')
    ((what, place, problem),) = problems(loaded(silent, {"why": "It has {weights}."}))
    assert what == "use of claim weights"
    assert place.startswith("lesson.toml:")
    assert problem == "it says why no page prints it ('a bound'), but a page does."


@pytest.mark.parametrize("name", list(load_course().lessons))
def test_every_claim_of_the_course_is_printed_or_says_why_not(name: str) -> None:
    proofs = list(prove_uses(load_course().lessons[name]))
    assert [proof.what for proof in proofs if proof.advice or not proof.holds] == []


# ---- titles ----------------------------------------------------------------


def test_a_title_and_a_summary_print_their_claims_on_the_map_and_in_the_lesson(write: Write) -> None:
    folder = write(STRUCTURE, {"summary": "It has {weights:about 6}, {weights}."})
    for page in ("en.md", "es.md"):
        _, text = (folder / page).read_text(encoding="utf-8").split("\n", 1)
        (folder / page).write_text("# {weights} weights\n" + text, encoding="utf-8")
    heading = read_heading(folder)
    assert heading.titles == {"en": "6 weights", "es": "6 weights"}
    assert heading.summaries["en"] == "It has about 6, 6."
    assert load_lesson(folder).prose["es"].title == "6 weights"


def test_a_map_is_shown_though_the_claims_of_a_title_cannot_be_read(write: Write) -> None:
    folder = write(STRUCTURE, {"summary": "It has {weights}."})
    structure = (folder / "lesson.toml").read_text(encoding="utf-8")
    (folder / "lesson.toml").write_text(structure.replace("equals = 6", "equals = 'six'"), encoding="utf-8")
    assert read_heading(folder).summaries["en"] == "It has {weights}."
