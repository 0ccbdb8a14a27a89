"""Before a command says anything: what of the environment is true of this terminal, and which characters it has."""

import io
import os
import sys

from tutor.terminals.codec import is_latin, speak
from tutor.terminals.colours import CHOSEN, FORCED
from tutor.terminals.kinds import Kind, kind_of
from tutor.terminals.settings import ASCII, characters_of, of_stream
from tutor.terminals.window import trust_the_window


def prepare(ascii: bool) -> None:
    """Mend the environment, and let output be in the characters that there are."""
    trust_the_window(os.environ)
    if ascii:
        os.environ[ASCII] = "1"
    if not os.environ.get("NO_COLOR"):  # an empty one does not count, but Textual counts it
        os.environ.pop("NO_COLOR", None)
    if os.environ.get(FORCED, "").lower() not in (*CHOSEN, "auto"):
        os.environ.pop(FORCED, None)
    speak_to(kind_of(os.environ))


def speak_to(kind: Kind, utf8: bool | None = None) -> None:
    """Let each stream write what it can: a terminal what it says itself, else what its name and the locale say."""
    for stream in {id(each): each for each in (sys.stdout, sys.stderr, sys.__stderr__)}.values():
        if stream is None:
            continue
        if os.environ.get(ASCII) or stream.isatty():
            speak(stream, characters_of(os.environ, kind, utf8))
        else:
            speak(stream, of_stream(stream.encoding))
    if is_latin(sys.stdout) and isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="latin-1")
