"""What an event says: plain TOML data on one line, read only when someone asks for it."""

import re
from collections.abc import Callable, Iterator, Mapping
from math import isinf, isnan
from typing import Any

from progress.errors import ProgressError

DEEPEST = 64
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Quotes and backslashes, control characters (C1 too), line separators, and marks that reverse the direction of text.
UNSAFE = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]')
UNLIKE_JSON = re.compile(
    r'"(?:[^"\\]|\\.)*"(?: =)?|[A-Za-z0-9_-]+ =|\binf\b|\bnan\b'
)  # strings match to be passed over
NOT_A_NUMBER = {"inf": "Infinity", "nan": "NaN"}
PLAIN_KEYS: set[str] = set()  # those already found to need no quotes
SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


class Payload(Mapping[str, Any]):
    """The named values of one event, in the form they have in the file until they are first looked at."""

    __slots__ = ("_values", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._values: dict[str, Any] | None = None

    @property
    def values_by_name(self) -> dict[str, Any]:
        if self._values is None:
            try:
                self._values = read_inline(self.text)
            except (ValueError, RecursionError):  # only a forged checksum gets here
                self._values = {"unreadable": self.text}
        return self._values

    def __getitem__(self, name: str) -> Any:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __eq__(self, other: object) -> bool:
        """Equal texts are equal, even where they say nan."""
        return (isinstance(other, Payload) and self.text == other.text) or Mapping.__eq__(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.values_by_name)

    def __repr__(self) -> str:
        return f"Payload({self.values_by_name!r})"


def read_inline(text: str) -> dict[str, Any]:
    """The values of an inline table such as `{ question = "steps", confidence = 0.8 }`.

    As `write_inline` leaves it, only its keys and what is not a number differ from JSON, which is read much faster.
    """
    import json

    values: dict[str, Any]
    try:
        values = json.loads(UNLIKE_JSON.sub(_as_json, text))
    except ValueError:
        import tomllib

        values = tomllib.loads(f"payload = {text}")["payload"]
    return values


def _as_json(match: re.Match[str]) -> str:
    text = match.group()
    if text[-1] != "=":
        return NOT_A_NUMBER.get(text, text)
    return f"{text[:-2]}:" if text[0] == '"' else f'"{text[:-2]}":'


def write_inline(values: Mapping[str, Any], where: str = "payload", depth: int = 0) -> str:
    """The same values as one line of TOML."""
    if not values:
        return "{}"
    pairs = []
    for key, value in values.items():
        written = WRITERS.get(type(value))
        text = written(value) if written else _other_value(value, f"{where}.{key}", depth)
        name = key if key in PLAIN_KEYS else _key(key, where)
        pairs.append(f"{name} = {text}")
    return f"{{ {', '.join(pairs)} }}"


def write_lines(values: Mapping[str, Any]) -> Iterator[str]:
    """The same values as a line each."""
    return (f"{_key(key, 'header')} = {_value(value, f'header.{key}', 0)}\n" for key, value in values.items())


def without_dates(value: Any) -> Any:
    """Dates are TOML but not payload data: a newer version or a hand may write them, and they are kept as text."""
    match value:
        case dict():
            return {key: without_dates(item) for key, item in value.items()}
        case list():
            return [without_dates(item) for item in value]
        case str() | bool() | int() | float():
            return value
    return value.isoformat()


def quoted(text: str) -> str:
    """Text as a TOML string on one line, safe to print on a terminal."""
    return f'"{text}"' if text.isalnum() else f'"{UNSAFE.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"  # half a character: TOML cannot hold it
    return SHORT_ESCAPES.get(character) or f"\\u{ord(character):04X}"


def _key(key: object, where: str) -> str:
    if not isinstance(key, str):
        raise ProgressError(f"{where} has the key {key!r}; keys must be text.")
    if not BARE_KEY.fullmatch(key):
        return quoted(key)
    if len(PLAIN_KEYS) < 500:
        PLAIN_KEYS.add(str(key))
    return key


def _integer(value: int) -> str:
    if not -(2**63) <= value < 2**63:
        raise ProgressError("A whole number of more than 64 bits cannot be saved as TOML.")
    return int.__repr__(value)


def _number(value: float) -> str:
    if isnan(value):
        return "nan"
    if isinf(value):
        return "inf" if value > 0 else "-inf"
    return float.__repr__(value)


WRITERS: dict[type, Callable[[Any], str]] = {
    str: quoted,
    bool: lambda value: "true" if value else "false",
    int: _integer,
    float: _number,
}


def _value(value: object, where: str, depth: int) -> str:
    written = WRITERS.get(type(value))
    return written(value) if written else _other_value(value, where, depth)


def _other_value(value: object, where: str, depth: int) -> str:
    """A table, a list, or a kind of text or number of someone's own."""
    if depth > DEEPEST:
        raise ProgressError(f"{where} is nested more than {DEEPEST} levels deep; flatten it before saving.")
    match value:
        case Mapping():
            return write_inline(value, where, depth + 1)
        case list() | tuple():
            return "[" + ", ".join(_value(item, f"{where}[]", depth + 1) for item in value) + "]"
        case str():
            return quoted(str.__str__(value))
        case int():
            return _integer(value)
        case float():
            return _number(value)
    kind = "None" if value is None else type(value).__name__
    raise ProgressError(
        f"{where} is {kind}; an event holds text, numbers, true or false, lists and tables only."
    )
