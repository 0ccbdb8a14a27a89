"""Reading what comes from the terminal: keys, and its answers. Nothing that comes can end the app."""

import codecs
import locale
import os
import selectors
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from threading import Event

from textual.events import Key
from textual.keys import Keys
from textual.message import Message

from tutor.terminals.codec import is_latin
from tutor.tui.terminal.pace import ANSWER
from tutor.tui.textual_private import XTermParser

PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
PASTE_LASTS = 2.0  # seconds without a byte after which a paste has ended, said or not
TICK = 0.1


class Answers(XTermParser):
    """Textual's parser, which also hears the terminal's answers, and ignores what no terminal should send."""

    def __init__(self, answered: Callable[[], None]) -> None:
        self.answered = answered
        super().__init__()

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        if sequence == ANSWER:
            self.answered()
            return [Key(Keys.Ignore, sequence)]
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # a number that is no character; a key that is let go
            return [Key(Keys.Ignore, sequence)]


class Reader:
    """Turns bytes into messages. A byte that is no letter becomes one that says so."""

    def __init__(self, answered: Callable[[], None], encoding: str = "") -> None:
        self.answered = answered
        self.decoder = codecs.getincrementaldecoder(encoding or encoding_here())("replace")
        self.parser = Answers(answered)
        self.pasting = False
        self.heard = time.monotonic()

    def read(self, data: bytes) -> Iterator[Message]:
        self.heard = time.monotonic()
        text = self.decoder.decode(data)
        begun, ended = text.rfind(PASTE_BEGINS), text.rfind(PASTE_ENDS)
        self.pasting = begun > ended or (self.pasting and ended < 0)
        yield from self.whole(self.parser.feed(text)) if text else ()

    def tick(self) -> Iterator[Message]:
        """What has come to be known by waiting: that an Escape was a key, and that a paste has ended."""
        if self.pasting and time.monotonic() - self.heard > PASTE_LASTS:
            self.pasting = False
            yield from self.whole(self.parser.feed(PASTE_ENDS))
        yield from self.whole(self.parser.tick())

    def whole(self, messages: Iterable[Message]) -> Iterator[Message]:
        """Give what the parser makes; one that has stumbled is replaced, and the rest of its text with it."""
        try:
            yield from messages
        except Exception:
            self.parser = Answers(self.answered)


def encoding_here() -> str:
    """What the terminal writes, by its own answer or the locale; what is no such encoding counts as UTF-8."""
    if is_latin(sys.__stderr__):
        return "latin-1"
    try:
        name = codecs.lookup(locale.getpreferredencoding(False)).name
    except LookupError:
        return "utf-8"
    return "utf-8" if name == "ascii" else name


def listen(descriptor: int, reader: Reader, ended: Event, hear: Callable[[Message], None]) -> bool:
    """Hear messages until it has ended. True where the terminal has gone."""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while not ended.is_set():
            if selector.select(TICK):
                data = os.read(descriptor, 4096)
                if not data:
                    return True
                for message in reader.read(data):
                    hear(message)
            for message in reader.tick():
                hear(message)
    return False
