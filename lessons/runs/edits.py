"""A second minimodel, edited: the same package imported under a private name with some text changed.

Healthy and edited live side by side in one process, and nothing on disk changes. The way is Python's own: a finder
that answers for the private name and hands out each file's source, with the edited files replaced.
"""

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from lessons.format import LessonError
from lessons.lesson import Edit

PARTS = (
    "nn", "optim", "training", "gradcheck",
    "lab.tense", "lab.deep", "lab.activations", "lab.replay", "lab.ensemble", "lab.probes", "lab.linearised",
)  # fmt: skip
LIBRARY = Path(__file__).parent.parent.parent / "minimodel"
HEALTHY = "minimodel"  # its name; another one in the process of judged code


class PackageCopy(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Serves `folder` as a package called `name`, with the text of some files replaced."""

    def __init__(self, name: str, folder: Path, replaced: Mapping[str, str]) -> None:
        self.name, self.folder, self.replaced = name, folder, replaced

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name and not fullname.startswith(self.name + "."):
            return None
        file = self.file(fullname)
        if not file.is_file():
            return None
        is_package = file.name == "__init__.py"
        return importlib.util.spec_from_loader(fullname, self, origin=str(file), is_package=is_package)

    def file(self, fullname: str) -> Path:
        """The file behind a module's name."""
        stem = self.folder.joinpath(*fullname.split(".")[1:])
        return stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")

    def get_source(self, fullname: str) -> str:
        file = self.file(fullname)
        return self.replaced.get(file.relative_to(self.folder).as_posix()) or file.read_text(encoding="utf-8")

    def is_package(self, fullname: str) -> bool:
        return self.file(fullname).name == "__init__.py"


def import_copy(name: str, folder: Path = LIBRARY, replaced: Mapping[str, str] | None = None) -> ModuleType:
    """Import the package in `folder` under `name`. Importing the same name again gives the same module."""
    if name not in sys.modules:
        sys.meta_path.insert(0, PackageCopy(name, folder, replaced or {}))
    return import_whole(name)


def import_whole(name: str) -> ModuleType:
    """The package with the parts that an experiment uses, as attributes of it."""
    for part in PARTS:
        importlib.import_module(f"{name}.{part}")
    return sys.modules[name]


def healthy_library() -> ModuleType:
    return import_whole(HEALTHY)


def edited_library(edits: tuple[Edit, ...]) -> ModuleType:
    """Import minimodel with these edits. The same edits always give the same module; none give minimodel itself."""
    if not edits:
        return healthy_library()
    words = "\0".join(f"{edit.file}\0{edit.before}\0{edit.after}" for edit in edits)
    name = f"_minimodel_{sha256(words.encode()).hexdigest()[:12]}"
    return import_copy(
        name, LIBRARY, {inside(file): edited_text(edits, file) for file in edited_files(edits)}
    )


def inside(file: str) -> str:
    """The path of a file within the package."""
    return Path(file).relative_to(LIBRARY.name).as_posix()


def edited_files(edits: tuple[Edit, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(edit.file for edit in edits))


@cache
def healthy_text(file: str) -> str:
    return (LIBRARY.parent / file).read_text(encoding="utf-8")


@cache
def edited_text(edits: tuple[Edit, ...], file: str) -> str:
    """The text of a file after the edits. Raises LessonError unless what they replace stands exactly once."""
    text = healthy_text(file)
    for edit in edits:
        if edit.file == file:
            if (count := text.count(edit.before)) != 1:
                raise LessonError(f"{edit.before!r} should stand exactly once in {file}; found {count}.")
            text = text.replace(edit.before, edit.after)
    return text


@cache
def edited_lines(edits: tuple[Edit, ...], file: str) -> tuple[int, ...]:
    """The numbers, counted from 1, of the lines of the edited text that the edits changed.

    Where lines were only taken away, it is the line that stands where they were.
    """
    before, after = healthy_text(file).splitlines(), edited_text(edits, file).splitlines()
    changed: list[int] = []
    for what, _, _, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            changed += range(first + 1, max(last, first + 1) + 1)
    return tuple(min(line, len(after)) for line in changed)
