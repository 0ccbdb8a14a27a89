"""Later lessons use what one has built: the same run once more, on the code that passed in a lab."""

from pathlib import Path

import pytest

from lessons.course.lesson.state import Judged
from lessons.format.course import load_course
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.work import work_up_to
from tutor.session import Session
from tutor.words.text import Text
from tutor.workbench import Workbench

LATER = {
    "five-lines": ("observe-order", "build-backward"),
    "a-trillionth": ("observe", "build-sequential"),
    "break-gelu-identity": ("observe", "build-tense-mlp"),
}


@pytest.mark.parametrize("lesson", LATER)
def test_a_later_run_is_made_on_ones_own_code_once_its_lab_is_passed(lesson: str, home: Path) -> None:
    step, lab = LATER[lesson]
    place, written, learner = place_of(lesson=lesson), place_of(lesson=lab), make_learner(home, course=load_course())
    work_up_to(learner, place, step)
    session = Session(learner, place, Text("en"))
    assert "own" not in [look.probe for look in session.page.looks]
    work_up_to(learner, written, "lab")
    bench = Workbench(learner.folder, written)
    bench.keep(written.lesson.lab.solution)
    learner.record(Judged(True, "passed"), written)
    own = session.page.looks[-1]
    words, curves = [*session.see(own)][-1]
    assert f"on your own `{bench.file}`" in words.markdown
    assert [each.name for each in curves.curves] == ["the library's", "yours"]
    bench.keep(written.lesson.lab.begin)
    assert "no longer passes" in [*session.see(own)][-1][0].markdown
