"""Blocks in plain lines: whole sentences, without marks that only a screen has."""

import pytest

from lessons.format import LANGUAGES
from lessons.page import Code, Table, Words
from tests.tutor.small_course import small_course
from tutor.words.spoken import plain, spoken
from tutor.words.text import Text

TEXT = Text("en")


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("it *really* is", "it really is"),
        ("**nothing** bends", "nothing bends"),
        ("the line `return x`", "the line return x"),
        ("`a * b * c` stays", "a * b * c stays"),
        ("2 * 3 = 6, and 2*3*4", "2 * 3 = 6, and 2*3*4"),
        ("before\n\n```python\nx = 1\n```\n\nafter", "before\n\nx = 1\n\nafter"),
        ("up │ lit\n   └───", "up | lit\n   +---"),
    ],
)
def test_markdown_loses_its_marks_and_nothing_else(markdown: str, words: str) -> None:
    assert plain(markdown) == words


def test_a_row_of_a_table_is_a_sentence_with_its_headings() -> None:
    table = Table(("", "healthy", "broken"), (("loss", "0.1", "0.7"), ("rank", "5", "5")))
    assert list(spoken(table, TEXT)) == ["loss: healthy 0.1; broken 0.7.", "rank: healthy 5; broken 5."]


def test_a_row_says_nothing_of_its_empty_cells() -> None:
    table = Table(("x", "", "W.T"), (("[0  0]", "·", "[2]"), ("", "", "[3]")))
    assert list(spoken(table, Text("en"))) == ["x [0  0]; ·; W.T [2].", "W.T [3]."]


def test_a_diff_says_what_was_and_what_is() -> None:
    assert list(spoken(Code((" def f(x):", "-    return x.gelu()", "+    return x"), "diff"), TEXT)) == [
        "     def f(x):",
        "    before: return x.gelu()",
        "    after:  return x",
    ]


@pytest.mark.parametrize(("tone", "said"), [("right", "Right. It rose."), ("wrong", "Wrong. It rose.")])
def test_who_was_right_is_said_in_words(tone: str, said: str) -> None:
    assert list(spoken(Words("It rose.", tone), TEXT)) == [said]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", small_course().in_order(), ids=lambda lesson: lesson.id)
def test_every_page_of_a_lesson_can_be_read_aloud(lesson, language: str) -> None:  # type: ignore[no-untyped-def]
    for section in lesson.prose[language].sections.values():
        said = plain(section)
        assert "**" not in said
        assert "`" not in said
        assert not any("─" <= character <= "▟" for character in said)
        assert not any("⠀" <= character <= "⣿" for character in said)
