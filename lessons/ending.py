"""The end of a lesson: what the learner did, how many predictions came true, and the surest of those that did not."""

from collections.abc import Iterator

from lessons.lesson import Prose
from lessons.measurements import question_name
from lessons.page import Block, Words
from lessons.plan import Steps
from lessons.questions import kind_of
from lessons.state import State
from lessons.text import Text
from lessons.verdict_words import short, truth_words
from lessons.verdicts import Verdict, verdicts


def ending_blocks(steps: Steps, state: State, text: Text) -> Iterator[Block]:
    """Facts of this learner's own lesson, and the sentence to keep."""
    page = steps.prose(text)
    yield Words(text("why.finished"), "good")
    found = verdicts(steps.lesson, state, tuple(steps.questions.values()))
    yield Words(" ".join((done_words(steps, state, text), *score(found, text))))
    if mistake := surest_mistake(found):
        yield Words(text("end.mistake"), "heading")
        yield Words(mistake_words(mistake, steps, state, page, text))
    if remember := page.sections.get("remember"):
        yield Words(text("why.remember"), "heading")
        yield Words(remember)


def done_words(steps: Steps, state: State, text: Text) -> str:
    """What was broken, found and mended; or built; or only run."""
    lesson, bench = steps.lesson, steps.bench("")
    tries = state.tries.get(bench, 0)
    if lesson.edits:
        return text("end.break" if tries <= 1 else "end.break_tries", file=lesson.edits[0].file, tries=tries)
    if lesson.lab:
        return text("end.lab" if tries <= 1 else "end.lab_tries", file=lesson.lab.file, tries=tries)
    models = sum(
        len(each.arms) * each.seeds for each in lesson.experiments.values() if each.id in state.record
    )
    return text("end.experiment", models=models) if models else text("end.walkthrough")


def score(found: list[Verdict], text: Text) -> Iterator[str]:
    """How many predictions came true, of those that a run could decide."""
    decided = [each for each in found if each.truth is not None]
    if decided:
        yield text("end.score", right=sum(each.right for each in decided), count=len(decided))


def surest_mistake(found: list[Verdict]) -> Verdict | None:
    """The wrong answer that was given with most confidence."""
    wrong = [each for each in found if each.truth is not None and not each.right]
    return max(wrong, key=lambda each: each.answer.confidence, default=None)


def mistake_words(mistake: Verdict, steps: Steps, state: State, page: Prose, text: Text) -> str:
    question, answer = mistake.question, mistake.answer
    return text(
        "end.mistake_line",
        question=question_name(question, steps.lesson, page, text),
        answer=short(kind_of(question).words(question, answer.value, page, text)),
        confidence=f"{100 * answer.confidence:.0f} %",
        truth=truth_words(mistake, steps.lesson, state.record, page, text),
    )
