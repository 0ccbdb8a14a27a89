"""The kinds of questions that offer their answers: options, courses of a curve, and an arm beside another."""

import math

from lessons.course.asking.kind import Kind, apart, side, word_of
from lessons.course.asking.measurements import by_arm, comparison, holds, of_arm, statistic
from lessons.course.lesson.lesson import Experiment, Interval, Prose, Question
from lessons.course.lesson.metric import Metric
from lessons.course.lesson.page import Strings, plain_text
from lessons.course.lesson.prose import options
from lessons.course.lesson.summaries import Band, Record, pair_name, recorded
from lessons.course.lesson.value_words import is_level, is_steps

DIRECTIONS = ("more", "same", "fewer")
CURVES = ("follows", "slower", "plateau", "flat", "unfinished", "diverges")
TRENDS = ("rises", "flat", "falls")


class Offered(Kind):
    """A question that offers its answers: a guess is one of them."""

    def understood(self, question: Question, answer: str) -> str | None:
        return answer if answer in self.answers(question) else None

    def chance(self, question: Question) -> float:
        return 1 / len(self.answers(question))


class Choice(Offered):
    """One answer of several, each with the region of the measurement in which it is the right one."""

    fewest_options = 2

    def answers(self, question: Question) -> tuple[str, ...]:
        return tuple(option.id for option in question.options)

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        return {name: plain_text(words) for name, words in options(page.question(question.id))[1].items()}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        return next(iter(self.truths(question, record, experiment)), None)

    def truths(self, question: Question, record: Record, experiment: Experiment) -> tuple[str, ...]:
        """Return the options all of whose regions hold what was measured."""
        return tuple(each.id for each in question.options if holds(each, question, record, experiment))

    def regions(self, question: Question, answers: tuple[str, ...], record: Record) -> list[Interval]:
        return [each.value for each in question.options if each.id in answers and each.value]

    def asked_key(self, question: Question) -> str:
        return question.compare if question.against else "number"


class CurveShape(Offered):
    """The course of a loss curve, compared with that of the first arm."""

    is_drawn = draws_curves = True
    gives_word = says_measured = True

    def answers(self, question: Question) -> tuple[str, ...]:
        return CURVES

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        return {name: text(f"answer.{name}") for name in CURVES}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        return word_of(of_arm(question, record, question.arm))

    def fits(self, metric: Metric, name: str) -> bool:
        return name == "curve"


class Direction(Offered):
    """More, the same or less: one arm compared with another, within the question's margin."""

    is_paired = answers_alike = True
    margin_key = "same"

    def answers(self, question: Question) -> tuple[str, ...]:
        return DIRECTIONS

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        """Offer more or fewer of steps; shares, losses and ranks higher or lower; other numbers larger or smaller."""
        ending = "" if is_steps(question.metric) else "_high" if is_level(question.metric) else "_large"
        return {name: text(f"answer.{name}{ending}") for name in DIRECTIONS}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the comparison by the question's statistic. An arm without a value ranks as never."""
        compared = comparison(question, record, experiment)
        reference = of_arm(question, record, question.against)
        if not isinstance(compared, Band) or not isinstance(reference, Band):
            return None
        found = getattr(compared, question.summary)
        if found is None and getattr(reference, question.summary) is None:
            return None
        middle = 1.0 if question.compare == "ratio" else 0.0
        shift = math.inf if found is None else found - middle
        return most_seeds(question, record, experiment) if math.isnan(shift) else side(shift, question, DIRECTIONS)

    def regions(self, question: Question, answers: tuple[str, ...], record: Record) -> list[Interval]:
        """Return the intervals for one arm's number, given the other arm's."""
        beside = statistic(question, of_arm(question, record, question.against))
        if beside is None:
            return []
        margin = question.same_within * (abs(beside) if question.compare == "ratio" else 1)
        low, high = beside - margin, beside + margin
        known = {"fewer": (-math.inf, low), "same": (low, high), "more": (high, math.inf)}
        return [known[each] for each in answers]

    def ends(self, question: Question, answer: str) -> tuple[str, str]:
        pair = question.arm, question.against
        return {"fewer": pair, "more": (pair[1], pair[0])}.get(answer, ("", ""))

    def is_part(self, question: Question) -> bool:
        return question.compare == "ratio"


def most_seeds(question: Question, record: Record, experiment: Experiment) -> str | None:
    """Return the side on which most seeds are, where some diverged and their sides were counted; else None."""
    for name, answer in (("lower", "fewer"), ("higher", "more")):
        pair = pair_name(name, question.arm, question.against, experiment.names)
        found = recorded(record, question.experiment, question.metric, pair)
        if isinstance(found, Band) and found.mean is not None and found.mean > 0.5:
            return answer
    return None


class Trend(Offered):
    """The course of a metric from the first varied arm to the last: it rises, stays flat, or falls."""

    compares = is_drawn = answers_alike = True
    margin_key = "flat"

    def answers(self, question: Question) -> tuple[str, ...]:
        return TRENDS

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        return {name: text(f"trend.{name}") for name in TRENDS}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Compare the last arm with the first, by a part of the first where the question asks for a ratio."""
        found = by_arm(question, record)
        if not found:
            return None
        first, *_, last = found.values()
        change = apart(first, last)
        if question.compare == "ratio" and first and math.isfinite(first):
            change /= abs(first)
        return side(change, question, TRENDS)

    def is_part(self, question: Question) -> bool:
        return question.compare == "ratio"
