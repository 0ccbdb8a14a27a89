"""Verdict cards, one a question: what was asked, what was said, what the runs say as a picture, and why."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lessons.drawings import section_blocks
from lessons.lesson import Lesson, Prose, Question
from lessons.measurements import question_name
from lessons.page import Block, Card, Words
from lessons.pictures import Bars, Picture
from lessons.prose import options
from lessons.questions.margins import margin_words
from lessons.state import State
from lessons.summaries import Record
from lessons.text import Text
from lessons.verdict_pictures import pictures
from lessons.verdict_words import answer_words, compared, headline
from lessons.verdicts import Verdict, verdicts
from lessons.vocabulary import ONE

SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z¿¡ÁÉÍÓÚÑ*`])")


def cards(
    lesson: Lesson, state: State, questions: tuple[Question, ...], page: Prose, text: Text
) -> tuple[Card, ...]:
    """A card for each question that the runs speak to: the surest mistake first, what is undecided last."""
    found = sorted(verdicts(lesson, state, questions), key=most_to_learn)
    return tuple(card(verdict, lesson, state.record, page, text) for verdict in found)


def of_calculation(
    lesson: Lesson, state: State, questions: tuple[Question, ...], page: Prose, text: Text
) -> tuple[Card, ...]:
    """A card for each question of a worked calculation: its name, the verdict and the reason."""
    found = cards(lesson, state, questions, page, text)
    return tuple(replace(each, blocks=(each.blocks[0], *each.blocks[2:])) for each in found)


def whole_calculation(blocks: list[Block], text: Text) -> Card:
    """The card that stands before the others: all lines, and their numbers as pictures."""
    name = text("trace.whole")
    return Card("", name, "", (Words(name, "heading"), *blocks))


def most_to_learn(verdict: Verdict) -> tuple[int, float]:
    """Mistakes before what was right, and the surest first."""
    return ("wrong", "right", "note").index(verdict.tone), -verdict.answer.confidence


def card(verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text) -> Card:
    name = question_name(verdict.question, lesson, page, text)
    blocks = (Words(name, "heading"), *told(verdict, lesson, record, page, text))
    return Card(verdict.question.id, name, verdict.tone, blocks)


def told(verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text) -> Iterator[Block]:
    """The question in its own words, answer and truth, the picture, how the arms compare, and the reason."""
    question = verdict.question
    yield Words(asked_words(question, page))
    yield headline(verdict, lesson, record, page, text)
    shown = pictures(verdict, lesson, record, page, text)
    yield from shown
    for words in compared(question, lesson, record, page, text):
        yield Words(words[:1].upper() + words[1:])
    if reason := page.sections.get(f"because {question.id}") or page.sections.get(f"learnt {question.id}"):
        yield from section_blocks(reason, lesson, page, text)
    if notes := " ".join(small_print(verdict, shown, page, text)):
        yield Words(notes, "note")


def small_print(verdict: Verdict, shown: tuple[Picture, ...], page: Prose, text: Text) -> Iterator[str]:
    """How near would have been near enough, how to read the whiskers, and what many would have said."""
    question = verdict.question
    if margin := margin_words(question, "", text):
        yield margin
    if any(isinstance(picture, Bars) and has_whiskers(picture) for picture in shown):
        yield text("value.whiskers_mean" if question.summary == "mean" else "value.whiskers")
    if question.summary in ONE and shown:
        yield text(f"value.one_{question.summary}")
    if question.popular and question.popular not in (verdict.truth, verdict.answer.value):
        yield text("observe.popular", answer=answer_words(question, question.popular, page, text))


def has_whiskers(picture: Bars) -> bool:
    """Whether any bar's whiskers are wide enough to be seen."""
    seen = (picture.axis.high - picture.axis.low) / 50
    return any((bar.high or 0) - (bar.low or 0) > seen for bar in picture.bars)


def asked_words(question: Question, page: Prose) -> str:
    """The sentences that ask; where none ends on a question mark, the last paragraph."""
    last = options(page.question(question.id))[0].split("\n\n")[-1].replace("\n", " ")
    asking = [sentence for sentence in SENTENCE.split(last) if sentence.rstrip("*_`").endswith("?")]
    return " ".join(asking) or last


def score_words(found: tuple[Card, ...], text: Text) -> str:
    """How many were right, and what that is good for."""
    tones = [each.tone for each in found]
    right, count = tones.count("right"), len(tones) - tones.count("note")
    if not count:
        return text("observe.score_none")
    key = "all" if right == count else "zero" if not right else "some"
    return text(f"observe.score_{key}", right=right, count=count)
