"""Break 00, and a copy of the content that a test may spoil."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.load import CONTENT, load_course
from lessons.schema import Lesson

LESSON = "break-gelu-identity"


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    return load_course().lessons[LESSON]


@pytest.fixture
def spoiled(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A copy of Break 00's folder in which one file has one text replaced."""

    def spoil(file: str, before: str, after: str) -> Path:
        folder = tmp_path / LESSON
        if not folder.exists():
            shutil.copytree(CONTENT / LESSON, folder)
        text = (folder / file).read_text(encoding="utf-8")
        assert before in text
        (folder / file).write_text(text.replace(before, after), encoding="utf-8")
        return folder

    return spoil
