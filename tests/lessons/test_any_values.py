"""Whatever stands in a lesson's or a course's file, of whatever type, it loads or is told why not in a sentence."""

import copy
import shutil
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessons.course.values import LessonError
from lessons.format.course import load_course, load_lesson
from lessons.format.files import CONTENT

LESSONS = (  # one of each kind, and those with settings of their own: varied arms, wires, edits of arms and files
    "break-gelu-identity", "worked-pass", "build-backward", "xor-line", "wide-and-lazy", "layernorm-axis", "one-number",
    "the-wiring-knows",
)  # fmt: skip
WORDS = st.sampled_from(
    ["", " ", "a", "ratio", "value", "name", "healthy", "minimodel/../x", "x" * 500, "{}", "\n", "ñ"]
)
NUMBERS = st.sampled_from([0, -1, 1, 2, 3, 2**31, 2**63, 10**40]) | st.sampled_from(
    [0.0, -0.5, 1e-300, 1e308, float("inf"), float("-inf"), float("nan")]
)
DATES = st.sampled_from([date(2026, 1, 1), time(1, 2), datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, 1)])
PLAIN = WORDS | NUMBERS | st.booleans() | DATES
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=6
)


def places(values: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in values.items() if isinstance(values, dict) else enumerate(values):
        yield values, key
        if isinstance(value, dict | list):
            yield from places(value)


def spoil(values: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """One value, key or table is another one, has another key, is gone, or stands in a list or a table."""
    spoiled = copy.deepcopy(values)
    for _ in range(data.draw(st.integers(1, 2))):
        owner, key = data.draw(st.sampled_from(list(places(spoiled))))
        how = data.draw(st.sampled_from(["value", "key", "gone", "list", "table", "like another"]))
        if how == "value":
            owner[key] = data.draw(VALUES)
        elif how == "key" and isinstance(owner, dict):
            owner[data.draw(WORDS)] = owner.pop(key)
        elif how == "gone":
            del owner[key]
        elif how == "list":
            owner[key] = [owner[key]]
        elif how == "table":
            owner[key] = {data.draw(WORDS): owner[key]}
        else:
            other, place = data.draw(st.sampled_from(list(places(values))))
            owner[key] = copy.deepcopy(other[place])
    return spoiled


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "content"
    shutil.copytree(CONTENT, folder)
    return folder


def told(load: Callable[[], object]) -> str:
    try:
        load()
    except LessonError as error:
        return str(error)
    return ""


def assert_sentence(said: str, file: Path) -> None:
    assert not said or str(file.parent) in said
    assert said.replace("\t", "").isprintable() or not said
    assert len(said) < 2000


MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("name", [*LESSONS, "course"])
@MANY
@given(data=st.data())
def test_any_value_in_a_lesson_or_a_course_loads_or_is_told(copies, name, data):
    path = Path("course.toml") if name == "course" else Path(name, "lesson.toml")
    values = tomllib.loads((CONTENT / path).read_text(encoding="utf-8"))
    (copies / path).write_text(tomli_w.dumps(spoil(values, data)), encoding="utf-8")
    load_afresh = load_course.__wrapped__  # what is kept for other tests stays
    said = told(lambda: load_afresh(copies) if name == "course" else load_lesson(copies / name))
    assert_sentence(said, copies / path)
