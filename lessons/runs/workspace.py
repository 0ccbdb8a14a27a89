"""The learner's own code: a copy of minimodel to repair, or a file of a lab. No write leaves half a file."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from lessons.course.lesson import Lesson
from lessons.course.source import LIBRARY

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600  # for its owner's eyes only
MAX_FILE_BYTES = 1_000_000
Texts = Mapping[str, str]  # by their path in a folder


class Unreadable(Exception):
    """Raised where a learner's file cannot be read as Python's text: which, and why."""


def read_sources(folder: Path, lesson: Lesson) -> Texts:
    """Read a learner's copy of minimodel, or the one file of a lab. Raises Unreadable."""
    names = [lesson.lab.file] if lesson.lab else sorted(files_of(folder))
    return {name: read_text(folder / name, name) for name in names}


def read_text(path: Path, name: str) -> str:
    """Read a file's text. Raises Unreadable where it is none: a pipe, something huge, bytes that are not UTF-8."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE_BYTES:
            raise Unreadable(f"{name}: no file of at most {MAX_FILE_BYTES // 1_000_000} MB")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: {error}") from None


def read_own(workspace: Path, file: str) -> str | None:
    """Return the learner's version of a file, if there is one that can be read and fits this library."""
    if file.startswith(f"{LIBRARY.name}/") and is_of_another_version(workspace / LIBRARY.name):
        return None
    try:
        return read_text(workspace / file, file)
    except Unreadable:
        return None


def write_own(workspace: Path, lesson: Lesson, code: str) -> Path:
    """Write the learner's code, and return the folder that the judge takes. Raises OSError."""
    if lesson.lab:
        workspace.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        replace_own(workspace, lesson.lab.file, code)
        return workspace
    package = workspace / LIBRARY.name
    if is_of_another_version(package) or (os.path.lexists(package) and not package.is_dir()):
        set_aside(package)
    if not (package / "__init__.py").exists():
        copy_library(package)
    replace_own(workspace, lesson.edits[0].file, code)
    return package


def replace_own(workspace: Path, file: str, code: str) -> None:
    """Write the learner's file. What stands there and could not be read is kept under another name."""
    path = workspace / file
    if os.path.lexists(path) and read_own(workspace, file) is None:
        set_aside(path)
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        fresh.write_text(code, encoding="utf-8", errors="replace")
        fresh.chmod(PRIVATE_FILE)
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def copy_library(package: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.toml")
    shutil.copytree(LIBRARY, package, ignore=ignored, dirs_exist_ok=True)
    for path in (package, *package.rglob("*")):
        path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)


def is_of_another_version(package: Path) -> bool:
    """Return True if a copy lacks files of the library, as one of before an update does: it cannot be judged."""
    return package.is_dir() and not files_of(LIBRARY) <= files_of(package)


def files_of(package: Path) -> set[str]:
    return {path.relative_to(package).as_posix() for path in package.rglob("*.py")}


def set_aside(path: Path) -> None:
    """Give a copy, or a file, another name, so that nothing of it is lost."""
    number = 1
    while os.path.lexists(other := path.with_name(f"{path.name}-before-{number}")):
        number += 1
    path.rename(other)
