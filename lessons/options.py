"""Options that are lists, or of several types: what may stand in each, said before anything is built of it."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lessons.format import LessonError
from lessons.limits import STEPS, WIDTH
from lessons.table import quoted
from lessons.vocabulary import TASKS

# What each list holds, in words; of the options of tasks and models, and of a lab's checks.
LISTS: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "sizes": ("whole numbers", (int,)),
    "layers": ("lines of text, a layer each", (str,)),
    "frozen": ("names of parameters or modules", (str,)),
    "beyond": ("two numbers", (int, float)),
    "uses": ("names of minimodel", (str,)),
    "arguments": (
        "numbers or words, layers such as 'Linear 3 5' among them, or lists",
        (int, float, str, bool, list),
    ),
    "like_arguments": (
        "numbers or words, layers such as 'Linear 3 5' among them, or lists",
        (int, float, str, bool, list),
    ),
    "inputs": ("shapes, such as [4, 3]", (list,)),
}
MODULE = re.compile(r"[A-Za-z]\w{0,39}( [1-9]\d{0,2}){0,3}")  # `GELU`, `Linear 5 3`
NUDGED = 4_096  # numbers of an input: a gradient is checked by nudging each of them
SEEDS = 32  # that a judge trains while a learner waits


def check_lists(options: Mapping[str, object], where: str) -> None:
    """Raise LessonError where a list holds something else than it should."""
    for key, values in options.items():
        if key in LISTS and isinstance(values, list):
            words, kinds = LISTS[key]
            if any(type(value) not in kinds for value in values):
                raise LessonError(f"{where}: {key} = {quoted(values)} should be a list of {words}.")


def check_lab_options(options: Mapping[str, Any], where: str) -> None:
    """Raise LessonError where a lab's check cannot be made, or not in the time that anybody has."""
    check_lists(options, where)
    for shape in options.get("inputs", ()):
        if not (0 < len(shape) <= 4 and all(type(size) is int and size > 0 for size in shape)):
            raise LessonError(f"{where}: inputs has {quoted(shape)}, which is no shape, such as [4, 3].")
        if math.prod(shape) > NUDGED:
            raise LessonError(f"{where}: inputs has {quoted(shape)}: at most {NUDGED:,} numbers.")
    for key in ("arguments", "like_arguments"):
        if any(size > WIDTH for size in sizes_in(options.get(key, ()))):
            raise LessonError(f"{where}: {key} = {quoted(options[key])}: at most {WIDTH:,} each.")
    if not 0 < options.get("steps", 1) <= STEPS:
        raise LessonError(f"{where}: steps = {options['steps']} should be from 1 to {STEPS:,}.")
    if options.get("task", "xor") not in TASKS:
        raise LessonError(f"{where}: task = {quoted(options['task'])} should be one of {', '.join(TASKS)}.")


def sizes_in(arguments: Any) -> Iterator[int]:
    """Every whole number of some arguments, of layers written as text and of inner lists too."""
    for each in arguments:
        if isinstance(each, list):
            yield from sizes_in(each)
        elif isinstance(each, str):
            yield from (int(word) for word in each.split() if word.isdecimal())
        elif type(each) is int:
            yield abs(each)


def check_gradcheck(modules: tuple[str, ...], where: str) -> None:
    """Raise LessonError for what names no module with its sizes."""
    for module in modules:
        if not MODULE.fullmatch(module):
            raise LessonError(
                f'{where}: gradcheck has {quoted(module)}; a module is written "GELU" or "Linear 5 3".'
            )


def check_seeds(seeds: list[Any], where: str) -> None:
    """Raise LessonError for what are no seeds of a judge."""
    if not seeds or any(type(seed) is not int for seed in seeds):
        raise LessonError(f"{where}: seeds should be whole numbers, at least one.")
    if len(seeds) > SEEDS or any(not 0 <= seed < 2**31 for seed in seeds):
        raise LessonError(f"{where}: seeds should be from 0 to {2**31 - 1:,}, and at most {SEEDS} of them.")
