"""Both languages say the same things, and every word that the code asks for is there."""

import re
from pathlib import Path

import pytest

from lessons.course.asking.offered import CURVES, DIRECTIONS, TRENDS
from lessons.course.asking.question_words import margin_words
from lessons.course.asking.questions import KINDS
from lessons.course.lesson.exercise import REVEALS
from lessons.course.lesson.value_words import band_words, digits, number, plain, share
from lessons.course.lesson.values import MODES
from lessons.course.lesson.vocabulary import PROBES
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
from tests.tutor.small_course import small_course
from tutor.words.text import LANGUAGES, Text, read_strings

ROOT = Path(__file__).parents[3]
ASKING = [*(ROOT / "tutor").rglob("*.py"), *(ROOT / "lessons").rglob("*.py")]


def test_both_tables_have_the_same_keys():
    assert set(read_strings("en")) == set(read_strings("es"))


def test_both_tables_fill_the_same_places():
    for key, words in read_strings("en").items():
        places = re.findall(r"\{(\w+)\}", words)
        assert sorted(places) == sorted(re.findall(r"\{(\w+)\}", read_strings("es")[key])), key


def test_every_key_in_the_code_is_in_the_tables():
    asked = set()
    for file in ASKING:
        asked |= set(re.findall(r"""text\(\s*["']([a-z_]+\.[a-z_0-9-]+)["']""", file.read_text(encoding="utf-8")))
    assert len(asked) > 80
    assert asked - set(read_strings("en")) == set()


def test_every_word_in_the_tables_is_asked_for_somewhere():
    code = "".join(file.read_text(encoding="utf-8") for file in ASKING)
    named = set(re.findall(r"""["']([a-z_]+\.[a-z_0-9.-]+)["']""", code))
    begun = (*re.findall(r"""f["']([a-z_]+\.[a-z_0-9.-]*)\{""", code), *re.findall(r'\.table\("([a-z]+)"\)', code))
    counted = {f"{name}_one" for name in named}
    left = [key for key in read_strings("en") if key not in named | counted and not key.startswith(begun)]
    assert left == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_from_the_rules_has_words(language):
    text = Text(language)
    kinds = {step.kind for place in small_course().places() for step in steps_of(place).all}
    names = [f"stage.{kind}" for kind in kinds] + [f"help.{kind}" for kind in kinds]
    names += [f"reveals.{what}" for what in REVEALS] + [f"observe.{probe}" for probe in PROBES]
    names += [f"answer.{answer}" for answer in (*DIRECTIONS, *CURVES)] + [f"trend.{way}" for way in TRENDS]
    names += [f"short.{curve}" for curve in CURVES]
    names += [f"wrong.{kind}" for kind in (*KINDS, "percent")] + [f"mode.{mode}" for mode in MODES]
    assert [name for name in names if not text.has(name) or not text(name)] == []


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "—"),
        (float("nan"), "NaN"),
        (float("inf"), "∞"),
        (300.0, "300"),
        (0.9333, "0.93"),
        (3.5e-15, "4e-15"),
        (0.0021, "0.002"),
        (46.5, "46.5"),
        (199.57, "200"),
        (-0.5, "-0.50"),
    ],
)
def test_a_measurement_is_written_as_people_read_it(value, words):
    assert number(value) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_that_a_sentence_names_is_called_as_on_the_map(language):
    titles = {heading.titles[language] for heading in load_course().headings.values()}
    named = re.compile(r"\((?:lesson|lección) [“«](.*?)[”»]\)")
    found = {title for words in read_strings(language).values() for title in named.findall(words)}
    assert len(found) == 3
    assert found <= titles


def test_numbers_read_as_one_would_write_them():
    assert (plain(300.0), plain(0.5), plain(3.5e-15), plain(0.0005)) == ("300", "0.5", "4e-15", "0.0005")
    assert (digits(1024.4, 3), digits(0.2068, 3), share(-0.002)) == ("1024", "0.207", "0 %")
    assert (band_words("-14", "-1"), band_words("0", "—")) == (" [-14 … -1]", "")
    tie = load_course().lessons["a-trillionth"].question("sooner-of-three")
    assert "up to 5 steps" in margin_words(tie, "", Text("en"))
