"""Values of a lesson: languages, modes, rules for `Annotated` types, bounds; and their error."""

import math
import re
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

LANGUAGES = ("en", "es")

Mode = Literal["open", "blind"]
MODES: tuple[Mode, ...] = ("open", "blind")

Rule = Callable[[Any], str]  # says what a value should be; nothing of one that fits
Interval = tuple[float, float]  # written [low, high]

LONGEST_NAME = 64  # characters
NAME = re.compile(rf"(?=\S)[^\n]{{1,{LONGEST_NAME}}}(?<=\S)")

# How large numbers may be: what a learner's machine trains while they wait.
MAX_STEPS, MAX_SEEDS, MAX_ARMS, MAX_WIDTH, MAX_LAYERS, MAX_ROWS = 20_000, 1_000, 64, 4_096, 128, 20_000
MAX_TRAINED_STEPS = 5_000_000  # of one seed, over all arms and seeds of an experiment
MAX_MINUTES = 600  # that a lesson takes
MAX_NUDGED = 4_096  # numbers of an input: a gradient is checked by nudging each of them
MAX_JUDGED_SEEDS, LARGEST_SEED = 32, 2**31 - 1  # that a judge trains while a learner waits

T = TypeVar("T")


class ByLanguage(dict[str, T]):
    """Words by language. In a language that they are not in, they are those of their first one."""

    def __missing__(self, language: str) -> T:
        return next(iter(self.values()))

    def get(self, language: str, default: Any = None) -> Any:
        return self[language] if self else default


class OwnName(str):
    """The name of a pack's own metric or task, with what it means: another pack may mean something else by it."""

    means: Any  # a Metric, or the Entry of a task

    def __new__(cls, name: str, means: object = None) -> "OwnName":
        made = super().__new__(cls, name)
        made.means = means
        return made

    def __repr__(self) -> str:  # where answers are kept, two meanings are two questions
        return f"{super().__repr__()} {sha256(repr(self.means).encode()).hexdigest()[:12]}"


class Vocabulary(NamedTuple):
    """The metrics and tasks that a pack brings, by their names."""

    metrics: Mapping[str, OwnName] = {}
    tasks: Mapping[str, OwnName] = {}


NO_OWN = Vocabulary()  # of the course


class LessonError(Exception):
    """Something in a lesson's files is wrong: a sentence that says where, and what was expected."""


def one_of(known: Collection[str]) -> Rule:
    return lambda value: "" if value in known else f"one of {', '.join(known)}.{offer(value, known)}"


def between(least: int, most: int) -> Rule:
    return lambda value: "" if least <= value <= most else f"from {least:,} to {most:,}."


def matching(pattern: re.Pattern[str], words: str) -> Rule:
    return lambda value: "" if pattern.fullmatch(value) else f"{words}."


def finite(values: Interval) -> str:
    return "" if all(map(math.isfinite, values)) else "finite numbers."


NAME_WORDS = f"a name: on one line, with no space around it, of 1 to {LONGEST_NAME} characters"
Name = Annotated[str, matching(NAME, NAME_WORDS)]
# How far two numbers may be apart and still be the same.
Margin = Annotated[float, lambda value: "" if value >= 0 else "0 or more."]
Whole = Annotated[int, between(0, MAX_WIDTH)]
Rows = Annotated[int, between(0, MAX_ROWS)]
Layers = Annotated[int, between(0, MAX_LAYERS)]
Points = Annotated[int, between(0, MAX_SEEDS)]


def error_words(error: BaseException) -> str:
    """Return the first line of an error, `ValueError: no`; its name alone where its own code gives no words."""
    kind = type(error).__name__
    try:
        words = f"{kind}: {error}"
    except Exception:
        words = kind
    return words.splitlines()[0][:200]


def quoted(value: object) -> str:
    return shortened(repr(value))


def shortened(words: str, most: int = 80) -> str:
    return words if len(words) <= most else f"{words[: max(0, most - 1)]}…"


def plain_number(value: float) -> str:
    """Write a number as it was written: `g`, but no power of ten for some zeros behind the point."""
    if float(value).is_integer():
        return f"{int(value)}"
    return f"{value:.7f}".rstrip("0") if 1e-6 <= abs(value) < 1e-4 else f"{value:g}"


def nearest(word: str, known: Collection[str]) -> str:
    """Return a sentence that offers the nearest known words, or names them all."""
    return offer(word, known) or f" Known: {', '.join(sorted(known))}."


def offer(word: str, known: Collection[str]) -> str:
    """Return a sentence that offers the nearest known words, or `""` if none is near."""
    close = get_close_matches(word[:80], known, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(close)}?" if close else ""
