"""Pages: the same in both languages, nothing left over; numbers and the words of claims as they are read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lessons.check.numbers import figures, folded, numbers_in, whole_numbers
from lessons.check.pages import PageFile, Proof
from lessons.check.printed_claims import disagreement
from lessons.check.sentences import Passage, strangers
from lessons.check.sentences import judged as judged_sentences
from lessons.check.translation import mark_translated
from lessons.check.words import CHECKS
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import Lesson, Prose
from lessons.course.lesson.page import EMPHASIS, plain_text
from lessons.course.lesson.prose import fill
from tests.lessons.check.known import METRIC
from tests.lessons.check.lying import write

TITLES = {"en": "A title", "es": "Un título"}


def lesson_of(en: str, es: str = "", heading: str = "why") -> Lesson:
    pages = {"en": en, "es": es} if es else {"en": en}
    prose = {name: Prose(TITLES[name], {heading: text}) for name, text in pages.items()}
    return Lesson("a-lesson", Path(), prose=prose)


def found(what: str, en: str, es: str = "") -> list[str]:
    proofs: Iterator[Proof] = CHECKS[what](lesson_of(en, es))
    return [proof.problem or proof.advice for proof in proofs]


@pytest.mark.parametrize(
    ("what", "en", "es", "said"),
    [
        ("the same numbers", "There are 23 rows.", "Hay veintitrés filas.", ""),
        ("the same numbers", "It is twice as large as 0.5.", "Es 2 veces más que 0,5.", ""),
        ("the same code", "A `row` of `MLP`.", "Una `fila` de `MLP`.", ""),
        ("the same code", "```python\nx = 1  # one\n```", "```python\nx = 1  # uno\n```", ""),
        ("the same numbers", "There are 23 rows.", "Hay 32 filas.", "## why says 32, where en.md has 23: both should say the same."),
        ("the same claims", "It is {a}.", "Es poco.", "## why lacks {a}, which en.md has: both should say the same."),
        ("the same code", "It is `x.tanh()`.", "Es `x.gelu()`.", "## why has `x.gelu()`, where en.md has `x.tanh()`: both should say the same."),
        ("the same code", "```\nLinear(16 → 5)\n```", "```\nLinear(16 → 6)\n```", "## why has, in a fence, `6`, where en.md has `5`: both should say the same."),
        ("the same paragraphs and items", "- one\n- two", "- uno", "## why has 1 list items; en.md has 2."),
        ("the same paragraphs and items", "One.\n\nTwo.", "Uno. Dos.", "## why has 1 paragraphs; en.md has 2."),
    ],
)  # fmt: skip
def test_what_one_language_says_otherwise_is_named(what, en, es, said):
    assert found(what, en, es) == ([said] if said else [])


@pytest.mark.parametrize(
    ("what", "text", "said"),
    [
        ("nothing left over", "TODO: say more.", "## why has 'TODO': write what belongs there, or take it out."),
        ("no empty section", "…", "## why says only '…': a learner would find an empty place."),
        ("marks in pairs", "**Depth multiplies.", "## why has a ** without its pair, which a learner would see: close it, or put it in backticks."),
        ("everything can be shown", "The <b>sum</b>", "## why has HTML, '<b>', which a terminal does not show: say it in words."),
        ("pages of three screens at most", "Again.\n\n" * 40, None),
        ("every term is explained", "The Hessian is large.", None),
        ("lessons that are named", "As in *Cut accross*.", None),
        ("lessons that are named", "| a | b |\n|---|---|\n| x | *Nobody wrote it* |", None),
        ("fences that are shown whole", "```\n" + "a\n" * 21 + "```", "a fence of ## why has 21 lines, and 20 are shown. Take some out, or make two of it."),
    ],
)  # fmt: skip
def test_what_a_learner_could_not_read_is_named(what, text, said):
    assert found(what, text)[:1] == [said] if said else found(what, text)


def judged(text: str, heading: str = "why", own: frozenset[float] = frozenset(), language: str = "en") -> list[str]:
    page = PageFile(Lesson("a-lesson", Path(), prose={language: Prose("", {heading: text})}), language)
    found = strangers(Passage(page, heading, own))
    return [text[each.start : each.end].strip("*_` \n") for each in found]


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
        ("ln 5 = 1.61, so divide by 4. 16! orders, √60.", []),
        ("By `x.reshape(77, 3)`.", []),
        ("```\nhealthy 0.97\nx = 0.98\n```", ["0.97"]),
        ("It has 7 steps.", ["7"]),
        ("Half of them?", []),
    ],
)
def test_numbers_of_nobody_are_found_in_digits_and_in_the_usual_words(text, numbers):
    assert sorted(judged(text)) == sorted(numbers)


def test_a_lessons_own_numbers_and_what_they_make_pass():
    text = "48 rows, a rate of 0.5 and 1.0. 12/48 of them. A quarter: 12 of 48 rows. 36 rows: 48 less 12. It is half as large.\n\n1 + 0.5 + 0.25."
    assert judged(text, own=frozenset({48.0, 12.0, 0.5, 1.0})) == []


def told(text: str, heading: str, language: str = "en", claims: dict[str, Claim] | None = None) -> list[Proof]:
    lesson = Lesson("a-lesson", Path(), prose={language: Prose("", {heading: text})}, claims=claims or {})
    return list(judged_sentences(Passage(PageFile(lesson, language), heading, frozenset())))


@pytest.mark.parametrize(
    ("text", "heading", "problem", "what"),
    [
        ("77 rows.", "why", "## why says '77': no claim proves it, and it is none of the lesson's own numbers.", ""),
        ("77 rows.", "read", "", "a number"),
        ("It got three quarters.", "why", "", "a number"),
        ("It fails because units died.", "why", "", "a cause"),
        ("It took fewer steps, as always.", "learnt a", "", "a comparison, an every"),
        ("The ReLU is here.", "read", "", "a name"),
    ],
)
def test_a_digit_is_a_claim_where_something_is_told_and_other_sentences_are_their_authors(text, heading, problem, what):
    (proof,) = told(text, heading)
    assert (proof.problem, proof.what, proof.yours) == (problem, what, not problem)
    assert proof.yours is False or proof.advice == text


@pytest.mark.parametrize(
    ("text", "heading"), [("77 rows?", "predict a"), ("A network learns.", "why"), ("77", "arm a")]
)
def test_what_asks_or_states_nothing_is_nobodys(text, heading):
    assert told(text, heading) == []


@pytest.mark.parametrize(("text", "language"), [("{a}, on every seed.", "en"), ("{a}, con todas las semillas.", "es")])
def test_every_seed_is_a_claim_of_its_own(text, language):
    given = {"experiment": "e", "metric": METRIC}
    claims = {name: {"a": Claim("a", name, given, equals=1.0)} for name in ("median", "every", "least")}
    assert "of the median or the mean" in told(text, "why", language, claims["median"])[0].problem
    assert all(proof.yours for name in ("every", "least") for proof in told(text, "why", language, claims[name]))


@pytest.mark.parametrize(
    ("measure", "text", "language", "printed"),
    [
        ("median", "{a} instead of {a}. {a} steps.", "en", "46 steps instead of 46. 46 steps."),
        ("median", "De {a} a {a}. Los pasos: {a}.", "es", "De 46 pasos a 46. Los pasos: 46."),
        ("least", "It took {a}, or {a:forty}.", "en", "It took at least 46 steps, or forty."),
        ("greatest", "Tardó {a}.", "es", "Tardó como mucho 46 pasos."),
        ("every", "It took {a}.", "en", "It took 46 steps."),
        ("share", "{a} of {b}", "en", "46 of {b}"),
        ("share", "{a}. No list. {a}.\n{a}.", "en", "46\\. No list. 46.\n46\\."),
    ],
)
def test_a_claim_prints_its_unit_once_a_sentence_and_a_bound_its_word(measure, text, language, printed):
    claim = Claim("a", measure, {"experiment": "e", "metric": "steps_to_loss_0.1"}, equals=46.0)
    assert fill(text, {"a": claim}, language) == printed
    assert "\\" not in plain_text(printed)


def test_numbers_are_read_as_either_country_writes_them():
    found = [each.values for each in figures("1,42 and 1,000 and 3/4 and 75 %")]
    assert found == [(1.42,), (1.0, 1000.0), (0.75,), (0.75,)]


@pytest.mark.parametrize(
    ("read", "text", "language", "values"),
    [
        (numbers_in, "nueve de cada diez, el triple", "es", [0.9, 3]),
        (numbers_in, "tres cuartas partes", "es", [0.75]),
        (numbers_in, "a third of them, and twice as many", "en", [1 / 3, 2]),
        (numbers_in, "13 of 26 rows", "en", [0.5]),
        (numbers_in, "half way, a third time, twice", "en", [2]),
        (numbers_in, "48 veces", "es", [48]),
        (whole_numbers, "Twenty-four and a hundred", "en", [24, 100]),
        (whole_numbers, "treinta y seis", "es", [36]),
    ],
)
def test_the_usual_words_for_shares_multiples_and_whole_numbers_are_numbers(read, text, language, values):
    assert [each.values[0] for each in read(folded(text), language)] == values


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
        ({"equals": 46.0}, "about 40", ""),
        ({"equals": 42.0}, "sixty", "'sixty' says 60; the claim says 42."),
    ],
)  # fmt: skip
def test_the_words_of_a_claim_say_what_it_proves(says, words, problem):
    assert disagreement(Claim("c", "median", {}, **says), words, "en") == problem


def test_marking_writes_the_hash_of_each_section_once_and_a_change_is_told(tmp_path):
    folder = write("experiment", (), tmp_path)
    mark_translated(folder)
    page = (folder / "es.md").read_text(encoding="utf-8")
    assert mark_translated(folder) == []
    assert (folder / "es.md").read_text(encoding="utf-8") == page
    english = (folder / "en.md").read_text(encoding="utf-8")
    (folder / "en.md").write_text(english.replace("## summary\n", "## summary\nNew. "), encoding="utf-8")
    assert mark_translated(folder) == ["summary"]


def test_what_is_bold_is_no_title():
    assert EMPHASIS.findall("a **new last layer**, as in *Cut across*; 2 * 3 * 4") == ["Cut across"]


@pytest.mark.parametrize(
    ("says", "words", "problem"),
    [
        ({"equals": 1.0}, "all", ""),
        ({"equals": 0.0}, "every", ""),
        ({"equals": 1.0, "within": 0.01}, "all", "'all' says 1; the claim says 0.99 to 1.01."),
        ({"between": (12.0, 17.0)}, "on every seed", ""),
    ],
)
def test_what_is_said_of_all_is_exact_unless_it_is_said_of_seeds(says, words, problem):
    assert disagreement(Claim("c", "every", {}, **says), words, "en") == problem
