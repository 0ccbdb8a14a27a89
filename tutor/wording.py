"""Answers, measurements and verdicts in words: the same ones on every screen and in the notes."""

from datetime import date, datetime
from typing import TYPE_CHECKING

from lessons.grading import Verdict, as_number
from lessons.measured import Band, Commonest, Summary
from lessons.prose import options
from lessons.schema import Prose, Question
from tutor.text import Text, number

if TYPE_CHECKING:
    from tutor.learner import Learner


def answer_words(text: Text, page: Prose, question: Question, answer: str) -> str:
    """An answer as the learner saw it when they gave it."""
    if question.kind in ("direction", "curve"):
        return text(f"answer.{answer}") if text.has(f"answer.{answer}") else answer
    if question.kind == "choice":
        return options(page.question(question.id))[1].get(answer, answer)
    return answer


def short_answer(text: Text, page: Prose, question: Question, answer: str) -> str:
    """The same in a word or two, for a table."""
    if question.kind == "curve" and text.has(f"short.{answer}"):
        return text(f"short.{answer}")
    if question.kind == "choice":
        words = answer_words(text, page, question, answer)
        return words.split(":")[0].split(",")[0]
    return answer_words(text, page, question, answer)


def truth_words(text: Text, page: Prose, question: Question, verdict: Verdict) -> str:
    """What the runs say, in the terms of the question."""
    if verdict.truth is None:
        return text("observe.undecided")
    if question.kind == "number":
        return measured_words(
            verdict.broken if question.side == "broken" else verdict.healthy, question.percent
        )
    return short_answer(text, page, question, verdict.truth)


def plain_truth(text: Text, page: Prose, question: Question, truth: str) -> str:
    """What a journal remembers of what happened, where the measurements are not there any more."""
    if question.kind != "number" or (value := as_number(truth)) is None:
        return answer_words(text, page, question, truth)
    return f"{100 * value:.0f} %" if question.percent else number(value)


def measured_words(found: Summary, percent: bool = False) -> str:
    """`0.93 [0.88–1.00]`: the median and the band, or the commonest word."""
    if isinstance(found, Commonest):
        return found.word
    if percent:
        return share_words(found)
    middle = number(found.median)
    if found.p5 == found.p95:
        return middle
    return f"{middle} [{number(found.p5)}–{number(found.p95)}]"


def share_words(found: Band) -> str:
    def share(value: float | None) -> str:
        return "—" if value is None else "NaN" if value != value else f"{100 * value:.0f}"

    if found.p5 == found.p95:
        return f"{share(found.median)} %"
    return f"{share(found.median)} % [{share(found.p5)}–{share(found.p95)}]"


def both_sides(text: Text, question: Question, verdict: Verdict) -> str:
    """Broken and healthy, and how they compare where a ratio decides."""
    if isinstance(verdict.broken, Commonest):
        kinds = [
            text(f"short.{side.word}")
            if isinstance(side, Commonest) and text.has(f"short.{side.word}")
            else measured_words(side)
            for side in (verdict.broken, verdict.healthy)
        ]
        return text("observe.broken_against", broken=kinds[0], healthy=kinds[1])
    words = text(
        "observe.broken_against",
        broken=measured_words(verdict.broken, is_share(question)),
        healthy=measured_words(verdict.healthy, is_share(question)),
    )
    if question.kind == "direction" and question.compare == "ratio":
        words += " · " + text("observe.ratio", ratio=measured_words(verdict.compared))
    return words


def is_share(question: Question) -> bool:
    return question.percent or question.metric.endswith("accuracy")


def counted(text: Text, key: str, count: int, **values: str) -> str:
    """`1 learner`, `2 learners`."""
    return text(f"{key}_one" if count == 1 else key, count=count, **values)


def when_words(text: Text, due: datetime, today: date) -> str:
    """`today`, `tomorrow`, `in 5 days`: by the learner's own calendar."""
    days = (due.astimezone().date() - today).days
    if days <= 1:
        return text("when.today" if days <= 0 else "when.tomorrow")
    return text("when.days", days=days)


def next_review_words(text: Text, learner: "Learner") -> str:
    """What comes back next, and when; or what has to be done for anything to come back."""
    cards = learner.cards()
    if not cards:
        return text("review.none_yet")
    idea = learner.course.concepts[cards[0].concept][text.language]
    return text("review.none_due", idea=idea, when=when_words(text, cards[0].due, learner.today()))
