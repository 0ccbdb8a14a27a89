"""Figures and names in words: shares, scores and days, lessons, steps and concepts."""

from datetime import date

from lessons.course import Course, LessonMode
from lessons.measurements import question_name
from lessons.questions import kind_of
from lessons.recipes import steps_of
from lessons.state import State
from lessons.verdict_words import short
from tutor.reports.work import DONE, UNKNOWN, place_of
from tutor.words.course import title_of
from tutor.words.text import Text

LONGEST_ID = 40  # a lesson that this course does not have may be called anything


def percent(share: float | None) -> str:
    return "—" if share is None else f"{100 * share:.0f} %"


def day(when: date | None) -> str:
    return "—" if when is None else when.isoformat()


def lesson_words(lesson: str, course: Course, text: Text) -> str:
    """Give a lesson's title; of one that this course does not have, its id."""
    found = course.headings.get(lesson)
    return (
        with_pack(lesson, found.titles[text.language])
        if found
        else f"{lesson[:LONGEST_ID]} ({text('report.unknown')})"
    )


def mode_words(lesson: str, mode: str, course: Course, text: Text) -> str:
    """Name the mode, where the lesson has more than one."""
    found = course.headings.get(lesson)
    return "" if found and len(found.modes) == 1 else text(f"mode.{mode}")


def title_words(lesson: str, mode: str, course: Course, text: Text) -> str:
    """Give a lesson's title with its mode."""
    parts = lesson_words(lesson, course, text), mode_words(lesson, mode, course, text)
    return " · ".join(part for part in parts if part)


def own_title(place: LessonMode, state: State, course: Course, text: Text) -> str:
    """Give a lesson's title for who learns it: a blind break is not told by its name before it is solved."""
    title = title_of(place, course, text, state)
    title = with_pack(place.lesson.id, title) if title != text("map.mystery") else title
    return f"{title} · {text('mode.open')}" if len(place.lesson.modes) > 1 and place.mode == "open" else title


def with_pack(lesson: str, title: str) -> str:
    """Give a title, and of a pack's lesson its name beside it: two packs may have one title."""
    return f"{title} · {lesson}" if "/" in lesson else title


def step_words(lesson: str, mode: str, where: str, course: Course, text: Text) -> str:
    """Say where somebody is: `done`, or a step by its number and kind."""
    place = place_of((lesson, mode), course)
    steps = steps_of(place).all if place else ()
    for number, step in enumerate(steps, 1):
        if step.id == where:
            return text("map.at", number=number, count=len(steps), step=text(f"stage.{step.kind}"))
    return text("report.stage_done" if where == DONE else "report.stage_unknown")


def step_keys(lesson: str, mode: str, course: Course) -> list[str]:
    """Give every key of where somebody can be in a lesson, in order."""
    place = place_of((lesson, mode), course)
    return [*(step.id for step in steps_of(place).all), DONE] if place else [UNKNOWN]


def concept_words(concept: str, course: Course, text: Text) -> str:
    return course.concepts.get(concept, {}).get(text.language, concept)


def question_words(lesson: str, name: str, course: Course, text: Text) -> str:
    """Say what a question is about; of one that this course does not have, its id."""
    found = course.lessons.get(lesson)
    question = found.question(name) if found else None
    return question_name(question, found, found.prose[text.language], text) if found and question else name


def answer_words(lesson: str, name: str, answer: str, course: Course, text: Text) -> str:
    """Say an answer, or what happened, in the terms of its question."""
    found = course.lessons.get(lesson)
    question = found.question(name) if found else None
    if found is None or question is None:
        return answer
    return short(kind_of(question).words(question, answer, found.prose[text.language], text))
