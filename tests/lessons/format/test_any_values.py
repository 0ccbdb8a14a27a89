"""Whatever stands in a lesson's file, of whatever type, it loads or is told why not in a sentence."""

import copy
import shutil
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from lessons.course.lesson.values import LessonError
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT

JUNK = ("", "x" * 500, -1, 10**40, float("nan"), True, date(2026, 1, 1), [], [[1]], {}, {"a": {}})


def places(values: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in values.items() if isinstance(values, dict) else enumerate(values):
        yield values, key
        if isinstance(value, dict | list):
            yield from places(value)


def told(load: Callable[[], object]) -> str:
    try:
        load()
    except LessonError as error:
        return str(error)
    return ""


def assert_sentence(said: str, file: Path) -> None:
    assert not said or str(file.parent) in said
    assert said.replace("\t", "").isprintable()
    assert len(said) < 2000


@pytest.mark.parametrize("name", ["worked-pass", "build-backward", "twins"])
def test_any_value_in_a_lesson_loads_or_is_told(tmp_path, name):
    file = Path(shutil.copytree(CONTENT / name, tmp_path / name)) / "lesson.toml"
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    for number, _ in enumerate(places(values)):
        spoiled = copy.deepcopy(values)
        owner, key = list(places(spoiled))[number]
        owner[key] = JUNK[number % len(JUNK)]
        file.write_text(tomli_w.dumps(spoiled), encoding="utf-8")
        assert_sentence(told(lambda: load_lesson(file.parent)), file)
