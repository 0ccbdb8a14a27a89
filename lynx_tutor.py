"""The command `lynx-tutor`: starts the tutor, unless another package has put its own modules in the tutor's place."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

MODULES = ("minimodel", "lessons", "progress", "tutor")
OURS = "lynx-tutor"  # stands in the first line of each
REPLACED = {  # not in the string table, which is one of the things that may be gone
    "en": "Another package has replaced {names}, which lynx-tutor needs. Install lynx-tutor again as you did before, "
    "with `pip install --force-reinstall --no-deps`; so that it lasts, in an environment of its own "
    "(`python -m venv`), or with pipx.",
    "es": "Otro paquete reemplazó {names}, que lynx-tutor necesita. Instala lynx-tutor otra vez como antes, con "
    "`pip install --force-reinstall --no-deps`; para que dure, en un entorno propio (`python -m venv`), o con pipx.",
}


def main() -> int:
    """Run one command, and return its exit code."""
    if names := [name for name in MODULES if not is_ours(name)]:
        said = ", ".join(f"`{name}`" for name in names)
        print(REPLACED[language()].format(names=said), file=sys.stderr)
        return 1
    from tutor.__main__ import main as run

    return run()


def is_ours(name: str) -> bool:
    """Return True if a module's first line says that it is ours; it is not imported."""
    spec = find_spec(name)
    try:
        with Path(spec.origin if spec and spec.origin else "").open(encoding="utf-8") as file:
            return OURS in file.readline()
    except (OSError, UnicodeDecodeError):  # nothing, or a folder without a file
        return False


def language() -> str:
    """Return the language that the locale names, as the tutor would."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return "es" if next(filter(None, names), "").lower().startswith("es") else "en"
