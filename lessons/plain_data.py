"""The format of what comes back from another process: plain data, of which nothing is called and nothing trusted.

A message is a line of JSON, and then the bytes of its arrays. What JSON has no word for stands as a table of one row,
its kind and what it is made of: `{"tuple": [1, 2]}`, `{"Frame": [3, 60, {"tuple": []}]}`. A kind is one of KINDS or a
dataclass of ANSWERS, whose fields have to be what they are annotated with.
"""

import importlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from io import BytesIO
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from lessons.course.lesson.values import LessonError

MAX_BYTES = 64 * 1024**2  # of a message
MAX_VALUES = 2_000_000  # in its line of JSON: each costs up to thirty times the bytes that it is written in
SCALARS = frozenset({NoneType, bool, int, float, str})
NUMBERS = ("i1", "u1", "b1", *("i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"))
DTYPES = frozenset(order + number for order in "<>|" for number in NUMBERS)
SEPARATORS = b",[{"
JSON = json.JSONEncoder(separators=(",", ":"))
WRONG = (ValueError, TypeError, LookupError, OverflowError, RecursionError)  # what a message of nonsense raises

ANSWERS: Mapping[str, str] = {
    **dict.fromkeys(("Frame", "Moment", "FirstDifference", "Film", "Outcome"), "lessons.course.lesson.film"),
    **dict.fromkeys(("Curves", "Curve", "Axis", "Bars", "Bar", "Histogram"), "lessons.course.lesson.pictures"),
    **dict.fromkeys(
        ("Matrix", "Arrows", "Boundary", "Grid", "Scatter", "Point", "Bet"), "lessons.course.lesson.pictures"
    ),
    **dict.fromkeys(("Words", "Code", "Table"), "lessons.course.lesson.blocks"),
    **dict.fromkeys(("Ran", "Swept"), "lessons.course.lesson.state"),
    **dict.fromkeys(("Tried", "Try"), "lessons.course.play.knobs"),
    **dict.fromkeys(("Calculation", "Line", "Value"), "lessons.course.lesson.calculation"),
    "Figures": "lessons.course.lesson.figures",
    "Progress": "lessons.engine.job",
    "Sweeping": "lessons.runs.experiment",
    "Results": "lessons.engine.chunks",
    "Rows": "lessons.runs.trained_model",
}  # dataclasses that may come back, and the modules that they stand in


class NotPlain(LessonError):
    """Raised for a value that cannot be sent, and for a malformed message."""


# ---- sending ---------------------------------------------------------------


def encode(value: Any) -> bytes:
    """Return a value as a message. Raises NotPlain where it is no plain data, or too much."""
    arrays: list[bytes] = []
    try:
        line = JSON.encode(tagged(value, arrays)).encode()
    except (RecursionError, ValueError) as error:  # an endless list; a number of too many digits
        raise NotPlain(str(error)) from None
    check_size(len(line) + sum(map(len, arrays)) + 1, line)
    return b"".join((line, b"\n", *arrays))


def check_size(count: int, line: bytes) -> None:
    if count > MAX_BYTES:
        raise NotPlain(f"an answer of {count:,} bytes, where {MAX_BYTES:,} are the most")
    if sum(map(line.count, SEPARATORS)) > MAX_VALUES:
        raise NotPlain(f"an answer of more than {MAX_VALUES:,} values")


def tagged(value: Any, arrays: list[bytes]) -> Any:
    """Return a value in the form that JSON writes, and append the bytes of its arrays."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if isinstance(value, str):  # a name of a pack's own
        return str(value)
    if kind is list:
        return value if SCALARS.issuperset(map(type, value)) else [tagged(each, arrays) for each in value]
    if kind is tuple:
        return {"tuple": tagged(list(value), arrays)}
    if kind is dict:
        return {"dict": [tagged(list(value), arrays), tagged(list(value.values()), arrays)]}
    if kind is bytes:
        return {"bytes": value.hex()}
    if kind.__module__ == "numpy":
        return tagged_array(value, arrays)
    if ANSWERS.get(kind.__name__) == kind.__module__:
        return {kind.__name__: [tagged(getattr(value, name), arrays) for name in tests_of(class_of(kind.__name__))]}
    raise NotPlain(f"{kind.__module__}.{kind.__qualname__} is no plain data")


def tagged_array(value: Any, arrays: list[bytes]) -> Any:
    """Return an array's head, and keep its bytes in the order that they lie in; a single number is one of Python's."""
    if type(value).__name__ != "ndarray":
        return tagged(value.item(), arrays)
    if value.dtype.str not in DTYPES:
        raise NotPlain(f"an array of {value.dtype} is no plain data")
    arrays.append(value.tobytes("A"))
    is_fortran = value.flags.f_contiguous and not value.flags.c_contiguous
    return {"array": [value.dtype.str, list(value.shape), "F" if is_fortran else "C"]}


# ---- reading ---------------------------------------------------------------


def decode(message: bytes) -> Any:
    """Return the value of a message. Raises NotPlain."""
    arrays = BytesIO(message)
    line = arrays.readline()
    check_size(len(message), line)
    try:
        value = json.loads(line.decode("ascii"), object_hook=partial(rebuilt, arrays=arrays))
    except WRONG as error:
        raise NotPlain(str(error)) from None
    if arrays.read(1):
        raise NotPlain("more bytes than its arrays have")
    return value


def rebuilt(table: dict[str, Any], arrays: BytesIO) -> Any:
    """Return the value that a table of one row stands for. Raises one of WRONG if it is malformed."""
    ((kind, given),) = table.items()
    if kind == "array":
        return array_of(arrays, *given)
    return KINDS[kind](given) if kind in KINDS else answer_of(kind, given)


def dict_of(given: Any) -> dict[Any, Any]:
    keys, values = given
    return dict(zip(keys, values, strict=True))


KINDS: Mapping[str, Callable[[Any], Any]] = {"tuple": tuple, "dict": dict_of, "bytes": bytes.fromhex}


def array_of(arrays: BytesIO, dtype: str, shape: list[int], order: Literal["C", "F"]) -> Any:
    """Take the next bytes as an array of this shape. Raises ValueError where there are not as many."""
    from numpy import ndarray  # late: who receives no array needs no NumPy

    if dtype not in DTYPES or any(type(size) is not int or size < 0 for size in shape):
        raise ValueError(f"no array: {dtype} {shape}")
    count = math.prod(shape) * int(dtype[2:])
    if count > MAX_BYTES or len(found := bytearray(arrays.read(count))) < count:
        raise ValueError(f"an array of {count:,} bytes, which did not come")
    return ndarray(tuple(shape), dtype, found, order=order)


def answer_of(name: str, given: list[Any]) -> Any:
    """Make a dataclass of ANSWERS. Raises KeyError for another, and TypeError where a field is of another type."""
    kind = class_of(name)
    for value, (field, test) in zip(given, tests_of(kind).items(), strict=True):
        if not test(value):
            raise TypeError(f"{name}.{field} is of another type")
    return kind(*given)


@cache
def class_of(name: str) -> Any:
    return getattr(importlib.import_module(ANSWERS[name]), name)


# ---- is it of this type? -------------------------------------------------------

Test = Callable[[Any], bool]


@cache
def tests_of(kind: type) -> dict[str, Test]:
    types = get_type_hints(kind, include_extras=True)
    return {field.name: is_of(types[field.name]) for field in fields(kind)}


@cache
def is_of(kind: Any) -> Test:
    """Return the test of a type, as annotations write it; a whole number is a number, too."""
    if hasattr(alias := get_origin(kind), "__value__"):  # NDArray is a named alias since NumPy 2.5
        kind = alias.__value__[get_args(kind)]
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if kind in (Any, object):
        return lambda value: True
    if origin is Annotated:
        return is_of(inner[0])
    if is_typeddict(kind):
        return partial(has_keys, tests={key: is_of(each) for key, each in get_type_hints(kind).items()})
    if origin in (Union, UnionType):
        tests = [is_of(each) for each in inner]
        return lambda value: any(test(value) for test in tests)
    if origin is tuple and inner and ... not in inner:
        return partial(holds_each, tests=[is_of(each) for each in inner])
    if origin in HOLDERS:
        return partial(holds, holder=HOLDERS[origin], tests=[is_of(each) for each in inner if each is not ...])
    types = (float, int) if kind is float else (NoneType if kind is None else origin,)
    return lambda value: type(value) in types


HOLDERS = {tuple: tuple, list: list, Sequence: list, dict: dict, Mapping: dict}


def holds(value: Any, holder: type, tests: Sequence[Test]) -> bool:
    """Return True for a tuple or a list whose values fit, or for a dict whose keys and values do."""
    parts: Iterable[Iterable[Any]] = (value, value.values()) if type(value) is dict else (value,)
    return type(value) is holder and all(all(map(test, part)) for test, part in zip(tests, parts, strict=False))


def has_keys(value: Any, tests: Mapping[str, Test]) -> bool:
    return type(value) is dict and value.keys() == tests.keys() and all(test(value[key]) for key, test in tests.items())


def holds_each(value: Any, tests: Sequence[Test]) -> bool:
    return (
        type(value) is tuple and len(value) == len(tests) and all(test(v) for test, v in zip(tests, value, strict=True))
    )
