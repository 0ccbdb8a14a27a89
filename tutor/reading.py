"""The values that an event may hold, one reader a type. A journal is a file that anybody may write: each reader gives a
value that every page can show, or raises TypeError, ValueError or OverflowError.
"""

from collections.abc import Callable, Mapping
from typing import Any

from lessons.summaries import checked_record
from progress.inert import disarmed

UNREADABLE = (KeyError, TypeError, ValueError, OverflowError, RecursionError)  # what a reader raises
LONGEST = 200_000  # letters of one value: more than anybody writes, and still shown at once
LARGEST = 2**63  # what TOML can hold


def as_words(value: Any) -> str:
    """Words; or a number, as a hand may have written it. Nothing in them moves a cursor."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError("no words")
    return disarmed(str(value)[:LONGEST])


def as_count(value: Any) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise TypeError("no whole number")
    if abs(value) >= LARGEST:
        raise OverflowError("too large a number")
    return int(value)


def as_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("no number")
    return float(value)


def as_record(value: Any) -> Mapping[str, Any]:
    """What a sweep measured: by metric and arm, a summary."""
    return checked_record(as_plain(value))


def as_plain(value: Any) -> Any:
    """The same values with all words in them disarmed, and dates as words."""
    match value:
        case Mapping():
            return {as_words(key): as_plain(each) for key, each in value.items()}
        case list() | tuple():
            return [as_plain(each) for each in value]
        case bool() | int() | float() | None:
            return value
        case str():
            return as_words(value)
    return str(value)


READERS: Mapping[Any, Callable[[Any], Any]] = {
    str: as_words,
    int: as_count,
    float: as_number,
    bool: lambda value: value is True,
    Mapping[str, Any]: as_record,
    Any: as_plain,
}
