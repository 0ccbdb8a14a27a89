"""The functions behind the names of the vocabulary: each stands, under its name, in some file of its folder."""

import builtins
import math
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError, OwnName, error_words
from lessons.format.inert import BUILTINS, parsed_functions

CONFINED = Event()  # set in a process with limits, where alone a pack's functions are called


def functions_of(package: str, names: Iterable[str]) -> dict[str, Any]:
    """Return the function of each name that has one in a folder's files: `two_moons` of two-moons, `mlp` of MLP."""
    folder = Path(__file__).parent / package.rpartition(".")[2]
    names = tuple(names)
    wanted: dict[str, Any] = {plain_name(name): None for name in names}
    for file in folder.glob("[a-z]*.py"):
        module = import_module(f"{package}.{file.stem}")
        for key, value in vars(module).items():
            if (plain := plain_name(key)) in wanted and getattr(value, "__module__", "") == module.__name__:
                assert not wanted[plain], f"{key} stands in two files of {folder}"
                wanted[plain] = value
    return {name: wanted[plain_name(name)] for name in names if wanted[plain_name(name)]}


@cache
def own_function(source: str, name: str) -> Callable[..., Any]:
    """Return a pack's function, which is called `PACK/NAME`. Raises LessonError outside a process with limits."""
    if not CONFINED.is_set():
        raise LessonError(f"{name} is a pack's own: it is computed in a process with limits, and nowhere else.")
    known = {each: getattr(builtins, each) for each in BUILTINS}
    names: dict[str, Any] = {"np": np, "math": math, "__builtins__": known}
    exec(compile(parsed_functions(source), name, "exec"), names)
    function: Callable[..., Any] = names[name.partition("/")[2]]
    return function


def call_own(name: OwnName, *given: Any, **options: Any) -> Any:
    """Return the result of a pack's function. Raises LessonError, which names it, if it raises."""
    function = own_function(name.means.source, name)
    try:
        return function(*given, **options)
    except Exception as error:
        raise LessonError(f"{name} raises {error_words(error)}") from None


def plain_name(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")
