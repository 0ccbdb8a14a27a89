"""Sentences of the tutor in a lesson's words: `{asked}` asks what the runs decide, `{verdict}` says what they said."""

from lessons.course.lesson import Prose, Question
from lessons.course.measurements import metric_words
from lessons.course.prose import options
from lessons.course.questions.measured import named
from lessons.course.text import Text
from lessons.course.verdicts import Telling, Verdict

ASKED, VERDICT = "{asked}", "{verdict}"


def question_words(question: Question, page: Prose, text: Text) -> str:
    """Say what is asked, without the answers on offer."""
    return with_asked(options(page.question(question.id))[0], question, page, text)


def with_asked(words: str, question: Question, page: Prose, text: Text) -> str:
    """Return words with the sentence that asks for what the question is judged by, and for nothing else."""
    if ASKED not in words:
        return words
    key = question.compare if question.kind in ("number", "choice") and question.against else question.kind
    if question.kind == "choice" and not question.against:
        key = "number"
    if question.kind == "which":
        key = f"which_{question.compare}"
    arms = ", ".join(named(arm, page, text) for arm in question.arms)
    arm, against = (named(name, page, text) for name in (question.arm, question.against))
    asked = text(f"asked.{key}", metric=metric_words(question.metric, text), arm=arm, against=against, arms=arms)
    return words.replace(ASKED, asked[:1].upper() + asked[1:])


def with_verdict(words: str, verdict: Verdict, telling: Telling) -> str:
    if VERDICT not in words:
        return words
    metric = metric_words(verdict.question.metric, telling.text)
    said = telling.text("asked.verdict", metric=metric, truth=telling.truth(verdict))
    return words.replace(VERDICT, said[:1].upper() + said[1:])


def without_verdict(words: str, text: Text) -> str:
    """Return words with what stands for the verdict until there are runs."""
    return words.replace(VERDICT, text("asked.open"))
