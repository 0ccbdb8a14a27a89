"""A learner's predictions: a line a question before and after the run, and how many came true at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lessons.course.asking.measurements import metric_words
from lessons.course.asking.question_words import question_name
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import Verdict, VerdictWords, arms_of, experiment_of, sure_words, verdicts
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.page import Block, Strings, Words
from lessons.course.lesson.state import State
from lessons.course.lesson.summaries import NO_RECORD, Record, seeds_of
from lessons.course.steps.plan import Steps

EVEN = 0.5  # above which one was sure


def prediction_lines(
    questions: Sequence[Question], steps: Steps, state: State, text: Strings, now: Record = NO_RECORD
) -> tuple[Words, ...]:
    """Write a line each; of what trains at the moment, `now`, how it stands and no verdict."""
    record = {**now, **state.record}
    found = verdicts(steps.lesson, replace(state, record=record), tuple(questions))
    judged = {each.question.id: each for each in found}
    telling = VerdictWords(steps.lesson, record, steps.prose(text), text)
    answered = [each for each in questions if each.id in state.answers]
    return tuple(line(each, judged.get(each.id), state, telling) for each in answered)


def line(question: Question, verdict: Verdict | None, state: State, telling: VerdictWords) -> Words:
    answer, text = state.answers[question.id], telling.text
    name = telling.page.sections.get(f"name {question.id}") or metric_words(question.metric, text)
    sure = sure_words(answer, "run.how_sure", text)
    said = text("run.you_said", question=name, answer=telling.answer(question, answer.value), sure=sure)
    is_now = question.experiment not in state.record
    if is_now and not is_watched(question, telling.lesson):
        return Words(f"· {said} · {text('run.unwatched')}", "note")
    if verdict is None:
        return Words(f"· {said}", "note")
    truth = replace(telling, of_one_seed=is_now).truth(verdict)
    if is_now:
        is_told = verdict.truth is not None and not kind_of(question).is_drawn
        return Words(f"· {said} · {text('run.now', truth=truth)}" if is_told else f"· {said}", "note")
    if verdict.truth is None:
        return Words(f"· {said} · {truth}", "note")
    return Words(f"{said} · {text('run.runs_say', truth=truth)}", verdict.tone)


def is_watched(question: Question, lesson: Lesson) -> bool:
    """Return True if all that a question compares is trained where one seed is watched."""
    experiment = experiment_of(lesson, question)
    return {*(experiment.shown or experiment.names)} >= {*arms_of(question, lesson)}


def left_words(steps: Steps, state: State, text: Strings) -> str:
    """Return `3 bets left` of what is asked after code that has passed, its trial with it; `""` if there is nothing."""
    place = steps.place(steps.bench(""), state)
    if not state.passed or place is None:
        return ""
    asked = {each.id for step in steps.all[place:] for each in (*step.questions, *filter(None, [step.trial]))}
    count = len(asked - {*state.answers} - state.locked)
    return text("bet.left_one" if count == 1 else "bet.left", count=count) if count else ""


def ending_blocks(steps: Steps, state: State, text: Strings) -> Iterator[Block]:
    yield Words(text("why.finished"), "good")
    found = verdicts(steps.lesson, state, tuple(steps.questions.values()))
    decided = [each for each in found if each.truth is not None]
    wrong = [each for each in decided if not each.right]
    words = done_words(steps, state, text)
    if decided:
        words += f" {text('end.score', right=len(decided) - len(wrong), count=len(decided))}"
    yield Words(words)
    surest = max(wrong, key=lambda each: each.answer.confidence or 0, default=None)
    if surest and (surest.answer.confidence or 0) > EVEN:  # a guess is no mistake
        telling = VerdictWords(steps.lesson, state.record, steps.prose(text), text)
        name = question_name(surest.question, steps.lesson, telling.page, text)
        answer, truth = telling.answer(surest.question, surest.answer.value), telling.truth(surest)
        sure = sure_words(surest.answer, "verdict.sure", text)
        yield Words(text("end.mistake"), "heading")
        yield Words(text("end.mistake_line", question=name, answer=answer, sure=sure, truth=truth))
    if remember := steps.prose(text).sections.get("remember"):
        yield Words(text("why.remember"), "heading")
        yield Words(remember)


def done_words(steps: Steps, state: State, text: Strings) -> str:
    """Say what was broken, found and mended; or built; or only run."""
    lesson, bench = steps.lesson, steps.bench("")
    tries = state.tries.get(bench, 0)
    ending = "_tries" if tries > 1 else ""
    if lesson.edits:
        return text(f"end.break{ending}", file=lesson.edits[0].file, tries=tries)
    if lesson.lab:
        return text(f"end.lab{ending}", file=lesson.lab.file, tries=tries)
    done = [each for each in lesson.experiments.values() if each.id in state.record]
    models = sum(len(each.arms) * seeds_of(state.record, each.id, each.seeds) for each in done)
    return text("end.experiment", models=models) if models else text("end.walkthrough")
