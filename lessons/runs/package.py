"""A package made of texts: imported under a private name, and no file is opened for it."""

import importlib.abc
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from lessons.runs.edits import LIBRARY, import_whole

HEALTHY = LIBRARY.name
REFUSE = "_refuse"  # what a text calls, with a name, where that was cut out: see cut.py
NOWHERE = "judged/"
Loaded = Callable[[str, ModuleType], None]  # told of each file once its module has been run


def nothing_more(file: str, module: ModuleType) -> None:
    """Leave a module as it is."""


class Package(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves texts, by their path within it, as a package called `name`. A text is forgotten once it is run."""

    def __init__(self, name: str, texts: Mapping[str, str], loaded: Loaded = nothing_more) -> None:
        self.name, self.texts, self.loaded = name, dict(texts), loaded

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.file(fullname)
        if file is None:
            return None
        is_package = file.endswith("__init__.py")
        return importlib.util.spec_from_loader(fullname, self, origin=file, is_package=is_package)

    def file(self, fullname: str) -> str | None:
        """The path of the text behind a module's name, if there is one."""
        package, *parts = fullname.split(".")
        if package != self.name:
            return None
        found = ("/".join([*parts, "__init__.py"]), "/".join(parts) + ".py")
        return next((file for file in found if file in self.texts), None)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        file = self.file(module.__name__)
        assert file is not None
        run_text(module, self.texts.pop(file), file)
        self.loaded(file, module)


def run_text(module: ModuleType, text: str, file: str) -> None:
    """Run a text as a module. Its file has a name to be shown, which is none of the disk's."""
    module.__file__ = f"{NOWHERE}{file}"
    exec(compile(text, module.__file__, "exec", dont_inherit=True), module.__dict__)


def import_package(name: str, texts: Mapping[str, str], loaded: Loaded = nothing_more) -> ModuleType:
    """Import the library that these texts are, with the parts that an experiment uses."""
    sys.meta_path.insert(0, Package(name, texts, loaded))
    return import_whole(name)


def forget_package(name: str) -> None:
    """Take back what `import_package` has left in Python's tables."""
    sys.meta_path[:] = [each for each in sys.meta_path if getattr(each, "name", None) != name]
    for module in [each for each in tuple(sys.modules) if each.partition(".")[0] == name]:
        del sys.modules[module]
