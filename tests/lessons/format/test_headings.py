"""The map shows of a lesson what its reader reads; and files from elsewhere are plain text, or are refused."""

import json
import math
import os
import shutil
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from docs.make_index import index
from lessons.course.lesson.values import LessonError
from lessons.format.course import INDEX, load_course, load_lesson, read_heading
from lessons.format.files import CONTENT, LARGEST_BYTES, foreign_files, read_text
from tests.packs import write_pack

LOUD = CONTENT / "break-gelu-identity"


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    return copytree(LOUD, tmp_path / LOUD.name)


def change(lesson: Path, before: str, after: str) -> None:
    file = lesson / "lesson.toml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def unpacked(found: Any) -> Any:
    """Return the index with its figures as JSON, not as text."""
    plain = json.loads(json.dumps(found))
    return {name: each | {"figures": json.loads(each.get("figures", "null"))} for name, each in plain.items()}


def alike(one: Any, other: Any) -> bool:
    """Return True if two pieces of JSON are equal but for the rounding of another processor."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        both_nan = math.isnan(one) and math.isnan(other)  # a lesson's subject, once
        return both_nan or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)


def test_the_kept_index_is_that_of_the_lessons_as_they_are():
    kept, made = unpacked(json.loads(INDEX.read_text(encoding="utf-8"))), unpacked(index())
    other = [name for name in {**kept, **made} if not alike(kept.get(name), made.get(name))]
    assert not other, "python docs/make_index.py writes it anew"


def test_it_is_read_however_it_is_written(lesson):
    spelt = "minutes = 20"
    for other in ("  minutes = 0x14", '"minutes" = 20', "minutes    =    2_0"):
        change(lesson, spelt, other)
        assert read_heading(lesson).minutes == 20
        spelt = other
    change(lesson, "[break]", "[ break ]")
    assert read_heading(lesson).modes == ("open", "blind")
    change(lesson, "needs = []", 'needs = [ # see "xor-line"\n  "twins" ]')
    assert read_heading(lesson).needs == ("twins",)


def test_a_lesson_that_is_no_toml_is_called_by_its_id(lesson):
    change(lesson, "[break]", "[break")
    heading = read_heading(lesson)
    assert (heading.titles["es"], heading.modes) == (LOUD.name, ("open",))


@pytest.mark.parametrize(("written_at", "minutes"), [(1, 6), (2**33, 599)])
def test_what_changed_since_the_index_was_written_is_read_anew(monkeypatch, tmp_path, written_at, minutes):
    kept = json.loads(INDEX.read_text(encoding="utf-8"))
    kept["twins"]["files"] = kept["course.toml"]["files"] = kept["course.toml"]["renamed"]["twins"] = 0
    for name in ("twins", "xor-line"):
        kept[name]["heading"]["minutes"] = 599
    file = tmp_path / "index.json"
    file.write_text(json.dumps(kept), encoding="utf-8")
    os.utime(file, (written_at, written_at))
    monkeypatch.setattr("lessons.format.course.INDEX", file)
    found = load_course.__wrapped__()
    assert [found.headings[name].minutes for name in ("twins", "xor-line")] == [minutes, 599]
    assert ("twins" in found.renamed) == (minutes == 599)


def test_a_lesson_that_is_done_has_its_true_title():
    heading = load_course().headings["xor-line"]
    assert heading.title("en", done=False) == "Four dots on a square"
    assert heading.title("es", done=True) == "Cuatro puntos que ninguna recta separa"
    assert load_course().headings["build-backward"].title("en", done=True) == "Write the way back"


LESSON = "worked-pass"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CONTENT / LESSON, tmp_path / LESSON))


def told(path: Path) -> str:
    with pytest.raises(LessonError) as caught:
        read_text(path)
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(folder):
    plain = load_lesson(folder)
    for file in folder.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert load_lesson(folder).prose == plain.prose
    assert load_lesson(folder).worked == plain.worked


def test_a_file_that_is_too_large_is_refused_unread(tmp_path):
    (tmp_path / "a.md").write_bytes(b"a" * LARGEST_BYTES)
    assert len(read_text(tmp_path / "a.md")) == LARGEST_BYTES
    with (tmp_path / "a.md").open("r+b") as file:
        file.truncate(10**12)
    assert "is too large: 1000000000 kB" in told(tmp_path / "a.md")


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\r", "\u2028", "\u202e", "\u2066"])
def test_a_control_character_is_refused_with_its_line(tmp_path, character):
    (tmp_path / "a.md").write_text(f"# A\n\nb{character}c\n", encoding="utf-8", newline="")
    assert f", line 3: the control character U+{ord(character):04X}" in told(tmp_path / "a.md")


def test_tabs_line_breaks_and_letters_of_all_kinds_are_text(tmp_path):
    words = "# Ñandú\n\tπ ≈ 3, ½, «ja», 日本, 🦊, a\u00a0b\n"
    (tmp_path / "a.md").write_text(words, encoding="utf-8")
    assert read_text(tmp_path / "a.md") == words


def test_a_folder_a_missing_file_and_a_name_that_cannot_be_are_told(tmp_path):
    assert "is no plain file" in told(tmp_path)
    assert "is missing" in told(tmp_path / "a.md")
    assert "cannot be read" in told(tmp_path / ("a" * 1000))


def test_an_honest_pack_holds_nothing_foreign_and_what_is_not_listed_is_told(tmp_path):
    pack = write_pack(tmp_path / "one", "quiet", "loud")
    quiet, loud = pack / "quiet", pack / "loud"
    for name in ("README.md", "LICENSE", ".gitignore", "glossary.en.md"):
        (pack / name).write_text("words", encoding="utf-8")
    assert list(foreign_files(pack, (quiet, loud))) == []
    assert list(foreign_files(CONTENT, tuple(each for each in CONTENT.iterdir() if each.is_dir()))) == []
    (quiet / "fr.md").write_text("x", encoding="utf-8")
    foreign, unlisted = foreign_files(pack, (quiet,))
    assert foreign == f"{quiet / 'fr.md'} belongs to no lesson: its files are lesson.toml, en.md, es.md."
    assert unlisted.startswith(f"{loud} is listed nowhere in course.toml")
