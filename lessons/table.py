"""Reading one TOML table strictly: every key is asked for by name and type, and what was not asked for is an error."""

import math
import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from lessons.files import read_text, text_problem
from lessons.format import FORMAT, LANGUAGES, LessonError

__all__ = ["Table", "check_format", "check_name", "nearest", "quoted", "read_text", "read_toml", "read_words"]

T = TypeVar("T")
REQUIRED: Any = object()
DEEPEST = 12  # tables and lists within each other
TOO_DEEP = "its tables and lists stand too deep in each other"
LARGEST_NUMBER = 2**53
LONGEST_NAME = 64
NAME = re.compile(rf"(?=\S)[^\n]{{1,{LONGEST_NAME}}}(?<=\S)")
WORDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
}


class Table:
    """A TOML table that knows where it stands, so that every complaint can name the file and the key."""

    def __init__(self, values: dict[str, Any], where: str) -> None:
        self.where = where
        self._values = dict(values)
        self._asked: list[str] = []

    @classmethod
    def read(cls, path: Path) -> "Table":
        """The whole of a TOML file. Raises LessonError if it is missing or not TOML."""
        return cls(read_toml(path), str(path))

    def take(self, key: str, kind: type[T], default: Any = REQUIRED) -> T:
        """The value of `key`, which must be of this kind. Raises LessonError otherwise."""
        self._asked.append(key)
        if key not in self._values:
            if default is REQUIRED:
                raise LessonError(f"{self.where}: {key} is missing; expected {WORDS[kind]}.")
            return default
        value = self._values.pop(key)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise LessonError(f"{self.where}: {key} = {quoted(value)} should be {WORDS[kind]}.")
        if kind is float and not math.isfinite(value):  # type: ignore[arg-type]
            raise LessonError(f"{self.where}: {key} = {value} should be a finite number.")
        return value

    def name(self, key: str, default: Any = REQUIRED) -> Any:
        """The text at `key`, which something is known by: on one line, and short."""
        value = self.take(key, str, default)
        if value is not default:
            check_name(value, f"{self.where}: {key}")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...], default: Any = REQUIRED) -> Any:
        """The text at `key`, which must be one of the allowed words."""
        value = self.take(key, str, default)
        if value not in allowed and value is not default:
            raise LessonError(
                f"{self.where}: {key} = {quoted(value)} should be one of {', '.join(allowed)}."
                f"{nearest(value, allowed)}"
            )
        return value

    def interval(self, key: str) -> tuple[float, float] | None:
        """`[low, high]` at `key`, or None where it is not given."""
        bounds = self.take(key, list, None)
        if bounds is None:
            return None
        numbers = [float(bound) for bound in bounds if type(bound) in (int, float)]
        if len(bounds) != 2 or len(numbers) != 2 or not numbers[0] <= numbers[1]:
            raise LessonError(f"{self.where}: {key} = {quoted(bounds)} should be two numbers, [low, high].")
        return numbers[0], numbers[1]

    def texts(self, key: str, default: Any = REQUIRED) -> tuple[str, ...]:
        """A list of texts at `key`."""
        values: list[Any] = self.take(key, list, default)
        for value in values:
            if type(value) is not str:
                raise LessonError(f"{self.where}: {key} should hold only text; found {quoted(value)}.")
        return tuple(values)

    def __bool__(self) -> bool:
        return bool(self._values)

    def has(self, key: str) -> bool:
        self._asked.append(key)
        return key in self._values

    def has_list(self, key: str) -> bool:
        return isinstance(self._values.get(key), list)

    def named(self, key: str) -> "Table":
        """The table at `key`; a text alone is its `name`."""
        if isinstance(self._values.get(key), str):
            return Table({"name": self.take(key, str)}, f"{self.where}: {key}")
        return self.table(key)

    def with_value(self, key: str, value: Any) -> "Table":
        return Table({**self._values, key: value}, self.where)

    def table(self, key: str, default: Any = REQUIRED) -> "Table":
        return Table(self.take(key, dict, default), f"{self.where}: [{key}]")

    def tables(self, key: str) -> list["Table"]:
        """Every `[[key]]`, each known by its id or its number."""
        rows: list[Any] = self.take(key, list, [])
        found = []
        for number, row in enumerate(rows, 1):
            if type(row) is not dict:
                raise LessonError(f"{self.where}: {key} should be written as [[{key}]] tables.")
            name = row.get("id")
            known = shortened(" ".join(name.split())) if isinstance(name, str) else number
            found.append(Table(row, f"{self.where}: [[{key}]] {known}"))
        return found

    def one_or_many(self, key: str) -> list["Table"]:
        """`[key]`, or every `[[key]]`; none where it is not given."""
        if isinstance(self._values.get(key), list):
            return self.tables(key)
        return [self.table(key)] if key in self._values else []

    def named_tables(self, key: str) -> dict[str, "Table"]:
        """Every `[key.NAME]` by its name."""
        inner = self.table(key, {})
        for name in inner._values:
            check_name(name, inner.where)
        return {name: inner.table(name) for name in list(inner._values)}

    def rest(self) -> dict[str, Any]:
        """Everything not asked for yet, taken as it is: arguments for a named function."""
        values, self._values = self._values, {}
        return values

    def close(self) -> None:
        """Raise LessonError if a key was never asked for: it is unknown, and probably misspelt."""
        for key in self._values:
            raise LessonError(f"{self.where}: unknown key {quoted(key)}.{nearest(key, tuple(self._asked))}")


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file. Raises LessonError with the line if it cannot be read."""
    try:
        values = tomllib.loads(read_text(path))
    except RecursionError:
        raise LessonError(f"{path} is not valid TOML: {TOO_DEEP}.") from None
    except ValueError as error:  # what is no TOML; a number of too many digits
        raise LessonError(f"{path} is not valid TOML: {shortened(str(error), 200)}.") from None
    for value, depth in everything(values):
        if problem := value_problem(value, depth):
            raise LessonError(f"{path}: {problem}")
    return values


def everything(values: dict[str, Any]) -> Iterator[tuple[Any, int]]:
    """Every key and every value, with how deep it stands."""
    left: list[tuple[Any, int]] = [(values, 0)]
    while left:
        value, depth = left.pop()
        yield value, depth
        if isinstance(value, dict):
            left += [(each, depth + 1) for pair in value.items() for each in pair]
        elif isinstance(value, list):
            left += [(each, depth + 1) for each in value]


def value_problem(value: Any, depth: int) -> str:
    """Why no lesson can mean such a value, or nothing."""
    if depth > DEEPEST:
        return f"{TOO_DEEP}."
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return f"a whole number has {value.bit_length()} bits; it should be at most {LARGEST_NUMBER:,}."
    if isinstance(value, str) and (problem := text_problem(value)):
        return f"the text {quoted(value)}{problem}"
    if isinstance(value, dict) and (key := next((key for key in value if "\n" in key), None)):
        return f"the key {quoted(key)} should stand on one line."
    return ""


def check_name(name: str, where: str) -> None:
    """Raise LessonError unless something can be known by this name, in a heading and in a table."""
    if not NAME.fullmatch(name):
        raise LessonError(
            f"{where}: {quoted(name)} should be a name: on one line, with no space around it, "
            f"of 1 to {LONGEST_NAME} characters."
        )


def quoted(value: object) -> str:
    """A value as it stands in the file, cut where it is long."""
    return shortened(repr(value))


def shortened(words: str, most: int = 80) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def nearest(word: str, known: tuple[str, ...]) -> str:
    """A sentence that offers the nearest known words, or nothing."""
    close = get_close_matches(word[:80], known, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(close)}?" if close else f" Known: {', '.join(sorted(known))}."


def check_format(table: Table) -> None:
    """Raise LessonError unless the file is of the format that this version reads."""
    number = table.take("format", int)
    if number != FORMAT:
        raise LessonError(f"{table.where}: format = {number}, but this version reads format {FORMAT}.")


def read_words(table: Table) -> dict[str, str]:
    """Read the same words in each language."""
    words = {language: table.take(language, str) for language in LANGUAGES}
    table.close()
    return words
