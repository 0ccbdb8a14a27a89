"""What was said beside what happened: who was right, by how much, and why."""

from collections.abc import Sequence

from lessons.drawings import section_blocks
from lessons.lesson import Lesson, Prose, Question
from lessons.measurements import question_name, said
from lessons.numbers import summary_words
from lessons.page import Block, Words
from lessons.questions import kind_of
from lessons.questions.arms import named
from lessons.questions.measured import comparison, of_arm
from lessons.state import State
from lessons.summaries import Record
from lessons.text import Text
from lessons.verdicts import Verdict, experiment_of, verdicts


def blocks(
    lesson: Lesson, state: State, questions: tuple[Question, ...], page: Prose, text: Text, score: bool = True
) -> list[Block]:
    """The score, and every question with its verdict, what was measured, and why it is so."""
    found = verdicts(lesson, state, questions)
    parts: list[Block] = []
    if score and found:
        parts.append(
            Words(text("observe.score", right=sum(each.right for each in found), count=len(found)), "heading")
        )
    for each in found:
        parts += verdict_blocks(each, lesson, state.record, page, text)
    return parts


def verdict_blocks(verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text) -> list[Block]:
    """One question: the answer and the truth, the measurements, and the reason."""
    question, answer = verdict.question, verdict.answer
    key, tone = ("decided", "right") if verdict.right else ("decided", "wrong")
    if verdict.truth is None:
        key, tone = "undecided", "note"
    kind = kind_of(question)
    headline = text(
        f"verdict.{key}",
        question=question_name(question, lesson, page, text),
        answer=short(kind.words(question, answer.value, page, text)),
        confidence=f"{100 * answer.confidence:.0f} %",
        truth=truth_words(verdict, lesson, record, page, text),
    )
    parts: list[Block] = [Words(headline, tone)]
    if measured := measured_words(question, lesson, record, page, text):
        parts.append(Words(measured, "note"))
    if question.popular and question.popular not in (verdict.truth, answer.value):
        popular = short(kind.words(question, question.popular, page, text))
        parts.append(Words(text("observe.popular", answer=popular), "note"))
    if reason := page.sections.get(f"because {question.id}"):
        parts += section_blocks(reason, lesson, page, text)
    return parts


def numbered_arms(question: Question, page: Prose, text: Text) -> list[Block]:
    """The arms that an order is given of, with the number of each."""
    if question.kind != "order":
        return []
    arms = ", ".join(f"{number} {named(arm, page, text)}" for number, arm in enumerate(question.arms, 1))
    return [Words(text("predict.by_number", arms=arms))]


def short(words: str) -> str:
    """An answer without its explanation."""
    return words.split(":")[0].strip()


def truth_words(verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text) -> str:
    """What the runs say, in the terms of the question."""
    question = verdict.question
    if verdict.truth is None:
        return text("observe.undecided")
    if question.kind == "number" and not question.against and question.summary == "median":
        return summary_words(of_arm(question, record, question.arm), question.percent)
    if question.kind in ("number", "entry"):
        return f"{100 * float(verdict.truth):.3g} %" if question.percent else f"{float(verdict.truth):.4g}"
    return short(kind_of(question).words(question, verdict.truth, page, text))


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
    """`broken 0.44, healthy 0.002, ratio 208`: what each arm gave, and how they compare where that decides."""
    experiment = experiment_of(lesson, question)
    parts = [
        f"{named(arm, page, text)} {said(of_arm(question, record, arm), question.metric, text)}"
        for arm in arms_of(question, lesson)
    ]
    if question.against and question.compare == "ratio":
        ratio = summary_words(comparison(question, record, experiment))
        parts.append(text("observe.ratio", ratio=ratio))
    return " · ".join(parts)
