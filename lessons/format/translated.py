"""Which text each section was translated from: hashes in one file, beside the course or in the lesson's own folder."""

import json
import re
from pathlib import Path
from typing import Any

from lessons.format.files import COURSE, TRANSLATED
from lessons.format.table import read_toml

Marks = dict[str, str]  # by heading, a hash of the text in the first language
FROM = re.compile(r"<!-- from [a-z]{2} ([0-9a-f]{8}) -->")
HEAD = "# Which text each section was translated from. `lynx-tutor check PATH --translated` writes it.\n\n"


def marks_in(page: str) -> Marks:
    """Return the marks that a page of format 2 has under its headings, as comments."""
    found: Marks = {}
    heading = ""
    for line in page.split("\n"):
        if line.startswith("## "):
            heading = line[3:].strip()
        elif mark := FROM.fullmatch(line.strip()):
            found[heading] = mark[1]
    return found


def read_marks(folder: Path, language: str) -> Marks:
    return dict(all_marks(folder).get(folder.name, {}).get(language, {}))


def write_marks(folder: Path, language: str, marks: Marks) -> None:
    """Keep the marks of a lesson's page, a line a page. Raises LessonError and OSError."""
    kept = all_marks(folder)
    kept.setdefault(folder.name, {})[language] = marks
    lines = [
        f"{json.dumps(lesson)}.{name} = {{ {', '.join(map(pair, each, each.values()))} }}\n"
        for lesson, pages in sorted(kept.items())
        for name, each in pages.items()
    ]
    file_for(folder).write_text(HEAD + "".join(lines), encoding="utf-8")


def pair(heading: str, found: str) -> str:
    return f'{json.dumps(heading, ensure_ascii=False)} = "{found}"'


def all_marks(folder: Path) -> dict[str, Any]:
    path = file_for(folder)
    return read_toml(path) if path.exists() else {}


def file_for(folder: Path) -> Path:
    return (folder.parent if (folder.parent / COURSE).exists() else folder) / TRANSLATED
