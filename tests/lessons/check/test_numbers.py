"""A number in a page, however it is spelt, is a claim, a year, or one of the lesson's own; so is one in words."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.check.evidence import Evidence
from lessons.check.numbers.own_numbers import Own, own_numbers
from lessons.check.numbers.proofs import of_section, prove_numbers
from lessons.check.numbers.sections import Section, sections
from lessons.check.proof import Proof
from lessons.check.workers import Workers
from lessons.lesson import Lesson, Option, Question
from lessons.load import load_course, load_lesson

Found = Callable[..., list[Proof]]


@pytest.fixture(scope="module")
def evidence(lesson: Lesson, workers: Workers) -> Iterator[Evidence]:
    evidence = Evidence(lesson, workers)
    yield evidence
    evidence.close()


@pytest.fixture(scope="module")
def own(lesson: Lesson, evidence: Evidence) -> Own:
    """The numbers of Break 00."""
    found = own_numbers(lesson, evidence)
    assert found is not None
    return found


@pytest.fixture
def found(lesson: Lesson, own: Own, evidence: Evidence) -> Found:
    """What is wrong with the numbers of a text that stands in Break 00."""

    def found(text: str, language: str = "en", heading: str = "why", of: Lesson = lesson) -> list[Proof]:
        prose = {language: replace(of.prose[language], written={heading: text}, written_title="A title")}
        section: Section = list(sections(replace(of, prose=prose), language))[1]
        return list(of_section(section, own, evidence))

    return found


# ---- digits ----------------------------------------------------------------

SPELT = [
    "0.77", "`0.77`", "**0.77**", "0.**77**", "0.*77*", "0.`77`", "0.__77__", "0._77_", "0.<b>7</b>7", "0\\.77",
    "0.\u200b77", "0.\u00ad77", "0.\u206077", "０．７７", "𝟎.𝟕𝟕", "٠.٧٧", "⁰·⁷⁷", "0·77", "0,77", ".77", "O.77",
    "&#48;.77", "0.7&#55;", "77 %", "77%", "77\u202f%", "77％", "٧٧٪", "¾", "1¾", "3/4", "³⁄₄", "&frac34;",
    "7.7", "7.7e0", "7e-3", "7·10^-3", "7 × 10⁻³", "10⁻³", "10^-3", "2^9", "12,000", "12.000", "12 000",
    "12\u2009000", "12\u00a0000", "12'000", "12k", "3 million", "777", "7️⃣7️⃣", "⑦⑦", "40–70", "XL %",
    "1,234.5", "[0.77](there)", "~0.77~", "1.0617", "0.0", "1984 weights",
]  # fmt: skip


@pytest.mark.parametrize("spelt", SPELT)
def test_a_number_that_is_nobodys_is_found_in_any_spelling(spelt: str, found: Found) -> None:
    assert found(f"The broken model ends at {spelt}, on `agreement`.")


@pytest.mark.parametrize(
    "heading", ["summary", "read", "hint 2", "near linear", "probe gap", "arm broken", "learnt folded"]
)
def test_it_is_found_in_every_section(heading: str, found: Found) -> None:
    (proof,) = found("It ends at `0.77`.", heading=heading)
    assert proof.what == f"number in en.md, ## {heading}"


def test_it_is_found_in_the_title(lesson: Lesson, own: Own, evidence: Evidence) -> None:
    prose = {"es": replace(lesson.prose["es"], written_title="El 77 %")}
    title = next(sections(replace(lesson, prose=prose), "es"))
    (proof,) = of_section(title, own, evidence)
    assert (proof.what, proof.place) == ("number in es.md, the title", "es.md:1")


@pytest.mark.parametrize("fence", ["loss = 0.77", "Linear(23 → 77)", "    accuracy 0.77", "x = 0.77  # real"])
def test_it_is_found_in_a_fence_that_is_no_source(fence: str, found: Found) -> None:
    assert found(f"So:\n\n```\n{fence}\n```")


@pytest.mark.parametrize(
    "touching",
    ["{parameters}7", "7{parameters}", "{parameters}.5", "-{parameters}", "{parameters}²", "{parameters}e3"],
)
def test_what_touches_a_claim_is_found(touching: str, found: Found) -> None:
    (proof, *_) = found(f"It has {touching} parameters.")
    assert "it touches a claim, and changes what the claim prints." in proof.problem


# ---- words -----------------------------------------------------------------

IN_WORDS = [
    "half", "one half", "by half", "a third", "two thirds", "one-third", "a quarter", "three quarters",
    "three-quarters", "a tenth", "nine tenths", "twice as many", "nearly twice", "thrice the loss",
    "double the loss", "doubled", "tripled", "halved", "ten times as many", "ten times more",
    "twenty-one times the loss", "tenfold", "a factor of seven", "2×", "×10", "3x", "x2 faster", "3:1",
    "an order of magnitude", "two orders of magnitude", "one in five", "nine in ten", "nine out of ten",
    "three of four", "one row in three", "3 of 4", "seventy-seven percent", "seventy seven per cent",
    "7 in a hundred", "forty steps", "forty-two training steps", "77 steps", "seven seeds", "five points",
    "a hundred and five steps",
]  # fmt: skip
EN_PALABRAS = [
    "la mitad", "un tercio", "dos tercios", "la tercera parte", "un cuarto", "tres cuartos",
    "tres cuartas partes", "un quinto", "la décima parte", "el doble", "el triple", "se duplica", "se triplicó",
    "diez veces más", "dos veces más", "veintiuna veces más", "un factor de siete", "2×", "3:1",
    "un orden de magnitud", "dos órdenes de magnitud", "una de cada cinco", "nueve de cada diez",
    "tres de cuatro", "una fila de cada tres", "setenta y siete por ciento", "77 por ciento", "7 de cada cien",
    "cuarenta pasos", "cuarenta y dos pasos", "siete semillas", "ocho puntos", "ciento cinco pasos",
]  # fmt: skip


@pytest.mark.parametrize("words", IN_WORDS)
def test_a_quantity_in_words_is_found(words: str, found: Found) -> None:
    (proof,) = found(f"The broken model has {words} of it.")
    assert proof.problem.endswith("no claim proves this quantity.")


@pytest.mark.parametrize("words", EN_PALABRAS)
def test_so_is_one_in_spanish(words: str, found: Found) -> None:
    (proof,) = found(f"El modelo roto tiene {words}.", "es")
    assert proof.problem.endswith("no claim proves this quantity.")


def test_words_on_two_lines_are_found_on_the_first(found: Found) -> None:
    assert [proof.problem for proof in found("It gets three\nquarters of them.")] == [
        "'three\\nquarters': no claim proves this quantity."
    ]


# ---- what needs no claim ---------------------------------------------------

TRUE = [
    "It has 23 inputs, 16 hidden numbers and 5 scores: 469 parameters.",
    "`W1` has shape (16, 23), and `W2` has (5, 16).", "48 of the 60 rows train, 12 are held out: 60 − 48.",
    "300 steps at a rate of `0.01`, from 32 seeds.", "three hundred steps, thirty-two seeds",
    "From 0 to 1, two of them, and −1.", "The second, the third network, a third input, and a fifth one.",
    "A matrix of 5 x 16, in layer 3.", "W1, b2, fc1.weight, float64, L2, `x2` and GELU(`1.2`).",
    "`steps_to_loss_0.1` and a loss below `0.1`.", "See [it](https://a.b/c/77.5).",
    "Cybenko 1989; Hornik, Stinchcombe and White (1989).",
    "Hendrycks & Gimpel, 2016; in 1998 LeCun et al. 2001b, 2003.",
    "See pp. 303–314, chapter 6, §6.5 and figure 7; arXiv:1606.08415.", "1. First.\n2. Second.\n13. Last.",
    "Half moons, half a minute, half an answer.", "```python\nH1 = X\ndef gelu(x: Array) -> Operation:\n```",
    "`1 / math.sqrt(in_features)` stands there.", "Read it twice, a few times, at the same time.",
    "A guess gets one in five.", "Each of five tenses gets about one fifth.",
    "Many expect twice as many, or half.", "Nine in ten seeds lie in the band.",
    "{parameters} parameters, {margin_steps} in a hundred, {steps_ratio}.",
    "The first half, the other half, once, double-check it.", "three lines, four rows, five verbs",
]  # fmt: skip
CIERTO = [
    "Tiene 23 entradas, 16 números ocultos y 5 puntuaciones.",
    "El doblez se dobla; un tercer número, la cuarta red, una quinta.",
    "A mitad de camino, en mitad del cuadrado, a veces, muchas veces.",
    "Una media luna, dos medias lunas, el valor medio, por medio.",
    "Trescientos pasos, con treinta y dos semillas.", "Quien elige al azar acierta una de cada cinco.",
    "Mucha gente espera el doble, o la mitad.", "Nueve de cada diez semillas caen en la banda.",
    "véase Bridle 1990", "uno de cinco tiempos, dos y tres, cuatro o cinco",
]  # fmt: skip


@pytest.mark.parametrize("text", TRUE)
def test_a_number_of_the_lessons_own_and_ordinary_language_are_no_claims(text: str, found: Found) -> None:
    assert [proof.problem for proof in found(text)] == []


@pytest.mark.parametrize("text", CIERTO)
def test_nor_are_they_in_spanish(text: str, found: Found) -> None:
    assert [proof.problem for proof in found(text, "es")] == []


def test_what_one_review_trains_is_its_own_alone(found: Found) -> None:
    assert found("The hidden layer has **64** numbers.", heading="review sixty-four-wide") == []
    assert found("The line is `0.25·x + 0.5`.", heading="learnt straight-sigmoid") == []
    assert found("It ends at 64.", heading="why")
    assert found("It ends at `0.25`.", heading="why")


def test_a_margin_is_its_questions_alone(found: Found) -> None:
    assert found("Within five points counts as the same.", heading="predict accuracy-additive") == []
    assert found("Within a quarter counts as the same.", heading="predict loss-agreement") == []
    assert found("Within ten points counts as the same.", heading="predict accuracy-additive")
    assert found("Within five points counts as the same.", heading="why")


def test_a_shape_that_the_matrix_has_not_is_found(found: Found) -> None:
    (proof,) = found("`W1` has shape (23, 16), and `W2` has (5, 16).")
    assert proof.problem == "'W1` has shape (23, 16)': W1 is (16, 23) in this lesson."
    assert found("`W1` es (16, 23), y `W1.mT` es (23, 16).", "es") == []
    assert found("`W1` has shape (8, 23).", heading="review eight-wide") == []
    assert found("`W1` has shape (16, 23).", heading="review eight-wide")


def test_how_arms_compare_may_be_said_of_the_setting(found: Found, workers: Workers) -> None:
    wide = load_course().lessons["wide-and-lazy"]
    evidence = Evidence(wide, workers)
    own = own_numbers(wide, evidence)
    assert own is not None

    def problems(text: str) -> list[str]:
        prose = {"en": replace(wide.prose["en"], written={"why": text}, written_title="A title")}
        section = list(sections(replace(wide, prose=prose), "en"))[1]
        return [proof.problem for proof in of_section(section, own, evidence)]

    assert problems("256 units are sixteen times as many as 16.") == []
    assert problems("The width was four times larger.") == []
    assert problems("It needs four times as many seeds.")
    evidence.close()


# ---- options ---------------------------------------------------------------


@pytest.fixture
def asking(lesson: Lesson) -> Lesson:
    """Break 00 with a question about a share."""
    options = Option("few", value=(0, 0.3)), Option("most", value=(0.6, 0.9))
    question = Question("share", "choice", "agreement", "train_accuracy", arm="broken", options=options)
    return replace(lesson, questions=(*lesson.questions, question))


@pytest.mark.parametrize(
    "words",
    [
        "- few: about a quarter",
        "- few: fewer than a third",
        "- most: three quarters",
        "- most: more than half",
        "- most: `0.7` or so",
    ],
)
def test_an_option_may_say_where_it_is_right(words: str, asking: Lesson, found: Found) -> None:
    assert found(f"How many?\n\n{words}", heading="predict share", of=asking) == []


@pytest.mark.parametrize(
    "words",
    ["- few: three quarters", "- most: about a third", "- few: more than half", "- most: `0.2` or so"],
)
def test_an_option_that_says_something_else_is_caught(words: str, asking: Lesson, found: Found) -> None:
    (proof,) = found(f"How many?\n\n{words}", heading="predict share", of=asking)
    assert f"the option {words[2:].partition(':')[0]!r} is the right one from " in proof.problem


# ---- where, and what to write ----------------------------------------------


def test_the_line_and_the_claim_that_says_it_are_named(found: Found) -> None:
    text = "Nothing here.\n\nNor here: GELU(`1.2`) is 1.0617."
    (proof,) = found(text)
    assert proof.problem == "'1.0617': it is neither a claim nor one of the lesson's own shapes and sizes."
    assert proof.mend == "{gelu_at_1_2}"


def test_a_claim_to_begin_with_is_offered(found: Found) -> None:
    (proof,) = found("On `agreement` the broken model gets three quarters of its training rows right.")
    assert proof.mend.startswith(
        "{train_accuracy_broken:three quarters}, and in [claims]: train_accuracy_broken = {"
    )
    assert 'metric = "train_accuracy", arm = "broken", equals = 0.75, within = 0.05 }' in proof.mend


def test_the_line_of_a_page_is_told(spoiled: Callable[[str, str, str], Path], workers: Workers) -> None:
    lesson = load_lesson(spoiled("es.md", "Alguien quiso ahorrar", "Un 12.5 % quiso ahorrar"))
    evidence = Evidence(lesson, workers)
    (proof,) = [proof for proof in prove_numbers(lesson, evidence) if not proof.holds]
    evidence.close()
    lines = (lesson.folder / "es.md").read_text(encoding="utf-8").split("\n")
    assert (proof.file, lines[(proof.line or 0) - 1][:12]) == ("es.md", "Un 12.5 % qu")


@pytest.mark.parametrize("name", list(load_course().lessons))
def test_the_courses_own_numbers_are_all_claims(name: str, workers: Workers) -> None:
    lesson = load_course().lessons[name]
    evidence = Evidence(lesson, workers)
    assert [
        (proof.place, proof.problem) for proof in prove_numbers(lesson, evidence) if not proof.holds
    ] == []
    evidence.close()
