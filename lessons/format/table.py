"""Reading one TOML table strictly: a dataclass is filled key by key, and a key that it does not have is an error.

What a key may hold is said by the types of the dataclass, with rules in `Annotated`.
"""

import math
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from lessons.course.lesson.values import (
    LANGUAGES,
    NO_OWN,
    ByLanguage,
    Interval,
    LessonError,
    Name,
    Vocabulary,
    nearest,
    one_of,
    quoted,
    shortened,
)
from lessons.format.files import CONTENT, COURSE, read_text, text_problem

if TYPE_CHECKING:  # the course map needs no vocabulary
    from lessons.course.lesson.vocabulary import Entry

T = TypeVar("T")
FORMAT = 3  # of the files of lessons, packs and the course
REQUIRED: Any = object()
HEAD = "pack"  # the one table whose texts may hold anything: they are shown with care wherever they are
BY_LANGUAGE = Mapping[str, str]
WORDS = {str: "text", int: "a whole number", float: "a number", list: "a list", dict: "a table", bool: "true or false"}
PLURALS = {str: "texts", int: "whole numbers", float: "numbers", list: "lists"}


class TomlTable:
    """A TOML table that knows where it stands, so that every complaint can name the file and the key.

    `own`: what the pack that its file belongs to brings.
    """

    def __init__(self, values: Mapping[str, Any], where: str, own: Vocabulary = NO_OWN) -> None:
        self.where, self.own = where, own
        self._values = dict(values)
        self._asked: list[str] = []

    @classmethod
    def read(cls, path: Path, own: Vocabulary = NO_OWN) -> "TomlTable":
        return cls(read_toml(path), str(path), own)

    def fill(self, kind: type[T], keys: Collection[str] | None = None, /, **given: Any) -> T:
        """Return a dataclass with what is given, and its other fields (of `keys` alone) read by their types.

        Raises LessonError for a value that does not fit, for an unknown key, and for what its `problem()` says.
        """
        types = types_of(kind)  # type: ignore[arg-type]
        for field in fields(kind):  # type: ignore[arg-type]
            if field.name not in given and (keys is None or field.name in keys):
                given[field.name] = self.read_field(field, types[field.name], given)
        self.close()
        found = kind(**given)
        if problem := getattr(found, "problem", str)():
            raise LessonError(f"{self.where}: {problem}")
        return found

    def read_field(self, field: Field[Any], kind: Any, given: Mapping[str, Any]) -> Any:
        """Read a field: a plain value, words in each language, other dataclasses, or the options of a name."""
        key, default = field.metadata.get("key", field.name), field.default
        inner = next(iter(get_args(kind)), None)
        if options := field.metadata.get("options"):
            return self.options(options[given[field.metadata["of"]]])
        if is_dataclass(inner) and get_origin(kind) is tuple:
            return tuple(row.fill(inner) for row in self.tables(key))  # type: ignore[arg-type]
        if is_dataclass(inner):
            return self.table(key).fill(inner) if self.has(key) else None  # type: ignore[arg-type]
        if kind == BY_LANGUAGE:
            return take_words(self, key)
        return self.take(key, kind, REQUIRED if default is MISSING else default)

    def take(self, key: str, kind: Any, default: Any = REQUIRED) -> Any:
        """Return the value of `key`, which must fit a type. Raises LessonError otherwise."""
        if not self.has(key):
            if default is REQUIRED:
                raise LessonError(f"{self.where}: {key} is missing; expected {WORDS[plain(kind)]}.")
            return default
        return fit(self._values.pop(key), kind, f"{self.where}: {key} =")

    def one_of(self, key: str, known: Collection[str], default: Any = REQUIRED) -> Any:
        return self.take(key, Annotated[str, one_of(known)], default)

    def options(self, entry: "Entry") -> dict[str, Any]:
        """Return the options of a named task, model, measure or drawing: all that it needs, others where given."""
        needed = {key: self.take(key, kind) for key, kind in entry.needs.items()}
        return needed | {key: self.take(key, kind) for key, kind in entry.options.items() if self.has(key)}

    def has(self, key: str) -> bool:
        """Return True if the key is there. From now on it is known, and offered where one is misspelt."""
        self._asked.append(key)
        return key in self._values

    def holds(self, key: str, kind: type) -> bool:
        return isinstance(self._values.get(key), kind)

    def table(self, key: str, default: Any = REQUIRED) -> "TomlTable":
        return TomlTable(self.take(key, dict, default), f"{self.where}: [{key}]", self.own)

    def tables(self, key: str) -> list["TomlTable"]:
        """Return every `[[key]]`, each known by its id or its number."""
        found = []
        for number, row in enumerate(self.take(key, list, []), 1):
            if type(row) is not dict:
                raise LessonError(f"{self.where}: {key} should be written as [[{key}]] tables.")
            name = row.get("id")
            known = shortened(" ".join(name.split())) if isinstance(name, str) else number
            found.append(TomlTable(row, f"{self.where}: [[{key}]] {known}", self.own))
        return found

    def named_tables(self, key: str) -> dict[str, "TomlTable"]:
        """Return every `[key.NAME]` by its name."""
        inner = self.table(key, {})
        return {fit(name, Name, f"{inner.where}:"): inner.table(name) for name in inner.names()}

    def rest(self, but: Collection[str] = ()) -> dict[str, Any]:
        """Return everything not asked for yet, but for some keys, as it is."""
        found = {key: value for key, value in self._values.items() if key not in but}
        self._values = {key: value for key, value in self._values.items() if key in but}
        return found

    def put(self, key: str, value: Any) -> None:
        """Put a value at a key, as if the file had it there."""
        self._values[key] = value

    def names(self) -> list[str]:
        return list(self._values)

    def close(self) -> None:
        """Raise LessonError if a key was never asked for: it is unknown, and probably misspelt."""
        for key in self._values:
            raise LessonError(f"{self.where}: unknown key {quoted(key)}.{nearest(key, self._asked)}")


@cache
def types_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def read_format(table: TomlTable) -> None:
    """Raise LessonError where a file is of another format than this version's."""
    number: int = table.take("format", int)
    if number != FORMAT:
        cure = " `lynx-tutor convert` of version 0.2 turns it into format 3." if number == 2 else ""
        raise LessonError(f"{table.where}: format = {number}, but this version reads format {FORMAT}.{cure}")


def take_words(table: TomlTable, key: str, languages: Collection[str] = LANGUAGES) -> ByLanguage[str]:
    """Return the words at `key` in each of these languages, and others that are there; of one, a text will do."""
    if len(languages) == 1 and table.holds(key, str):
        return ByLanguage(dict.fromkeys(languages, table.take(key, str)))
    inner = table.table(key)
    more = [each for each in LANGUAGES if each not in languages and inner.has(each)]
    words = ByLanguage((language, inner.take(language, str)) for language in (*languages, *more))
    inner.close()
    return words


def read_languages(table: TomlTable) -> tuple[str, ...]:
    found: tuple[str, ...] = table.take("languages", tuple[Annotated[str, one_of(LANGUAGES)], ...], LANGUAGES)
    if not found or len(set(found)) < len(found):
        raise LessonError(f"{table.where}: languages should name each language of its pages once.")
    return found


def languages_in(folder: Path) -> tuple[str, ...]:
    """Return the languages of the pages in a folder of lessons, as its `course.toml` says."""
    if folder == CONTENT or not (folder / COURSE).exists():
        return LANGUAGES
    return read_languages(TomlTable.read(folder / COURSE))


def check_once(names: list[str], where: str, what: str = "the id") -> None:
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{where}: {what} {twice!r} stands twice. Give each its own.")


# ---- a value by its type ---------------------------------------------------


def fit(value: Any, kind: Any, at: str) -> Any:
    """Return a value as its type has it. Raises LessonError that says where it stands, and what should stand there."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in WORDS:
        return fit_plain(value, kind, at)
    if origin is Annotated:
        found = fit(value, inner[0], at)
        if problem := next(filter(None, (rule(found) for rule in inner[1:])), ""):
            raise refusal(value, problem, at)
        return found
    if origin is Literal:
        return fit(value, Annotated[str, one_of(inner)], at)
    if origin in (Union, UnionType) and NoneType in inner:
        return fit(value, inner[0], at)
    if origin in (Union, UnionType):
        if type(value) not in inner:
            raise refusal(value, f"{' or '.join(WORDS[each] for each in inner)}.", at)
        return value
    return fit_interval(value, at) if kind == Interval else fit_list(value, origin, inner[0], at)


def fit_plain(value: Any, kind: Any, at: str) -> Any:
    """Return a text, number, list, table or truth that is of this very type; a whole number may be any number."""
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise refusal(value, f"{WORDS[kind]}.", at)
    if kind is float and not math.isfinite(value):
        raise refusal(value, "a finite number.", at)
    return value


def fit_interval(value: Any, at: str) -> Interval:
    numbers = [float(each) for each in value if type(each) in (int, float)] if type(value) is list else []
    if len(numbers) != 2 or len(value) != 2 or not numbers[0] <= numbers[1]:
        raise refusal(value, "two numbers, [low, high].", at)
    return numbers[0], numbers[1]


def fit_list(values: Any, origin: Any, kind: Any, at: str) -> Any:
    """Fit each value of a list. A tuple is made of them; what is to be a list stays as it was written."""
    if type(values) is not list:
        raise refusal(values, f"a list of {PLURALS.get(plain(kind), 'values')}.", at)
    found = tuple(fit(value, kind, f"{at.removesuffix(' =')} has") for value in values)
    return found if origin is tuple else values


def refusal(value: Any, should: str, at: str) -> LessonError:
    return LessonError(f"{at} {quoted(value)}{', which' * at.endswith(' has')} should be {should}")


def plain(kind: Any) -> Any:
    """Return the type that a value of this kind is written as."""
    origin = get_origin(kind)
    if origin in (tuple, Literal):
        return list if origin is tuple else str
    return plain(get_args(kind)[0]) if origin in (Annotated, Union, UnionType) else origin or kind


# ---- the file --------------------------------------------------------------


def read_toml(path: Path) -> dict[str, Any]:
    return parse_toml(read_text(path), str(path))


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Parse the text of a file, or of a part of one. Raises LessonError with the line if it cannot be read."""
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise LessonError(f"{where} is not valid TOML: its tables and lists stand too deep in each other.") from None
    except (ValueError, OverflowError) as error:  # what is no TOML; a number of too many digits
        raise LessonError(f"{where} is not valid TOML: {shortened(str(error), 200)}.") from None
    for text in texts_in({key: value for key, value in values.items() if key != HEAD}):
        if problem := text_problem(text):
            raise LessonError(f"{where}: the text {quoted(text)}{problem}")
    return values


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text of a value: an escape in a file of plain text may stand for what is no plain text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)
