"""What a name says of a terminal: whether it draws, which characters its locale and its own answer leave it."""

import os
from collections.abc import Mapping

import pytest

from tutor.terminals.characters import Characters
from tutor.terminals.kinds import FAMILIES, POOR, RICH, Kind
from tutor.terminals.settings import characters_of, of_stream
from tutor.terminals.window import trust_the_window

UTF8, LATIN_1, C = {"LANG": "es_ES.UTF-8"}, {"LANG": "es_ES.ISO-8859-1"}, {"LANG": "C"}
MADE_BY_PYTHON = {"LC_CTYPE": "C.UTF-8", "LANG": "C"}


@pytest.mark.parametrize("name", ["xterm-foo", "screen.foo", "tmux-foo", "vt420", "linux-16color", "st-meta"])
def test_a_family_is_known_by_its_first_letters(name: str) -> None:
    assert FAMILIES.match(name)


@pytest.mark.parametrize("name", ["nosuchterm", "lpr", "network", "emacs", "9term"])
def test_others_are_not_taken_for_one(name: str) -> None:
    assert not FAMILIES.match(name)
    assert not RICH.match(name)


def test_nothing_is_drawn_where_term_says_that_nothing_can_be() -> None:
    assert set(POOR) == {"", "dumb", "unknown"}


@pytest.mark.parametrize(
    ("name", "environ", "utf8", "characters"),
    [
        ("xterm", UTF8, True, Characters.UNICODE),
        ("xterm", UTF8, False, Characters.LATIN),  # PuTTY, set to ISO-8859-1
        ("xterm", UTF8, None, Characters.UNICODE),
        ("xterm", C, True, Characters.UNICODE),
        ("xterm", C, False, Characters.LATIN),
        ("screen", C, False, Characters.ASCII),  # which hands it on, perhaps to one that speaks UTF-8
        ("xterm", C, None, Characters.ASCII),
        ("xterm", MADE_BY_PYTHON, None, Characters.ASCII),
        ("xterm", LATIN_1, True, Characters.UNICODE),
        ("xterm", LATIN_1, None, Characters.LATIN),
        ("xterm", {"LANG": "de_DE.ISO-8859-15@euro"}, False, Characters.LATIN),
        ("xterm", {"LANG": "ru_RU.KOI8-R"}, False, Characters.ASCII),
        ("xterm", {"LANG": "ja_JP.eucJP"}, None, Characters.ASCII),
        ("linux", UTF8, True, Characters.CONSOLE),
        ("linux", UTF8, None, Characters.CONSOLE),
        ("linux", C, False, Characters.LATIN),
        ("vt100", UTF8, False, Characters.ASCII),
        ("vt100", UTF8, True, Characters.CONSOLE),
        ("vt220", UTF8, False, Characters.LATIN),
        ("xterm-kitty", {**UTF8, "LYNX_TUTOR_ASCII": "1"}, True, Characters.ASCII),
    ],
)
def test_the_terminals_own_answer_goes_before_the_locale(
    name: str, environ: Mapping[str, str], utf8: bool | None, characters: Characters
) -> None:
    assert characters_of(environ, Kind(name), utf8) is characters


@pytest.mark.parametrize(
    ("encoding", "characters"),
    [
        ("UTF-8", "UNICODE"),
        ("iso-8859-1", "LATIN"),
        ("ANSI_X3.4-1968", "ASCII"),
        ("euc-jp", "ASCII"),
        (None, "UNICODE"),
    ],
)
def test_what_is_no_terminal_gets_what_its_encoding_has(encoding: str | None, characters: str) -> None:
    assert of_stream(encoding) is Characters[characters]


def test_columns_and_lines_are_believed_only_where_the_window_is_not_known() -> None:
    read, write = os.pipe()
    environ = {"COLUMNS": "200", "LINES": "60", "HOME": "/"}
    trust_the_window(environ, write)
    assert environ == {"COLUMNS": "200", "LINES": "60", "HOME": "/"}
    os.close(read), os.close(write)
    master, slave = os.openpty()
    try:
        trust_the_window(environ, slave)  # a terminal of 0 by 0, as a serial line is
        assert "COLUMNS" in environ
        set_size(slave)
        trust_the_window(environ, slave)
        assert environ == {"HOME": "/"}
    finally:
        os.close(master), os.close(slave)


def set_size(terminal: int) -> None:
    import fcntl
    import struct
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
