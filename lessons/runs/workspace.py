"""The learner's own code: a copy of minimodel to repair, or a file of a lab. No write leaves half a file."""

import os
import shutil
from pathlib import Path

from lessons.lesson import Lesson
from lessons.runs.edits import LIBRARY
from lessons.runs.sources import Unreadable, read_text

FOLDER, FILE = 0o700, 0o600  # for its owner's eyes only


def read_own(workspace: Path, file: str) -> str | None:
    """The learner's version of a file, if there is one that can be read and fits this library."""
    if is_of_library(file) and is_of_another_version(workspace / LIBRARY.name):
        return None
    try:
        return read_text(workspace, file)
    except Unreadable:  # a folder, a pipe, bytes that are no text, more than an editor can show
        return None


def write_own(workspace: Path, lesson: Lesson, code: str) -> Path:
    """Write the learner's code, and give the folder that the judge takes. Raises OSError where it cannot be written."""
    if lesson.lab:
        workspace.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        replace_own(workspace, lesson.lab.file, code)
        return workspace
    package = workspace / LIBRARY.name
    if is_of_another_version(package) or (os.path.lexists(package) and not package.is_dir()):
        set_aside(package)
    if not (package / "__init__.py").exists():
        copy_library(LIBRARY, package)
    replace_own(workspace, lesson.edits[0].file, code)
    return package


def replace_own(workspace: Path, file: str, code: str) -> None:
    """Write the learner's file. What stands there and could not be read is kept under another name."""
    path = workspace / file
    if os.path.lexists(path) and read_own(workspace, file) is None:
        set_aside(path)
    path.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    write_file(path, code)


def write_file(path: Path, text: str) -> None:
    """Put the whole text in the file's place, or leave what was there."""
    fresh = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        fresh.write_text(text, encoding="utf-8", errors="replace")
        fresh.chmod(FILE)
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def copy_library(library: Path, package: Path) -> None:
    """Copy the library's source, for its owner's eyes only."""
    shutil.copytree(
        library, package, ignore=shutil.ignore_patterns("__pycache__", "*.toml"), dirs_exist_ok=True
    )
    for path in (package, *package.rglob("*")):
        path.chmod(FOLDER if path.is_dir() else FILE)


def is_of_library(file: str) -> bool:
    return file.startswith(f"{LIBRARY.name}/")


def is_of_another_version(package: Path) -> bool:
    """Whether a copy lacks files of the library, as one of before an update does: it cannot be judged."""
    return package.is_dir() and not files_of(LIBRARY) <= files_of(package)


def files_of(package: Path) -> set[str]:
    return {path.relative_to(package).as_posix() for path in package.rglob("*.py")}


def set_aside(package: Path) -> None:
    """Give a copy, or a file, another name, so that nothing of it is lost."""
    number = 1
    while os.path.lexists(other := package.with_name(f"{package.name}-before-{number}")):
        number += 1
    package.rename(other)
