"""The instruments by name, in the order of instruments.toml, and what a setup's readings are."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module

import numpy as np

from lessons.course.lesson.instrument import UNREAD, InstrumentReading, instrument_names
from lessons.course.lesson.values import error_words
from lessons.instruments.readings import Found
from lessons.instruments.setup import TrainingSetup, UnusableSetup

FILES = ("losses", "answers", "gradients", "steps")


@cache
def instruments() -> Mapping[str, Callable[[TrainingSetup], Found]]:
    modules = [import_module(f"lessons.instruments.{file}") for file in FILES]
    return {
        name: next(getattr(module, name) for module in modules if hasattr(module, name)) for name in instrument_names()
    }


def read_with(name: str, setup: TrainingSetup) -> list[InstrumentReading]:
    """Look with one instrument. Whatever the setup's own code raises is the reason why it could not look."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            setup.restore()
            found = instruments()[name](setup)
    except UnusableSetup as error:
        return [InstrumentReading(name, UNREAD, None, error.values, error.reason)]
    except Exception as error:
        return [InstrumentReading(name, UNREAD, None, {"error": error_words(error)}, "raises")]
    return [InstrumentReading(name, seen.finding, seen.value, seen.values) for seen in found]


def read_all(setup: TrainingSetup) -> Iterator[InstrumentReading]:
    """Look with every instrument in turn, and leave the setup as it was."""
    for name in instruments():
        yield from read_with(name, setup)
    setup.restore()
