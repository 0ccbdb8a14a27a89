"""The kinds of questions whose answer is typed: a number, an entry of a matrix, and its shape."""

from lessons.course.asking.kind import Kind, word_of
from lessons.course.asking.measurements import asked, statistic
from lessons.course.asking.typed_numbers import may_become_number, typed_number, typed_share
from lessons.course.lesson.lesson import Experiment, Interval, Prose, Question
from lessons.course.lesson.metric import SHAPE, Metric
from lessons.course.lesson.page import Strings
from lessons.course.lesson.summaries import Record, recorded
from lessons.course.lesson.value_words import ROUNDING, as_number, as_shape, as_share, digits


class Number(Kind):
    """A number, typed: right within the question's margin. A share is said as a percentage, whatever was typed."""

    is_number = True
    says_measured = True

    def understood(self, question: Question, answer: str) -> float | None:
        return as_share(answer) if question.percent else as_number(answer)

    def kept(self, question: Question, typed: str, language: str) -> str:
        value = (typed_share if question.percent else typed_number)(typed, language)
        return "" if value is None else written(question, value)

    def typed(self, question: Question, answer: str) -> str:
        """Return the number as one types it now: a bare `1` in a journal of former versions was all of it."""
        value = self.understood(question, answer)
        return answer if value is None else written(question, value)

    def may_become(self, question: Question, typed: str) -> bool:
        return may_become_number(typed)

    def reads_many_ways(self, question: Question) -> bool:
        return True

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        value = asked(question, record, experiment)
        return None if value is None else repr(value)

    def in_terms(self, question: Question, truth: str) -> float:
        """Return the number of a truth: a share is one already, and not a percentage that was typed."""
        return float(truth)

    def is_right(self, question: Question, answer: float, truth: float) -> bool:
        return abs(answer - truth) <= question.within + ROUNDING

    def words(self, question: Question, answer: str, page: Prose, text: Strings) -> str:
        value = self.understood(question, answer)
        if value is None:
            return answer
        return f"{100 * value:.3g} %" if question.percent else digits(value, 4)

    def truth_words(self, question: Question, truth: str, page: Prose, text: Strings) -> str:
        value = float(truth)
        return f"{100 * value:.3g} %" if question.percent else digits(value, 3)

    def regions(self, question: Question, answers: tuple[str, ...], record: Record) -> list[Interval]:
        values = (self.understood(question, answer) for answer in answers)
        return [(value, value) for value in values if value is not None]

    def chance(self, question: Question) -> float:
        return 2 * question.within if question.percent else 0.1

    def is_of_arm(self, question: Question) -> bool:
        return not question.against

    def asked_key(self, question: Question) -> str:
        return question.compare if question.against else question.kind

    def wrong_key(self, question: Question) -> str:
        return "percent" if question.percent else question.kind

    def margin(self, question: Question) -> float:
        return question.within


def written(question: Question, value: float) -> str:
    """Write a number so that everybody reads it alike: a share with its sign, no thousands, a decimal point."""
    return f"{100 * value:.12g} %" if question.percent else f"{value:.15g}"


class MatrixEntry(Number):
    """A number in a matrix that a worked calculation computes: its record has the question's id as the metric."""

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        value = statistic(question, recorded(record, question.experiment, question.id, "value"))
        return None if value is None else repr(value)

    def truth_words(self, question: Question, truth: str, page: Prose, text: Strings) -> str:
        return f"{float(truth):.4g}"

    def is_of_arm(self, question: Question) -> bool:
        return False


class Shape(Kind):
    """The shape of a matrix, typed: what most seeds gave, or what a worked calculation gave."""

    gives_word = True
    says_measured = True

    def understood(self, question: Question, answer: str) -> tuple[int, ...] | None:
        return as_shape(answer)

    def is_kept(self, question: Question, answer: str) -> bool:
        """Take shapes of one number in a calculation alone: others are in journals, and asked no more."""
        shape = as_shape(answer)
        return shape is not None and (bool(question.of) or len(shape) > 1)

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        metric, arm = (question.id, "value") if question.of else (question.metric, question.arm)
        return word_of(recorded(record, question.experiment, metric, arm))

    def words(self, question: Question, answer: str, page: Prose, text: Strings) -> str:
        shape = as_shape(answer)
        return " × ".join(map(str, shape)) if shape else answer

    def reads_many_ways(self, question: Question) -> bool:
        return True

    def fits(self, metric: Metric, name: str) -> bool:
        return metric.kind == SHAPE
