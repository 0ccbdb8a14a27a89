"""The glossary: every term in both languages, with a number that is true; and its first use in a lesson is marked."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import exp, log, sqrt, tanh
from pathlib import Path

import numpy as np
import pytest

import minimodel as mm
from lessons.course.course import LessonMode
from lessons.course.lesson.glossary import Term, in_order, matching, named, nearest_names, owners, pattern
from lessons.course.lesson.page import Aside, Onward, Page, Words, unmarked
from lessons.course.lesson.state import State
from lessons.course.lesson.values import LANGUAGES, LessonError
from lessons.course.steps.glossary_marks import first_uses, lines_of, marked, marked_words, terms_on
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
from lessons.format.files import CONTENT
from lessons.format.glossary import glossary_for, read_glossary, terms_for, terms_in
from minimodel import nn
from minimodel.lab.tense import TenseMLP
from tutor.words.text import Text

GLOSSARY = read_glossary(CONTENT)
TERMS = {language: {term.id: term for term in terms} for language, terms in GLOSSARY.items()}
DIGITS = re.compile(r"\d+(?:\.\d+)?")
LONGEST = 110  # characters of a line: two rows of a page at 80 columns
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def softmax(*scores: float) -> list[float]:
    return [exp(score) / sum(map(exp, scores)) for score in scores]


def value(activation: nn.Module, at: float) -> float:
    return float(activation(mm.Tensor(np.array([at]))).data[0])


def layer_norm(*row: float) -> list[float]:
    return list(nn.LayerNorm(len(row))(mm.Tensor(np.array([row]))).data[0])


def parameters(inputs: int, outputs: int) -> int:
    return sum(each.data.size for each in nn.Linear(inputs, outputs).parameters())


# What a term's numbers are, computed: each of them stands in its text, as it is rounded there.
COMPUTED: Mapping[str, Callable[[], list[str]]] = {
    "network": lambda: [str(sum(each.data.size for each in TenseMLP().parameters()))],
    "linear-layer": lambda: [str(parameters(3, 5) - 5)],
    "parameter": lambda: [str(parameters(23, 16))],
    "gelu": lambda: [f"{value(nn.GELU(), 1.0):.3f}", f"{-value(nn.GELU(), -1.0):.3f}"],
    "tanh": lambda: [f"{tanh(1):.3f}", f"{tanh(5):.4f}"],
    "sigmoid": lambda: [f"{value(nn.Sigmoid(), 0):.1f}", f"{0.5 * 0.5:.2f}"],
    "softmax": lambda: [f"{share:.2f}" for share in softmax(2, 1, 0)],
    "temperature": lambda: [f"{softmax(2, 0)[0]:.2f}", f"{softmax(1, 0)[0]:.2f}"],
    "loss": lambda: [f"{-log(0.5):.2f}"],
    "cross-entropy": lambda: [f"{-log(0.1):.2f}", f"{-log(0.9):.2f}"],
    "entropy": lambda: [f"{log(2):.2f}", f"{log(5):.2f}"],
    "gradient-descent": lambda: [f"{3 * (1 - 0.1 * 2) ** 10:.2f}"],
    "initialisation": lambda: [f"{1 / sqrt(16):.2f}"],
    "xavier": lambda: [f"{sqrt(2 / (16 + 16)):.2f}"],
    "kaiming": lambda: [f"{sqrt(2 / 50):.1f}"],
    "saturation": lambda: [f"{1 - tanh(5) ** 2:.4f}"],
    "dropout": lambda: [f"{1 / (1 - 0.2):.2f}"],
    "layer-norm": lambda: [f"{layer_norm(10, 20, 30)[2]:.2f}", f"{layer_norm(1, 2, 3)[2]:.2f}"],
    "attention": lambda: [f"{share:.2f}" for share in softmax(2, 0)],
    "underfitting": lambda: [f"{log(2):.2f}"],
    "linearisation": lambda: [f"{6 * 3.1 - 9:.1f}", f"{3.1**2:.2f}", str(6 * 5 - 9)],
    "feature-learning": lambda: [f"{1 / sqrt(9 + 16):.1f}"],
    "float": lambda: [str(int(np.float32(16777216) + np.float32(1)))],
    "brier": lambda: [f"{(1 - 0.8) ** 2:.2f}", f"{(0 - 0.8) ** 2:.2f}"],
}


def test_it_has_the_same_terms_with_the_same_numbers_in_the_same_order_in_each_language():
    first, second = (
        [(name, set(DIGITS.findall(term.text))) for name, term in TERMS[language].items()] for language in LANGUAGES
    )
    assert first == second
    assert len(first) > 100


@in_each_language
def test_the_number_of_a_term_is_true(language):
    for name, computed in COMPUTED.items():
        said = DIGITS.findall(TERMS[language][name].text)
        assert [number for number in computed() if number not in said] == [], name


@in_each_language
def test_a_term_is_explained_in_rows_that_fit_the_page(language):
    assert [term.id for term in GLOSSARY[language] if max(map(len, term.text.splitlines())) > LONGEST] == []


RIGHT = "# Glossary\n\n## gain\nwords: gain, gains\nWhat a layer multiplies by.\nA gain of 2 doubles.\n"


def write(folder: Path, english: str = RIGHT, spanish: str = RIGHT) -> Path:
    (folder / "glossary.en.md").write_text(english, encoding="utf-8")
    (folder / "glossary.es.md").write_text(spanish, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("words: ", "forms: ", "the first line should be its forms"),
        ("gain, gains", "gain, , gains", "the first line should be its forms"),
        ("A gain of 2 doubles.", "A gain of two doubles.", "with a number"),
        ("doubles.", "doubles.\nAnd so on.", "2 lines should explain it"),
        ("doubles.\n", "doubles.\n\n## other\nwords: Gains\nIt is 3.\n", "'Gains' is a form of ## gain already"),
    ],
)
def test_a_term_that_is_not_explained_as_it_should_be_is_an_error(before, after, problem, tmp_path):
    with pytest.raises(LessonError, match=re.escape(problem)):
        read_glossary(write(tmp_path, RIGHT.replace(before, after)))


def test_a_term_of_one_language_is_an_error(tmp_path):
    with pytest.raises(LessonError, match="do not stand in each language: gain, ganancia"):
        read_glossary(write(tmp_path, RIGHT, RIGHT.replace("## gain", "## ganancia")))
    (tmp_path / "glossary.es.md").unlink()
    with pytest.raises(LessonError, match=r"glossary\.es\.md is missing"):
        read_glossary(tmp_path)


def test_a_pack_adds_its_own_terms(tmp_path):
    assert glossary_for(tmp_path) == GLOSSARY
    own = glossary_for(write(tmp_path))
    assert own["es"][0] == Term("gain", ("gain", "gains"), "What a layer multiplies by.\nA gain of 2 doubles.")
    assert len(own["es"]) == len(GLOSSARY["es"]) + 1


def test_forms_are_found_as_whole_words_the_longest_first():
    terms = [term for term in GLOSSARY["en"] if term.id in ("relu", "leaky-relu")]
    found = pattern(owners(terms)).findall("A Leaky ReLU is no ReLU, and relucent is neither.")
    assert found == ["Leaky ReLU", "ReLU"]
    assert pattern([]).findall("ReLU") == []


def test_what_begins_so_comes_before_what_has_it_within():
    names = [term.name for term in matching(in_order(GLOSSARY["en"]), "grad")]
    assert names[0] == "gradient"
    assert names.index("gradient descent") < names.index("exploding gradient")


def test_accents_and_capitals_do_not_matter():
    found = named("REGULARIZACION", GLOSSARY["es"])
    assert found.id == "regularisation"
    assert named("neuron", GLOSSARY["en"]) == named("unit", GLOSSARY["en"])


def test_a_word_that_is_no_term_is_told_its_neighbours():
    assert named("gradeint", GLOSSARY["en"]) is None
    assert "gradient" in nearest_names(GLOSSARY["en"], "gradeint")


def test_a_packs_glossary_that_cannot_be_read_leaves_the_courses(tmp_path):
    broken = write(tmp_path, RIGHT, RIGHT.replace("## gain", "## ganancia"))
    assert terms_in((broken,), "en") == GLOSSARY["en"]


ENGLISH = Text("en")
BREAK = LessonMode(load_course().lessons["break-gelu-identity"])


def page_of(*blocks: Words, asides: tuple[Aside, ...] = ()) -> Page:
    return Page("read", "Read", blocks, Onward("on"), asides=asides)


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_term_is_marked_once_in_a_lesson(language):
    uses = first_uses(BREAK, Text(language), terms_for(BREAK.lesson, language))
    marked_terms = [name for line in uses.values() for _, _, name in line]
    assert len(marked_terms) == len(set(marked_terms)) > 5


def test_the_first_page_marks_what_it_says_first_and_says_what_it_said():
    steps = steps_of(BREAK)
    page = steps.all[0].page(steps, State(), ENGLISH)
    after = marked(page, first_uses(BREAK, ENGLISH, terms_for(BREAK.lesson, "en")))
    words = "\n".join(block.markdown for block in after.blocks if isinstance(block, Words))
    marks = re.findall(r"\]\(term:([\w-]+)\)", words)
    assert "parameter" in marks
    assert len(marks) == len(set(marks))
    for one, other in zip(page.blocks, after.blocks, strict=True):
        if isinstance(one, Words) and isinstance(other, Words):
            assert unmarked(other.markdown) == one.markdown


def test_neither_code_nor_headings_nor_notes_are_marked():
    line = "The loss of a `loss` is a loss."
    uses = {line: ((4, 8, "loss"),)}
    fenced = f"```\n{line}\n```\n{line}"
    assert marked_words(fenced, uses) == f"```\n{line}\n```\nThe [loss](term:loss) of a `loss` is a loss."
    assert [prose for _, prose in lines_of("# loss\n| loss |\n    loss\nloss")] == [False, False, False, True]
    page = page_of(Words(line, "note"), Words(line), asides=(Aside("Beside", (Words(line),)),))
    note, words = marked(page, uses).blocks
    assert note == page.blocks[0]
    assert words == Words("The [loss](term:loss) of a `loss` is a loss.")
    assert marked(page, uses).asides[0].blocks == (words,)


def test_the_terms_of_a_page_come_in_the_order_in_which_they_are_met():
    terms = terms_for(BREAK.lesson, "en")
    page = page_of(Words("A [weight](term:weight), a `bias`, then a layer, and weights."))
    assert [term.id for term in terms_on(page, terms)] == ["weight", "layer"]
    with_aside = replace(page, asides=(Aside("", (Words("Momentum"),)),))
    assert [term.id for term in terms_on(with_aside, terms)] == ["weight", "layer", "momentum"]
