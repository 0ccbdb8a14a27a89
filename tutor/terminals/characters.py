"""Which characters a terminal has, and what stands for the others: one column for one column, no mark like another."""

import locale
import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from rich.cells import cell_len

from tutor.terminals.kinds import CONSOLES, Kind

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


def characters_of(environ: Mapping[str, str], kind: Kind, utf8: bool | None) -> Characters:
    """Return what this terminal can show. `utf8` is its own answer, and None where it gave none."""
    speaks_utf8 = names_utf8(environ) if utf8 is None else utf8
    if environ.get(ASCII_ONLY) or not speaks_utf8:
        return Characters.ASCII
    return Characters.CONSOLE if CONSOLES.match(kind.name) else Characters.UNICODE


def names_utf8(environ: Mapping[str, str]) -> bool:
    """Return True if the locale names UTF-8, whether or not this machine has it.

    Python itself sets LC_CTYPE to C.UTF-8 where there is none, and that says nothing of the terminal.
    """
    names = [environ.get(name, "") for name in LOCALE]
    name = next(filter(None, names), "")
    if name in NO_LOCALE or (name == names[1] == "C.UTF-8" and names[2] in NO_LOCALE):
        return False
    return is_utf8(name.partition("@")[0].partition(".")[2] or locale.getpreferredencoding(False))


def is_utf8(encoding: str) -> bool:
    return encoding.lower().replace("-", "").replace("_", "") == "utf8"
