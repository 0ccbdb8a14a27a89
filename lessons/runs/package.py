"""A package made of texts, which no file is opened for."""

import importlib.abc
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from lessons.runs.edits import import_whole

JUDGED = "judged/"  # where an error says that its file is; there is no such folder


class Package(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serve texts, by their path within it, as a package called `name`."""

    def __init__(self, name: str, texts: Mapping[str, str]) -> None:
        self.name, self.texts = name, texts

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.file(fullname)
        if file is None:
            return None
        is_package = file.endswith("__init__.py")
        return importlib.util.spec_from_loader(fullname, self, origin=file, is_package=is_package)

    def file(self, fullname: str) -> str | None:
        """Return the path of the text behind a module's name, if there is one."""
        package, *parts = fullname.split(".")
        found = ("/".join([*parts, "__init__.py"]), "/".join(parts) + ".py")
        return next((file for file in found if package == self.name and file in self.texts), None)

    def exec_module(self, module: ModuleType) -> None:
        file = self.file(module.__name__)
        assert file is not None
        run_text(module, self.texts[file], file)


def run_text(module: ModuleType, text: str, file: str) -> None:
    """Run a text as a module."""
    module.__file__ = f"{JUDGED}{file}"
    exec(compile(text, module.__file__, "exec", dont_inherit=True), module.__dict__)


def import_package(name: str, texts: Mapping[str, str]) -> ModuleType:
    """Import the library that these texts are, with the parts that an experiment uses."""
    sys.meta_path.insert(0, Package(name, texts))
    return import_whole(name)
