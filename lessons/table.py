"""Reading one TOML table strictly: a dataclass is filled key by key, and a key that it does not have is an error."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args, get_type_hints

from lessons.files import read_text, text_problem
from lessons.format import FORMAT, LANGUAGES, LessonError
from lessons.kinds import Name, expected, fit, nearest, one_of, quoted, refuse, shortened

__all__ = ["Table", "check_format", "nearest", "quoted", "read_text", "read_toml", "read_words"]

T = TypeVar("T")
REQUIRED: Any = object()
DEEPEST = 12  # tables and lists within each other
TOO_DEEP = "its tables and lists stand too deep in each other"
LARGEST_NUMBER = 2**53
BY_LANGUAGE = Mapping[str, str]


class Options(Protocol):
    """The options of a name in the vocabulary, with the type of each."""

    @property
    def needs(self) -> Mapping[str, Any]: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


class Table:
    """A TOML table that knows where it stands, so that every complaint can name the file and the key."""

    def __init__(self, values: dict[str, Any], where: str) -> None:
        self.where = where
        self._values = dict(values)
        self._asked: list[str] = []

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Read the whole of a TOML file. Raises LessonError if it is missing or not TOML."""
        return cls(read_toml(path), str(path))

    def fill(self, kind: type[T], keys: Collection[str] | None = None, /, **given: Any) -> T:
        """Return a dataclass with what is given, and its other fields (of `keys` alone) read by their types.

        Raises LessonError for a value that does not fit, for an unknown key, and for what its `problem()` says.
        """
        for field in fields(kind):  # type: ignore[arg-type]
            if field.name not in given and (keys is None or field.name in keys):
                default = REQUIRED if field.default is MISSING else field.default
                key = field.metadata.get("key", field.name)
                given[field.name] = self.read_field(key, types_of(kind)[field.name], default)  # type: ignore[arg-type]
        self.close()
        found = kind(**given)
        if problem := getattr(found, "problem", str)():
            raise LessonError(f"{self.where}: {problem}")
        return found

    def read_field(self, key: str, kind: Any, default: Any) -> Any:
        rows: Any = next(iter(get_args(kind)), None)
        if is_dataclass(rows):
            return tuple(row.fill(rows) for row in self.tables(key))  # type: ignore[arg-type]
        return read_words(self.table(key)) if kind == BY_LANGUAGE else self.take(key, kind, default)

    def take(self, key: str, kind: Any, default: Any = REQUIRED) -> Any:
        """Return the value of `key`, which must fit a type. Raises LessonError otherwise."""
        if not self.has(key):
            if default is REQUIRED:
                raise LessonError(f"{self.where}: {key} is missing; expected {expected(kind)}.")
            return default
        return fit(self._values.pop(key), kind, f"{self.where}: {key} =")

    def one_of(self, key: str, known: Collection[str], default: Any = REQUIRED) -> Any:
        """Return the text at `key`, which must be one of the known words."""
        value = self.take(key, str, default)
        if value is not default and (problem := one_of(known)(value)):
            refuse(value, problem, f"{self.where}: {key} =")
        return value

    def options(self, entry: Options) -> dict[str, Any]:
        """Return the options of a named task, model, measure or drawing: all that it needs, others where given."""
        needed = {key: self.take(key, kind) for key, kind in entry.needs.items()}
        return needed | {key: self.take(key, kind) for key, kind in entry.options.items() if self.has(key)}

    def has(self, key: str) -> bool:
        self._asked.append(key)
        return key in self._values

    def holds(self, key: str, kind: type) -> bool:
        return isinstance(self._values.get(key), kind)

    def named(self, key: str) -> "Table":
        """Return the table at `key`; a text alone is its `name`."""
        if self.holds(key, str):
            return Table({"name": self.take(key, str)}, f"{self.where}: {key}")
        return self.table(key)

    def table(self, key: str, default: Any = REQUIRED) -> "Table":
        return Table(self.take(key, dict, default), f"{self.where}: [{key}]")

    def tables(self, key: str) -> list["Table"]:
        """Return every `[[key]]`, each known by its id or its number."""
        found = []
        for number, row in enumerate(self.take(key, list, []), 1):
            if type(row) is not dict:
                raise LessonError(f"{self.where}: {key} should be written as [[{key}]] tables.")
            name = row.get("id")
            known = shortened(" ".join(name.split())) if isinstance(name, str) else number
            found.append(Table(row, f"{self.where}: [[{key}]] {known}"))
        return found

    def named_tables(self, key: str) -> dict[str, "Table"]:
        """Return every `[key.NAME]` by its name."""
        inner = self.table(key, {})
        for name in inner._values:
            fit(name, Name, f"{inner.where}:")
        return {name: inner.table(name) for name in list(inner._values)}

    def rest(self, but: Collection[str] = ()) -> dict[str, Any]:
        """Return everything not asked for yet, but for some keys, as it is."""
        found = {key: value for key, value in self._values.items() if key not in but}
        self._values = {key: value for key, value in self._values.items() if key in but}
        return found

    def close(self) -> None:
        """Raise LessonError if a key was never asked for: it is unknown, and probably misspelt."""
        for key in self._values:
            raise LessonError(f"{self.where}: unknown key {quoted(key)}.{nearest(key, self._asked)}")


@cache
def types_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


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


# ---- the file --------------------------------------------------------------


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
    """Yield every key and every value, with how deep it stands."""
    left: list[tuple[Any, int]] = [(values, 0)]
    while left:
        value, depth = left.pop()
        yield value, depth
        if isinstance(value, dict):
            left += [(each, depth + 1) for pair in value.items() for each in pair]
        elif isinstance(value, list):
            left += [(each, depth + 1) for each in value]


def value_problem(value: Any, depth: int) -> str:
    """Return why no lesson can mean such a value, or nothing."""
    if depth > DEEPEST:
        return f"{TOO_DEEP}."
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return f"a whole number has {value.bit_length()} bits; it should be at most {LARGEST_NUMBER:,}."
    if isinstance(value, str) and (problem := text_problem(value)):
        return f"the text {quoted(value)}{problem}"
    if isinstance(value, dict) and (key := next((key for key in value if "\n" in key), None)):
        return f"the key {quoted(key)} should stand on one line."
    return ""
