"""A question in words: what it asks, what it is called, how near is near enough, and which answers it takes.

In a lesson's words `{asked}` stands for a sentence that asks what the runs decide.
"""

import re

from lessons.course.asking.kind import short
from lessons.course.asking.measurements import experiment_words, metric_words, named
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.lesson import WORKED, Lesson, Prose, Question
from lessons.course.lesson.page import Block, Strings
from lessons.course.lesson.prose import options, section_blocks, without_drawings
from lessons.course.lesson.value_words import is_share, is_steps, points, value_words

ASKED = "{asked}"
SURE = (0.75, 0.95)  # fairly, and certainly
SAID = re.compile(r"\b(counts? as|right within|cuentan? como|aciertas si te quedas)\b", re.IGNORECASE)


def question_words(question: Question, page: Prose, text: Strings) -> str:
    """Write a question, without its drawings and the answers on offer."""
    return without_drawings(question_markdown(question, page, text))


def question_blocks(question: Question, page: Prose, text: Strings) -> tuple[Block, ...]:
    """Write a question with its drawings, each where its author put it, without the answers on offer."""
    return section_blocks(question_markdown(question, page, text), page)


def question_markdown(question: Question, page: Prose, text: Strings) -> str:
    """Return the section of a question up to its answers. `{asked}` asks for its metric alone."""
    words = options(page.question(question.id))[0]
    if ASKED not in words:
        return words
    key = kind_of(question).asked_key(question)
    arms = ", ".join(named(arm, page, text) for arm in question.arms)
    arm, against = (named(name, page, text) for name in (question.arm, question.against))
    asked = text(f"asked.{key}", metric=metric_words(question.metric, text), arm=arm, against=against, arms=arms)
    return words.replace(ASKED, asked[:1].upper() + asked[1:])


def question_name(question: Question, lesson: Lesson, page: Prose, text: Strings) -> str:
    """Write a question in a word or two, for tables: its own section `name ID`, or its metric."""
    if own := page.sections.get(f"name {question.id}"):
        return own
    if question.of:
        return f"{text(f'entry.{question.kind}')} {question.of}"
    if question.tests:
        return text("trial.name")
    name = metric_words(question.metric, text)
    if len(lesson.experiments) > 1 and question.experiment in lesson.experiments:
        name += f" · {experiment_words(question.experiment, page)}"
    return name


def margin_words(question: Question, words: str, text: Strings) -> str:
    """Write `Up to 5 points of difference count as the same.`; `""` without a margin, or if the lesson says it."""
    kind = kind_of(question)
    margin, is_part = kind.margin(question), kind.is_part(question)
    if not margin or SAID.search(words):
        return ""
    if question.percent or (is_share(question.metric) and not is_part and not kind.is_number):
        size = points(f"{100 * margin:.3g}", text)
    elif is_steps(question.metric) and not is_part:
        size = value_words(margin, question.metric, text)
    else:
        size = f"{100 * margin:.3g} %" if is_part else f"{margin:.3g}"
    return text(f"margin.{kind.margin_key}", margin=size)


def answer_words(question: Question, answer: str, page: Prose, text: Strings) -> str:
    return short(kind_of(question).words(question, answer, page, text))


def is_usable(question: Question, answer: str) -> bool:
    return kind_of(question).understood(question, answer) is not None


def why_unusable(question: Question, text: Strings) -> str:
    return text(f"wrong.{kind_of(question).wrong_key(question)}")


def complaint(question: Question, answer: str, text: Strings) -> str:
    """Say why an answer cannot be kept; return "" if it can."""
    return "" if kind_of(question).is_kept(question, answer) else why_unusable(question, text)


def kept(question: Question, typed: str, text: Strings) -> tuple[str, str]:
    """Return a typed answer as a journal keeps it; and why it cannot be kept, or "" if it can."""
    answer = kind_of(question).kept(question, typed, text.language)
    return answer, complaint(question, answer, text)


def said_back(question: Question, typed: str, page: Prose, text: Strings) -> str:
    """Say how a typed answer is understood, if it may be typed in many ways: `75` is 75 %; else `""`."""
    answer, trouble = kept(question, typed, text)
    kind = kind_of(question)
    if trouble or not kind.reads_many_ways(question):
        return ""
    return answer if kind.is_number else kind.words(question, answer, page, text)


def chance_of(question: Question) -> float:
    """Return the chance that a pure guess is right, at most that of a coin toss."""
    return max(0.01, min(0.5, round(kind_of(question).chance(question), 2)))


def levels_of(question: Question, text: Strings) -> dict[str, float]:
    """Return the levels of confidence: a guess, fairly sure, certain; `{}` in a calculation, which is practice."""
    levels = () if question.experiment == WORKED else (chance_of(question), *SURE)
    return {text(f"predict.level_{n}", sure=f"{100 * each:.0f} %"): each for n, each in enumerate(levels, 1)}
