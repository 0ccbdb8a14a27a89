"""Sentences of the tutor in a lesson's words: `{asked}` asks what the runs decide, `{verdict}` says what they said."""

from lessons.course.lesson import Prose, Question
from lessons.course.measurements import metric_words
from lessons.course.questions.measured import named
from lessons.course.text import Text
from lessons.course.verdicts import Telling, Verdict

ASKED, VERDICT = "{asked}", "{verdict}"


def with_asked(words: str, question: Question, page: Prose, text: Text) -> str:
    """Return words with the sentence that asks, from the metric, the arms and how they are compared."""
    return words.replace(ASKED, asked_sentence(question, page, text)) if ASKED in words else words


def asked_sentence(question: Question, page: Prose, text: Text) -> str:
    """Ask for what the question is judged by, and for nothing else."""
    key = question.compare if question.kind in ("number", "choice") and question.against else question.kind
    if question.kind == "choice" and not question.against:
        key = "number"
    if question.kind == "which":
        key = f"which_{question.compare}"
    arms = ", ".join(named(arm, page, text) for arm in question.arms)
    arm, against = (named(name, page, text) for name in (question.arm, question.against))
    asked = text(f"asked.{key}", metric=metric_words(question.metric, text), arm=arm, against=against, arms=arms)
    return asked[:1].upper() + asked[1:]


def with_verdict(words: str, verdict: Verdict, telling: Telling) -> str:
    """Return words with the sentence that says what the runs said."""
    if VERDICT not in words:
        return words
    metric = metric_words(verdict.question.metric, telling.text)
    said = telling.text("asked.verdict", metric=metric, truth=telling.truth(verdict))
    return words.replace(VERDICT, said[:1].upper() + said[1:])


def without_verdict(words: str, text: Text) -> str:
    """Return words with what stands for the verdict until there are runs."""
    return words.replace(VERDICT, text("asked.open"))
