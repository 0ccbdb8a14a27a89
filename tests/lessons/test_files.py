"""Files from elsewhere: read where they are plain text of a sensible size, refused in a sentence where they are not."""

import os
import shutil
from pathlib import Path

import pytest

from lessons.files import LARGEST, read_text
from lessons.format import LessonError
from lessons.load import CONTENT, load_lesson

LESSON = "worked-pass"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CONTENT / LESSON, tmp_path / LESSON))


def told(path: Path) -> str:
    with pytest.raises(LessonError) as caught:
        read_text(path)
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(folder: Path) -> None:
    plain = load_lesson(folder)
    for file in folder.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert load_lesson(folder).prose == plain.prose
    assert load_lesson(folder).worked == plain.worked


def test_a_pipe_is_refused_and_nobody_waits_for_it(folder: Path) -> None:
    for name in ("lesson.toml", "es.md"):
        (folder / name).unlink()
        os.mkfifo(folder / name)
        assert "is no plain file" in told(folder / name)
        with pytest.raises(LessonError, match="is no plain file"):
            load_lesson(folder)
        (folder / name).unlink()
        shutil.copy(CONTENT / LESSON / name, folder)


def test_a_link_is_refused_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A")
    for target in ("a.md", "nowhere", "/dev/zero"):
        link = tmp_path / "link.md"
        link.symlink_to(target)
        assert "is a link" in told(link)
        link.unlink()


def test_what_came_with_the_tutor_may_be_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lessons.files.OWN", tmp_path)
    (tmp_path / "a.md").write_text("# A")
    (tmp_path / "link.md").symlink_to("a.md")
    assert read_text(tmp_path / "link.md") == "# A"


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"a" * LARGEST)
    assert len(read_text(tmp_path / "a.md")) == LARGEST
    with (tmp_path / "a.md").open("r+b") as file:
        file.truncate(10**12)
    assert "is too large: 1000000000 kB" in told(tmp_path / "a.md")


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\r", "\u2028", "\u202e", "\u2066"]
)
def test_a_control_character_is_refused_with_its_line(tmp_path: Path, character: str) -> None:
    (tmp_path / "a.md").write_text(f"# A\n\nb{character}c\n", encoding="utf-8", newline="")
    assert f", line 3: the control character U+{ord(character):04X}" in told(tmp_path / "a.md")


def test_tabs_line_breaks_and_letters_of_all_kinds_are_text(tmp_path: Path) -> None:
    words = "# Ñandú\n\tπ ≈ 3, ½, «ja», 日本, 🦊, a\u00a0b\n"
    (tmp_path / "a.md").write_text(words, encoding="utf-8")
    assert read_text(tmp_path / "a.md") == words


def test_a_folder_a_missing_file_and_a_name_that_cannot_be_are_told(tmp_path: Path) -> None:
    assert "is no plain file" in told(tmp_path)
    assert "is missing" in told(tmp_path / "a.md")
    assert "cannot be read" in told(tmp_path / ("a" * 1000))
    assert "cannot be read" in told(tmp_path / "a\0b")
