"""At most three questions that propose to somebody new where to begin. They are data, in `placement.toml`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from lessons.course.lesson.values import LessonError, nearest
from lessons.format.course import load_course
from lessons.format.files import CONTENT, PLACEMENT
from lessons.format.table import TomlTable, read_format

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
    """Load the questions of a course, if it asks any. Raises LessonError, as where an answer leads nowhere."""
    path = content / PLACEMENT
    if not path.exists():
        return {}
    table = TomlTable.read(path)
    read_format(table)
    asked = [each.fill(PlacementQuestion) for each in table.tables("question")]
    questions = {question.id: question for question in asked}
    table.close()
    known = (*questions, *load_course(content).headings)
    for name, leads_to in ((each.id, option.leads_to) for each in questions.values() for option in each.options):
        if leads_to not in known:
            said = f"{name!r} leads to {leads_to!r}, which is neither a question nor a lesson"
            raise LessonError(f"{path}: {said}.{nearest(leads_to, known)}")
    for way in ways(questions, next(iter(questions), "")):
        if len(way) > MOST:
            raise LessonError(f"{path}: {way[MOST]!r} may be the fourth question. Nobody new is asked more than three.")
    return questions


def ways(questions: Placement, name: str, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the questions of each way to a lesson, from one of them on; of a longer way than there may be its begin."""
    if name not in questions or len(before) > MOST:
        yield before
    else:
        for option in questions[name].options:
            yield from ways(questions, option.leads_to, (*before, name))


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
        """Return the greatest possible number of questions, with those that were asked."""
        here = self.here if isinstance(self.here, str) else self.here.id
        return len(self.answers) + max(map(len, ways(self.questions, here)))

    @property
    def wish(self) -> str:
        """Return the last question that was answered, and the lesson that this led to: `user/xor-line`."""
        asked = self.before().here
        return f"{asked if isinstance(asked, str) else asked.id}/{self.here}"

    def answered(self, number: int) -> "PlacementAnswers":
        return replace(self, answers=(*self.answers, number))

    def before(self) -> "PlacementAnswers":
        return replace(self, answers=self.answers[:-1])
