"""What comes from a terminal: whatever the bytes, they become messages, and nothing ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from textual.events import Key, Paste
from textual.message import Message

from tutor.tui.terminal.keys import Reader

ODD = [
    b"\xf1", b"\xff\xfe", b"\x9b1;1R", b"\x1b[M\xe0\xff\xff", b"\x1b[99999999u", b"\x1b[97;5:3u", b"\x1b[0n",
    b"\x1b[999999999999999999C", b"\x1b[<0;99999999999999999999;5M", b"\x1b[48;24;80;0;0t", b"\x1b[200~", b"\x1b[201~",
    b"\x1b[3n", b"\x1b[", b"\x1b", b"\x1b]11;rgb:0/0/0\x07", b"\x1bP", b"\x1b[?2026;2$y",
    b"\x1b[?2048;1$y", b"\x1b[1;1R", b"\x00",
]  # fmt: skip
BYTES = some.lists(some.one_of(some.binary(max_size=6), some.sampled_from(ODD)), max_size=12).map(b"".join)


def reader(answered: list[str] | None = None, encoding: str = "utf-8") -> Reader:
    heard = [] if answered is None else answered
    return Reader(lambda: heard.append("answer"), encoding)


def letters(messages: list[Message]) -> str:
    return "".join(message.character or "" for message in messages if isinstance(message, Key))


@given(some.lists(BYTES, max_size=4), some.sampled_from(["utf-8", "latin-1", "euc-jp"]))
@settings(max_examples=100, deadline=None)
def test_no_bytes_at_all_end_the_reading(pieces, encoding):
    ears = reader(encoding=encoding)
    for piece in pieces:
        for message in [*ears.read(piece), *ears.tick()]:
            assert isinstance(message, Message)


@given(BYTES)
@settings(max_examples=60, deadline=None)
def test_a_letter_is_heard_after_any_bytes(noise):
    ears = reader()
    list(ears.read(noise))
    list(ears.read(b"\x1b[201~" + b" " * 40))  # what was begun has ended
    assert letters(list(ears.read(b"q"))) == "q"


def test_a_byte_that_is_no_letter_becomes_one_that_says_so():
    assert letters(list(reader().read(b"ma\xf1ana"))) == "ma\ufffdana"


def test_in_a_latin_1_locale_it_is_the_letter_that_was_typed():
    assert letters(list(reader(encoding="latin-1").read(b"ma\xf1ana"))) == "mañana"


def test_a_letter_that_is_cut_in_two_is_one_letter():
    ears = reader()
    assert letters([*ears.read(b"\xc3"), *ears.read(b"\xb1")]) == "ñ"


@pytest.mark.parametrize("cut", range(5))
def test_an_answer_is_heard_and_is_no_key(cut):
    answered: list[str] = []
    ears = reader(answered)
    messages = [*ears.read(b"a\x1b[0n"[:cut]), *ears.read(b"a\x1b[0n"[cut:]), *ears.read(b"b")]
    assert (letters(messages), answered) == ("ab", ["answer"])


def test_a_key_that_is_let_go_does_nothing():
    assert not letters(list(reader().read(b"\x1b[97;5:3u")))


def test_a_paste_is_one_paste_whatever_is_in_it():
    messages = list(reader().read(b"\x1b[200~one\r\n\x00two\x1b[201~q"))
    assert [message.text for message in messages if isinstance(message, Paste)] == ["one\r\ntwo"]
    assert letters(messages) == "q"
