"""Computing the figures of a lesson: all that its pages show and nobody trains."""

from collections.abc import Mapping
from dataclasses import replace

from lessons.course.lesson.arm_roles import activation_roles
from lessons.course.lesson.blocks import Block
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.figures import Figures
from lessons.course.lesson.lesson import Lesson, Prose
from lessons.course.lesson.page import Strings
from lessons.course.lesson.values import LessonError
from lessons.runs.calculation import calculation
from lessons.runs.drawings import draw
from lessons.runs.tasks import commonest


def figures(lesson: Lesson, texts: Mapping[str, Strings]) -> Figures:
    """Compute the figures of a lesson, with the words of each language. Raises LessonError for its calculation."""
    roles = activation_roles(lesson.experiments.values())
    drawings = [replace(each, settings={**each.settings, "roles": roles}) for each in lesson.drawings.values()]
    drawn = {
        language: {each.name: drawn_blocks(each, page, texts[language]) for each in drawings}
        for language, page in lesson.prose.items()
    }
    experiments = [*lesson.experiments.values(), *(review.experiment for review in lesson.reviews)]
    shares = {each.id: commonest(each) for each in experiments}
    return Figures(drawn, shares, calculation(lesson.worked) if lesson.worked else None)


def drawn_blocks(drawing: Drawing, page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return the blocks of a drawing; `()` if it cannot be drawn, which `check` says."""
    try:
        return draw(drawing, page, text)
    except LessonError:
        return ()
