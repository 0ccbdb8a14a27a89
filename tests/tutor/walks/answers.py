"""Answer as the learner of a walk: never the best there is, always something that can be used."""

from lessons.course.asking.questions import kind_of
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Question
from lessons.course.lesson.page import Ask
from lessons.course.lesson.source import edited_lines, healthy_text
from tutor.words.text import Text

GUESS, WORDS = "is it the loss?", "what bends"
TYPED = {"shape": "5x23", "entry": "0.1", "number": "0.5", "share": "75"}


def place_in_list(question: Question) -> int:
    """Return the place of the answer that they take: not always the first, not always the last."""
    return len(question.id) % 3


def typed_answer(question: Question) -> str:
    if question.kind == "order":
        return "".join(str(number) for number in range(len(question.arms), 0, -1))
    return TYPED["share" if question.percent else question.kind]


def answer_line(question: Question, place: LessonMode) -> str:
    """The answer as a line: the number of a choice, or what is typed."""
    offered = kind_of(question).choices(question, place.lesson.prose["en"], Text("en"))
    return str(place_in_list(question) % len(offered) + 1) if offered else typed_answer(question)


def answer_keys(want: Ask) -> list[str]:
    if want.options:
        return ["down"] * (place_in_list(want.question) % len(want.options) + 1)
    return list(typed_answer(want.question))


def right_code(place: LessonMode) -> str:
    return place.lesson.lab.solution if place.lesson.lab else healthy_text(place.lesson.edits[0].file)


def edited_place(place: LessonMode) -> tuple[str, int]:
    edits = place.lesson.edits
    return edits[0].file, edited_lines(edits, edits[0].file)[0]
