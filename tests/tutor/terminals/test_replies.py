"""No reply of a terminal is ever typed, whole or in pieces; every key, click and paste still comes."""

import pytest

from tutor.shell import terminal
from tutor.terminals.replies import MAX_REPLY, KeyFilter, without_replies

BEL, ST = "\x07", "\x1b\\"
REPLIES = {
    **{f"OSC {number}": f"\x1b]{number};rgb:1e1e/1e1e/2e2e{ST}" for number in (10, 11, 12)},
    "OSC ended by BEL": f"\x1b]11;rgb:1e1e/1e1e/2e2e{BEL}",
    "OSC ended by one character": "\x1b]11;rgb:1e1e/1e1e/2e2e\x9c",
    "palette": f"\x1b]4;1;rgb:cdcd/0000/0000{BEL}",
    "clipboard": f"\x1b]52;c;bHlueDE={ST}",
    "long clipboard": f"\x1b]52;c;{'bHlu' * 5000}{ST}",
    "title": f"\x1b]lquit 1{ST}",
    "version": f"\x1bP>|tmux 3.2a{ST}",
    "termcap": f"\x1bP1+r544e=787465726d{ST}",
    "status": f"\x1bP1$r0m{ST}",
    "tertiary attributes": f"\x1bP!|7E565445{ST}",
    "graphics": f"\x1b_Gi=31;OK{ST}",
    "privacy message": f"\x1b^quit{ST}",
    "start of string": f"\x1bXquit{ST}",
    "very long attributes": "\x1b[?62;1;2;4;6;9;15;16;17;18;21;22;28;29;31;42c",
}
HEARD = {  # as a sequence: the parser knows it, or ignores it
    "cursor": "\x1b[12;40R", "all is well": "\x1b[0n", "attributes": "\x1b[?62;1;22c", "size": "\x1b[4;312;812t",
    "up": "\x1b[A", "ctrl+right": "\x1b[1;5C", "F5": "\x1b[15~", "Kitty's a": "\x1b[97;5u", "click": "\x1b[<0;12;7M",
    "focus": "\x1b[I", "paste": "\x1b[200~one \x1b]11;?\x07 two\x1b[201~", "mode": "\x1b[?2026;2$y",
    "F1 of xterm": "\x1bOP", "alt+a": "\x1ba", "old mouse": "\x1b[M !!", "F1 of a console": "\x1b[[A",
    "alt+up": "\x1b\x1b[A", "letters": "año 77 %", "control": "\x03\r\t\x7f",
}  # fmt: skip
SLOWLY = {"alt+P": "\x1bP", "alt+X": "\x1bX", "alt+]": "\x1b]", "alt+[": "\x1b[", "escape": "\x1b"}


def filtered(*pieces: str) -> str:
    keys = KeyFilter()
    return "".join(map(keys.keys, pieces))


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_is_swallowed_wherever_it_is_cut_in_two(name):
    reply = REPLIES[name]
    assert filtered(f"a{reply}b") == "ab"
    for cut in range(0, len(reply) + 1, max(1, len(reply) // 100)):
        assert filtered(f"a{reply[:cut]}", f"{reply[cut:]}b") == "ab", cut


@pytest.mark.parametrize("name", [name for name in REPLIES if len(REPLIES[name]) < 100])
def test_and_one_character_at_a_time(name):
    assert filtered("1", *REPLIES[name], "2") == "12"


@pytest.mark.parametrize("name", HEARD)
def test_everything_else_comes_through_wherever_it_is_cut(name):
    sequence = HEARD[name]
    for cut in range(len(sequence) + 1):
        assert filtered(sequence[:cut], sequence[cut:], "q") == f"{sequence}q", cut


@pytest.mark.parametrize("name", SLOWLY)
def test_what_begins_as_a_reply_and_goes_on_no_further_was_a_key(name):
    keys = KeyFilter()
    assert keys.keys(SLOWLY[name]) == ""
    assert keys.give_up() == SLOWLY[name]
    assert keys.keys("q") == "q"


def test_a_reply_that_never_ends_is_given_up_and_was_no_key():
    keys = KeyFilter()
    assert keys.keys("\x1b]11;rgb:1e1e/1e") == ""
    assert keys.give_up() == ""
    assert keys.keys("q") == "q"


def test_a_reply_that_is_longer_than_any_is_let_go():
    assert filtered(f"\x1b]52;c;{'1' * MAX_REPLY}", "q") == "q"


@pytest.mark.parametrize("key", ["\x1b[A", "\x03", "\r", "\x1b[200~x\x1b[201~", "\x1bOP"])
def test_a_key_breaks_into_a_reply_that_has_no_end(key):
    assert filtered("\x1b]11;rgb:1e", key, "q") == f"{key}q"


@pytest.mark.parametrize("rest", ["]11;rgb:1e1e/1e1e/2e2e\x1b\\", "P>|tmux 3.2a\x1b\\", "P1+r544e\x1b\\"])
def test_a_reply_whose_escape_came_so_long_before_that_it_was_a_key_has_no_letters(rest):
    keys = KeyFilter()
    keys.keys("\x1b")
    assert keys.give_up() == "\x1b"
    assert keys.keys(f"{rest}q") == "q"


def test_who_types_on_after_escape_types_letters():
    keys = KeyFilter()
    keys.keys("\x1b")
    keys.give_up()
    assert keys.keys("Print") == "Print"
    assert keys.keys("]1") == "]1"


@pytest.mark.parametrize("reply", [*REPLIES.values(), "\x1b[?62;1;22c", "\x1b[4;312;812t", "\x1b[A"])
def test_in_a_line_that_was_typed_there_is_none(reply):
    assert without_replies(f"{reply}7{reply}5") == "75"


def test_plain_lines_are_read_without_them(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: f"{REPLIES['OSC 11']}2")
    assert terminal.listen("Your answer: ") == "2"
