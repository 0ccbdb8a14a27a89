"""Make the page of a step, and its words, for a test."""

from lessons.course.lesson.figures import with_figures
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Page, Strings, Words
from lessons.course.lesson.state import Act, State
from lessons.course.lesson.values import LANGUAGES
from lessons.course.steps.flow import replay
from lessons.course.steps.plan import Steps
from lessons.runs.figures import figures


def figured(lesson: Lesson, text: Strings) -> Lesson:
    return with_figures(lesson, figures(lesson, dict.fromkeys(LANGUAGES, text)))


def page(steps: Steps, name: str, text: Strings, *acts: Act, state: State | None = None) -> Page:
    step = next(step for step in steps.all if step.id == name)
    return step.page(steps, replay(steps, acts) if state is None else state, text)


def words(found: Page, tone: str | None = None) -> str:
    said = [block for block in found.all_blocks if isinstance(block, Words)]
    return "\n".join(block.markdown for block in said if tone in (None, block.tone))
