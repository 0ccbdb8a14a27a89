"""Editing a file without a screen: in the learner's own editor, or line by line."""

import os
import shlex
import subprocess
from pathlib import Path
from threading import Thread

from tutor.kiosk import is_kiosk

WITH_WINDOWS = (
    "code", "code-insiders", "codium", "cursor", "zed", "subl", "atom", "gedit", "kate", "mousepad", "geany", "gvim",
    "mate", "bbedit", "mvim", "pycharm", "idea", "notepad", "xed", "gnome-text-editor",
)  # fmt: skip


def own_editor() -> str:
    """Return the editor that the learner has chosen in their shell, or nothing; a kiosk has none."""
    return "" if is_kiosk() else os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""


def has_window() -> bool:
    """Return True if the learner's editor has a window of its own, and leaves the terminal alone."""
    return Path(own_editor().split(" ")[0]).stem in WITH_WINDOWS


def edit(file: Path) -> None:
    """Open a file in the learner's editor, and wait unless it has a window. Raises OSError where it fails."""
    try:
        command = [*shlex.split(own_editor()), str(file)]
    except ValueError as error:  # a quote that does not close
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
