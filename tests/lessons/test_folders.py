"""The folder of a pack or a lesson holds plain files of known names: whatever else stands there is told."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.folders import folder_problems
from lessons.load import CONTENT
from tests.packs import write_pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "one", "quiet", "loud")


def test_the_course_its_lessons_and_an_honest_pack_have_no_problem(pack: Path) -> None:
    for name in ("README.md", "LICENSE", ".gitignore", "glossary.en.md", "CHANGELOG"):
        (pack / name).write_text("words", encoding="utf-8")
    (pack / ".git").mkdir()
    for folder in (CONTENT, CONTENT / "xor-line", pack, pack / "loud"):
        assert list(folder_problems(folder)) == []


HOSTILE: list[tuple[str, Callable[[Path], object], str]] = [
    ("notes.txt", lambda path: path.write_text("x"), "is listed nowhere in course.toml"),
    ("third", Path.mkdir, "is listed nowhere in course.toml"),
    ("a link", lambda path: path.symlink_to("/etc/passwd"), "has an odd name"),
    ("link", lambda path: path.symlink_to("/etc/passwd"), "is a link"),
    ("README.md", lambda path: path.symlink_to("/etc/passwd"), "is a link"),
    ("pipe", os.mkfifo, "is no plain file"),
    ("LICENSE", lambda path: path.write_bytes(b"a" * 200_001), "is too large: 200 kB"),
    (
        "quiet/notes.txt",
        lambda path: path.write_text("x"),
        "belongs to no lesson: its files are lesson.toml, en.md",
    ),
    ("quiet/more", Path.mkdir, "is a folder, and a lesson's folder has none"),
    ("quiet/pipe", os.mkfifo, "is no plain file"),
    ("quiet/link", lambda path: path.symlink_to("."), "is a link"),
    ("quiet/fr.md", lambda path: path.write_text("x"), "belongs to no lesson"),
    ("quiet/lesson.toml~", lambda path: path.write_text("x"), "has an odd name"),
    ("quiet/a\x1b[31m", lambda path: path.write_text("x"), "'a\\x1b[31m' has an odd name"),
    ("quiet/ñ.md", lambda path: path.write_text("x"), "has an odd name"),
]


NAMES = [ascii(name) for name, _, _ in HOSTILE]


@pytest.mark.parametrize(("name", "make", "said"), HOSTILE, ids=NAMES)
def test_what_does_not_belong_is_told(
    pack: Path, name: str, make: Callable[[Path], object], said: str
) -> None:
    make(pack / name)
    problems = list(folder_problems(pack))
    assert any(said in problem for problem in problems), problems
    if name.startswith("quiet/"):
        assert any(said in problem for problem in folder_problems(pack / "quiet"))


def test_a_listed_folder_that_is_none_or_a_link_is_told(pack: Path, tmp_path: Path) -> None:
    shutil.move(pack / "loud", tmp_path / "elsewhere")
    assert "loud/lesson.toml is missing" in next(folder_problems(pack))
    (pack / "loud").symlink_to(tmp_path / "elsewhere")
    assert "loud is a link" in next(folder_problems(pack))


def test_a_pipe_in_the_place_of_a_page_is_told_and_nobody_waits_for_it(pack: Path) -> None:
    (pack / "quiet" / "es.md").unlink()
    os.mkfifo(pack / "quiet" / "es.md")
    for folder in (pack, pack / "quiet"):
        assert any("es.md is no plain file" in problem for problem in folder_problems(folder))


def test_what_is_no_folder_is_told(tmp_path: Path, pack: Path) -> None:
    (tmp_path / "here").symlink_to(pack)
    assert list(folder_problems(tmp_path / "here")) == [
        f"{tmp_path / 'here'} is a link. Name the folder itself."
    ]
    assert list(folder_problems(tmp_path / "nowhere")) == [f"{tmp_path / 'nowhere'} is no folder."]
    assert "course.toml is missing" in next(folder_problems(tmp_path))
