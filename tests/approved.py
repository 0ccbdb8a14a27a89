"""Texts that somebody has looked at: `LYNX_TUTOR_APPROVE=1` writes them anew, to be read in the diff."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from lessons.course.lesson.lesson import Experiment, Question

ROUNDING = 1e-6  # which another machine does otherwise


def assert_approved(path: Path, text: str) -> None:
    if os.environ.get("LYNX_TUTOR_APPROVE"):
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def told(value: Any, depth: int = 0) -> Iterator[str]:
    """Whatever a value is made of, a line each; its numbers in three digits."""
    margin = "  " * depth
    if isinstance(value, Experiment | Question):
        yield f"{margin}{value.id}"
    elif is_dataclass(value):
        yield f"{margin}{type(value).__name__}"
        for field in fields(value):
            if found := getattr(value, field.name):
                yield f"{margin}- {field.name}"
                yield from told(found, depth + 1)
    elif isinstance(value, Mapping):
        yield from (line for pair in value.items() for line in told(pair, depth))
    elif isinstance(value, tuple | list) and all(isinstance(each, float | int) for each in value):
        yield margin + " ".join(map(short, value))
    elif isinstance(value, tuple | list):
        yield from (line for each in value for line in told(each, depth + isinstance(each, tuple)))
    elif isinstance(value, float):
        yield f"{margin}{short(value)}"
    else:
        yield from (f"{margin}{line}".rstrip() for line in str(value).split("\n")[:30])


def short(value: float) -> str:
    return "0" if abs(value) < ROUNDING else f"{value:.3g}"
