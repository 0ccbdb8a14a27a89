"""What a learner may answer to a question, and how much of it would be right."""

from lessons.check.evidence import record_of
from lessons.check.ranges import plausible, possible, scale_of
from lessons.lesson import Experiment, Interval, Question
from lessons.questions import choice, kind_of
from lessons.questions.measured import ROUNDING
from lessons.runs.measured import Measured
from lessons.summaries import Record
from lessons.verdicts import in_terms

TYPED_DIGITS = 3  # nobody types more of a number
SEVERAL = " and "  # between the options of a choice, where more than one holds


def truth_of(question: Question, record: Record, experiment: Experiment) -> str | None:
    """Return what the runs say; every option that holds where a choice has more than one."""
    if question.kind != "choice":
        return kind_of(question).truth(question, record, experiment)
    return (
        SEVERAL.join(
            option.id for option in question.options if choice.holds(option, question, record, experiment)
        )
        or None
    )


def true_on(question: Question, found: Measured) -> str:
    """Return what a sweep says; nothing where it does not decide."""
    return truth_of(question, record_of([found]), found.experiment) or ""


def agree(question: Question, first: str, second: str | None) -> bool:
    """Return True if a learner who says the first is right where the second is true."""
    if not first or not second:
        return False
    if question.kind == "choice":
        return first == second
    return kind_of(question).is_right(question, in_terms(question, first), in_terms(question, second))


def popular_is_true(question: Question, truth: str) -> str:
    """Return advice where what many would answer is right."""
    if question.popular is None:
        return ""
    kind = kind_of(question)
    if not kind.is_right(question, kind.understood(question, question.popular), in_terms(question, truth)):
        return ""
    return f"popular = {question.popular!r} is the truth: name an answer that many would give, and be wrong."


def typed(question: Question, value: float) -> str:
    """Return a number as a learner would type it."""
    return f"{100 * value:.{TYPED_DIGITS}g} %" if question.percent else f"{value:.{TYPED_DIGITS}g}"


def unanswerable(question: Question, truth: float) -> str:
    """Return why nobody could be right with a typed number, or nothing."""
    kind, answer = kind_of(question), typed(question, truth)
    given = kind.understood(question, answer)
    if given is None:
        return f"its truth is {truth:.4g}, and that cannot be typed: an answer lies between 0 and 100 %."
    if not kind.is_right(question, given, truth):
        return (
            f"within = {question.within:g} refuses every answer that a learner can give: "
            f"it is {truth:.8g}, and who types {answer} is wrong."
        )
    return ""


def around(truth: float, within: float) -> Interval:
    return truth - within - ROUNDING, truth + within + ROUNDING


def accepted(region: Interval, whole: Interval) -> float:
    """Return which share of an interval lies in a region."""
    length = whole[1] - whole[0]
    return max(0.0, min(region[1], whole[1]) - max(region[0], whole[0])) / length if length > 0 else 0.0


def sought(question: Question, found: Measured, truth: float) -> Interval:
    """Return where people would look for the number that a question asks for."""
    if not question.against:
        return plausible(question.metric, found.experiment, [found])
    if question.compare == "difference":
        scale = scale_of(question.metric, [found])
        low, high = possible(question.metric, "difference")
        return max(low, -scale), min(high, scale)
    return 0.0, max(2.0, 2 * truth)
