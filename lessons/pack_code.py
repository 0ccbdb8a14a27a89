"""What a pack can have run, its edits, its calculations and the texts of its labs, as one sum: it tells a change."""

import json
from collections.abc import Mapping
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
    reviews = values.get("review")
    edits = (
        [each.get("break") for each in reviews if isinstance(each, Mapping)]
        if isinstance(reviews, list)
        else []
    )
    return [[values.get(key) for key in ("break", "worked", "step", "lab")], edits]
