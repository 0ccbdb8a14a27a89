"""The learner's own code: a copy of minimodel to repair, or a file of a lab. No write leaves half a file."""

import codecs
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tokenize import detect_encoding

from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import LIBRARY

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600  # for its owner's eyes only
MAX_FILE_BYTES = 1_000_000
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
ANSI = "cp1252"  # in which editors on Windows save what declares nothing
Texts = Mapping[str, str]  # by their path in a folder


class Unreadable(Exception):
    """Raised where a learner's file cannot be read as Python's text: which, and why."""


def read_sources(folder: Path, lesson: Lesson) -> Texts:
    """Read a learner's copy of minimodel, or the one file of a lab. Raises Unreadable."""
    names = [lesson.lab.file] if lesson.lab else sorted(files_of(folder))
    return {name: read_text(folder / name, name) for name in names}


def read_text(path: Path, name: str) -> str:
    """Read a file's text. Raises Unreadable if it is none: a pipe, something huge, bytes that are no text."""
    return read_encoded(path, name)[0]


def read_encoded(path: Path, name: str) -> tuple[str, str]:
    """Read a file's text, and tell its encoding. Raises Unreadable."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE_BYTES:
            raise Unreadable(f"{name}: no file of at most {MAX_FILE_BYTES // 1_000_000} MB")
        return decoded(path.read_bytes())
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: {error}") from None


def decoded(content: bytes) -> tuple[str, str]:
    """Return the bytes as a text, and its encoding. Raises ValueError if they are no text."""
    for encoding in encodings_of(content):
        with suppress(ValueError, LookupError):  # a name that is no encoding of texts
            text = content.decode(encoding)
            if "\0" not in text:
                return text.replace("\r\n", "\n").replace("\r", "\n"), encoding
    raise ValueError("no text")


def encodings_of(content: bytes) -> Iterator[str]:
    """Yield in which encodings the bytes may be: UTF-16 by its mark, UTF-8, what Python finds declared, or ANSI."""
    if content.startswith(UTF_16_MARKS):
        yield "utf-16"
        return
    yield "utf-8-sig"
    with suppress(SyntaxError):
        yield detect_encoding(BytesIO(content).readline)[0]
    yield ANSI


def encoded(text: str) -> bytes:
    """Return a text in the encoding that it declares, or in UTF-8 where it would be read as another."""
    plain = text.encode("utf-8", "replace")
    with suppress(SyntaxError, ValueError, LookupError):
        as_declared = text.encode(detect_encoding(BytesIO(plain).readline)[0])
        return as_declared if decoded(as_declared)[0] == text else plain
    return plain


def read_copy(workspace: Path, file: str) -> tuple[str, str] | None:
    """Return the learner's version of a file, if one fits this library, and its encoding. Raises Unreadable."""
    if file.startswith(f"{LIBRARY.name}/") and is_of_another_version(workspace / LIBRARY.name):
        return None
    path = workspace / file
    return read_encoded(path, file) if os.path.lexists(path) else None


def read_own(workspace: Path, file: str) -> str | None:
    """Return the learner's version of a file, if there is one that can be read and fits this library."""
    with suppress(Unreadable):
        found = read_copy(workspace, file)
        return found[0] if found else None
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
        fresh.write_bytes(encoded(code))
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


def set_aside(path: Path) -> Path:
    """Give a copy, or a file, another name, so that no line of it is lost. Raises OSError."""
    number = 1
    while os.path.lexists(other := path.with_name(f"{path.name}-before-{number}")):
        number += 1
    return path.rename(other)
