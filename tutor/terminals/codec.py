"""Output in the characters that a terminal has: an encoding for each, so that whatever is written goes through it."""

import codecs
import io
from functools import partial
from typing import Any

from tutor.terminals.characters import Characters, spelled

PREFIX = "lynx_"


def speak(stream: Any, characters: Characters) -> None:
    """Let a text stream write only these. A stream of another kind, as in a test, stays as it is."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    codecs.register(find)
    own = f"{PREFIX}{characters.name.lower()}"
    same = characters is Characters.UNICODE and speaks_unicode(stream)
    stream.reconfigure(encoding=None if same else own, errors="replace")


def speaks_unicode(stream: Any) -> bool:
    """Whether all characters go out as they are: braille and boxes too."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").replace("_", "").removeprefix("lynx") in ("utf8", "unicode")


def typed_formulas(words: str, stream: Any) -> str:
    """Return words whose formulas can be read in the characters of this stream. They may become longer."""
    return words if speaks_unicode(stream) else spelled(words)


def is_latin(stream: Any) -> bool:
    """Whether this terminal has Latin-1, and so writes it too."""
    return (getattr(stream, "encoding", None) or "") == f"{PREFIX}{Characters.LATIN.name.lower()}"


def find(name: str) -> codecs.CodecInfo | None:
    """Answer the codec registry, for the names that begin as ours do."""
    names = {f"{PREFIX}{each.name.lower()}": each for each in Characters}
    if name not in names:
        return None
    characters = names[name]
    return codecs.CodecInfo(
        partial(encode, characters),
        partial(decode, characters),
        name=name,
        incrementalencoder=encoder_of(characters),
        incrementaldecoder=codecs.getincrementaldecoder(characters.encoding),
    )


def encode(characters: Characters, words: str, errors: str = "strict") -> tuple[bytes, int]:
    return characters.written(words).encode(characters.encoding, "replace"), len(words)


def decode(characters: Characters, data: Any, errors: str = "strict") -> tuple[str, int]:
    return bytes(data).decode(characters.encoding, "replace"), len(data)


def encoder_of(characters: Characters) -> type[codecs.IncrementalEncoder]:
    class Encoder(codecs.IncrementalEncoder):
        """Writes as it comes: no character waits for the next."""

        def encode(self, input: str, final: bool = False) -> bytes:
            return encode(characters, input)[0]

    return Encoder
