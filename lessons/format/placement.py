"""At most three questions that propose to somebody new where to begin. They are data, in `placement.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from lessons.course.values import LessonError, nearest
from lessons.format.course import load_course
from lessons.format.files import CONTENT, PLACEMENT
from lessons.format.table import Table, read_format

MOST = 3  # questions in a row


@dataclass(frozen=True)
class PlacementOption:
    """An answer, and the question or the lesson that it leads to."""

    words: Mapping[str, str]  # by language
    leads_to: str = field(metadata={"key": "to"})


@dataclass(frozen=True)
class PlacementQuestion:
    """A question to a new learner, in each language, with its answers."""

    id: str
    ask: Mapping[str, str]
    options: tuple[PlacementOption, ...] = field(metadata={"key": "option"})


Placement = Mapping[str, PlacementQuestion]  # by id; the first is asked first


@cache
def load_placement(content: Path = CONTENT) -> Placement:
    """Load the questions of a course; none where it asks none. Raises LessonError, as where an answer leads nowhere."""
    path = content / PLACEMENT
    if not path.exists():
        return {}
    table = Table.read(path)
    read_format(table)
    asked = [each.fill(PlacementQuestion) for each in table.tables("question")]
    questions = {question.id: question for question in asked}
    table.close()
    known = (*questions, *load_course(content).headings)
    for name, leads_to in ((each.id, option.leads_to) for each in questions.values() for option in each.options):
        if leads_to not in known:
            said = f"{name!r} leads to {leads_to!r}, which is neither a question nor a lesson"
            raise LessonError(f"{path}: {said}.{nearest(leads_to, known)}")
    for name in list(questions)[:1]:
        check_length(questions, name, path)
    return questions


def check_length(questions: Placement, name: str, path: Path, before: int = 0) -> None:
    if before == MOST:
        raise LessonError(f"{path}: {name!r} may be the fourth question. Nobody new is asked more than three.")
    for option in questions[name].options:
        if option.leads_to in questions:
            check_length(questions, option.leads_to, path, before + 1)


@dataclass(frozen=True)
class PlacementAnswers:
    """The questions of a course, and the numbers of the answers so far."""

    questions: Placement
    answers: tuple[int, ...] = ()

    @property
    def here(self) -> PlacementQuestion | str:
        """Return the question to be asked now, or the id of the lesson that the answers lead to."""
        name = next(iter(self.questions))
        for answer in self.answers:
            name = self.questions[name].options[answer].leads_to
        return self.questions.get(name, name)

    @property
    def most(self) -> int:
        """Return how many questions there are at most, with those that were asked."""
        return len(self.answers) + longest(self.questions, self.here)

    def answered(self, number: int) -> "PlacementAnswers":
        return replace(self, answers=(*self.answers, number))

    def before(self) -> "PlacementAnswers":
        return replace(self, answers=self.answers[:-1])


def longest(questions: Placement, here: PlacementQuestion | str) -> int:
    """Return the most questions that there can still be, with the one that is asked here."""
    if isinstance(here, str):
        return 0
    ways = (questions.get(option.leads_to, option.leads_to) for option in here.options)
    return 1 + max(longest(questions, way) for way in ways)
