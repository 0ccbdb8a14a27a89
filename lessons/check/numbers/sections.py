"""The sections of a lesson's pages as they are read, each with the question, the option and the sentences it holds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.numbers.sources import hidden
from lessons.check.numbers.spelling import Spelled, spelled
from lessons.lesson import Lesson, Option, Question

ENDS = re.compile(r"[.!?…]+[»”\"')*_]*(?=\s|$)|\n\s*\n|\n(?=\s*-)")
OPTION = re.compile(r"^- ([a-z0-9-]+): .*$", re.MULTILINE)
LONG = 400  # characters that a sentence has at most
ASKING = ("predict", "review", "step")


@dataclass(frozen=True)
class Section:
    """One section of a page. The title of the page is the section without a heading."""

    lesson: Lesson
    language: str
    heading: str
    page: Spelled

    @property
    def kind(self) -> str:
        return self.heading.removeprefix("blind ").partition(" ")[0]

    @property
    def name(self) -> str:
        return self.heading.removeprefix("blind ").partition(" ")[2]

    @property
    def asks(self) -> bool:
        """Whether the section asks a question of the lesson."""
        return self.kind in ASKING

    @property
    def question(self) -> Question | None:
        """The question that the section asks, names or explains."""
        if self.kind in ("predict", "step", "because", "name", "know"):
            return self.lesson.question(self.name)
        review = self.lesson.review(self.name) if self.kind in ("review", "learnt", "experiment") else None
        return review.question if review else None

    @property
    def experiment(self) -> str:
        """The experiment that the section is about; none where it may be about all."""
        if self.kind == "experiment":
            return self.name
        return self.question.experiment if self.question else ""

    @property
    def review(self) -> str | None:
        """The review that the section is about, "" where it is about the lesson; None where it may be about any."""
        if self.kind in ("experiment", "arm", "probe"):
            return None
        return self.name if self.lesson.review(self.name) and self.kind in ("review", "learnt") else ""

    def option(self, start: int) -> Option | None:
        """The option in whose words a place of the page stands."""
        if not (self.asks and self.question):
            return None
        found = OPTION.match(self.page.line(start))
        return next((each for each in self.question.options if found and each.id == found[1]), None)

    def sentence(self, start: int, end: int) -> str:
        """The sentence around a place of the page, in small letters, with dots in that place."""
        text = self.page.text
        begins = max(0, start - LONG)
        first = max((found.end() for found in ENDS.finditer(text, begins, start)), default=begins)
        last = ENDS.search(text, end, end + LONG)
        ends = last.end() if last else end + LONG
        return f"{self.page.folded[first:start]}…{self.page.folded[end:ends]}"

    def paragraph(self, start: int) -> tuple[int, int]:
        """Where the paragraph around a place of the page begins and ends."""
        text = self.page.text
        first, last = text.rfind("\n\n", 0, start), text.find("\n\n", start)
        return first + 1, last if last >= 0 else len(text)


def sections(lesson: Lesson, language: str) -> Iterator[Section]:
    """The title of a page, and its sections."""
    prose = lesson.prose[language]
    for heading, text in (("", prose.written_title), *prose.written.items()):
        yield Section(lesson, language, heading, spelled(text, hidden(text, lesson)))
