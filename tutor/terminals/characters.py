"""Characters that a terminal has, and an encoding for each; what stands for the others takes one column for one."""

import codecs
import io
import locale
import re
import sys
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from rich.cells import cell_len

from tutor.terminals.kinds import CONSOLES, TerminalKind

ASCII_ONLY = "LYNX_TUTOR_ASCII"
LOCALE = ("LC_ALL", "LC_CTYPE", "LANG")
NO_LOCALE = ("", "C", "POSIX")

# What a mark becomes where it is lacking. Whatever tells one thing from another is told apart here as well.
MARKS = {
    "✓": "+", "✗": "X", "×": "x", "●": "*", "○": "o", "▸": ">", "◂": "<", "↻": "@", "⇄": "=", "•": "-",
    "━": "=", "═": "=", "▰": "#", "▱": ".", "█": "#", "▓": "%", "▒": "=", "░": ".", "⠒": "*", "◆": "=", "→": ">",
    "▲": "^", "▼": "v", "◀": "<", "▶": ">", "↑": "^", "↓": "v", "←": "<", "🔎": "/",
}  # fmt: skip
LINES = dict.fromkeys("─▔▁▀▄╶╴╺╸", "-") | dict.fromkeys("│┃║▏▕▎▊▌▐", "|") | dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+")
LETTERS = {
    **dict.fromkeys("·∙…", "."), **dict.fromkeys("–—−‐‑", "-"),
    **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‘’‹›", "'"),
    "¿": "?", "¡": "!", "√": "V", "∞": "8", "∇": "d", "≈": "~", "≠": "#", "≤": "<", "≥": ">", "±": "+", "‖": "|",
    "ß": "s", "Σ": "S", "Δ": "D", "Φ": "F", "Θ": "T", "Ω": "W", "Π": "P", "α": "a", "β": "b", "γ": "g", "δ": "d",
    "ε": "e", "θ": "t", "λ": "l", "μ": "u", "π": "p", "ρ": "r", "σ": "s", "φ": "f", "ω": "w",
}  # fmt: skip
TABLE = MARKS | LINES | LETTERS
# In every font of a western Linux console; `×` is not among them, since the plot beside it is drawn in ASCII.
CONSOLE = frozenset("─│┌┐└┘├┤┬┴┼█▒░■±–—−“”‘’")
CONSOLE_MARKS = {"▰": "█", "▱": "░", "▓": "▒", "┃": "│", "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"}
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀᵗⁿ", "0123456789-+Ttn")
POWER, ROOT = re.compile(f"[{''.join(map(chr, POWERS))}]+"), re.compile("√(?:(?=\\()|([\\w\u0302]+))")


class Characters(Enum):
    """The characters that a terminal can show, and their encoding."""

    UNICODE = "utf-8"
    CONSOLE = "console"  # UTF-8, with the few glyphs of a console's font
    ASCII = "ascii"

    def has(self, character: str) -> bool:
        is_letter = "\xa0" <= character <= "\xff" and character != "×"  # which is the plot's own mark
        on_console = self is Characters.CONSOLE and (is_letter or character in CONSOLE)
        return self is Characters.UNICODE or character < "\x80" or on_console

    def written(self, words: str) -> str:
        if self is Characters.UNICODE or words.isascii():
            return words
        return "".join(each if self.has(each) else stand_in(each, self) for each in words)


def spelled(words: str) -> str:
    """Return words with their formulas as one types them: `sqrt(v^)` and `b1^t`, which no single column can say."""
    words = ROOT.sub(lambda root: f"sqrt({root[1]})" if root[1] else "sqrt", words)
    words = words.replace("\u0302", "^").replace("±", "+/-")
    return POWER.sub(lambda power: f"^{power[0].translate(POWERS)}", words)


@lru_cache(4096)
def stand_in(character: str, characters: Characters) -> str:
    """Return another character for one that is lacking: its mark, its bare letter, or a question mark a column."""
    wide = cell_len(character)
    if not wide:
        return ""
    if characters is Characters.CONSOLE and character in CONSOLE_MARKS:
        return CONSOLE_MARKS[character]
    bare = unicodedata.normalize("NFKD", character)[0]
    likeness = TABLE.get(character) or TABLE.get(bare, bare)
    return likeness.ljust(wide) if likeness.isascii() and likeness.isprintable() else "?" * wide


def characters_of(environ: Mapping[str, str], kind: TerminalKind, utf8: bool | None) -> Characters:
    """Return the characters of this terminal. `utf8` is its own answer, None if it gave none."""
    speaks_utf8 = names_utf8(environ) if utf8 is None else utf8
    if environ.get(ASCII_ONLY) or not speaks_utf8:
        return Characters.ASCII
    return Characters.CONSOLE if CONSOLES.match(kind.name) else Characters.UNICODE


def names_utf8(environ: Mapping[str, str]) -> bool:
    """Return True if the locale names UTF-8, whether or not this machine has it."""
    if sys.platform == "win32":  # Python writes Unicode to a console, whatever its code page
        return True
    names = [environ.get(name, "") for name in LOCALE]
    name = next(filter(None, names), "")
    # Python itself sets LC_CTYPE to C.UTF-8 where there is none, and that says nothing of the terminal.
    if name in NO_LOCALE or (name == names[1] == "C.UTF-8" and names[2] in NO_LOCALE):
        return False
    return is_utf8(name.partition("@")[0].partition(".")[2] or locale.getpreferredencoding(False))


def is_utf8(encoding: str) -> bool:
    return encoding.lower().replace("-", "").replace("_", "") == "utf8"


PREFIX = "lynx_"
STANDS_IN = "lynx_stands_in"


def speak(stream: object, characters: Characters) -> None:
    """Let a text stream write only these. A stream of another kind, as in a test, stays as it is."""
    if isinstance(stream, io.TextIOWrapper):
        codecs.register(find_codec)
        same = characters is Characters.UNICODE and speaks_unicode(stream)
        stream.reconfigure(encoding=None if same else PREFIX + characters.name.lower(), errors="replace")


def keep_encoding(stream: object) -> None:
    """Let a text stream write in its own encoding, with marks and bare letters for what that lacks."""
    if isinstance(stream, io.TextIOWrapper):
        codecs.register_error(STANDS_IN, stand_ins)
        stream.reconfigure(errors=STANDS_IN)


def stand_ins(error: UnicodeError) -> tuple[str, int]:
    """Answer the codec registry with what stands for the characters that could not be written."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(stand_in(each, Characters.ASCII) for each in lacking), error.end


def speaks_unicode(stream: object) -> bool:
    """Return True if all characters go out as they are: braille and boxes too."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return is_utf8(encoding) or encoding == f"{PREFIX}unicode"


def typed_formulas(words: str, stream: object) -> str:
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
