"""The course's first lessons, lessons that a test writes or spoils, and a tutor whose every string is its key."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lessons.format import LANGUAGES, LessonError
from lessons.lesson import Lesson
from lessons.load import CONTENT, load_course, load_lesson
from lessons.runs.experiment import sweep_lesson
from lessons.runs.measured import Measured
from lessons.table import Table, check_format
from lessons.text import Text
from lessons.whole import read_lesson, required_headings

LESSON = "break-gelu-identity"
ID = "a-lesson"
WORDS = {"en": ("About", "It is"), "es": ("Esto trata de", "Es la de")}


class Keys:
    """Answers each key with the key and the values that were given."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, **values: Any) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in values.items())])

    def has(self, key: str) -> bool:
        return key.split(".")[0] in ("metric", "side", "short")


@pytest.fixture(scope="session")
def text() -> Text:
    return Keys()


@pytest.fixture(scope="session")
def texts() -> Mapping[str, Text]:
    """One for each language."""
    return {language: Keys(language) for language in LANGUAGES}


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    """Break 00."""
    return load_course().lessons[LESSON]


@pytest.fixture(scope="session")
def sweeps(lesson: Lesson) -> dict[str, Measured]:
    """Break 00's experiments over their own seeds."""
    return {name: item for name, item in sweep_lesson(lesson) if isinstance(item, Measured)}


@pytest.fixture
def spoiled(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A copy of Break 00's folder in which one file has one text replaced."""

    def spoil(file: str, before: str, after: str) -> Path:
        folder = tmp_path / LESSON
        if not folder.exists():
            shutil.copytree(CONTENT / LESSON, folder)
        words = (folder / file).read_text(encoding="utf-8")
        assert before in words
        (folder / file).write_text(words.replace(before, after), encoding="utf-8")
        return folder

    return spoil


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a lesson from its `lesson.toml`: its pages have every section that it needs, and those that are given."""

    def write(structure: str, sections: Mapping[str, str] | None = None) -> Path:
        folder = tmp_path / ID
        folder.mkdir(exist_ok=True)
        top = f'format = 2\nid = "{ID}"\n'
        (folder / "lesson.toml").write_text(top + structure, encoding="utf-8")
        for language, title in (("en", "Title"), ("es", "Título")):
            needed = dict(sections_of(folder, language)) | dict(sections or {})
            page = f"# {title}\n\n" + "\n\n".join(f"## {name}\n{words}" for name, words in needed.items())
            (folder / f"{language}.md").write_text(page, encoding="utf-8")
        return folder

    return write


def sections_of(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """A few words for every section that a lesson needs; nothing for one that does not load."""
    words = WORDS[language]
    table = Table.read(folder / "lesson.toml")
    try:
        check_format(table)
        lesson = read_lesson(table.take("id", str), folder, table)
    except LessonError:
        return
    asked = {f"predict {each.id}": each for each in lesson.questions}
    asked |= {f"review {each.id}": each.question for each in lesson.reviews}
    for heading in required_headings(lesson):
        options = asked[heading].options if heading in asked else ()
        yield (
            heading,
            "\n".join(
                [f"{words[0]} {heading}.", *(f"- {option.id}: {words[1]} {option.id}." for option in options)]
            ),
        )


@pytest.fixture
def loaded(write: Callable[..., Path]) -> Callable[..., Lesson]:
    """Writes a lesson and loads it."""
    return lambda *given, **named: load_lesson(write(*given, **named))
