"""Plain lines in a window: broken between words at its edge, and whole in a pipe."""

import re
from pathlib import Path

import pytest

from tests.tutor.terminal import Terminal
from tests.tutor.test_stopped import resize
from tutor.shell.plain_terminal import wrapped


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
def test_a_line_is_broken_between_words_and_keeps_its_indent(line: str, rows: list[str]) -> None:
    assert wrapped(f"{line}\n\n{line}", 9) == "\n".join([*rows, "", *rows])


def test_no_word_is_cut_at_the_edge_of_the_window_however_wide_it_is_now(home: Path) -> None:
    arguments = ("learn", "--plain", "one-neuron", "--learner", "ana", "--lang", "en")
    with Terminal(*arguments, home=home, size=(60, 50)) as terminal:
        terminal.wait_for("Enter goes on")
        before = len(terminal.printed)
        resize(terminal, 40, 50)
        terminal.press("enter")
        terminal.wait_for("Your answer:")
        terminal.press("q", "enter")
        terminal.wait_for_end()
        printed = bytes(terminal.printed)
    for part, columns in ((printed[:before], 60), (printed[before:], 40)):
        lengths = [len(line) for line in re.split("[\r\n]+", part.decode())]
        assert columns - 15 < max(lengths) <= columns
