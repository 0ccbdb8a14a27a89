"""A name, a locale and an answer tell a terminal's kind; and in fewer characters no two marks become one."""

import fcntl
import io
import os
import struct
import termios
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tutor.plots.canvas import STROKES
from tutor.shell.terminal import trust_the_window
from tutor.terminals import kinds
from tutor.terminals.characters import TABLE, Characters, characters_of, speak, speaks_unicode, spelled
from tutor.terminals.kinds import FAMILIES, RICH, TerminalKind
from tutor.tui.widgets.lists import MARK

UTF8, C = {"LANG": "es_ES.UTF-8"}, {"LANG": "C"}
MADE_BY_PYTHON = {"LC_CTYPE": "C.UTF-8", "LANG": "C"}


def test_a_family_is_known_by_its_first_letters_and_others_are_not_taken_for_one():
    others = ("nosuchterm", "lpr", "network", "emacs", "9term")
    family = ("xterm-foo", "screen.foo", "tmux-foo", "vt420", "linux-16color", "st-meta")
    assert [name for name in (*family, *others) if FAMILIES.match(name)] == [*family]
    assert not any(RICH.match(name) for name in others)


@pytest.mark.parametrize(
    ("name", "environ", "utf8", "characters"),
    [
        ("xterm", UTF8, True, Characters.UNICODE),
        ("xterm", UTF8, False, Characters.ASCII),  # PuTTY, set to ISO-8859-1
        ("xterm", UTF8, None, Characters.UNICODE),
        ("xterm", {"LC_ALL": "C", **UTF8}, None, Characters.ASCII),
        ("xterm", C, None, Characters.ASCII),
        ("xterm", MADE_BY_PYTHON, None, Characters.ASCII),
        ("xterm", {"LC_CTYPE": "C.UTF-8", "LANG": "es_ES"}, None, Characters.UNICODE),
        ("linux", UTF8, None, Characters.CONSOLE),
        ("vt100", UTF8, True, Characters.CONSOLE),
        ("xterm-kitty", {**UTF8, "LYNX_TUTOR_ASCII": "1"}, True, Characters.ASCII),
    ],
)
def test_the_terminals_own_answer_goes_before_the_locale(name, environ, utf8, characters):
    assert characters_of(environ, TerminalKind(name), utf8) is characters


def test_columns_and_lines_are_believed_only_where_the_window_is_not_known():
    read, write = os.pipe()
    environ = {"COLUMNS": "200", "LINES": "60", "HOME": "/"}
    trust_the_window(environ, write)
    assert environ == {"COLUMNS": "200", "LINES": "60", "HOME": "/"}
    os.close(read), os.close(write)
    master, slave = os.openpty()
    try:
        trust_the_window(environ, slave)  # a terminal of 0 by 0, as a serial line is
        assert "COLUMNS" in environ
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        trust_the_window(environ, slave)
        assert environ == {"HOME": "/"}
    finally:
        os.close(master), os.close(slave)


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    master, slave = os.openpty()
    monkeypatch.setattr(kinds, "INPUT", slave)
    monkeypatch.setattr(kinds, "OUTPUT", slave)
    yield master
    os.close(master)
    os.close(slave)


def test_the_letter_of_the_question_is_erased_with_it(master):
    with kinds.asked() as question:
        assert os.read(master, 64) == "\ré\x1b[6n\r\x1b[K".encode()
        os.write(master, b"x\x1b[1;2R")
        assert question.answer() is True
        assert question.received == b"x"


def test_ctrl_s_is_a_key_while_it_is_asked_and_what_it_was_before_afterwards(master):
    before = termios.tcgetattr(kinds.INPUT)
    with kinds.asked():
        assert not termios.tcgetattr(kinds.INPUT)[0] & termios.IXON
    assert termios.tcgetattr(kinds.INPUT) == before


POOR = (Characters.CONSOLE, Characters.ASCII)
# What tells one row, step, answer or curve from another; the last five are written in ASCII everywhere.
TELLING = (MARK, "✓", "✗", "●", "○", "↻", "⇄", "!", "·", "?", "|", "/")
BARS = ("▰▱", "█░", "━●─")


@given(words=st.text(), characters=st.sampled_from(POOR))
def test_any_words_do(words, characters):
    words = "".join(each for each in words if each.isprintable() and unicodedata.category(each)[0] not in "CM")
    written = characters.written(words)
    assert all(characters.has(character) for character in written)
    assert cell_len(written) == cell_len(words)


@pytest.mark.parametrize("characters", POOR)
def test_no_mark_becomes_another(characters):
    written = [characters.written(mark) for mark in TELLING]
    assert len(set(written)) == len(TELLING), written
    for bar in BARS:
        assert len(set(characters.written(bar))) == len(bar)


@pytest.mark.parametrize("characters", POOR)
def test_healthy_and_broken_are_said_as_they_are_drawn(characters):
    healthy, broken = STROKES["healthy"], STROKES["broken"]
    assert characters.written(broken.mark) == broken.ascii == "x"
    assert characters.written(healthy.mark) == characters.written("⠒") == healthy.ascii == "*"
    assert broken.ascii != characters.written("✗")


def test_spanish_keeps_its_letters_on_a_console():
    assert Characters.CONSOLE.written("¿Cuántos años?") == "¿Cuántos años?"
    assert Characters.ASCII.written("¿Cuántos años?") == "?Cuantos anos?"


def test_a_stream_writes_what_the_terminal_has_and_can_be_given_everything_back():
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    for characters, expected in (
        (Characters.ASCII, b"+ n x"),
        (Characters.CONSOLE, "+ ñ x".encode()),
        (Characters.UNICODE, "✓ ñ ×".encode()),
    ):
        speak(stream, characters)
        before = stream.buffer.tell()
        stream.write("✓ ñ ×")
        stream.flush()
        stream.buffer.seek(before)
        assert stream.buffer.read() == expected
        assert speaks_unicode(stream) is (characters is Characters.UNICODE)


def test_every_mark_in_the_table_is_one_column_of_ascii():
    assert all(len(each) == 1 and each.isascii() for each in TABLE.values())


@pytest.mark.parametrize(
    ("formula", "typed"),
    [
        ("lr·m\u0302 / (√v\u0302 + eps)", "lr.m^ / (sqrt(v^) + eps)"),
        ("m\u0302 = m / (1 - β₁ᵗ)", "m^ = m / (1 - b1^t)"),
        ("√(2 / ((1 + a²)·fan_in)), ±1/√fan_in", "sqrt(2 / ((1 + a^2).fan_in)), +/-1/sqrt(fan_in)"),
        ("10⁻¹² and √23", "10^-12 and sqrt(23)"),
    ],
)
def test_a_formula_says_the_same_in_ascii(formula, typed):
    assert Characters.ASCII.written(spelled(formula)) == typed
