"""More, the same or less: one arm beside another, within the question's margin."""

import math

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.measured import ROUNDING, comparison, of_arm
from lessons.summaries import Band, Record
from lessons.text import Text
from lessons.vocabulary import DIRECTIONS, SHARE, metric_of


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {name: words(question, name, page, text) for name in DIRECTIONS}


def understood(question: Question, answer: str) -> str | None:
    return answer if answer in DIRECTIONS else None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """The comparison, over the seeds, by the question's statistic. A side without a value ranks as never."""
    compared = comparison(question, record, experiment)
    reference = of_arm(question, record, question.against)
    if not isinstance(compared, Band) or not isinstance(reference, Band):
        return None
    found = getattr(compared, question.summary)
    if found is None and getattr(reference, question.summary) is None:
        return None
    middle = 1.0 if question.compare == "ratio" else 0.0
    shift = math.inf if found is None else found - middle
    if math.isnan(shift):
        return None
    if abs(shift) <= question.same_within + ROUNDING:
        return "same"
    return "more" if shift > 0 else "fewer"


def is_right(question: Question, answer: str, truth: str) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    """Steps are more or fewer; shares, losses and ranks higher or lower; other numbers larger or smaller."""
    if answer not in DIRECTIONS:
        return answer
    return text(f"answer.{answer}{ending(question)}")


def ending(question: Question) -> str:
    """What stands behind the key of a direction, for its metric."""
    metric = metric_of(question.metric)
    if question.metric.startswith("steps_to"):
        return ""
    is_high = (metric is not None and metric.kind == SHARE) or any(
        word in question.metric for word in ("loss", "rank")
    )
    return "_high" if is_high else "_large"


def chance(question: Question) -> float:
    return 1 / len(DIRECTIONS)
