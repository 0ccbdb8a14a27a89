"""Where things stand in a lesson's files, so that a proof can name the line to mend."""

import re
from pathlib import Path

from lessons.lesson import Lesson

STRUCTURE = "lesson.toml"
HEADER = re.compile(r"^\s*\[+([^\[\]]+)\]+")


def line_in_structure(lesson: Lesson, table: str, name: str = "") -> int | None:
    """The line of `[table.name]`, of `name = …` in `[table]`, or of the `[[table]]` whose id is `name`."""
    path = lesson.folder / STRUCTURE
    return find_line(path.read_text(encoding="utf-8-sig"), table, name) if path.is_file() else None


def line_of_experiment(lesson: Lesson, name: str) -> int | None:
    """The line of an experiment of the lesson, or of the review that it belongs to."""
    return line_in_structure(lesson, "review" if lesson.review(name) else "experiment", name)


def find_line(text: str, table: str, name: str) -> int | None:
    quoted = re.escape(name)
    key = re.compile(rf"""^\s*["']?{quoted}["']?\s*(=|\.)""")
    identity = re.compile(rf"""^\s*id\s*=\s*["']{quoted}["']""")
    began, inside = 0, not table  # before the first header stand the lesson's own keys
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            path = header[1].strip().replace('"', "")
            if path == f"{table}.{name}" or (path == table and not name):
                return number
            began, inside = number, path == table
        elif inside and identity.match(line):
            return began
        elif inside and key.match(line):
            return number
    return None


def line_of_heading(lesson: Lesson, language: str, heading: str) -> int | None:
    """The line of a section's heading in a page."""
    return lesson.prose[language].lines.get(heading) if language in lesson.prose else None


def line_of_text(lesson: Lesson, language: str, heading: str, text: str) -> int | None:
    """The line of a section on which a text begins; the heading's where it is not found on one line."""
    prose = lesson.prose[language]
    first = prose.lines.get(heading)
    if first is None:
        return None
    lines = (lesson.folder / f"{language}.md").read_text(encoding="utf-8-sig").splitlines()
    for number in range(first, len(lines)):
        if lines[number].startswith("## "):
            break
        if text in lines[number]:
            return number + 1
    return first


def relative(path: Path, lesson: Lesson) -> str:
    """A file within the lesson's folder."""
    return path.relative_to(lesson.folder).as_posix() if path.is_relative_to(lesson.folder) else str(path)
