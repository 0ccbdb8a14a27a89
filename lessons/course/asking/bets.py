"""Turn a prediction into what charts draw: a number, a range, or which arm ends lower, on the axis it is about."""

from collections.abc import Iterator

from lessons.course.asking.kind import short
from lessons.course.asking.measurements import named, role_of
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.lesson import Experiment, Prose, Question
from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import Bet
from lessons.course.lesson.summaries import NO_RECORD
from lessons.course.lesson.value_words import is_steps


def bets_on(metrics: tuple[str, ...], experiment: Experiment, page: Prose, text: Strings) -> Iterator[Bet]:
    """Yield the bets of an experiment on these metrics; a metric that counts steps is one along the lower axis."""
    for question, answers in experiment.bets:
        if question.metric.startswith(metrics) and answers:
            yield bet(question, answers, experiment, page, text)


def bet(question: Question, answers: tuple[str, ...], experiment: Experiment, page: Prose, text: Strings) -> Bet:
    kind, several = kind_of(question), len(experiment.names) > 1
    low, high = kind.ends(question, answers[0]) if len(answers) == 1 else ("", "")
    least, most = (role_of(experiment, arm) if arm in experiment.names else "" for arm in (low, high))
    spans = () if question.against else tuple(kind.regions(question, answers, NO_RECORD))
    said = " / ".join(short(kind.words(question, answer, page, text)) for answer in answers)
    if low and question.against:
        said = text("bet.sooner" if is_steps(question.metric) else "bet.lower", arm=named(low, page, text))
    elif several and spans:
        said = f"{named(question.arm, page, text)} {said}"
    return Bet(text("bet.yours", answer=said), spans, least, most, is_steps(question.metric))
