"""One answer of several, each with the region of the measurement in which it is the right one."""

from lessons.lesson import Experiment, Interval, Option, Prose, Question
from lessons.plain_text import plain_text
from lessons.prose import options
from lessons.questions.measured import asked, of_arm, statistic
from lessons.summaries import Record
from lessons.text import Text


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    """The words of each option, without their marks."""
    return {name: plain_text(words) for name, words in offered(question, page).items()}


def offered(question: Question, page: Prose) -> dict[str, str]:
    return options(page.question(question.id))[1]


def understood(question: Question, answer: str) -> str | None:
    return answer if answer in {option.id for option in question.options} else None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """The first option all of whose regions hold what was measured."""
    for option in question.options:
        if holds(option, question, record, experiment):
            return option.id
    return None


def holds(option: Option, question: Question, record: Record, experiment: Experiment) -> bool:
    """Whether every region of an option holds."""
    if option.value is not None and not inside(option.value, asked(question, record, experiment)):
        return False
    return all(
        inside(region, statistic(question, of_arm(question, record, arm)))
        for arm, region in option.arms.items()
    )


def inside(region: Interval, value: float | None) -> bool:
    return value is not None and region[0] <= value <= region[1]


def is_right(question: Question, answer: str, truth: str) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return choices(question, page, text).get(answer, answer)


def chance(question: Question) -> float:
    return 1 / len(question.options)
