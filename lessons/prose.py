"""Lesson prose: a Markdown file cut into sections by its `## ` headings, with `{claims}` filled in.

`{name}` prints what a claim says; `{name:three quarters}` prints these words, and `check` proves that they say it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from lessons.files import read_text
from lessons.lesson import Claim, LessonError, Prose

MARK = re.compile(r"<!-- from [a-z]{2} [0-9a-f]{8} -->[ \t]*\n?")  # which text a section was translated from
PLACE = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}\n]+))?\}")  # a claim's name, and its words if it has any


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


def fill(text: str, claims: Mapping[str, Claim]) -> str:
    """`{name}` becomes what the claim says, `{name:words}` the words. A name that is no claim is left as it stands."""

    def printed(place: re.Match[str]) -> str:
        claim = claims.get(place[1])
        return place[0] if claim is None else place[2] or claim.text()

    return PLACE.sub(printed, text)


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
