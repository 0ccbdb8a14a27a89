"""What an event says: plain TOML data on one line, read only when someone asks for it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any

import tomli_w

from progress.errors import ProgressError
from progress.sentence import Sentence

DEEPEST = 66  # levels of lists and tables, the payload itself among them
# Escapes, whose spelling checksums depend on. What a terminal would obey or hide: tabs, C1 control characters, line
# separators, marks that reverse the direction of text. And halves of characters, which TOML cannot hold.
UNSAFE = re.compile(
    r"\\(?:u[0-9a-f]{4}|.)|" "[\t\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
UNLIKE_JSON = re.compile(
    r'"(?:[^"\\]|\\.)*"(?: =)?|[A-Za-z0-9_-]+ =|\binf\b|\bnan\b'
)  # strings match to be passed over
NOT_A_NUMBER = {"inf": "Infinity", "nan": "NaN"}


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
    """Read the values of an inline table such as `{ question = "steps", confidence = 0.8 }`.

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


def write_inline(values: Mapping[str, Any]) -> str:
    """Write the values as an inline table, all on one line."""
    line = write_lines({"_": [[plain_data(values)]]})  # what is in a list, tomli_w writes inline
    return line.removeprefix("_ = [[").removesuffix("]]\n")


def write_lines(values: Mapping[str, Any]) -> str:
    """Write each value on a line of its own, with nothing in it that a terminal would obey."""
    lists_open = tomli_w.dumps(values, indent=0)  # one item a line; text has no line breaks of its own
    lines = lists_open.replace(",\n]", "]").replace("[\n", "[").replace(",\n", ", ")
    return UNSAFE.sub(_escape, lines)


def plain_data(value: object, where: str = "payload", depth: int = 0) -> Any:
    """Return the value as TOML's own types, dates as text; ProgressError names what an event cannot hold."""
    if depth <= DEEPEST:
        match value:
            case Mapping() if all(isinstance(key, str) for key in value):
                return {key: plain_data(item, f"{where}.{key}", depth + 1) for key, item in value.items()}
            case list() | tuple():
                return [plain_data(item, f"{where}[]", depth + 1) for item in value]
            case str() | float():
                return value
            case int() if -(2**63) <= value < 2**63:
                return value
            case date() | time():
                return value.isoformat()
    raise ProgressError(Sentence("not-data", where=where))


def _escape(match: re.Match[str]) -> str:
    text = match.group()
    if text.startswith("\\"):
        return f"\\u{text[2:].upper()}" if text.startswith("\\u") else text
    if "\ud800" <= text <= "\udfff":
        return "\ufffd"
    return "\\t" if text == "\t" else f"\\u{ord(text):04X}"
