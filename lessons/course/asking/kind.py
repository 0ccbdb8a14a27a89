"""The base of all kinds of questions: each says its usable answers, the true one, and the words for both."""

from typing import Any, ClassVar

from lessons.course.lesson.lesson import Experiment, Interval, Prose, Question
from lessons.course.lesson.metric import SHAPE, WORD, Metric
from lessons.course.lesson.page import Strings
from lessons.course.lesson.summaries import Majority, Record
from lessons.course.lesson.value_words import ROUNDING


class Kind:
    """A question whose answer is typed; others say what they offer."""

    is_number: ClassVar[bool] = False  # typed, and right within a margin
    is_paired: ClassVar[bool] = False  # compares one arm with another
    compares: ClassVar[bool] = False  # several arms, by one metric
    answers_alike: ClassVar[bool] = False  # every question of the kind offers the same words
    by_number: ClassVar[bool] = False  # the arms have numbers, by which an answer can name them
    is_drawn: ClassVar[bool] = False  # what it asks for is the picture
    draws_curves: ClassVar[bool] = False  # its answers and its runs are loss curves
    gives_word: ClassVar[bool] = False  # the runs answer with what most seeds gave
    says_measured: ClassVar[bool] = False  # its truth is all that was measured
    fewest_options: ClassVar[int] = 0  # that its author writes
    comparisons: ClassVar[tuple[str, ...]] = ("ratio", "difference")
    margin_key: ClassVar[str] = "right"  # of the words that say how near is near enough

    def answers(self, question: Question) -> tuple[str, ...]:
        """Return the ids of the answers on offer; `()` if an answer is typed."""
        return ()

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        """Return the answers on offer by id; `{}` if an answer is typed."""
        return {}

    def understood(self, question: Question, answer: str) -> Any:
        """Return the answer as it is compared; None if it cannot be used."""
        raise NotImplementedError

    def kept(self, question: Question, typed: str, language: str) -> str:
        """Return a typed answer as a journal keeps it, in whatever language; "" where it is no answer."""
        return typed

    def typed(self, question: Question, answer: str) -> str:
        """Return an answer of a journal as one would type it."""
        return answer

    def may_become(self, question: Question, typed: str) -> bool:
        """Return False once what was typed cannot become an answer, however it goes on."""
        return True

    def is_kept(self, question: Question, answer: str) -> bool:
        """Return True if a learner's answer is one that the question still takes."""
        return self.understood(question, answer) is not None

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the answer that the runs give; None if they do not decide."""
        raise NotImplementedError

    def truths(self, question: Question, record: Record, experiment: Experiment) -> tuple[str, ...]:
        """Return all that the runs say is true: more than one where the options overlap."""
        truth = self.truth(question, record, experiment)
        return () if truth is None else (truth,)

    def in_terms(self, question: Question, truth: str) -> Any:
        """Return a truth as answers are compared."""
        return self.understood(question, truth)

    def is_right(self, question: Question, answer: Any, truth: Any) -> bool:
        """Return True if an answer that was understood agrees with the truth."""
        return bool(answer == truth)

    def words(self, question: Question, answer: str, page: Prose, text: Strings) -> str:
        """Write an answer, or a truth, as people say it."""
        return self.choices(question, page, text).get(answer, answer)

    def truth_words(self, question: Question, truth: str, page: Prose, text: Strings) -> str:
        return short(self.words(question, truth, page, text))

    def regions(self, question: Question, answers: tuple[str, ...], record: Record) -> list[Interval]:
        """Return the intervals of the deciding number in which one of these answers is true."""
        return []

    def ends(self, question: Question, answer: str) -> tuple[str, str]:
        """Return the arm that an answer says has the least, and the one that has the most; "" where it says none."""
        return "", ""

    def chance(self, question: Question) -> float:
        """Return the share of pure guesses that are right."""
        return 0.1

    def reads_many_ways(self, question: Question) -> bool:
        """Return True if an answer can be typed in several ways, so that what was understood is said back."""
        return question.percent

    def is_of_arm(self, question: Question) -> bool:
        """Return True if an answer is a number of one arm, which bars can show beside it."""
        return False

    def asked_key(self, question: Question) -> str:
        """Return the key of the sentence that `{asked}` prints."""
        return question.kind

    def wrong_key(self, question: Question) -> str:
        """Return the key of the sentence that says which answers it takes."""
        return question.kind

    def margin(self, question: Question) -> float:
        """Return the largest distance from the truth that still counts as right."""
        return question.same_within

    def is_part(self, question: Question) -> bool:
        """Return True if the margin is a part of what the first arm gave."""
        return False

    def fits(self, metric: Metric, name: str) -> bool:
        """Return True if a metric gives values of the type that is asked for."""
        return metric.kind not in (WORD, SHAPE)


def short(words: str) -> str:
    return words.split(":")[0].strip()


def word_of(found: object) -> str | None:
    return found.word if isinstance(found, Majority) else None


def side(shift: float, question: Question, names: tuple[str, str, str]) -> str:
    """Name a shift above zero, within the margin, or below zero."""
    above, within, below = names
    if abs(shift) <= question.same_within + ROUNDING:
        return within
    return above if shift > 0 else below


def apart(first: float, second: float) -> float:
    """Return the second less the first; 0 if neither ever came."""
    return 0.0 if first == second else second - first
