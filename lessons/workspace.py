"""The learner's own copy of minimodel: written file by file, so that an interrupted write never leaves half a file."""

import os
import shutil
from pathlib import Path


def read_copy(workspace: Path, library: Path, file: str) -> str | None:
    """The learner's version of a file, if there is one that can be read and fits this library."""
    if is_of_another_version(workspace / library.name, library):
        return None
    try:
        return (workspace / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def copy_library(library: Path, package: Path) -> None:
    """Copy the library's source, for its owner's eyes only."""
    shutil.copytree(
        library, package, ignore=shutil.ignore_patterns("__pycache__", "*.toml"), dirs_exist_ok=True
    )
    for path in (package, *package.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


def is_of_another_version(package: Path, library: Path) -> bool:
    """Whether a copy lacks files of the library, as one of before an update does: it cannot be judged."""
    return package.is_dir() and not files_of(library) <= files_of(package)


def files_of(package: Path) -> set[str]:
    return {path.relative_to(package).as_posix() for path in package.rglob("*.py")}


def set_aside(package: Path) -> None:
    """Give a copy another name, so that nothing of it is lost."""
    number = 1
    while (other := package.with_name(f"{package.name}-before-{number}")).exists():
        number += 1
    package.rename(other)


def write_copy(workspace: Path, library: Path, file: str, text: str) -> Path:
    """Write the learner's version of one file into a copy of the library. Returns the package's folder."""
    package = workspace / library.name
    if is_of_another_version(package, library):
        set_aside(package)
    if not (package / "__init__.py").exists():
        copy_library(library, package)
    target = workspace / file
    fresh = target.with_name(f".{target.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(0o600)
    os.replace(fresh, target)
    return package
