"""Reading what comes from the terminal: keys, and its answers. Nothing that comes can end the app."""

import codecs
import locale
import os
import re
import selectors
from collections.abc import Callable, Iterable, Iterator
from threading import Event
from time import monotonic

from textual.constants import ESCAPE_DELAY
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

from tutor.terminals.replies import ESCAPE, KeyFilter
from tutor.tui.terminal.output import ANSWER
from tutor.tui.textual_private import XTermParser

TICK_S = 0.1
REPLY_PATIENCE_S = 1.0  # for the next piece of a reply
# A whole sequence that Textual's parser would go on reading, and then type: no mouse, and no report that it knows.
UNKNOWN = re.compile(r"\x1b\[(?!M\Z|\[\Z|<|\?\d+;\d\$y\Z)[0-?]*[ -/]*[@-~]")


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
            keys = list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # a number that is no character; a key that is let go
            return [Key(Keys.Ignore, sequence)]
        return keys or ([Key(Keys.Ignore, sequence)] if UNKNOWN.fullmatch(sequence) else [])


class Reader:
    """Turns bytes into messages. A byte that is no letter becomes one that says so."""

    def __init__(self, answered: Callable[[], None], encoding: str = "") -> None:
        self.answered = answered
        self.decoder = codecs.getincrementaldecoder(encoding or encoding_here())("replace")
        self.parser = Answers(answered)
        self.filter = KeyFilter()
        self.heard_at = monotonic()

    def read(self, data: bytes) -> Iterator[Message]:
        self.heard_at = monotonic()
        yield from self.parsed(self.filter.keys(self.decoder.decode(data)))

    def tick(self) -> Iterator[Message]:
        """Yield the keys that waiting has decided, such as an Escape."""
        patience = ESCAPE_DELAY if self.filter.held == ESCAPE else REPLY_PATIENCE_S
        if self.filter.held and monotonic() - self.heard_at >= patience:
            yield from self.given_up(self.filter.give_up())
        yield from self.whole(self.parser.tick())

    def given_up(self, text: str) -> Iterator[Message]:
        """Yield the keys that had no continuation; Escape at once, for the parser would wait once more."""
        yield from [Key("escape", ESCAPE)] if text == ESCAPE else self.parsed(text)

    def parsed(self, text: str) -> Iterator[Message]:
        yield from self.whole(self.parser.feed(text)) if text else ()

    def whole(self, messages: Iterable[Message]) -> Iterator[Message]:
        """Yield the parser's messages; one that has stumbled is replaced, and the rest of its text with it."""
        try:
            yield from messages
        except Exception:
            self.parser = Answers(self.answered)


def encoding_here() -> str:
    """Return the encoding of the terminal by the locale; UTF-8 if the locale names an unknown one."""
    try:
        name = codecs.lookup(locale.getpreferredencoding(False)).name
    except LookupError:
        return "utf-8"
    return "utf-8" if name == "ascii" else name


def listen(descriptor: int, reader: Reader, ended: Event, hear: Callable[[Message], None]) -> bool:
    """Hear messages until it has ended. True where the terminal has gone."""
    with selectors.SelectSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while not ended.is_set():
            if selector.select(TICK_S):
                data = os.read(descriptor, 4096)
                if not data:
                    return True
                for message in reader.read(data):
                    hear(message)
            for message in reader.tick():
                hear(message)
    return False
