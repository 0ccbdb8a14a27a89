"""Editing a file without a screen: in the learner's own editor, or line by line."""

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from tutor.kiosk import is_kiosk


def own_editor() -> str:
    """Return the editor that the learner has chosen in their shell, or nothing; a kiosk has none."""
    return "" if is_kiosk() else os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""


def edited_elsewhere(code: str, name: str) -> str:
    """Return the code after the learner's editor has closed. Raises OSError where it is missing or fails."""
    try:
        command = shlex.split(own_editor())
    except ValueError as error:  # a quote that does not close
        raise OSError(0, f"{own_editor()}: {error}") from None
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-") as folder:
        file = Path(folder) / Path(name).name
        file.write_text(code, encoding="utf-8")
        done = subprocess.run([*command, str(file)], check=False)
        if done.returncode:
            raise OSError(done.returncode, f"{own_editor()} ended with code {done.returncode}")
        return file.read_text(encoding="utf-8", errors="replace")


def changed(code: str, words: str) -> str | None:
    """Change the code: `12 text` (line 12 becomes that), `12` alone (it goes), `+12 text` (after it).

    None where that is no such line. The indentation of the old line is kept where the new text has none.
    """
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
