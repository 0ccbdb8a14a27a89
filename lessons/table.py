"""Reading one TOML table strictly: every key is asked for by name and type, and what was not asked for is an error."""

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from lessons.lesson import FORMATS, LANGUAGES, LessonError

T = TypeVar("T")
REQUIRED: Any = object()
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
            raise LessonError(f"{self.where}: {key} = {value!r} should be {WORDS[kind]}.")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...], default: Any = REQUIRED) -> Any:
        """The text at `key`, which must be one of the allowed words."""
        value = self.take(key, str, default)
        if value not in allowed and value is not default:
            raise LessonError(
                f"{self.where}: {key} = {value!r} should be one of {', '.join(allowed)}.{nearest(value, allowed)}"
            )
        return value

    def interval(self, key: str) -> tuple[float, float] | None:
        """`[low, high]` at `key`, or None where it is not given."""
        bounds = self.take(key, list, None)
        if bounds is None:
            return None
        numbers = [float(bound) for bound in bounds if type(bound) in (int, float)]
        if len(bounds) != 2 or len(numbers) != 2 or not numbers[0] <= numbers[1]:
            raise LessonError(f"{self.where}: {key} = {bounds!r} should be two numbers, [low, high].")
        return numbers[0], numbers[1]

    def texts(self, key: str, default: Any = REQUIRED) -> tuple[str, ...]:
        """A list of texts at `key`."""
        values: list[Any] = self.take(key, list, default)
        for value in values:
            if type(value) is not str:
                raise LessonError(f"{self.where}: {key} should hold only text; found {value!r}.")
        return tuple(values)

    def __bool__(self) -> bool:
        return bool(self._values)

    def has(self, key: str) -> bool:
        self._asked.append(key)
        return key in self._values

    def named(self, key: str) -> "Table":
        """The table at `key`; a text alone is its `name`."""
        if isinstance(self._values.get(key), str):
            return Table({"name": self.take(key, str)}, f"{self.where}: {key}")
        return self.table(key)

    def with_value(self, key: str, value: Any) -> "Table":
        return Table({**self._values, key: value}, self.where)

    def rename(self, key: str, name: str) -> None:
        """Read a key under the name that it has now."""
        self._values[name] = self._values.pop(key)

    def table(self, key: str, default: Any = REQUIRED) -> "Table":
        return Table(self.take(key, dict, default), f"{self.where}: [{key}]")

    def tables(self, key: str) -> list["Table"]:
        """Every `[[key]]`, each known by its id or its number."""
        rows: list[Any] = self.take(key, list, [])
        found = []
        for number, row in enumerate(rows, 1):
            if type(row) is not dict:
                raise LessonError(f"{self.where}: {key} should be written as [[{key}]] tables.")
            found.append(Table(row, f"{self.where}: [[{key}]] {row.get('id', number)}"))
        return found

    def one_or_many(self, key: str) -> list["Table"]:
        """`[key]`, or every `[[key]]`; none where it is not given."""
        if isinstance(self._values.get(key), list):
            return self.tables(key)
        return [self.table(key)] if key in self._values else []

    def named_tables(self, key: str) -> dict[str, "Table"]:
        """Every `[key.NAME]` by its name."""
        inner = self.table(key, {})
        return {name: inner.table(name) for name in list(inner._values)}

    def rest(self) -> dict[str, Any]:
        """Everything not asked for yet, taken as it is: arguments for a named function."""
        values, self._values = self._values, {}
        return values

    def close(self) -> None:
        """Raise LessonError if a key was never asked for: it is unknown, and probably misspelt."""
        for key in self._values:
            raise LessonError(f"{self.where}: unknown key {key!r}.{nearest(key, tuple(self._asked))}")


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file. Raises LessonError with the line if it cannot be read."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{path} is not valid TOML: {error}.") from None


def read_text(path: Path) -> str:
    """Read a file of a lesson. Raises LessonError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LessonError(f"{path} is missing.") from None
    except UnicodeDecodeError:
        raise LessonError(f"{path} is not UTF-8 text.") from None
    except OSError as error:
        raise LessonError(f"{path} cannot be read: {error.strerror}.") from None


def nearest(word: str, known: tuple[str, ...]) -> str:
    """A sentence that offers the nearest known words, or nothing."""
    close = get_close_matches(word, known, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(close)}?" if close else f" Known: {', '.join(sorted(known))}."


def check_format(table: Table) -> int:
    number = table.take("format", int)
    if number not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise LessonError(f"{table.where}: format = {number}, but this version reads format {known}.")
    return number


def read_words(table: Table) -> dict[str, str]:
    """Read the same words in each language."""
    words = {language: table.take(language, str) for language in LANGUAGES}
    table.close()
    return words
