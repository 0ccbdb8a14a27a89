"""What a pack can have run, its edits, its calculations and the texts of its labs, as one sum: it tells a change."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from lessons.course import Pack
from lessons.format import LessonError
from lessons.table import read_toml


def code_of(pack: Pack) -> str:
    """Sum up the code of a pack. Other words, numbers or questions leave the sum as it is."""
    found = [[name, code_in(folder / "lesson.toml")] for name, folder in sorted(pack.lessons.items())]
    return sha256(json.dumps(found, sort_keys=True, default=str).encode()).hexdigest()


def code_in(file: Path) -> Any:
    """The parts of a lesson's file that are code. A lesson that cannot be read runs nothing."""
    try:
        values = read_toml(file)
    except LessonError:
        return None
    reviews = [each for each in as_list(values.get("review")) if isinstance(each, Mapping)]
    edits = [each.get("break") for each in reviews]
    own = [values.get(key) for key in ("break", "worked", "step", "lab")]
    of_arms = list(breaks_of_arms([values.get("experiment"), *(each.get("experiment") for each in reviews)]))
    return [own, edits, of_arms] if of_arms else [own, edits]


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def breaks_of_arms(tables: Any) -> Iterator[Any]:
    """Every `break` below some experiments, wherever it stands."""
    for value in tables.values() if isinstance(tables, Mapping) else as_list(tables):
        if isinstance(value, Mapping) and "break" in value:
            yield value["break"]
        yield from breaks_of_arms(value)
