"""Which characters a terminal has, and what stands for the others: one column for one column, no mark like another."""

import re
import unicodedata
from enum import Enum
from functools import lru_cache

# What a mark becomes where it is lacking. Whatever tells one thing from another is told apart here as well.
MARKS = {
    "✓": "+", "✗": "X", "×": "x", "●": "*", "○": "o", "▸": ">", "◂": "<", "↻": "@", "⇄": "=", "•": "-",
    "━": "=", "═": "=", "▰": "#", "▱": ".", "█": "#", "▓": "%", "▒": "=", "░": ".", "⠒": "*", "◆": "=", "→": ">",
    "▲": "^", "▼": "v", "◀": "<", "▶": ">", "↑": "^", "↓": "v", "←": "<", "🔎": "/",
}  # fmt: skip
LINES = (
    dict.fromkeys("─▔▁▀▄╶╴╺╸", "-") | dict.fromkeys("│┃║▏▕▎▊▌▐", "|") | dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+")
)
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
AMBIGUOUS = frozenset("×¤¦¨´¸¼½¾")  # the plot's own mark; and what the two Latin tables do not share
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀᵗⁿ", "0123456789-+Ttn")
POWER, ROOT = re.compile(f"[{''.join(map(chr, POWERS))}]+"), re.compile("√(?:(?=\\()|([\\w\u0302]+))")


class Characters(Enum):
    """How much a terminal can show."""

    UNICODE = "utf-8"
    CONSOLE = "console"  # UTF-8, with the few glyphs of a console's font
    LATIN = "latin-1"
    ASCII = "ascii"

    @property
    def encoding(self) -> str:
        """What its bytes are."""
        return {Characters.CONSOLE: "utf-8"}.get(self, self.value)

    def has(self, character: str) -> bool:
        if self is Characters.UNICODE or character < "\x80":
            return True
        latin = "\xa0" <= character <= "\xff" and character not in AMBIGUOUS
        glyph = self is Characters.CONSOLE and character in CONSOLE
        return self is not Characters.ASCII and (latin or glyph)

    def likeness(self, character: str) -> str:
        """What stands for a character here, as wide as it is."""
        return character if self.has(character) else stand_in(character, self)

    def written(self, words: str) -> str:
        """Words in the characters that there are."""
        if self is Characters.UNICODE or words.isascii():
            return words
        return "".join(map(self.likeness, words))


def spelled(words: str) -> str:
    """Return words with their formulas as one types them: `sqrt(v^)` and `b1^t`, which no single column can say."""
    words = (
        ROOT.sub(lambda root: f"sqrt({root[1]})" if root[1] else "sqrt", words)
        .replace("\u0302", "^")
        .replace("±", "+/-")
    )
    return POWER.sub(lambda power: f"^{power[0].translate(POWERS)}", words)


@lru_cache(4096)
def stand_in(character: str, characters: Characters) -> str:
    """Another character for one that is lacking: its mark, its bare letter, or a question mark a column."""
    from rich.cells import cell_len  # as the layout counts them

    wide = cell_len(character)
    if not wide:
        return ""
    if characters is Characters.CONSOLE and character in CONSOLE_MARKS:
        return CONSOLE_MARKS[character]
    bare = unicodedata.normalize("NFKD", character)[0]
    likeness = TABLE.get(character) or TABLE.get(bare, bare)
    return likeness.ljust(wide) if likeness.isascii() and likeness.isprintable() else "?" * wide
