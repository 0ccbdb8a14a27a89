"""What a folder of a lesson, a pack or a course holds: plain files of known names, and nothing that leads elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

from lessons.files import file_problem
from lessons.format import LANGUAGES, LessonError
from lessons.load import load_course

COURSE = "course.toml"
OF_LESSON = ("lesson.toml", *(f"{language}.md" for language in LANGUAGES))
BESIDE_COURSE = re.compile(
    r"\.[\w.-]+|__pycache__|placement\.toml|(README|LICEN[CS]E|CHANGELOG|NOTICE|COPYING)[\w.-]*|[\w.-]+\.md"
)
PLAIN_NAME = re.compile(r"[\w.-]{1,64}", re.ASCII)
MOST = 1_000  # entries of a folder


def folder_problems(path: Path) -> Iterator[str]:
    """Say of everything in a folder what is wrong with it. No link is followed, and no pipe is waited for."""
    if path.is_symlink():
        yield f"{path} is a link. Name the folder itself."
    elif not path.is_dir():
        yield f"{path} is no folder."
    else:
        is_lesson = (path / OF_LESSON[0]).exists() and not (path / COURSE).exists()
        try:
            yield from lesson_problems(path) if is_lesson else pack_problems(path)
        except OSError as error:
            yield f"{error.filename or path} cannot be read: {error.strerror}."


def lesson_problems(folder: Path) -> Iterator[str]:
    """A lesson's folder holds its three files, and no others."""
    for entry in entries(folder):
        yield from name_problem(entry)
        if entry.is_dir() and not entry.is_symlink():
            yield f"{entry} is a folder, and a lesson's folder has none."
        elif problem := file_problem(entry):
            yield f"{entry} {problem}"
        elif entry.name not in OF_LESSON:
            yield f"{entry} belongs to no lesson: its files are {', '.join(OF_LESSON)}."


def pack_problems(folder: Path) -> Iterator[str]:
    """A pack's folder holds a course.toml and the lessons that it lists; and what any folder may have, as a README."""
    try:
        listed = set(load_course(folder).headings)
    except LessonError as error:
        yield str(error)
        return
    for entry in entries(folder):
        yield from name_problem(entry)
        if entry.name in listed:
            yield from (
                [f"{entry} is a link. Copy the folder there."]
                if entry.is_symlink()
                else lesson_problems(entry)
            )
        elif entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
            yield f"{entry} {file_problem(entry)}"
        elif entry.name != COURSE and not BESIDE_COURSE.fullmatch(entry.name):
            yield f"{entry} is listed nowhere in {COURSE}. List it in a track, or take it away."
        elif entry.is_file() and (problem := file_problem(entry)):
            yield f"{entry} {problem}"


def entries(folder: Path) -> list[Path]:
    """What a folder holds, in order; of one that holds very much the first of it."""
    return sorted(folder.iterdir())[:MOST]


def name_problem(entry: Path) -> Iterator[str]:
    """Why a name is none that every system can have, or nothing."""
    if not PLAIN_NAME.fullmatch(entry.name):
        yield f"{entry.parent}/{entry.name!r} has an odd name: letters a to z, digits, dots, hyphens and _ are plain."
