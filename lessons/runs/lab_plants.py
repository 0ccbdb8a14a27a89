"""A change planted in a lab's file: what its layers and functions return is multiplied, and so is what comes back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from lessons.runs.judgement import Answer, Ask, Call, Found
from lessons.runs.planting import apart, factor, in_any_order, verdict
from lessons.runs.plants import IDLE, Plant

NEEDED = ("of", "arguments", "state", "inputs")  # of what a gradient is asked with


def plants_of_lab(file: str, calls: Sequence[Call]) -> Iterator[Ask]:
    """Ask for what each layer and function gives, once with a change and once without."""
    first: dict[str, Call] = {}
    for call in calls:
        if call.do in ("outputs", "slopes"):
            first.setdefault(str(call.values["of"]), call)
    for name, call in first.items():
        plain = Call("outputs", {each: call.values[each] for each in NEEDED})
        spots = tuple(f"{file}:{name}{method}" for method in ("", ".__call__", ".forward"))
        planted = replace(plain, plant=Plant(spots, factor=factor()))
        yield from in_any_order({"plain": plain, "planted": planted}, partial(followed, planted))


def followed(call: Call, answers: Mapping[str, Answer]) -> Found:
    """Whether what came back was multiplied. If not, what comes back where the function does nothing?"""
    assert call.plant is not None
    plain, planted = answers["plain"].get("outputs"), answers["planted"].get("outputs")
    if plain is None or (planted is not None and is_multiple(plain, planted, call.plant.factor)):
        return None
    without, idle = replace(call, plant=None), replace(call, plant=replace(call.plant, kind=IDLE))
    return in_any_order(
        {"plain": without, "again": without, "idle": idle}, partial(verdict, call.plant, None)
    )


def is_multiple(plain: object, planted: object, factor: float) -> bool:
    expected = np.array(plain, dtype=float) * factor
    return not apart({"outputs": planted}, {"outputs": expected.tolist()})
