"""A proof, and what it can name: the pages of a lesson as their author wrote them, and the lines of its files."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from lessons.course.lesson import Lesson
from lessons.course.prose import without_drawings
from lessons.format.files import read_text
from lessons.format.pages import place_of

STRUCTURE = "lesson.toml"
TITLE = ""  # the heading of the title
HEADER = re.compile(r"^\s*\[+([^\[\]]+)\]+")
CLAIM = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}]*))?\}")
ALONE = re.compile(rf"`({CLAIM.pattern})`")  # a code span that is nothing but a claim


@dataclass(frozen=True)
class Proof:
    """One verdict. It holds, or `problem` says what is wrong; `advice` says what would only be better."""

    lesson: str
    what: str
    problem: str = ""  # what was found, and what was expected; or "not judged, because …"
    file: str = ""  # where to mend it, within the lesson's folder
    line: int | None = None
    advice: str = ""
    shown: str = ""  # what was measured, where it holds
    yours: bool = False  # no proof: a sentence, in `advice`, that only its author can answer for

    @property
    def holds(self) -> bool:
        return not self.problem

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class Page:
    """All the words of a lesson in one language, by heading, and the lines of the file that holds them."""

    lesson: Lesson
    language: str

    @property
    def file(self) -> str:
        return f"{self.language}.md"

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The title, then the words of each section, claims and all; what is drawn among them is no word."""
        title = self.lesson.prose[self.language].written_title or self.lesson.prose[self.language].title
        return {TITLE: title, **{name: without_drawings(text) for name, text in self.written.items()}}

    @property
    def written(self) -> Mapping[str, str]:
        prose = self.lesson.prose[self.language]
        return prose.written or prose.sections

    def filled(self, heading: str) -> str:
        """Return a section as a learner reads it, with the numbers of its claims, and without its drawings."""
        return without_drawings(self.lesson.prose[self.language].sections[heading])

    @cached_property
    def file_lines(self) -> tuple[str, ...]:
        path = self.lesson.folder / self.file
        return tuple(read_text(path).split("\n")) if path.is_file() else ()

    def line(self, heading: str, text: str = "") -> int | None:
        """Return the line on which a section, or a text in it, begins."""
        first = self.lesson.prose[self.language].lines.get(heading) if heading else 1
        if first is None or not text:
            return first
        begins = text.strip().split("\n")[0]
        for number, line in enumerate(self.file_lines[first - 1 :], first):
            if begins in line:
                return number
            if number > first and line.startswith("## "):
                break
        return first

    def wrong(self, problem: str, heading: str, text: str = "") -> Proof:
        """Return a proof that fails at a text of a section. What was checked, the family adds."""
        return Proof(self.lesson.id, "", problem, self.file, self.line(heading, text))

    def better(self, advice: str, heading: str, text: str = "") -> Proof:
        return Proof(self.lesson.id, "", "", self.file, self.line(heading, text), advice=advice)


def pages_of(lesson: Lesson) -> Iterator[Page]:
    return (Page(lesson, language) for language in lesson.prose)


def called(heading: str) -> str:
    return f"## {heading}" if heading else "the title"


def without_claims(text: str) -> str:
    """Return a text without its claims and the backticks around one; of `{share:three quarters}` the words stay."""
    return CLAIM.sub(lambda claim: claim[2] or "", ALONE.sub(r"\1", text))


def line_in_structure(lesson: Lesson, table: str, name: str = "") -> int | None:
    """Return the line of `[table.name]`, of `name = …` in `[table]`, or of the `[[table]]` whose id is `name`."""
    path, quoted = lesson.folder / STRUCTURE, re.escape(name)
    key = re.compile(rf"""^\s*["']?{quoted}["']?\s*(=|\.)""")
    identity = re.compile(rf"""^\s*id\s*=\s*["']{quoted}["']""")
    began, inside = 0, not table  # the lesson's own keys come before the first header
    lines = path.read_text(encoding="utf-8-sig").splitlines() if path.is_file() else ()
    for number, line in enumerate(lines, 1):
        if header := HEADER.match(line):
            where = header[1].strip().replace('"', "")
            if where == f"{table}.{name}" or (where == table and not name):
                return number
            began, inside = number, where == table
        elif inside and identity.match(line):
            return began
        elif inside and key.match(line):
            return number
    return None


def place_in_files(lesson: Lesson, table: str, name: str = "") -> tuple[str, int | None]:
    """Return the file and the line where a question, a hint or a claim is said."""
    return place_of(lesson.folder, table, name) or (STRUCTURE, line_in_structure(lesson, table, name))


def line_of_experiment(lesson: Lesson, name: str) -> int | None:
    return line_in_structure(lesson, "review" if lesson.review(name) else "experiment", name)
