"""What is said of a task that there is not: the nearest, and all there are."""

from lessons.knobs import KNOBS, nearest_task
from progress.inert import inert
from tutor.words.text import Text

LONGEST = 40  # letters of a name that is said again


def no_task_words(name: str, text: Text) -> str:
    tasks, shown = ", ".join(KNOBS["task"]), inert(name)[:LONGEST]
    if near := nearest_task(name):
        return text("play.no_task", name=shown, nearest=near, tasks=tasks)
    return text("play.no_such_task", name=shown, tasks=tasks)
