"""What the map shows of a lesson is what the lesson's own reader reads, however its TOML is spelt."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from lessons.headings import CONTENT, INDEX, index, read_heading, read_headings

LOUD = CONTENT / "break-gelu-identity"


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    return copytree(LOUD, tmp_path / LOUD.name)


def change(lesson: Path, before: str, after: str) -> None:
    file = lesson / "lesson.toml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_the_kept_index_is_that_of_the_lessons_as_they_are() -> None:
    assert json.loads(INDEX.read_text(encoding="utf-8")) == json.loads(json.dumps(index())), (
        "python -m lessons.headings writes it anew"
    )


@pytest.mark.parametrize("spelt", ["  minutes = 0x19", '"minutes" = 25', "minutes    =    2_5"])
def test_minutes_are_read_however_they_are_written(lesson: Path, spelt: str) -> None:
    minutes = next(
        line for line in (lesson / "lesson.toml").read_text().splitlines() if line.startswith("minutes")
    )
    change(lesson, minutes, spelt)
    assert read_heading(lesson).minutes == 25


def test_a_break_is_one_with_blanks_in_its_header(lesson: Path) -> None:
    change(lesson, "[break]", "[ break ]")
    assert read_heading(lesson).modes == ("open", "blind")


def test_what_a_comment_names_is_not_needed(lesson: Path) -> None:
    change(lesson, "needs = []", 'needs = [ # see "xor-line"\n  "twins" ]')
    assert read_heading(lesson).needs == ("twins",)


def test_a_lesson_that_is_no_toml_is_called_by_its_id(lesson: Path) -> None:
    change(lesson, "[break]", "[break")
    heading = read_heading(lesson)
    assert (heading.titles["es"], heading.modes) == (LOUD.name, ("open",))


def test_a_changed_lesson_is_read_anew_and_the_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = json.loads(INDEX.read_text(encoding="utf-8"))
    kept["twins"]["files"], kept["xor-line"]["heading"]["minutes"] = 0, 599
    monkeypatch.setattr("lessons.headings.read_index", lambda: kept)
    found = read_headings(CONTENT, ("twins", "xor-line"))
    assert found["twins"] == read_heading(CONTENT / "twins")
    assert found["xor-line"].minutes == 599
