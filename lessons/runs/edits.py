"""A second minimodel, edited: the same package imported under a private name with some text changed.

Healthy and edited live side by side in one process, and nothing on disk changes. The way is Python's own: a finder
that answers for the private name and hands out each file's source, with the edited files replaced.
"""

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.machinery import ModuleSpec
from traceback import walk_tb
from types import CodeType, ModuleType

from lessons.course.lesson.lesson import Edit
from lessons.course.lesson.source import LIBRARY, edited_files, edited_text, inside
from lessons.course.lesson.values import error_words

PARTS = (
    "nn", "optim", "training", "gradcheck",
    "lab.tense", "lab.deep", "lab.activations", "lab.gpt", "lab.replay", "lab.ensemble", "lab.probes",
)  # fmt: skip
HEALTHY = "minimodel"  # its name; another one in the process of judged code


class PackageCopy(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Serves texts, by their path in the package, as a package called `name`."""

    def __init__(self, name: str, texts: Mapping[str, str]) -> None:
        self.name, self.texts = name, texts

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if self.file(fullname) not in self.texts:
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=self.is_package(fullname))

    def file(self, fullname: str) -> str:
        """Return the path of a module's file in the package, if there is one."""
        package, *parts = fullname.split(".")
        places = ("/".join([*parts, "__init__.py"]), f"{'/'.join(parts)}.py")
        return next((each for each in places if package == self.name and each in self.texts), "")

    def get_source(self, fullname: str) -> str:
        return self.texts[self.file(fullname)]

    def get_code(self, fullname: str) -> CodeType:
        return compiled(self.get_source(fullname), self.file(fullname))

    def is_package(self, fullname: str) -> bool:
        return self.file(fullname).endswith("__init__.py")


@lru_cache(512)
def compiled(text: str, file: str) -> CodeType:
    """Compile a file, once for all copies in which it is the same."""
    return compile(text, file, "exec", dont_inherit=True)


def import_copy(name: str, texts: Mapping[str, str]) -> ModuleType:
    """Import texts as a package under `name`. Importing the same name again gives the same module."""
    if name not in sys.modules:
        sys.meta_path.insert(0, PackageCopy(name, texts))
    return import_whole(name)


def import_whole(name: str) -> ModuleType:
    """Return the package with the parts that an experiment uses, as attributes of it."""
    for part in PARTS:
        importlib.import_module(f"{name}.{part}")
    return sys.modules[name]


def healthy_library() -> ModuleType:
    return import_whole(HEALTHY)


def edited_library(edits: tuple[Edit, ...]) -> ModuleType:
    """Import minimodel with these edits, once for each set of them; minimodel itself if there are none."""
    if not edits:
        return healthy_library()
    words = "\0".join(f"{edit.file}\0{edit.before}\0{edit.after}" for edit in edits)
    name = f"_minimodel_{sha256(words.encode()).hexdigest()[:12]}"
    return import_copy(name, edited_texts(edits))


def trouble_words(error: BaseException, own: tuple[Edit, ...]) -> str:
    """Return the first line of an error, and the last line of somebody's own edits that it came through."""
    files = {inside(edit.file) for edit in own}
    through = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    places = [f" ({file}, line {line})" for file, line in through if file in files]
    return error_words(error) + "".join(places[-1:])


@cache
def healthy_texts() -> Mapping[str, str]:
    files = sorted(LIBRARY.rglob("*.py"))
    return {file.relative_to(LIBRARY).as_posix(): file.read_text(encoding="utf-8") for file in files}


def edited_texts(edits: tuple[Edit, ...]) -> dict[str, str]:
    return {**healthy_texts(), **{inside(file): edited_text(edits, file) for file in edited_files(edits)}}
