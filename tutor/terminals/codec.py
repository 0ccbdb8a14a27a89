"""Output in the characters that a terminal has: an encoding for each, so that whatever is written goes through it."""

import codecs
import io
from typing import Any

from tutor.terminals.characters import Characters, is_utf8, spelled

PREFIX = "lynx_"


def speak(stream: Any, characters: Characters) -> None:
    """Let a text stream write only these. A stream of another kind, as in a test, stays as it is."""
    if isinstance(stream, io.TextIOWrapper):
        codecs.register(find_codec)
        same = characters is Characters.UNICODE and speaks_unicode(stream)
        stream.reconfigure(encoding=None if same else PREFIX + characters.name.lower(), errors="replace")


def speaks_unicode(stream: Any) -> bool:
    """Return True if all characters go out as they are: braille and boxes too."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return is_utf8(encoding) or encoding == f"{PREFIX}unicode"


def typed_formulas(words: str, stream: Any) -> str:
    """Return words whose formulas can be read in the characters of this stream. They may become longer."""
    return words if speaks_unicode(stream) else spelled(words)


def find_codec(name: str) -> codecs.CodecInfo | None:
    """Answer the codec registry, for the names that begin as ours do."""
    characters = next((each for each in Characters if name == PREFIX + each.name.lower()), None)
    if characters is None:
        return None
    own = codecs.lookup("ascii" if characters is Characters.ASCII else "utf-8")

    def encode(words: str, errors: str = "strict") -> tuple[bytes, int]:
        return own.encode(characters.written(words), "replace")[0], len(words)

    class Encoder(codecs.IncrementalEncoder):
        """Writes as it comes: no character waits for the next."""

        def encode(self, input: str, final: bool = False) -> bytes:
            return encode(input)[0]

    return codecs.CodecInfo(
        encode, own.decode, name=name, incrementalencoder=Encoder, incrementaldecoder=own.incrementaldecoder
    )
