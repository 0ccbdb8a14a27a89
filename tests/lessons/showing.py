"""What a test asks of the page of a step."""

from lessons.course.figures import with_figures
from lessons.course.flow import replay
from lessons.course.lesson import Lesson
from lessons.course.page import Page, Text, Words
from lessons.course.plan import Steps
from lessons.course.state import Act, State
from lessons.course.values import LANGUAGES
from lessons.runs.figures import figures


def figured(lesson: Lesson, text: Text) -> Lesson:
    return with_figures(lesson, figures(lesson, dict.fromkeys(LANGUAGES, text)))


def page(steps: Steps, name: str, text: Text, *acts: Act, state: State | None = None) -> Page:
    step = next(step for step in steps.all if step.id == name)
    return step.page(steps, replay(steps, acts) if state is None else state, text)


def words(found: Page, tone: str | None = None) -> str:
    said = [block for block in found.all_blocks if isinstance(block, Words)]
    return "\n".join(block.markdown for block in said if tone in (None, block.tone))
