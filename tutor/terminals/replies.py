"""Tell keys from what a terminal replies, to us or to whoever asked before: no reply is ever typed."""

import re

ESCAPE = "\x1b"
STRING = r"\x1b[]P_^X][^\x00-\x1f\x9c]*+"  # OSC, DCS, APC, PM, SOS
ENDED = r"(?:\x07|\x9c|\x1b\\|(?=\x1b[^\\]|[\x00-\x06\x08-\x1a\x1c-\x1f]))"  # by its end, or by a key
CONTROL = r"\x1b\[[0-?]*+[ -/]*+[@-~]"
BEGUN = rf"(?:{STRING}\x1b?|\x1b(?:\[[0-?]*+[ -/]*+)?)\Z"
SEQUENCE = re.compile(f"(?P<reply>{STRING}{ENDED})|(?P<control>{CONTROL})|(?P<begun>{BEGUN})")
CUT_OFF = re.compile(r"[][P_^X][0-9<=>?]")  # how a reply goes on whose Escape came long before

PASTES = {"\x1b[200~": True, "\x1b[201~": False}  # where a paste begins, and where it ends
MAX_KEY = 32  # characters of a key, a click or a report that anybody understands
MAX_REPLY = 1_000_000  # a clipboard may be long


class KeyFilter:
    """Let keys and pastes through; swallow replies, in whatever pieces they come. Knows no clock."""

    def __init__(self) -> None:
        self.held = ""  # may become a reply, when more comes
        self.is_pasting = False
        self.gave_escape = False  # as a key, and just now

    def keys(self, text: str) -> str:
        """Return the keys in a text; the beginning of a sequence is held until more comes."""
        if self.gave_escape and CUT_OFF.match(text):
            text = ESCAPE + text
        text, self.held, self.gave_escape = self.held + text, "", False
        return SEQUENCE.sub(self.let_through, text)

    def let_through(self, found: re.Match[str]) -> str:
        kind, words = found.lastgroup, found[0]
        if kind == "begun" and len(words) <= MAX_REPLY:
            self.held = words
            return ""
        if kind == "control":
            self.is_pasting = PASTES.get(words, self.is_pasting)
        is_reply = kind != "control" or len(words) > MAX_KEY
        return "" if is_reply and not self.is_pasting else words

    def give_up(self) -> str:
        """Return the keys in the held text when no more comes: Escape, or a letter with Alt."""
        held, self.held = self.held, ""
        self.gave_escape = held == ESCAPE
        return held if self.is_pasting or len(held) <= len("\x1bP") else ""


def without_replies(line: str) -> str:
    """Return a line as it was typed, without the sequences that came into it."""
    return SEQUENCE.sub("", line)
