"""What was said beside what happened, in words: the answer, the truth, and what each arm gave."""

from collections.abc import Sequence

from lessons.lesson import WORKED, Lesson, Prose, Question
from lessons.page import Block, Words
from lessons.questions import kind_of
from lessons.questions.arms import named
from lessons.questions.measured import asked, comparison, of_arm
from lessons.summaries import Majority, Record, Summary, as_shown
from lessons.text import Text
from lessons.value_words import compared_words, summary_sentence, value_words
from lessons.verdicts import Verdict, experiment_of
from lessons.vocabulary import ONE


def headline(verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text) -> Words:
    """What was said, how sure, and what the runs say."""
    question, answer = verdict.question, verdict.answer
    given = answer_words(question, answer.value, page, text)
    confidence = f"{100 * answer.confidence:.0f} %"
    if verdict.truth is None:
        return Words(text("verdict.undecided", answer=given, confidence=confidence), verdict.tone)
    truth = truth_words(verdict, lesson, record, page, text)
    key = "calculated" if question.experiment == WORKED else "decided"
    return Words(text(f"verdict.{key}", answer=given, confidence=confidence, truth=truth), verdict.tone)


def numbered_arms(question: Question, page: Prose, text: Text) -> list[Block]:
    """The arms that an order is given of, with the number of each."""
    if question.kind != "order":
        return []
    arms = ", ".join(f"{number} {named(arm, page, text)}" for number, arm in enumerate(question.arms, 1))
    return [Words(text("predict.by_number", arms=arms))]


def short(words: str) -> str:
    """An answer without its explanation."""
    return words.split(":")[0].strip()


def answer_words(question: Question, answer: str, page: Prose, text: Text) -> str:
    """An answer in the terms of its question, without its explanation."""
    return short(kind_of(question).words(question, answer, page, text))


def truth_words(verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text) -> str:
    """What the runs say, in the terms of the question."""
    question = verdict.question
    if verdict.truth is None:
        return text("observe.undecided")
    if question.kind == "number" and not question.against:
        return asked_of_arm(question, record, text)
    if question.kind == "number":
        return number_words(asked(question, record, experiment_of(lesson, question)), question, text)
    if question.kind == "entry":
        return f"{float(verdict.truth):.4g}"
    return answer_words(question, verdict.truth, page, text)


def asked_of_arm(question: Question, record: Record, text: Text) -> str:
    return found_words(of_arm(question, record, question.arm), question, text)


def found_words(found: Summary, question: Question, text: Text) -> str:
    """The median or the mean with its range; another summary is one number."""
    if isinstance(found, Majority):
        return summary_sentence(found, question.metric, text)
    if question.summary not in ONE:
        return summary_sentence(as_shown(found, question.metric, question.summary), question.metric, text)
    return value_words(getattr(found, question.summary), question.metric, text)


def number_words(value: float | None, question: Question, text: Text) -> str:
    """A comparison that was asked for as a number."""
    if value is None:
        return text("observe.undecided")
    return f"{100 * value:.3g} %" if question.percent else f"{value:.3g}"


def arms_of(question: Question, lesson: Lesson) -> Sequence[str]:
    """The arms that a question looks at, the one it is about first."""
    if question.arms:
        return question.arms
    named_ones = [
        question.arm,
        question.against,
        *(arm for option in question.options for arm in option.arms),
    ]
    return [arm for arm in dict.fromkeys(named_ones) if arm in experiment_of(lesson, question).names]


def measured_words(question: Question, lesson: Lesson, record: Record, page: Prose, text: Text) -> str:
    """`broken: 0.44, 0.41 to 0.47 in nine of ten seeds; healthy: …`, and how they compare where that decides."""
    parts = [
        text("value.of_arm", arm=named(arm, page, text), value=found_words(found, question, text))
        for arm in arms_of(question, lesson)
        if not isinstance(found := of_arm(question, record, arm), Majority)
        or len(arms_of(question, lesson)) > 1
    ]
    return "; ".join([*parts, *compared(question, lesson, record, page, text)])


def compared(question: Question, lesson: Lesson, record: Record, page: Prose, text: Text) -> list[str]:
    """How the two arms compare, where the question asks that."""
    if not question.against:
        return []
    found = comparison(question, record, experiment_of(lesson, question))
    arm, against = (named(each, page, text) for each in (question.arm, question.against))
    words = compared_words(found, question, arm, against, text)
    return [words] if words else []
