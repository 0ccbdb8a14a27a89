"""Whatever bytes come from a terminal, they become messages, and nothing ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from textual.constants import ESCAPE_DELAY
from textual.events import Key, MouseDown, MouseUp, Paste
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


def names(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, Key)]


REPORTS = [
    b"\x1b[?62;1;22c", b"\x1b[>0;276;0c", b"\x1b[4;312;812t", b"\x1b[8;24;80t", b"\x1b[?0u", b"\x1b[2;1;1;112;112;1;0x",
    b"\x1b[?1;0$y", b"\x1b[0n", b"\x1b[3n", b"\x1b[12;40R", b"\x1b[?62;1;2;4;6;9;15;16;17;18;21;22;28;29;31;42c",
    b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", b"\x1bP>|tmux 3.2a\x1b\\", b"\x1b[?997;1n",
]  # fmt: skip
KEYS = {
    b"\x1b[A": "up", b"\x1bOA": "up", b"\x1b[1;5C": "ctrl+right", b"\x1b[15~": "f5", b"\x1bOP": "f1", b"\x1b[[A": "f1",
    b"\x1b[97;5u": "ctrl+a", b"\x1b[Z": "shift+tab", b"\x1b[6~": "pagedown", b"\r": "enter",
}  # fmt: skip


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_that_nobody_here_asked_for_is_no_key_wherever_it_is_cut(report):
    for cut in range(len(report) + 1):
        ears = reader()
        assert names([*ears.read(report[:cut]), *ears.read(report[cut:] + b"q")]) == ["q"]


@pytest.mark.parametrize("sequence", KEYS)
def test_a_key_is_itself_wherever_it_is_cut(sequence):
    for cut in range(len(sequence) + 1):
        ears = reader()
        assert names([*ears.read(sequence[:cut]), *ears.read(sequence[cut:]), *ears.read(b"q")]) == [
            KEYS[sequence],
            "q",
        ]


def test_a_click_is_a_click():
    down, up = reader().read(b"\x1b[<0;12;7M\x1b[<0;12;7m")
    assert isinstance(down, MouseDown)
    assert isinstance(up, MouseUp)
    assert (down.x, down.y) == (11, 6)


class Clock:
    """Time goes by when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("tutor.tui.terminal.keys.monotonic", clock)
    monkeypatch.setattr("textual._parser.get_time", clock)
    return clock


def heard_slowly(clock: Clock, pause: float, *pieces: bytes) -> list[str]:
    ears, heard = reader(), []
    for piece in pieces:
        heard += names(list(ears.read(piece)))
        clock.now += pause
        heard += names(list(ears.tick()))
    return heard


@pytest.mark.parametrize("report", REPORTS)
def test_over_a_slow_line_it_is_no_key_either(clock, report):
    for cut in range(2, len(report)):
        assert heard_slowly(clock, 0.8, report[:cut], report[cut:], b"q") == ["q"]


def test_escape_is_heard_as_soon_as_before_and_once(clock):
    assert heard_slowly(clock, ESCAPE_DELAY, b"\x1b", b"q") == ["escape", "q"]
    assert heard_slowly(clock, ESCAPE_DELAY, b"\x1b\x1b", b"q") == ["escape", "escape", "q"]
    assert heard_slowly(clock, ESCAPE_DELAY, b"\x1ba", b"q") == ["alt+a", "q"]


def test_whoever_types_after_a_reply_without_an_end_is_heard_again(clock):
    assert heard_slowly(clock, 2.0, b"\x1b]11;rgb:1e1e", b"q") == ["q"]
