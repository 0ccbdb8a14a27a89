"""How reports write things: figures, names of the course, and Markdown in which words from a file stay words."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from lessons.course.course import Course, LessonMode
from lessons.course.lesson import Question
from lessons.course.measurements import question_name
from lessons.course.page import Block, Table
from lessons.course.questions import answer_words
from lessons.course.recipes import steps_of
from lessons.course.state import State
from progress.sentence import inert
from tutor.words.course import title_of
from tutor.words.text import Text

Part: TypeAlias = "str | Block"  # of a page: Markdown, or a block
DONE, UNKNOWN = "done", "unknown"
FIGURE = re.compile(r"[\d.]+( %)?$|—$")
# What Markdown would take for markup, at the start of a line or anywhere; and what some readers make links of.
ACTIVE = re.compile(r"^\d{1,9}[.)](?=\s|$)|^[-+=]|[\\`*_\[\]<>&|~#$@]|(?<=:)//|(?<=\bwww)\.", re.IGNORECASE)


def percent(share: float | None) -> str:
    return "—" if share is None else f"{100 * share:.0f} %"


def day(when: date | None) -> str:
    return "—" if when is None else when.isoformat()


def place_of(lesson: str, mode: str, course: Course) -> LessonMode | None:
    """Find a lesson in a mode, if this course has it."""
    found = course.lessons.get(lesson)
    return next((LessonMode(found, each) for each in found.modes if each == mode), None) if found else None


@dataclass(frozen=True)
class Names:
    """The names of lessons, steps, questions and answers, also of those that the course does not have."""

    course: Course
    text: Text

    def lesson(self, lesson: str) -> str:
        """Give a lesson's title; of one that this course does not have, its id."""
        found = self.course.headings.get(lesson)
        if found is None:
            return f"{lesson} ({self.text('report.unknown')})"
        return with_pack(lesson, found.titles[self.text.language])

    def mode(self, lesson: str, mode: str) -> str:
        """Name the mode, where the lesson has more than one."""
        found = self.course.headings.get(lesson)
        return "" if found and len(found.modes) == 1 else self.text(f"mode.{mode}")

    def title(self, lesson: str, mode: str) -> str:
        return " · ".join(filter(None, (self.lesson(lesson), self.mode(lesson, mode))))

    def own_title(self, place: LessonMode, state: State) -> str:
        """Give a lesson's title for who learns it: a blind break is not told by its name before it is solved."""
        title = title_of(place, self.course, self.text, state)
        if title != self.text("map.mystery"):
            title = with_pack(place.lesson.id, title)
        is_one_of_two = len(place.lesson.modes) > 1 and place.mode == "open"
        return f"{title} · {self.text('mode.open')}" if is_one_of_two else title

    def step(self, lesson: str, mode: str, where: str) -> str:
        """Say where somebody is: `done`, or a step by its number and kind."""
        kinds = self.kinds(lesson, mode)
        if where not in kinds:
            return self.text("report.stage_done" if where == DONE else "report.stage_unknown")
        number, step = [*kinds].index(where) + 1, self.text(f"stage.{kinds[where]}")
        return self.text("map.at", number=number, count=len(kinds), step=step)

    def kinds(self, lesson: str, mode: str) -> dict[str, str]:
        """Give the kind of every step of a lesson by its id, in order."""
        place = place_of(lesson, mode, self.course)
        return {step.id: step.kind for step in steps_of(place).all} if place else {}

    def concept(self, concept: str) -> str:
        return self.course.concepts.get(concept, {}).get(self.text.language, concept)

    def question(self, lesson: str, question: str) -> str:
        """Say what a question is about; of one that this course does not have, its id."""
        whole, found = self.asked(lesson, question)
        return question_name(found, whole, whole.prose[self.text.language], self.text) if found else question

    def answer(self, lesson: str, question: str, answer: str) -> str:
        """Say an answer, or what happened, in the terms of its question."""
        whole, found = self.asked(lesson, question)
        return answer_words(found, answer, whole.prose[self.text.language], self.text) if found else answer

    def asked(self, lesson: str, question: str) -> tuple[Any, Question | None]:
        found = self.course.lessons.get(lesson)
        return found, found.question(question) if found else None


def with_pack(lesson: str, title: str) -> str:
    """Give a title, and of a pack's lesson its name beside it: two packs may have one title."""
    return f"{title} · {lesson}" if "/" in lesson else title


def page(parts: Iterable[str]) -> str:
    """Join paragraphs, lists and tables to a page; an empty one is left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def literal(words: str) -> str:
    """Write words that Markdown shows as they are, on one line."""
    # Every mark comes behind a backslash of its own; the digits of a numbered line stay as they are.
    return ACTIVE.sub(lambda found: re.sub(r"(\D)", r"\\\1", found[0]), inert(words).strip())


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> Table:
    return Table(tuple(headings), tuple(map(tuple, rows)))


def table_lines(table: Table) -> str:
    """Write a table of literal words; columns of numbers stand right, words stand left."""
    if not table.rows:
        return ""
    columns = zip(*table.rows, strict=True)
    sides = ["---:" if all(map(FIGURE.match, column)) else "---" for column in columns]
    lines = [map(literal, table.headings), sides, *(map(literal, row) for row in table.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
