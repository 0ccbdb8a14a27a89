"""A process gives back plain data to the last bit, or it is no answer; nothing of it is believed."""

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import GenericAlias
from typing import Annotated, Any, TypedDict, TypeVar, get_args, get_type_hints

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.lesson.film import Frame, Moment
from lessons.course.lesson.pictures import Axis, Curve, Curves
from lessons.engine.chunks import here
from lessons.engine.job import item_type
from lessons.plain_data import ANSWERS, DTYPES, MAX_BYTES, MAX_VALUES, NotPlain, decode, encode, is_of
from lessons.runs import live
from lessons.runs.figures import figures
from lessons.runs.probes import look as looked
from lessons.runs.tasks import own_rows
from tutor.shell.run import of_first_seed

SCALARS = some.none() | some.booleans() | some.integers() | some.floats() | some.text() | some.binary()
LARGE = some.sampled_from([2**53 + 1, -(10**40), -0.0, math.nan, -math.inf, 5e-324, "\ud800", "\n"])
ARRAYS = some.builds(
    lambda dtype, shape: np.ndarray(shape, dtype, np.random.default_rng(0).bytes(16 * 24)),
    some.sampled_from(sorted(DTYPES)),
    some.sampled_from([(), (0,), (3,), (0, 2), (2, 3), (4, 3, 2)]),
)
KEYS = SCALARS | some.tuples(SCALARS, SCALARS)


def containers(inner: Any) -> Any:
    return some.lists(inner) | some.lists(inner).map(tuple) | some.dictionaries(KEYS, inner, max_size=4)


def told(value: Any) -> Any:
    """Write a value so that two are the same words if they are the same to the last bit."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, list | tuple):
        return type(value), [told(each) for each in value]
    if isinstance(value, dict):
        return [(told(key), told(each)) for key, each in value.items()]
    return type(value), repr(value)


@given(some.recursive(SCALARS | LARGE | ARRAYS, containers, max_leaves=12))
def test_plain_data_comes_back_as_it_was(value):
    assert told(decode(encode(value))) == told(value)


def test_an_array_lies_as_it_lay():
    for value in (np.arange(6.0).reshape(2, 3).T, np.arange(12).reshape(3, 4)[:, ::2], np.float32([[1]])):
        found = decode(encode(value))
        assert (told(found), found.flags.f_contiguous) == (told(value), np.copy(value, "K").flags.f_contiguous)
        assert found.flags.writeable


def test_a_number_of_numpys_comes_back_as_the_number_that_it_is():
    assert told(decode(encode([np.float64(0.1), np.bool_(True), np.int32(3)]))) == told([0.1, True, 3])


def test_dataclasses_that_may_come_back_do():
    line = Curve("loss", "healthy", (0.0, 1.0), (math.inf, -0.0), faint=((1.0, 2.0),))
    picture = Curves("loss", (line,), Axis("step", 0, 1), Axis("loss", 1e-3, 1.0, True), "it falls", at=None)
    value = [Frame(1, 2, now={"e": {"loss": {"healthy": {"median": math.nan}}}}), Moment(3, (picture,))]
    assert repr(decode(encode(value))) == repr(value)


def test_every_answer_is_a_dataclass_that_stands_where_the_table_says():
    for name, module in ANSWERS.items():
        kind = getattr(import_module(module), name)
        assert is_dataclass(kind)
        assert (kind.__module__, all(field.init for field in fields(kind))) == (module, True)


def dataclasses_in(kind: Any) -> Iterator[str]:
    """Yield the dataclasses of a type, and those that are in them."""
    if is_dataclass(kind):
        yield kind.__name__
        for inner in get_type_hints(kind).values():
            yield from dataclasses_in(inner)
    for inner in get_args(kind):
        yield from dataclasses_in(inner)


PROMISED = [figures, of_first_seed, here, own_rows, looked, live.watch, live.try_out, live.sweep_seen, live.before]


@pytest.mark.parametrize("asked", PROMISED)
def test_what_processes_promise_may_come_back(asked):
    assert {*dataclasses_in(item_type(asked))} <= ANSWERS.keys()


class Listed:
    """A named alias, `type Listed[T] = list[T]`, as Python 3.12 makes it; NumPy 2.5's NDArray is one."""

    __value__ = list[TypeVar("T")]  # type: ignore[misc]


class Row(TypedDict):
    a: int


def endless() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


NOT_SENT = {
    "builtin_function_or_method is no plain data": print,
    "set is no plain data": {1},
    "Frame is no plain data": type("Frame", (), {})(),
    "an array of object is no plain data": np.array([print]),
    "an array of <U1 is no plain data": np.array(["a"]),
    "4300 digits": 10**5000,
    "recursion": endless(),
    "bytes, where": np.zeros(MAX_BYTES // 8),
    "more than 2,000,000 values": [0] * (MAX_VALUES + 2),
}


@pytest.mark.parametrize("why", NOT_SENT)
def test_what_is_no_plain_data_or_too_much_is_not_sent(why):
    with pytest.raises(NotPlain, match=why):
        encode(NOT_SENT[why])


ARRAY = '{"array":["%s",%s,"%s"]}\n'


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\n",
        b"value\n",
        b"1\n2",
        b"\xff\xfe1\x00",
        bytes(range(256)),
        b"[" * 100_000,
        b'{"tuple":' * 100_000,
        b"1" * 100_000,
        b"[" + b"[]," * MAX_VALUES,
        b'{"tuple":1}',
        b'{"tuple":[1],"dict":[[],[]]}',
        b"{}",
        b'{"dict":[[[]],[1]]}',
        b'{"dict":[[1,2],[1]]}',
        b'{"bytes":"xy"}',
        b'{"Popen":["true"]}',
        b'{"lessons.course.lesson.film.Frame":[1,2]}',
        b'{"Frame":[1,2]}',
        b'{"Frame":[1,2,3]}',
        b'{"Frame":[1,2,[]]}',
        b'{"Frame":[true,2,{"tuple":[]}]}',
        b'{"Frame":{"done":1}}',
        *(
            (ARRAY % of).encode() + b"12345678"
            for of in (
                *(("|O8", "[1]", "C"), ("[('a','O')]", "[1]", "C"), ("<U2", "[1]", "C"), ("<M8", "[1]", "C")),
                *(("<f8", "[1000000000000]", "C"), ("<f8", "[2]", "C"), ("<f4", "[1]", "C"), ("<f8", "[1]", "X")),
                *(("<f8", "[-1]", "C"), ("<f8", "[1.0]", "C"), ("<f8", "[true]", "C"), ("<f8", "1", "C")),
                *(("|i1", str([1] * 100), "C"), ("|i1", f"[0, {10**30}]", "C")),
            )
        ),
    ],
    ids=lambda message: repr(message[:50]),
)
def test_a_message_of_anything_else_is_no_answer(message):
    with pytest.raises(NotPlain):
        decode(message)


def test_a_message_that_is_too_large_is_not_read():
    with pytest.raises(NotPlain, match="bytes, where"):
        decode(bytes(MAX_BYTES + 1))


@pytest.mark.parametrize(
    ("kind", "fits", "does_not"),
    [
        (float, [1, 0.5, math.nan], [True, "1", None]),
        (int, [1], [True, 1.0]),
        (None, [None], [0]),
        (float | str | None, [None, "", 2], [(), b""]),
        (tuple[float, ...], [(), (1, 2.0)], [[1.0], ("1",), (None,)]),
        (tuple[int, str], [(1, "")], [(1,), (1, 2), (1, "", "")]),
        (dict[str, list[int]], [{}, {"a": [1]}], [{1: [1]}, {"a": (1,)}, []]),
        (Annotated[int, "at least 1"], [0], ["0"]),
        (Frame | Moment, [Frame(1, 2)], [Axis("", 0, 1), 1]),
        (np.ndarray[Any, Any], [np.zeros(2)], [[0.0]]),
        (GenericAlias(Listed, (int,)), [[1]], [["1"], 1]),
        (tuple, [(), (1, "")], [[]]),
        (Row, [{"a": 1}], [{}, {"a": "1"}, {"a": 1, "b": 2}]),
        (Any, [None, print], []),
    ],
)
def test_a_value_is_of_a_type_as_annotations_write_it(kind, fits, does_not):
    assert [is_of(kind)(value) for value in (*fits, *does_not)] == [True] * len(fits) + [False] * len(does_not)
