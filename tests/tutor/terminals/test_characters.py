"""In fewer characters everything keeps its width, nothing is lost but accents, and no two marks become one."""

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tutor.plots.canvas import STROKES
from tutor.terminals.characters import TABLE, Characters, spelled
from tutor.terminals.codec import speak, speaks_unicode
from tutor.tui.widgets.lists import MARK

POOR = (Characters.CONSOLE, Characters.ASCII)
# What tells one row, step, answer or curve from another; the last five are written in ASCII everywhere.
TELLING = (MARK, "✓", "✗", "●", "○", "↻", "⇄", "!", "·", "?", "|", "/")
BARS = ("▰▱", "█░", "━●─")


@given(words=st.text(), characters=st.sampled_from(POOR))
def test_any_words_do(words: str, characters: Characters) -> None:
    words = "".join(each for each in words if each.isprintable() and unicodedata.category(each)[0] not in "CM")
    written = characters.written(words)
    assert all(characters.has(character) for character in written)
    assert cell_len(written) == cell_len(words)


@pytest.mark.parametrize("characters", POOR)
def test_no_mark_becomes_another(characters: Characters) -> None:
    written = [characters.written(mark) for mark in TELLING]
    assert len(set(written)) == len(TELLING), written
    for bar in BARS:
        assert len(set(characters.written(bar))) == len(bar)


@pytest.mark.parametrize("characters", POOR)
def test_healthy_and_broken_are_said_as_they_are_drawn(characters: Characters) -> None:
    healthy, broken = STROKES["healthy"], STROKES["broken"]
    assert characters.written(broken.mark) == broken.ascii == "x"
    assert characters.written(healthy.mark) == characters.written("⠒") == healthy.ascii == "*"
    assert broken.ascii != characters.written("✗")


def test_spanish_keeps_its_letters_on_a_console() -> None:
    assert Characters.CONSOLE.written("¿Cuántos años?") == "¿Cuántos años?"
    assert Characters.ASCII.written("¿Cuántos años?") == "?Cuantos anos?"


def test_a_stream_writes_what_the_terminal_has_and_can_be_given_everything_back() -> None:
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


def test_every_mark_in_the_table_is_one_column_of_ascii() -> None:
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
def test_a_formula_says_the_same_in_ascii(formula: str, typed: str) -> None:
    assert Characters.ASCII.written(spelled(formula)) == typed
