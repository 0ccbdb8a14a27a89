"""The course's first lessons, lessons that a test writes or spoils, and a tutor whose every string is its key."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Strings
from lessons.course.lesson.values import LANGUAGES, LessonError
from lessons.course.steps.headings import required_headings
from lessons.course.steps.plan import Steps
from lessons.course.steps.recipes import steps_of
from lessons.engine.process import Process
from lessons.format.course import load_lesson
from lessons.format.lesson import read_lesson
from lessons.format.pages import read_structure
from lessons.runs.experiment import Measured, sweep, sweep_seeds
from tests.lessons.showing import figured

LESSON = "break-gelu-identity"
ID = "a-lesson"
KEPT = Path(__file__).parent / "kept"  # Break 00 as tests count on it: the course may ask otherwise
PLANE = """
[experiment.plane]
task = "xor"
model = { name = "MLP", sizes = [2, 8, 2], activation = "relu" }
optimizer = { name = "adam", lr = 0.05 }
steps = 500
seeds = 64
"""
WORDS = {"en": ("About", "It is"), "es": ("Esto trata de", "Es la de")}


class Keys:
    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, **values: Any) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in values.items())])

    def has(self, key: str) -> bool:
        return key.split(".")[0] in ("metric", "side", "short")


@pytest.fixture(scope="session")
def text() -> Strings:
    return Keys()


@pytest.fixture(scope="session")
def texts() -> Mapping[str, Strings]:
    return {language: Keys(language) for language in LANGUAGES}


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    return figured(load_lesson(KEPT / LESSON), Keys())


@pytest.fixture(scope="session")
def bench() -> Iterator[Process]:
    """One process that does what many tests ask for: it starts once."""
    with closing(Process()) as process:
        yield process


@pytest.fixture
def steps(lesson: Lesson) -> Steps:
    return steps_of(LessonMode(lesson))


@pytest.fixture
def blind(lesson: Lesson) -> Steps:
    """With a ladder to climb: who is shown the line has none."""
    return steps_of(LessonMode(lesson, "blind"))


@pytest.fixture(scope="session")
def sweeps(lesson: Lesson) -> dict[str, Measured]:
    swept = {each.id: [*sweep(each, sweep_seeds(0, each.seeds))][-1] for each in lesson.experiments.values()}
    return {name: item for name, item in swept.items() if isinstance(item, Measured)}


@pytest.fixture
def spoiled(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A copy of Break 00's folder in which one file has one text replaced."""

    def spoil(file: str, before: str, after: str) -> Path:
        folder = tmp_path / LESSON
        if not folder.exists():
            shutil.copytree(KEPT / LESSON, folder)
        words = (folder / file).read_text(encoding="utf-8")
        assert before in words
        (folder / file).write_text(words.replace(before, after), encoding="utf-8")
        return folder

    return spoil


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a lesson from its tables: its pages have every section that it needs, and those that are given.

    `[## predict q]` is the block of that heading, and `[drawing.x]` one in `## why`; other tables are of `lesson.toml`.
    """

    def write(tables: str, sections: Mapping[str, str] | None = None) -> Path:
        folder = tmp_path / ID
        folder.mkdir(exist_ok=True)
        structure, blocks = parted(tables)
        top = f'format = 3\nid = "{ID}"\n'
        (folder / "lesson.toml").write_text(top + structure, encoding="utf-8")
        write_page(folder / "en.md", "Title", dict.fromkeys(blocks, ""), blocks)
        for language, title in (("en", "Title"), ("es", "Título")):
            needed = dict(sections_of(folder, language)) | dict(sections or {})
            own = blocks if language == "en" else {}
            write_page(folder / f"{language}.md", title, dict.fromkeys(own, "") | needed, own)
        return folder

    return write


def parted(tables: str) -> tuple[str, dict[str, str]]:
    """Part what stands in `lesson.toml` from the blocks of a page, by their headings."""
    structure, blocks, heading = "", dict[str, str](), ""
    for line in tables.splitlines(keepends=True):
        if line.startswith("["):
            heading = "why" if line.startswith("[drawing.") else line[4:].rstrip("]\n") if line[:4] == "[## " else ""
        if not heading:
            structure += line
        elif line[:4] == "[## ":
            blocks.setdefault(heading, "")
        else:
            blocks[heading] = blocks.get(heading, "") + line
    return structure, blocks


def write_page(path: Path, title: str, sections: Mapping[str, str], blocks: Mapping[str, str]) -> None:
    fenced = {name: f"```toml\n{block.rstrip()}\n```\n" for name, block in blocks.items()}
    whole = (f"## {name}\n{fenced.get(name, '')}{words}" for name, words in sections.items())
    path.write_text("\n\n".join([f"# {title}", *whole]), encoding="utf-8")


def sections_of(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """A few words for every section that a lesson needs; nothing for one that does not load."""
    words = WORDS[language]
    try:
        lesson = read_lesson(folder, *read_structure(folder))
    except LessonError:
        return
    asked = {f"predict {each.id}": each for each in lesson.questions}
    asked |= {f"review {each.id}": each.question for each in lesson.reviews}
    for heading in ("read", "observe", *required_headings(lesson)):
        options = asked[heading].options if heading in asked else ()
        yield (
            heading,
            "\n".join([f"{words[0]} {heading}.", *(f"- {option.id}: {words[1]} {option.id}." for option in options)]),
        )


@pytest.fixture
def loaded(write: Callable[..., Path]) -> Callable[..., Lesson]:
    return lambda *given, **named: load_lesson(write(*given, **named))


@pytest.fixture
def refused(loaded: Callable[..., Lesson]) -> Callable[..., str]:
    """Writes a lesson that does not load, and says why it does not."""

    def refused(structure: str) -> str:
        with pytest.raises(LessonError) as caught:
            loaded(structure)
        assert str(caught.value).isprintable()
        return str(caught.value)

    return refused
