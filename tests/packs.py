"""Packs that tests write: a small break under a name of its own, as often as they need it."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

BREAK = Path(__file__).parent / "lessons" / "check" / "honest" / "break"
CONCEPTS = '\n[concepts]\nfirst-weights = { en = "First weights", es = "Primeros pesos" }\n'
QUICK = {
    "steps = 120 ": "steps = 6 ",
    "seeds = 12 ": "seeds = 2 ",
    "\nsteps = 120\nseeds = 12": "\nsteps = 6\nseeds = 2",
}


def write_lesson(parent: Path, name: str, changes: Mapping[str, str] | None = None) -> Path:
    """A break that trains in no time; `changes` are made in its `lesson.toml`."""
    folder = parent / name
    shutil.copytree(BREAK, folder)
    file = folder / "lesson.toml"
    words = re.sub('(?m)^id = "break"', f'id = "{name}"', file.read_text(encoding="utf-8"), count=1)
    for before, after in {**QUICK, **(changes or {})}.items():
        assert before in words, before
        words = words.replace(before, after, 1)
    file.write_text(words, encoding="utf-8")
    return folder


def write_pack(folder: Path, *names: str, top: str = "", needs: Mapping[str, tuple[str, ...]] | None = None) -> Path:
    """A pack of such breaks, in one track. `top` stands in its course.toml before the track."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        listed = ", ".join(f'"{need}"' for need in (needs or {}).get(name, ()))
        write_lesson(folder, name, {"minutes = 15 ": f"needs = [{listed}]\nminutes = 15 "})
    lessons = ", ".join(f'"{name}"' for name in names)
    track = f'[[track]]\nid = "own"\ntitle = {{ en = "Quiet things", es = "Cosas calladas" }}\nlessons = [{lessons}]\n'
    (folder / "course.toml").write_text(f"format = 3\n{top}\n{track}{CONCEPTS}", encoding="utf-8")
    return folder


def write_english_pack(folder: Path, *names: str, head: str = "") -> Path:
    """A pack whose pages are in English alone. `head` is the inside of its `[pack]`."""
    write_pack(folder, *names)
    for page in folder.glob("*/es.md"):
        page.unlink()
    lessons = ", ".join(f'"{name}"' for name in names)
    (folder / "course.toml").write_text(
        f'format = 3\nlanguages = ["en"]\n\n[pack]\n{head}\n\n[[track]]\nid = "own"\ntitle = "Quiet things"\n'
        f'lessons = [{lessons}]\n\n[concepts]\nfirst-weights = "First weights"\n',
        encoding="utf-8",
    )
    return folder
