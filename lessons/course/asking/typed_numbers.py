"""Read numbers as people type them. What is kept of them is unambiguous, and read by `value_words` as ever."""

import math
import re
import unicodedata

PERCENT_WORDS = ("percent", "per cent", "por ciento")
PERCENT = re.compile(rf"\s*(?:%|{'|'.join(PERCENT_WORDS)})\Z")
VULGAR = re.compile("([¼-¾⅐-⅞])")  # ½ is 1⁄2 for Unicode, and 1½ no 11⁄2
MARKS = str.maketrans({"−": "-", "–": "-", "—": "-", "٫": ".", "٬": "", "٪": "%", "⁄": "/", "’": "'"})
SIGNED = re.compile(r"\A([+-])\s+")
GROUPS = re.compile(r"(?<=\d)[ '](?=\d{3}(?!\d))")  # 1 000 000, 1'000
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?%?")
LETTERS = re.compile(r"[^\W\d_].*\Z")
POWER = re.compile(r"e[+-]?\d*\Z")


def typed_number(words: str, language: str) -> float | None:
    """Read `1 000`, `- 3`, `3/4`, `½`, `٠٫٣٥`, `50 %`; and `1,023` as English or Spanish has it."""
    return quotient(spelled(words, language))


def typed_share(words: str, language: str) -> float | None:
    """Read a share that is asked for in per cent: `1` is one per cent, `3/4` three quarters."""
    value = typed_number(words, language)
    if value is not None and is_bare(words, language):
        value /= 100
    return value if value is not None and 0 <= value <= 1 else None


def is_bare(words: str, language: str) -> bool:
    """Return True for a number without a sign of its own, which a per cent sign may stand behind."""
    return not {"%", "/"} & {*spelled(words, language)}


def spelled(words: str, language: str) -> str:
    """Return a number in one spelling: `-1023.5`, `3/4`, `50%`."""
    words = unicodedata.normalize("NFKC", VULGAR.sub(r" \1", words)).translate(MARKS).strip().lower()
    words = GROUPS.sub("", SIGNED.sub(r"\1", PERCENT.sub("%", words)))
    has_thousands = THOUSANDS.fullmatch(words) and (language == "en" or "." in words or words.count(",") > 1)
    return words.replace(",", "" if has_thousands else ".")


def quotient(words: str) -> float | None:
    above, slash, below = words.removesuffix("%").partition("/")
    try:
        value = float(above) / (float(below) if slash else 1)
    except (ValueError, ArithmeticError):
        return None
    return (value / 100 if words.endswith("%") else value) if math.isfinite(value) else None


def may_become_number(words: str) -> bool:
    """Return False once there are letters in words that no number has, however it goes on."""
    begun = LETTERS.search(unicodedata.normalize("NFKC", words).translate(MARKS).lower())
    return begun is None or bool(POWER.match(begun[0])) or any(name.startswith(begun[0]) for name in PERCENT_WORDS)
