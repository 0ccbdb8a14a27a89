"""A second minimodel, broken: the same package imported under a private name with one line changed.

Healthy and broken live side by side in one process, and nothing on disk changes. The trick is Python's own: a finder
that answers for the private name and hands out each file's source, with the one file replaced.
"""

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from lessons.schema import Break, LessonError

PARTS = ("nn", "optim", "training", "gradcheck", "lab.tense", "lab.replay", "lab.ensemble", "lab.probes")
LIBRARY = Path(__file__).parent.parent / "minimodel"


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
    return import_whole("minimodel")


def broken_library(broken: Break) -> ModuleType:
    """minimodel with the break applied. The same break always gives the same module."""
    digest = sha256(f"{broken.file}\0{broken.before}\0{broken.after}".encode()).hexdigest()[:12]
    inside = Path(broken.file).relative_to("minimodel").as_posix()
    return import_copy(f"_minimodel_{digest}", LIBRARY, {inside: broken_text(broken)})


def healthy_text(broken: Break) -> str:
    return (LIBRARY.parent / broken.file).read_text(encoding="utf-8")


def broken_text(broken: Break) -> str:
    """The source of the broken file. Raises LessonError unless the text to replace stands exactly once."""
    text = healthy_text(broken)
    if text.count(broken.before) != 1:
        raise LessonError(
            f"{broken.before!r} should stand exactly once in {broken.file}; found {text.count(broken.before)}."
        )
    return text.replace(broken.before, broken.after)


def broken_line(broken: Break) -> int:
    """The number of the line that the break changes, counted from 1."""
    return healthy_text(broken)[: healthy_text(broken).index(broken.before)].count("\n") + 1
