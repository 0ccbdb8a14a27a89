"""Questions and answers in a word or two, as learners see them; what this course does not have stays as it is."""

from lessons.course import Course
from lessons.lesson import Question
from lessons.measurements import question_name
from lessons.questions import kind_of
from lessons.verdict_words import short
from tutor.words.text import Text


def question_words(lesson: str, name: str, course: Course, text: Text) -> str:
    """Say what a question is about."""
    found, question = course.lessons.get(lesson), question_of(lesson, name, course)
    return question_name(question, found, found.prose[text.language], text) if found and question else name


def answer_words(lesson: str, name: str, answer: str, course: Course, text: Text) -> str:
    """Say an answer, or what happened, in the terms of its question."""
    found, question = course.lessons.get(lesson), question_of(lesson, name, course)
    if found is None or question is None:
        return answer
    return short(kind_of(question).words(question, answer, found.prose[text.language], text))


def question_of(lesson: str, name: str, course: Course) -> Question | None:
    found = course.lessons.get(lesson)
    return found.question(name) if found else None
