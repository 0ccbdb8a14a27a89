"""Terminals as people have them, each a real pseudo-terminal: what can be read there, and what is sent to them."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.tutor.contrast import contrast
from tests.tutor.terminal import TUTOR, Terminal, surroundings
from tests.tutor.terminal_pictures import PALETTE
from tests.tutor.terminal_rows import (
    ASCII,
    DRAWING,
    LATIN,
    LINES,
    UNICODE,
    Kind,
    colours_sent,
    opened,
    prepare,
    walk,
)

# Those that differ from each other; `tests/benchmarks/app_terminals.py` walks them all.
DIFFERENT = (
    "xterm",
    "foot",
    "linux",
    "vt100",
    "NO_COLOR",
    "LANG=C",
    "ISO-8859-1",
    "--ascii",
    "COLUMNS of another window",
)
ROWS = [pytest.param(kind, id=kind.name) for kind in DRAWING if kind.name in DIFFERENT]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROWS)
def test_every_page_can_be_read_and_nothing_is_sent_that_the_terminal_lacks(kind: Kind, home: Path) -> None:
    faint: dict[str, set[tuple[str, str]]] = {}

    def look(page: str, terminal: Terminal) -> None:
        if kind.colours == 16:
            faint[page] = faint_words(terminal)

    seen = walk(kind, home, look)  # which waits for the words, and for the mark before each chosen row
    assert not any(faint.values()), faint
    check_colours(kind, colours_sent(seen.printed))
    assert kind.colours or attributes_sent(seen.printed) <= {"", "0", "1", "2", "3", "4", "7"}
    check_characters(kind, seen.printed)
    check_plot(kind, seen.pages["run"])
    for page, words in seen.pages.items():
        assert all(len(row) <= 80 for row in words.split("\n")), page


def check_colours(kind: Kind, sent: set[str]) -> None:
    extended = {code for code in sent if ";" in code}
    if kind.colours == 0:
        assert not sent
    elif kind.colours == 16:
        assert sent
        assert not extended
    else:
        assert extended == ({"38;5", "48;5"} if kind.colours == 256 else {"38;2", "48;2"})


def attributes_sent(printed: bytes) -> set[str]:
    """Every code of a look, where there are no colours among them."""
    return {code for codes in re.findall(rb"\x1b\[([\d;]*)m", printed) for code in codes.decode().split(";")}


def check_characters(kind: Kind, printed: bytes) -> None:
    """Nothing above 127 in ASCII but the letter that the terminal was asked with; no braille but in Unicode."""
    if kind.characters == ASCII:
        assert all(byte < 128 for byte in printed.replace(b"\xc3\xa9\x1b[6n", b""))
    if kind.characters == LATIN:
        printed.decode("latin-1")
        assert b"\xe2\x96" not in printed
    else:
        words = printed.decode("utf-8")
        assert bool(re.search("[\u2800-\u28ff✓○▰▱⇄↻●]", words)) is (kind.characters == UNICODE)


def check_plot(kind: Kind, words: str) -> None:
    """Each curve is drawn with the mark that the legend gives it."""
    rows = words.split("\n")
    first = next(number for number, row in enumerate(rows) if "healthy" in row)
    plot = "".join(rows[first + 1 : first + 8])
    assert f"{kind.healthy * 2} healthy" in rows[first]
    assert f"{kind.broken} broken" in rows[first].replace("⠒ ", " ")  # of "⠒×⠒ broken"
    assert kind.broken in plot
    assert kind.healthy in plot


@pytest.mark.slow
@pytest.mark.parametrize("kind", [pytest.param(kind, id=kind.name or "unset") for kind in LINES])
def test_where_term_names_no_screen_the_lessons_come_in_plain_lines(kind: Kind, home: Path) -> None:
    with opened(kind, ("--learner", "ana", "--lang", "en"), home) as terminal:
        words = terminal.wait_for("Which lesson?")
        assert ("TERM=xterm lynx-tutor" in " ".join(words.split())) is (kind.name == "nosuchterm")
        terminal.press("q", "enter")
        assert terminal.wait_for_end() == 0
    assert b"\x1b[" not in terminal.printed


@pytest.mark.slow
def test_an_answer_that_comes_too_late_is_typed_nowhere(home: Path) -> None:
    with opened(DRAWING[0], ("--learner", "ana", "--lang", "en"), home) as terminal:
        terminal.answers = False
        before = terminal.wait_for("Welcome.", "q quit")
        terminal.press("\x1b[7;2R")
        terminal.settle(0.5)
        assert terminal.words() == before


@pytest.mark.slow
def test_what_is_typed_while_the_terminal_is_asked_is_heard(home: Path) -> None:
    with opened(DRAWING[0], ("--learner", "ana", "--lang", "en"), home) as terminal:
        terminal.press("escape")  # away from the welcome, before there is one
        terminal.wait_for("Break it to understand it", "q quit")


def test_a_line_that_does_not_know_its_size_has_24_rows_of_80(home: Path) -> None:
    command = ("/bin/sh", "-c", 'stty rows 0 cols 0; exec "$0" "$@"', *TUTOR)
    with Terminal("--learner", "ana", "--lang", "en", home=home, command=command) as terminal:
        terminal.wait_for("Welcome.", "q quit")
        assert "q quit" in terminal.words().split("\n")[23]


@pytest.mark.slow
def test_over_ssh_without_a_terminal_one_is_told_how_to_get_one(home: Path) -> None:
    done = subprocess.run(
        [*TUTOR, "learn", "--lang", "en"],
        env=surroundings(home, {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "ssh -t HOST lynx-tutor" in done.stderr
    assert "Which lesson?" in done.stdout


@pytest.mark.slow
def test_run_prints_the_same_marks_in_plot_and_legend_where_there_is_only_ascii(home: Path) -> None:
    arguments = ("run", "break-gelu-identity", "--ascii", "--seeds", "2", "--steps", "20", "--lang", "en")
    done = subprocess.run([*TUTOR, *arguments], env=surroundings(home, {}), capture_output=True, check=True)
    rows = done.stdout.decode("ascii").split("\n")
    first = next(number for number, row in enumerate(rows) if "** healthy" in row)
    assert "x broken" in rows[first]
    assert {"*", "x"} <= set("".join(rows[first + 1 : first + 10]))


@pytest.mark.slow
@pytest.mark.parametrize("command", ["list", "progress", "glossary", "report"])
def test_what_commands_print_is_ascii_where_that_is_asked_for(command: str, home: Path) -> None:
    prepare(home)
    arguments = (command, "--ascii", "--lang", "es", *([str(home)] if command == "report" else ()))
    done = subprocess.run([*TUTOR, *arguments], env=surroundings(home, {}), capture_output=True, check=True)
    assert done.stdout.isascii()
    assert len(done.stdout) > 100


def faint_words(terminal: Terminal) -> set[tuple[str, str]]:
    """The colours of letters and digits that are too near to what is behind them."""
    cells = [cell for row in terminal.screen.buffer.values() for cell in row.values() if cell.data.isalnum()]
    pairs = {(cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg) for cell in cells}
    return {pair for pair in pairs if contrast(*(triplet(name) for name in pair)) < 4.5}


def triplet(name: str) -> tuple[int, int, int]:
    code = PALETTE[{"default": "black"}.get(name, name)]
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)
