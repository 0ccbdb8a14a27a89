"""The pages of a lesson as their author wrote them, and what a proof finds in them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from lessons.check.proof import Proof
from lessons.drawings import without_drawings
from lessons.files import read_text
from lessons.format import LANGUAGES
from lessons.lesson import Lesson

TITLE = ""  # the heading of the title
CLAIM = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}]*))?\}")
ALONE = re.compile(rf"`({CLAIM.pattern})`")  # a code span that is nothing but a claim


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
        """Each section as it stands in the file."""
        prose = self.lesson.prose[self.language]
        return prose.written or prose.sections

    @cached_property
    def file_lines(self) -> tuple[str, ...]:
        path = self.lesson.folder / self.file
        return tuple(read_text(path).split("\n")) if path.is_file() else ()

    def line(self, heading: str, text: str = "") -> int | None:
        """The line on which a section, or a text in it, begins."""
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

    def wrong(self, problem: str, heading: str, text: str = "", mend: str = "") -> Proof:
        """A proof that fails at a text of a section. What was checked, the family adds."""
        return Proof(self.lesson.id, "", problem, self.file, self.line(heading, text), mend)

    def better(self, advice: str, heading: str, text: str = "") -> Proof:
        """What would be better at a text of a section, though nothing is wrong."""
        return Proof(self.lesson.id, "", "", self.file, self.line(heading, text), advice=advice)


def pages_of(lesson: Lesson) -> Iterator[Page]:
    """The page of each language that there is."""
    return (Page(lesson, language) for language in LANGUAGES if language in lesson.prose)


def called(heading: str) -> str:
    """What a section is called in a sentence."""
    return f"## {heading}" if heading else "the title"


def without_claims(text: str) -> str:
    """A text without its claims, and without the backticks around one; of `{share:three quarters}` the words stay."""
    return CLAIM.sub(lambda claim: claim[2] or "", ALONE.sub(r"\1", text))
