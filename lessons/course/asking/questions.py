"""The table of the kinds of questions, and the kind that asks for a cause, by the questions that are its tests."""

from collections.abc import Collection, Mapping

from lessons.course.asking.kind import Kind
from lessons.course.asking.offered import Choice, CurveShape, Direction, Trend
from lessons.course.asking.ranked import Order, Which
from lessons.course.asking.typed import MatrixEntry, Number, Shape
from lessons.course.lesson.lesson import Experiment, Prose, Question
from lessons.course.lesson.metric import SHAPE, WORD, metric_of
from lessons.course.lesson.page import Strings, plain_text
from lessons.course.lesson.summaries import Record
from lessons.course.lesson.trial import CAUSE, OTHER, survivors

BESIDE = " / "


class Cause(Kind):
    """An explanation of the runs: a cause that no test of its trial refutes, or something else."""

    def answers(self, question: Question) -> tuple[str, ...]:
        return tuple(option.id for option in question.options)

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        causes = {each.id: plain_text(page.sections[f"cause {each.id}"]) for each in question.options}
        return {**causes, OTHER: text("trial.other")}

    def understood(self, question: Question, answer: str) -> frozenset[str] | None:
        causes = frozenset(answer.split(BESIDE))
        return causes if causes <= {*self.answers(question), OTHER} else None

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the causes that are left; None where the runs decide no test."""
        came = {test.id: kind_of(test).truth(test, record, experiment) for test in question.tests}
        left = BESIDE.join(survivors(question, came)) or OTHER
        return left if any(came.values()) else None

    def is_right(self, question: Question, answer: frozenset[str], truth: frozenset[str]) -> bool:
        return answer <= truth

    def chance(self, question: Question) -> float:
        return 1 / (len(question.options) + 1)  # and something else

    def words(self, question: Question, answer: str, page: Prose, text: Strings) -> str:
        known = self.choices(question, page, text)
        return BESIDE.join(known.get(each, each).split(":")[0] for each in answer.split(BESIDE))


PREDICTED: Mapping[str, Kind] = {
    "direction": Direction(),
    "number": Number(),
    "choice": Choice(),
    "shape": Shape(),
    "curve": CurveShape(),
    "which": Which(),
    "order": Order(),
    "trend": Trend(),
}
OF_CALCULATIONS: Mapping[str, Kind] = {"shape": Shape(), "entry": MatrixEntry()}
KINDS: Mapping[str, Kind] = {**PREDICTED, **OF_CALCULATIONS, CAUSE: Cause()}


def kind_of(question: Question) -> Kind:
    return KINDS[question.kind]


def likely_kind(metric: str, keys: Collection[str]) -> str:
    """Return the kind of a question that does not say it: by its options, by what its metric gives, by its margin."""
    found = metric_of(metric)
    if "options" in keys:
        return "choice"
    if found and found.kind in (WORD, SHAPE):
        return "curve" if found.kind == WORD else "shape"
    return "number" if "within" in keys else "direction"


def kind_of_step(keys: Collection[str]) -> str:
    """Return the kind of a question of a worked calculation: of an entry where it has a place."""
    return "entry" if "at" in keys else "shape"
