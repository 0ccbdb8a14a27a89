"""What `check`, `preview` and `new` say to authors is said in their language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lessons.format.templates import TEMPLATES
from tutor.words.author_sentences import PLACE, author_words, read_sentences
from tutor.words.text import Text

ROOT = Path(__file__).parents[3]
SAID = [path for folder in ("check", "format") for path in (ROOT / "lessons" / folder).glob("*.py")]
NO_SENTENCE = {"import numpy as np", "glossary en md", "glossary es md"}  # code
SPANISH = Text("es")


def words_of(text: str) -> str:
    return " ".join(re.findall(r"\w+", PLACE.sub(" … ", text)))


def pieces_of(file: Path) -> Iterator[str]:
    """Yield the words of each text in a file of three words or more, without its docstrings and patterns."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    owners = [each for each in ast.walk(tree) if isinstance(each, ast.Module | ast.FunctionDef | ast.ClassDef)]
    docstrings = {id(each.body[0].value) for each in owners if isinstance(each.body[0], ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in docstrings:
            is_sentence = len(re.findall(r"\b[a-z]+\b", each.value)) > 2 and not re.search(r"[\\|=^\n]", each.value)
            if is_sentence and (words := words_of(each.value.replace("{}", ""))) not in NO_SENTENCE:
                yield words


@pytest.mark.parametrize("file", SAID, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_each_sentence_of_a_proof_or_of_the_reader_has_a_translation(file):
    known = "\n".join(words_of(english) for english in read_sentences("es"))
    assert [piece for piece in pieces_of(file) if piece not in known] == []


def test_each_comment_of_a_template_has_a_translation():
    ends = re.compile(r"^[^#\n]*\S +# (.+)$", re.MULTILINE)
    found = {words for file in TEMPLATES.rglob("*.*") for words in ends.findall(file.read_text(encoding="utf-8"))}
    assert len(found) > 40
    assert [words for words in found if author_words(words, SPANISH) == words] == []


def test_a_sentence_and_its_translation_have_the_same_places():
    for english, spanish in read_sentences("es").items():
        assert sorted(set(PLACE.findall(english))) == sorted(set(PLACE.findall(spanish))), english


def test_each_sentence_is_found_before_a_more_general_one():
    for english, spanish in read_sentences("es").items():
        assert author_words(PLACE.sub("7", english), SPANISH) == PLACE.sub("7", spanish), english


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        (
            "mine/lesson.toml: unknown key 'stpes'. Did you mean steps?",
            "clave desconocida 'stpes'. ¿Querías decir steps?",
        ),
        (
            "lesson.toml: [experiment.a]: steps = 'x' should be a whole number.",
            "steps = 'x' debe ser un número entero.",
        ),
        ("use of claim loss", "uso de la afirmación loss"),
        ("words that nobody knows", "words that nobody knows"),
    ],
)
def test_a_sentence_is_said_in_spanish_with_its_values(english, spanish):
    assert author_words(english, SPANISH).endswith(spanish)
    assert author_words(english, Text("en")) == english
