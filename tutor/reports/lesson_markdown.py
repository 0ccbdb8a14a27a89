"""What a learner did in one lesson as Markdown: predictions beside what happened, the search, and their own words."""

from collections.abc import Iterator

from lessons.lesson import Prose, Question
from lessons.measurements import question_name
from lessons.questions import kind_of
from lessons.recipes import steps_of
from lessons.state import Answer
from lessons.verdict_words import measured_words, short, truth_words
from tutor.reports.learner_report import OwnLesson
from tutor.reports.markdown import bullets, code, literal, quotation
from tutor.reports.words import percent
from tutor.reports.work import verdict_on
from tutor.words.text import Text

SAID_WHOLE = ("number", "curve", "shape", "entry")  # kinds whose truth is what was measured
UNDECIDED, RIGHT, WRONG = "○", "✓", "✗"


def lesson_parts(lesson: OwnLesson, text: Text) -> Iterator[str]:
    """Write the parts below a lesson's title; what there is none of is left out."""
    yield from predictions(lesson, text)
    if lesson.searched:
        yield f"### {text('export.search' if lesson.place.lesson.hints else 'stage.lab')}"
        yield bullets(search_lines(lesson, text))
    if lesson.words:
        yield f"### {text('export.words')}"
        yield quotation(lesson.words)


def predictions(lesson: OwnLesson, text: Text) -> Iterator[str]:
    """Write the score, and a line for each question that was answered."""
    asked = [each for each in steps_of(lesson.place).questions.values() if each.id in lesson.state.answers]
    lines = [prediction_line(question, lesson, text) for question in asked]
    if lines:
        marks = [line[0] for line in lines]
        decided = len(marks) - marks.count(UNDECIDED)
        score = text("export.score", right=marks.count(RIGHT), decided=decided)
        yield f"### {text('export.predictions')} · {score}"
        yield bullets(lines)


def prediction_line(question: Question, lesson: OwnLesson, text: Text) -> str:
    """Say one prediction beside what happened, in the terms of the question, with the medians."""
    page, state, answer = (
        lesson.place.lesson.prose[text.language],
        lesson.state,
        lesson.state.answers[question.id],
    )
    found = verdict_on(lesson.place.lesson, question, state)
    mark, happened = UNDECIDED, text("export.undecided")
    if found:
        mark = UNDECIDED if found.truth is None else RIGHT if found.right else WRONG
        happened = literal(truth_words(found, lesson.place.lesson, state.record, page, text))
        if question.kind not in SAID_WHOLE:
            measured = measured_words(question, lesson.place.lesson, state.record, page, text)
            happened += f" ({literal(measured)})" if measured else ""
    name = question_name(question, lesson.place.lesson, page, text)
    return (
        f"{mark} **{literal(name)}**: {said(question, answer, page, text)}; "
        f"{text('export.happened')}: {happened}"
    )


def said(question: Question, answer: Answer, page: Prose, text: Text) -> str:
    """Say `I said *more* (80 %)`."""
    words = literal(short(kind_of(question).words(question, answer.value, page, text)))
    return f"{text('export.said')} *{words}* ({percent(answer.confidence)})"


def search_lines(lesson: OwnLesson, text: Text) -> Iterator[str]:
    """Write a line for each thing there is to tell."""
    if lesson.place.lesson.hints:
        yield text("export.hints_taken", taken=lesson.hints, count=len(lesson.place.lesson.hints))
    if lesson.reveals:
        yield text("export.last_hint", what=text(f"reveals.{lesson.reveals}"))
    for number, guess in lesson.guesses:
        yield f"{text('export.before_hint', number=number)}: {literal(guess)}"
    if lesson.points:
        yield text("export.points", count=lesson.points)
    if lesson.tries:
        yield text("export.tries", count=lesson.tries)
    if lesson.own_line:
        yield f"{text('export.own_line')}: {code(lesson.own_line)}"
