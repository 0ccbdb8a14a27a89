"""Editing a file without a screen: in the learner's own editor, or line by line."""

import os
import shlex
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from threading import Thread

from tutor.kiosk import is_kiosk

WITH_WINDOWS = (
    "code", "code-insiders", "codium", "cursor", "zed", "subl", "atom", "gedit", "kate", "mousepad", "geany", "gvim",
    "mate", "bbedit", "mvim", "pycharm", "idea", "notepad", "notepad++", "xed", "gnome-text-editor",
)  # fmt: skip


def own_editor() -> str:
    """Return the editor that the learner has chosen in their shell, or `""`; a kiosk has no choice."""
    return "" if is_kiosk() else os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""


def has_window() -> bool:
    """Return True if the learner's editor has a window of its own, and leaves the terminal alone."""
    with suppress(ValueError):
        return PureWindowsPath(next(iter(editor_words()), "")).stem.lower() in WITH_WINDOWS
    return False


def editor_words() -> list[str]:
    """Return the editor's program and its options. Raises ValueError for a quote that does not close."""
    if program := shutil.which(own_editor()):  # also where there is a space in its path
        return [program]
    if os.name != "nt":
        return shlex.split(own_editor())
    words = [word.strip('"') for word in shlex.split(own_editor(), posix=False)]  # a backslash is one
    return [shutil.which(word) or word for word in words[:1]] + words[1:]  # `code` is code.cmd


def edit(file: Path) -> None:
    """Open a file in the learner's editor, and wait unless it has a window. Raises OSError where it fails."""
    try:
        command = [*editor_words(), str(file)]
    except ValueError as error:
        raise OSError(0, f"{own_editor()}: {error}") from None
    if has_window():
        nothing = subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
        Thread(target=process.wait, daemon=True).start()
    elif code := subprocess.run(command, check=False).returncode:
        raise OSError(code, f"{own_editor()} ended with code {code}")


def changed(code: str, words: str) -> str | None:
    """Change the code: `12 text` (line 12 becomes that), `12` (it goes), `+12 text` (after it); None: no such line."""
    added = words.startswith("+")
    number, _, new = words.removeprefix("+").partition(" ")
    lines = code.splitlines()
    if not number.isdecimal() or not 1 <= int(number) <= len(lines):
        return None
    place = int(number) - 1
    old = lines[place]
    if new and not new[0].isspace():
        new = old[: len(old) - len(old.lstrip())] + new
    if added:
        lines.insert(place + 1, new)
    elif new.strip():
        lines[place] = new
    else:
        del lines[place]
    return "\n".join(lines) + "\n"
