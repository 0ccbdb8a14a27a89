"""The learner's own code: a copy of minimodel to repair, or a file of a lab. No write leaves half a file."""

import os
import shutil
from pathlib import Path

from lessons.lesson import Lesson
from lessons.runs.edits import LIBRARY

FOLDER, FILE = 0o700, 0o600  # for its owner's eyes only


def read_own(workspace: Path, file: str) -> str | None:
    """The learner's version of a file, if there is one that can be read and fits this library."""
    if is_of_library(file) and is_of_another_version(workspace / LIBRARY.name):
        return None
    try:
        return (workspace / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def write_own(workspace: Path, lesson: Lesson, code: str) -> Path:
    """Write the learner's code, and give the folder that the judge takes. Raises OSError where it cannot be written."""
    if lesson.lab:
        workspace.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        write_file(workspace / lesson.lab.file, code)
        return workspace
    package = workspace / LIBRARY.name
    if is_of_another_version(package):
        set_aside(package)
    if not (package / "__init__.py").exists():
        copy_library(LIBRARY, package)
    write_file(workspace / lesson.edits[0].file, code)
    return package


def write_file(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(FILE)
    os.replace(fresh, path)


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
    """Give a copy another name, so that nothing of it is lost."""
    number = 1
    while (other := package.with_name(f"{package.name}-before-{number}")).exists():
        number += 1
    package.rename(other)
