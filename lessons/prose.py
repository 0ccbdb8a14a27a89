"""Lesson prose: a Markdown file cut into sections by its `## ` headings, with `{claims}` filled in."""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from lessons.files import read_text
from lessons.filling import MARK, fill
from lessons.format import LessonError
from lessons.lesson import Claim, Prose


def read_prose(
    path: Path, claims: Mapping[str, Claim], required: Iterable[str], optional: Collection[str] = ()
) -> Prose:
    """One language's page. Raises LessonError where a section is missing or unknown."""
    lines = read_text(path).split("\n")
    title, sections = cut(lines, path)
    check_headings(sections, required, optional, path)
    filled = {heading: fill(text, claims) for heading, text in sections.items()}
    return Prose(fill(title, claims), filled, sections, places(lines), title)


def places(lines: list[str]) -> dict[str, int]:
    """The number of the line at which each section begins."""
    return {line[3:].strip(): number for number, line in enumerate(lines, 1) if line.startswith("## ")}


def cut(lines: list[str], path: Path) -> tuple[str, dict[str, str]]:
    """The `# title` and the text under each `## heading`."""
    if not lines or not lines[0].startswith("# "):
        raise LessonError(f"{path}: the first line should be the title, `# …`.")
    sections: dict[str, list[str]] = {}
    heading = ""
    for written in lines[1:]:
        line = MARK.sub("", written)  # learners never see it, wherever it has come to stand
        if line != written and not line.strip():
            continue
        if line.startswith("## "):
            heading = line[3:].strip()
            if heading in sections:
                raise LessonError(f"{path}: section ## {heading} stands twice.")
            sections[heading] = []
        elif heading:
            sections[heading].append(line)
        elif line.strip():
            raise LessonError(f"{path}: text before the first ## heading: {line.strip()[:40]!r}.")
    return lines[0][2:].strip(), {heading: "\n".join(body).strip() for heading, body in sections.items()}


def check_headings(
    sections: Mapping[str, str], required: Iterable[str], optional: Collection[str], path: Path
) -> None:
    needed = list(required)
    for heading in needed:
        if not sections.get(heading):
            raise LessonError(f"{path}: section ## {heading} is missing or empty.")
    for heading in sections:
        if heading not in needed and heading not in optional:
            raise LessonError(f"{path}: section ## {heading} belongs to nothing in lesson.toml.")


def options(section: str) -> tuple[str, dict[str, str]]:
    """A question's text, and the words of its options from the list `- id: words` at its end."""
    words = {}
    body = []
    for line in section.splitlines():
        if option := re.match(r"- ([a-z0-9-]+): (.+)", line):
            words[option[1]] = option[2]
        else:
            body.append(line)
    return "\n".join(body).strip(), words
