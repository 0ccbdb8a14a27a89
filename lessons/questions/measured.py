"""What a question looks at in a record: one arm's summary, or how two arms compare."""

from lessons.lesson import Experiment, Question
from lessons.summaries import Band, Record, Summary, pair_name, recorded


def of_arm(question: Question, record: Record, arm: str) -> Summary:
    return recorded(record, question.experiment, question.metric, arm)


def comparison(question: Question, record: Record, experiment: Experiment) -> Summary:
    name = pair_name(question.compare, question.arm, question.against, experiment.names)
    return recorded(record, question.experiment, question.metric, name)


def statistic(question: Question, summary: Summary) -> float | None:
    """The one number of a summary that the question asks for; None where there is none."""
    value = getattr(summary, question.summary) if isinstance(summary, Band) else None
    return None if value is None or value != value else value


def asked(question: Question, record: Record, experiment: Experiment) -> float | None:
    """The number that decides: of an arm, or of its comparison with another."""
    found = (
        comparison(question, record, experiment)
        if question.against
        else of_arm(question, record, question.arm)
    )
    return statistic(question, found)


def by_arm(question: Question, record: Record) -> dict[str, float] | None:
    """The statistic of each arm that the question compares; None if one has no value."""
    found = {arm: statistic(question, of_arm(question, record, arm)) for arm in question.arms}
    numbers = {arm: value for arm, value in found.items() if value is not None}
    return numbers if len(numbers) == len(found) else None
