"""A real journal with some of its values, keys, kinds, lessons and times changed for others."""

import copy
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from hypothesis import strategies as some

from lessons.load import load_course
from tests.tutor.payloads.journals import Happening, Story, recorded, walked
from tests.tutor.payloads.values import TIMES, deep, leaves, values, words
from tutor.records import BY_KIND

KINDS = (*BY_KIND, "preference", "recall", "review", "undo", "agreed", "unknown")
KEYS = sorted({
    *(form.renamed.get(field.name, field.name) for form in BY_KIND.values() for field in fields(form.act)),
    "mode", "name", "value", "concept", "sibling", "round", "event", "median", "p5", "p95", "word", "share", "losses",
    "healthy", "broken", "yours", "checks", "steps", "grid", "rows", "columns", "cells", "detail", "final_loss",
    "curve", "pack",
})  # fmt: skip
HOW = (*["value"] * 5, "key", "gone", "kind", "lesson", "time", "new", "twice", "swapped")
keys = some.sampled_from(KEYS)
anything = leaves | values(keys) | some.integers(3, 90).map(deep)
kinds = some.sampled_from(KINDS) | words
lessons = some.sampled_from([*load_course().headings, "elsewhere", "pack/lesson", ""]) | words | some.none()
times = some.sampled_from(TIMES) | some.datetimes(timezones=some.timezones())
anything_happening = some.builds(
    Happening, kinds, lessons, some.dictionaries(keys | words, anything, max_size=6), times
)


def places(payload: Any) -> Iterator[tuple[Any, Any]]:
    """Every table and list in a payload, with each of its keys and places."""
    for key, value in payload.items() if isinstance(payload, dict) else enumerate(payload):
        yield payload, key
        if isinstance(value, dict | list):
            yield from places(value)


@some.composite
def stories(draw: some.DrawFn, most: int = 5) -> Story:
    """A real journal, spoilt in some places."""
    happened = list(draw(some.sampled_from([*walked(), *recorded()])))
    for _ in range(draw(some.integers(1, most))):
        number = draw(some.integers(0, len(happened) - 1))
        happened[number : number + 1] = draw(spoilt(happened[number], draw(some.sampled_from(HOW)), happened))
    return tuple(happened)


@some.composite
def spoilt(draw: some.DrawFn, one: Happening, how: str, others: list[Happening]) -> list[Happening]:
    """An event with one thing changed, or another beside it."""
    match how:
        case "kind":
            return [replace(one, kind=draw(kinds))]
        case "lesson":
            return [replace(one, lesson=draw(lessons))]
        case "time":
            return [replace(one, time=draw(times))]
        case "new":
            return [one, draw(anything_happening)]
        case "twice":
            return [one, one]
        case "swapped":
            return [replace(one, payload=draw(some.sampled_from(others)).payload)]
    payload = copy.deepcopy(dict(one.payload))
    places_in = list(places(payload))
    if how == "key" or not places_in:
        payload[draw(keys | words)] = draw(anything)
        return [replace(one, payload=payload)]
    owner, key = draw(
        some.sampled_from(list(payload)).map(lambda key: (payload, key))
        if payload and draw(some.booleans())
        else some.sampled_from(places_in)
    )
    if how == "gone":
        del owner[key]
    else:
        owner[key] = draw(anything)
    return [replace(one, payload=payload)]
