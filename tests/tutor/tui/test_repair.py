"""A repair converses: what is tried is told by what it does, in both languages; judging can be watched, and ended."""

import re

import pytest
from textual.pilot import Pilot

from lessons.course.course import LessonMode
from lessons.course.lesson.exercise import MAX_GAP_HINTS
from lessons.course.lesson.page import Words
from lessons.course.lesson.source import healthy_text
from lessons.course.lesson.state import Judged
from lessons.course.steps.hints import gap_hints
from lessons.format.course import load_course
from lessons.judge.judging import JudgeRun, Stopped
from tests.tutor.conftest import LESSON, MakeApp, make_learner, place_of, press, press_all, session_of, settle, words_on
from tests.tutor.piloting import editor, handled, until
from tests.tutor.plain_learner import Plain, plain_at
from tests.tutor.walks.answers import right_code
from tests.tutor.work import work_up_to
from tutor.reports.learner_report import OwnLesson, lesson_parts
from tutor.session import Session
from tutor.tui.app import LynxTutor
from tutor.tui.pages.change import ChangePage
from tutor.tui.pages.read import MendedPage
from tutor.tui.widgets.picture import PictureView
from tutor.words.text import Text
from tutor.workbench import Workbench

SIZE = (80, 24)
NEARLY = "return 0.5 * x * (1 + (0.798 * (x + 0.044715 * x**3)).tanh())"
TRIED = {
    "return x": ("You haven't changed anything yet", "Todavía no has cambiado nada"),
    "return x.relu()": ("It bends, so it can learn", "Se dobla, así que puede aprender"),
    "return x.tanh()": ("interaction gap: 10.3 (healthy 14.1)", "brecha de interacción: 10.3 (sano 14.1)"),
    "return 2 * x": ("goes where the broken one goes", "va adonde va el roto"),
    "return x * 0": ("it doesn't learn", "no aprende"),
    NEARLY: ("Very close, but not the same", "Muy cerca, pero no es lo mismo"),
    "return undefined": ("Line 89 of activations.py: it uses a name", "Línea 89 de activations.py: usa un nombre"),
    "return (x": ("Line 89 of activations.py: Python cannot read", "Línea 89 de activations.py: Python no puede"),
}


def code_with(line: str, place: LessonMode) -> str:
    edit = place.lesson.edits[0]
    return healthy_text(edit.file).replace(edit.before, line)


@pytest.fixture
def session(home: object) -> Session:
    learner = make_learner(home)  # type: ignore[arg-type]
    work_up_to(learner, place_of(), "repair")
    return Session(learner, place_of(), Text("en"))


@pytest.mark.slow
@pytest.mark.parametrize("line", TRIED)
def test_each_wrong_repair_has_its_sentence_in_both_languages(session, line):
    session.do(session.workbench.judged(code_with(line, session.place)))
    for language, sentence in zip(("en", "es"), TRIED[line], strict=True):
        session.text = Text(language)
        assert any(sentence in str(block) for block in session.page.blocks)


def test_a_loop_without_end_has_its_sentence(session):
    session.do(Judged(False, "time", "20"))
    assert "Is there a loop that never ends?" in str(session.page.blocks[0])


def test_a_trial_that_was_stopped_has_no_verdict(session):
    trial = JudgeRun()
    trial.stop()
    with pytest.raises(Stopped):
        session.workbench.judged(code_with("return x.relu()", session.place), trial)
    assert session.state.tries == {}


def test_plain_lines_say_what_to_mend_and_put_the_first_text_back(home):
    plain = plain_at(home, "repair")
    plain.run(["89", "oops", "anew", "judge"], place_of())
    told = "\n".join(plain.told)
    assert "Line 89 of minimodel/nn/activations.py is broken" in told
    assert ":? for help" in told
    assert "You haven't changed anything yet." in told


def test_plain_lines_say_the_same_each_time_it_is_judged(home):
    plain = plain_at(home, "repair")  # type: ignore[arg-type]
    plain.run(["89 return 2 * x", "judge", "judge"], place_of())
    assert sum(words.startswith("It is still linear.") for words in plain.told) == 2
    assert any(words.startswith("Loss over 300 training steps: healthy from") for words in plain.told)


async def at_repair(app: LynxTutor, pilot: Pilot[None], line: str) -> None:
    await settle(pilot)
    editor(pilot).replace_all(code_with(line, session_of(pilot).place))
    await handled(pilot)


def page_of(pilot: Pilot[None]) -> ChangePage:
    return pilot.app.screen.query_one(ChangePage)


@pytest.fixture
def app(make_app: MakeApp, home: object) -> LynxTutor:
    work_up_to(make_learner(home), place_of(), "repair")  # type: ignore[arg-type]
    return make_app("en", "open", LESSON)


async def test_a_wrong_repair_is_drawn_above_the_editor_and_in_a_wide_window_beside_it(app):
    async with app.run_test(size=SIZE) as pilot:
        await at_repair(app, pilot, "return 2 * x")
        await press(pilot, "ctrl+s")
        drawn = app.screen.query_one("#drawn", PictureView)
        assert "goes where the broken" in words_on(pilot)
        assert editor(pilot).size.height >= 8
        assert drawn.size.height >= 8
        assert drawn.region.bottom <= editor(pilot).region.y
        await pilot.resize_terminal(140, 45)
        await settle(pilot)
        assert drawn.region.right <= editor(pilot).region.x
        await pilot.resize_terminal(60, 16)
        await settle(pilot)
        assert "return 2 * x" in words_on(pilot)


async def test_escape_cancels_the_judge_and_leaves_no_process_and_no_trace(app):
    async with app.run_test(size=SIZE) as pilot:
        await at_repair(app, pilot, "while True: pass")
        await press(pilot, "enter")
        code = editor(pilot).text
        await press_all(pilot, "ctrl+s")
        trial = page_of(pilot).trial
        assert "judging, " in words_on(pilot)
        assert "Esc cancel" in words_on(pilot).splitlines()[-1]
        await until(pilot, lambda: trial.process)
        await press(pilot, "escape")
        assert "Cancelled." in words_on(pilot)
        assert trial.process.process.poll() is not None  # type: ignore[attr-defined]
        assert editor(pilot).text == code
        assert editor(pilot).has_focus
        assert session_of(pilot).state.tries == {}
        await press(pilot, "escape", "escape")
        assert not app.screen.query(ChangePage)


async def test_what_passed_stands_over_the_librarys_own_and_three_curves_and_goes_on_before_they_are_drawn(app):
    async with app.run_test(size=SIZE) as pilot:
        await at_repair(app, pilot, "return (x.gelu())")
        await press(pilot, "ctrl+s")
        _, yours, own = re.split("Your lines|minimodel's own", words_on(pilot))
        assert "return (x.gelu())" in yours
        assert "return x.gelu()" in own
        page = app.screen.query_one(MendedPage)
        for name in ("broken", "healthy", "yours", "walk"):
            assert name in words_on(pilot)
        for _ in range(20):
            page.draw_next()
        assert tuple(view.picture for view in page.query(PictureView)) == page.pictures
        await press(pilot, "enter")
        assert session_of(pilot).step.kind == "why"


def test_a_lab_is_told_its_first_check_that_fails_and_then_each(home):
    learner, place = make_learner(home), place_of(lesson="build-sequential")  # type: ignore[arg-type]
    work_up_to(learner, place, "lab")
    session, lab = Session(learner, place, Text("en")), place.lesson.lab
    wrong = lab.solution.replace("for place in range(self.count)", "for place in range(1)")
    blocks = session.do(session.workbench.judged(wrong)).blocks
    assert [getattr(block, "tone", "") for block in blocks][:3] == ["bad", "wrong", "note"]
    assert "Still to hold after this one: " in str(blocks[2])
    blocks = session.do(Workbench(learner.folder, place).judged(lab.solution)).blocks
    assert [getattr(block, "tone", "") for block in blocks].count("passed") == len(lab.checks)
    assert Words(Text("en")("lab.alike"), "told") in blocks
    told = "\n".join(lesson_parts(OwnLesson(place, session.state), session.text))  # in notes and in an export
    mine = [line for line in lab.solution.splitlines() if line.strip() and line not in lab.begin]
    assert len(mine) > 3
    assert all(f"\n    +{line}" in told for line in mine)


async def test_a_lab_begins_outside_its_editor_with_the_task_whole_and_the_cursor_at_the_first_hole(home):
    place = place_of(lesson="build-sequential")
    app = LynxTutor(make_learner(home), Text("en"), place)
    work_up_to(app.learner, place, "lab")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        box = editor(pilot)
        assert (box.has_focus, box.scrollbar_size_vertical) == (False, 0)
        assert "from one module to the next" in words_on(pilot)
        row, _ = box.cursor_location
        assert "NotImplementedError" in box.document.get_line(row)
        await press(pilot, "enter")
        assert (box.has_focus, box.scrollbar_size_vertical) == (True, 1)


def test_a_repair_is_drawn_from_the_experiments_that_have_both_sides(home):
    place = place_of(lesson="loss-broadcast")
    assert any("healthy" not in each.names for each in place.lesson.experiments.values())
    learner = make_learner(home)
    work_up_to(learner, place, "repair")
    judged = Session(learner, place, Text("en")).workbench.judged(right_code(place))
    assert judged.passed
    assert judged.behaviour["experiment"] == "curve"


async def test_a_lab_gives_the_hints_of_the_gap_at_the_cursor_one_at_a_time(home):
    place = place_of(lesson="build-sequential")
    app = LynxTutor(make_learner(home, course=load_course()), Text("en"), place)
    work_up_to(app.learner, place, "lab")
    async with app.run_test(size=SIZE) as pilot:
        await press_all(pilot, "h", "h")
        assert "Hint 2 of 3 for __init__" in words_on(pilot)
        editor(pilot).move_cursor((18, 0))
        await press(pilot, "h")
        assert "Hint 1 of 3 for forward" in words_on(pilot)
        await press_all(pilot, *"hhh")
    assert app.learner.state(place).hints == {"__init__": 2, "forward": 3}
    assert any("5 of 6 hints" in part for part in lesson_parts(OwnLesson(place, app.learner.state(place)), Text("en")))


def test_plain_lines_give_the_same_hints(home):
    place, learner = place_of(lesson="build-sequential"), make_learner(home, course=load_course())
    work_up_to(learner, place, "lab")
    plain = Plain(learner, "es")
    plain.run(["hint"], place)
    assert "Pista 1 de 3 para __init__" in plain.told


LABS = ("build-backward", "build-sequential", "build-tense-mlp", "build-attention")  # all: tests/lessons/judge


def test_every_gap_of_the_course_has_three_hints_and_the_last_one_is_no_solution():
    for lesson in (load_course().lessons[name] for name in LABS):
        for gap in lesson.lab.gaps if lesson.lab else ():
            for page in lesson.prose.values():
                *_, neighbour = hints = gap_hints(lesson, gap, page)
                code = neighbour.split("```python\n")[1].partition("```")[0].splitlines()[-1].strip()
                assert len(hints) == MAX_GAP_HINTS
                assert code not in lesson.lab.solution
