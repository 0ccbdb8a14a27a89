"""Marks of what each section was translated from: hashes in one file, beside the course or in the lesson's folder."""

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
    kept, text = all_marks(folder), HEAD
    kept.setdefault(folder.name, {})[language] = marks
    for lesson, name, each in ((lesson, *page) for lesson, pages in sorted(kept.items()) for page in pages.items()):
        pairs = (f'{json.dumps(heading, ensure_ascii=False)} = "{found}"' for heading, found in each.items())
        text += f"{json.dumps(lesson)}.{name} = {{ {', '.join(pairs)} }}\n"
    file_for(folder).write_text(text, encoding="utf-8")


def all_marks(folder: Path) -> dict[str, Any]:
    path = file_for(folder)
    return read_toml(path) if path.exists() else {}


def file_for(folder: Path) -> Path:
    return (folder.parent if (folder.parent / COURSE).exists() else folder) / TRANSLATED
