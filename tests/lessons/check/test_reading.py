"""Pages: the same in both languages, nothing left over; numbers and the words of claims as they are read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lessons.check.numbers.number_words import folded, quantities, whole_numbers
from lessons.check.numbers.printed_claims import disagreement
from lessons.check.numbers.prose_numbers import Passage, figures, unproved
from lessons.check.pages import Page
from lessons.check.proof import Proof
from lessons.check.words.proofs import CHECKS
from lessons.check.words.translation_marks import mark_translated
from lessons.lesson import Claim, Lesson, Prose
from tests.lessons.check.lying import write

TITLES = {"en": "A title", "es": "Un título"}


def lesson_of(en: str, es: str = "", heading: str = "why") -> Lesson:
    """A lesson of one section."""
    pages = {"en": en, "es": es} if es else {"en": en}
    prose = {name: Prose(TITLES[name], {heading: text}) for name, text in pages.items()}
    return Lesson("a-lesson", Path(), prose=prose)


def found(what: str, en: str, es: str = "") -> list[str]:
    proofs: Iterator[Proof] = CHECKS[what](lesson_of(en, es))
    return [proof.problem or proof.advice for proof in proofs]


# ---- both languages ----------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "en", "es", "said"),
    [
        ("the same numbers", "There are 23 rows.", "Hay 32 filas.", "## why says 32, where en.md has 23: both should say the same."),
        ("the same claims", "It is {a}.", "Es poco.", "## why lacks {a}, which en.md has: both should say the same."),
        ("the same code", "It is `x.tanh()`.", "Es `x.gelu()`.", "## why has `x.gelu()`, where en.md has `x.tanh()`: both should say the same."),
        ("the same code", "```\nLinear(16 → 5)\n```", "```\nLinear(16 → 6)\n```", "## why has, in a fence, `6`, where en.md has `5`: both should say the same."),
        ("the same paragraphs and items", "- one\n- two", "- uno", "## why has 1 list items; en.md has 2."),
        ("the same paragraphs and items", "One.\n\nTwo.", "Uno. Dos.", "## why has 1 paragraphs; en.md has 2."),
        ("each page in its own language", "It is the sum.", "This is not what it was, and it was left.", "## why: “This is not what it was, and it was left.” is English; es.md is Spanish."),
        ("each page in its own language", "Who?", "Quién lo hace?", "## why has a question without its ¿ or its ?."),
    ],
)  # fmt: skip
def test_what_one_language_says_otherwise_is_named(what: str, en: str, es: str, said: str) -> None:
    assert found(what, en, es) == [said]


@pytest.mark.parametrize(
    ("what", "en", "es"),
    [
        ("the same numbers", "There are 23 rows.", "Hay veintitrés filas."),
        ("the same numbers", "It is twice as large as 0.5.", "Es 2 veces más que 0,5."),
        ("the same code", "A `row` of `MLP`.", "Una `fila` de `MLP`."),
        ("the same code", "```python\nx = 1  # one\n```", "```python\nx = 1  # uno\n```"),
        ("each page in its own language", "Glorot and Bengio (2010).", "Glorot and Bengio (2010)."),
        ("each page in its own language", "As in *look a little higher than that*.", "Como en *look a little higher than that*."),
    ],
)  # fmt: skip
def test_what_both_languages_say_alike_passes(what: str, en: str, es: str) -> None:
    assert found(what, en, es) == []


@pytest.mark.parametrize(
    ("what", "text", "said"),
    [
        ("nothing left over", "TODO: say more.", "## why has 'TODO': write what belongs there, or take it out."),
        ("no empty section", "…", "## why says only '…': a learner would find an empty place."),
        ("marks in pairs", "**Depth multiplies.", "## why has a ** without its pair, which a learner would see: close it, or put it in backticks."),
        ("everything can be shown", "The <b>sum</b>", "## why has HTML, '<b>', which a terminal does not show: say it in words."),
        ("letters as they were typed", "mÃ¡s", "## why has 'Ã¡': write it again, and save the file as UTF-8."),
        ("pages of three screens at most", "Again.\n\n" * 40, None),
        ("every term is explained", "The Hessian is large.", None),
        ("fences that are shown whole", "```\n" + "a\n" * 21 + "```", "a fence of ## why has 21 lines, and 20 are shown. Take some out, or make two of it."),
    ],
)  # fmt: skip
def test_what_a_learner_could_not_read_is_named(what: str, text: str, said: str | None) -> None:
    assert found(what, text)[:1] == [said] if said else found(what, text)


# ---- numbers -------------------------------------------------------------------


def judged(
    text: str, heading: str = "why", own: frozenset[float] = frozenset(), language: str = "en"
) -> list[str]:
    """The numbers that a section is told of."""
    page = Page(Lesson("a-lesson", Path(), prose={language: Prose("", {heading: text})}), language)
    return [(proof.problem or proof.advice).split("'")[1] for proof in unproved(Passage(page, heading, own))]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It took 77 steps.", ["77"]),
        ("The loss is 1.42, and `1.43`.", ["1.42", "1.43"]),
        ("It got 77 % right, or 77 percent.", ["77 %", "77 percent"]),
        ("It has 12,000 weights.", ["12,000"]),
        ("Half of the rows are right.", ["Half"]),
        ("It took twice as many steps.", ["twice"]),
        ("Nine in ten fail, three quarters fall.", ["Nine in ten", "three quarters"]),
        ("It was 9137 of 9200.", ["9137 of 9200"]),
        ("That is half of the story, half way.", []),
        ("Glorot and Bengio (2010) and LeCun in 1998.", []),
        ("W1 and float64, on page 12 of https://a.org/7734.", []),
        ("In 3 ways; and 7 of them.", []),
        ("It has 7 steps.", ["7"]),
        ("Many would say half of them.", []),
    ],
)
def test_numbers_of_nobody_are_found_in_digits_and_in_the_usual_words(text: str, numbers: list[str]) -> None:
    assert sorted(judged(text)) == sorted(numbers)


@pytest.mark.parametrize(
    "text",
    [
        "Tardó 77 pasos.",
        "Acertó la mitad de las filas.",
        "Tardó el doble de pasos.",
        "Son tres cuartos de ellas.",
    ],
)
def test_and_in_spanish(text: str) -> None:
    assert len(judged(text, language="es")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "48 rows, a rate of 0.5 and 1.0.",
        "12/48 of them.",
        "A quarter: 12 of 48 rows.",
        "36 rows: 48 less 12.",
        "It is half as large.",
    ],
)
def test_a_lessons_own_numbers_and_what_they_make_pass(text: str) -> None:
    assert judged(text, own=frozenset({48.0, 12.0, 0.5, 1.0})) == []


def test_where_nothing_is_told_numbers_are_advice_and_where_one_asks_they_are_not_judged() -> None:
    (proof,) = unproved(Passage(Page(lesson_of("77 rows.", heading="read"), "en"), "read", frozenset()))
    assert proof.holds
    assert proof.advice.startswith("## read says '77': no claim proves it")
    assert judged("77 rows?", heading="predict loss") == []


def test_numbers_are_read_as_either_country_writes_them() -> None:
    assert [each.values for each in figures("1,42 and 1,000 and 3/4 and 75 %")] == [
        (1.42,),
        (1.0, 1000.0),
        (0.75,),
        (0.75,),
    ]
    assert whole_numbers("twenty-four and a hundred and two", "en") == [24, 102]
    assert whole_numbers("treinta y seis", "es") == [36]
    assert [each.value for each in quantities(folded("nueve de cada diez, el triple"), "es")] == [0.9, 3]


# ---- the words of a claim ------------------------------------------------------

ABOUT_A_THIRD: dict[str, Any] = {"equals": 0.33, "within": 0.01}


@pytest.mark.parametrize(
    ("says", "words", "problem"),
    [
        (ABOUT_A_THIRD, "a third", ""),
        (ABOUT_A_THIRD, "less than half", ""),
        (ABOUT_A_THIRD, "33 %", ""),
        (ABOUT_A_THIRD, "more than half", "'more than half' says more than 0.5; the claim says 0.32 to 0.34."),
        (ABOUT_A_THIRD, "three quarters", "'three quarters' says 0.75; the claim says 0.32 to 0.34."),
        (ABOUT_A_THIRD, "a fair part", "'a fair part' says no number. Write it as digits, a share, a number of times, all or none."),
        (ABOUT_A_THIRD, "a third or a half", "'a third or a half' says 2 numbers; a claim proves one."),
        ({"equals": 0.1406, "within": 0.05}, "about one in seven", ""),
        ({"between": (1.9, 2.1)}, "twice", ""),
        ({"equals": 1.0}, "every", ""),
        ({"equals": 0.9}, "every", "'every' says 1; the claim says 0.9."),
        ({"equals": 42.0}, "forty-two", ""),
        ({"equals": 42.0}, "about 40", ""),
        ({"equals": 42.0}, "sixty", "'sixty' says 60; the claim says 42."),
    ],
)  # fmt: skip
def test_the_words_of_a_claim_say_what_it_proves(says: dict[str, Any], words: str, problem: str) -> None:
    assert disagreement(Claim("c", "median", {}, **says), words, "en") == problem


def test_a_number_of_times_may_be_upside_down() -> None:
    claim = Claim("c", "median", {}, between=(0.24, 0.26))
    assert disagreement(claim, "four times", "en", " smaller") == ""
    assert disagreement(claim, "cuatro veces", "es", " menor") == ""
    assert (
        disagreement(claim, "four times", "en", " larger")
        == "'four times' says 4 times; the claim says 0.24 to 0.26."
    )


# ---- what a page was translated from --------------------------------------------


def test_marking_writes_the_hash_of_each_section_once_and_a_change_is_told(tmp_path: Path) -> None:
    folder = write("experiment", (), tmp_path)
    mark_translated(folder)
    page = (folder / "es.md").read_text(encoding="utf-8")
    assert mark_translated(folder) == []
    assert (folder / "es.md").read_text(encoding="utf-8") == page
    english = (folder / "en.md").read_text(encoding="utf-8")
    (folder / "en.md").write_text(english.replace("## summary\n", "## summary\nNew. "), encoding="utf-8")
    assert mark_translated(folder) == ["summary"]
