"""Blocks in plain lines: whole sentences, without marks that only a screen has."""

import re

import pytest
from textual.content import Content

from lessons.course.lesson.page import Code, Table, Words
from lessons.course.lesson.values import LANGUAGES
from lessons.format.course import load_course
from lessons.runs.drawings import product
from tests.tutor.conftest import edited_place, place_of
from tests.tutor.plain_learner import plain_at
from tutor.linear.lines import plain, spoken
from tutor.shell.terminal import wrapped
from tutor.tui.textual_private import mend_lines
from tutor.words.text import Text

TEXT = Text("en")


def rows_on_screen(words: str) -> list[str]:
    mend_lines()
    return [row.plain for row in Content(words).wrap(14)]


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("it *really* is", "it really is"),
        ("**nothing** bends", "nothing bends"),
        ("the line `return x`", "the line return x"),
        ("`a * b * c` stays", "a * b * c stays"),
        ("type `1 - np.tanh(u)**2`, *not* `a**b`", "type 1 - np.tanh(u)**2, not a**b"),
        ("the *line `v *= m` here*, or `*rest`", "the line v *= m here, or *rest"),
        ("```python\nx = 2**3 * y * z\n```", "x = 2**3 * y * z"),
        ("a [logit](term:logit) of `[a](b)`", "a logit of [a](b)"),
        ("2 * 3 = 6, and 2*3*4", "2 * 3 = 6, and 2*3*4"),
        ("before\n\n```python\nx = 1\n```\n\nafter", "before\n\nx = 1\n\nafter"),
        ("up │ lit\n   └───", "up | lit\n   +---"),
    ],
)
def test_markdown_loses_its_marks_and_nothing_else(markdown, words):
    assert plain(markdown) == words


def test_a_row_of_a_table_is_a_sentence_with_its_headings():
    table = Table(("", "healthy", "broken"), (("loss", "0.1", "0.7"), ("rank", "5", "5")))
    assert list(spoken(table, TEXT)) == ["loss: healthy 0.1; broken 0.7.", "rank: healthy 5; broken 5."]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["A, 2 by 3: 1 2 0; 0 1 −1.", "B, 3 by 1: 1; 2; 0.", "A @ B, 2 by 1: 5; 2."]),
        ("es", ["A, 2 por 3: 1 2 0; 0 1 −1.", "B, 3 por 1: 1; 2; 0.", "A @ B, 2 por 1: 5; 2."]),
    ],
)
def test_matrices_are_said_one_after_the_other_with_their_sizes(language, said):
    text, names = Text(language), ["A", "B", "A @ B"]
    settings = {"left": [[1, 2, 0], [0, 1, -1]], "right": [[1], [2], [0]], "names": names}
    (table,) = product(settings, load_course().lessons["xor-line"].prose[language], text)
    assert list(spoken(table, text)) == said


def test_a_diff_says_what_was_and_what_is():
    assert list(spoken(Code((" def f(x):", "-    return x.gelu()", "+    return x"), "diff"), TEXT)) == [
        "     def f(x):",
        "    before: return x.gelu()",
        "    after:  return x",
    ]


@pytest.mark.parametrize(("tone", "said"), [("right", "Right. It rose."), ("wrong", "Wrong. It rose.")])
def test_who_was_right_is_said_in_words(tone, said):
    assert list(spoken(Words("It rose.", tone), TEXT)) == [said]


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("one two three", ["one two", "three"]),
        ("one two th", ["one two", "th"]),
        ("one two", ["one two"]),
        ("    if x: y", ["    if x:", "    y"]),
        ("unbreakable-word and", ["unbreakable-word", "and"]),
        ("no-blank-anywhere", ["no-blank-anywhere"]),
        ("a  b  ", ["a  b  "]),
        ("one two   ", ["one two   "]),
        ("", [""]),
    ],
)
def test_a_line_is_broken_between_words_and_keeps_its_indent(line, rows):
    assert wrapped(f"{line}\n\n{line}", 9) == "\n".join([*rows, "", *rows])


def test_the_heading_of_the_first_column_is_not_said_in_each_row():
    table = Table(("question", "you said", "sure"), (("steps", "more", ""), ("rank", "", "")))
    assert list(spoken(table, TEXT)) == ["steps: you said more.", "rank."]


@pytest.mark.parametrize("rows_of", [lambda words: wrapped(words, 14).split("\n"), rows_on_screen])
def test_no_line_breaks_between_a_number_and_its_per_cent_sign(rows_of):
    rows = [row.replace("\u00a0", " ").rstrip() for row in rows_of("It is about 50 % of them.")]
    assert rows == ["It is about", "50 % of them."]


def test_no_line_breaks_at_a_blank_that_forbids_it():
    assert rows_on_screen("1\u00a0file\u00a0○ · 2\u00a0fix\u00a0○") == ["1\u00a0file\u00a0○ ·", "2\u00a0fix\u00a0○"]


def test_every_command_is_offered_in_the_learner_s_language_and_understood_in_it(home):
    for language in LANGUAGES:
        text = Text(language)
        said = [words for name in ("linear", "play") for key, words in text.table(name).items() if "word_" not in key]
        for name in ("files", "show", "anew", "judge", "done", "hint"):
            assert any(re.search(rf"\b{text(f'linear.word_{name}')}\b", words) for words in said), name
    number, learner = edited_place(place_of())[1], plain_at(home, "repair", "es")
    typed = [f"{number} return nothing", "original", "mostrar", f"{number} return x.gelu()", "evaluar"]
    learner.run(typed, place_of())
    assert f"{number:>4}         return x\n" in "\n".join(learner.told)
    assert learner.learner.state(place_of()).passed == {"repair"}
