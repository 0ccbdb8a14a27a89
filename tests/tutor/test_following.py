"""What follows from an act: what is locked and graded, and how often."""

from lessons.acts import Act, Graded, Locked, Moved
from lessons.course import LessonMode
from lessons.flow import advance, replay
from lessons.load import load_course
from lessons.recipes import steps_of
from lessons.state import State
from tests.lessons.test_inside import INSIDE, SEEN, answered
from tutor.following import following


def test_going_on_from_questions_of_the_inside_locks_and_grades_them_once() -> None:
    steps = steps_of(LessonMode(load_course().lessons["break-gelu-identity"]))
    states = [replay(steps, [*SEEN, *answered(INSIDE)])]
    written: list[Act] = []

    def now() -> State:
        return states[-1]

    for name in ("observe-inside-agreement", "observe-agreement", "observe-inside-agreement"):
        states.append(advance(steps, now(), Moved(name)))
        for act in following(Moved(name), steps, now):
            states.append(advance(steps, now(), act))
            written.append(act)
    assert written[0] == Locked("predict-inside-agreement")
    assert [act.question for act in written[1:] if isinstance(act, Graded)] == list(INSIDE)
    assert len(written) == 1 + len(INSIDE)
