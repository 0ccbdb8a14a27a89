"""The learner's own copy of minimodel: written file by file, so that an interrupted write never leaves half a file."""

import os
import shutil
from pathlib import Path


def read_copy(workspace: Path, file: str) -> str | None:
    """The learner's version of a file, if there is one that can be read."""
    try:
        return (workspace / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def write_copy(workspace: Path, library: Path, file: str, text: str) -> Path:
    """Write the learner's version of one file into a copy of the library. Returns the package's folder."""
    package = workspace / library.name
    if not (package / "__init__.py").exists():
        shutil.copytree(
            library, package, ignore=shutil.ignore_patterns("__pycache__", "*.toml"), dirs_exist_ok=True
        )
        workspace.chmod(0o700)
    target = workspace / file
    fresh = target.with_name(f".{target.name}.new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, target)
    return package
