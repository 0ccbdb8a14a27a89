"""A cause on trial at the keyboard and in plain lines: who believes a false one sees it fall after a few presses."""

import pytest

from lessons.course.lesson.state import Locked, Moved, Predicted, Swept
from lessons.format.course import load_course
from tests.tutor.conftest import app_at, make_learner, opened, place_of, press, session_of, shows_step, words_on
from tests.tutor.plain_learner import Plain, assert_readable
from tests.tutor.reports.conftest import only
from tests.tutor.work import work_up_to
from tutor.notes import notes
from tutor.reports.learner_pages import own_pages
from tutor.reports.learner_report import build_report
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

LESSON = "square-transposed"
PLACE = place_of("open", LESSON)


async def test_right_answers_fold_to_a_line_and_keep_a_card_that_enter_leaves_out(home):
    app, place = LynxTutor(make_learner(home), Text("en"), place_of()), place_of()
    work_up_to(app.learner, place, "predict")
    one = {"median": 1.0}
    same = {"healthy": one, "broken": one, "ratio": one, "difference": {"median": 0.0}}
    answers = {"accuracy-additive": "same", "steps": "more", "accuracy-agreement": "0.75"}
    acts = [*(Predicted(name, answer, None) for name, answer in answers.items()), Locked("run")]
    additive = Swept("additive", {"val_accuracy": same, "steps_to_loss_0.1": same})
    for act in (*acts, additive, Swept("agreement", {"train_accuracy": {"healthy": one, "broken": {"median": 0.75}}})):
        app.learner.record(act, place)
    app.learner.record(Moved("observe"), place)
    async with opened(app) as pilot:
        first, *_ = words_on(pilot).split("You said")
        assert "←→ shows the right ones, too." in first
        assert "✓ held-out accuracy" in first
        while "Enter read on" in words_on(pilot):
            await press(pilot, "enter")
            assert "1/7" in words_on(pilot)  # what is below the fold comes first
        await press(pilot, "enter")
        assert "You said" not in words_on(pilot)
        await press(pilot, "left", "left")
        assert "You said “the same”" in words_on(pilot)


@pytest.mark.usefixtures("few_seeds")
async def test_a_cause_falls_at_most_six_presses_after_the_end_of_observe(home):
    app = LynxTutor(make_learner(home, course=only(LESSON)), Text("en"), PLACE)
    work_up_to(app.learner, PLACE, "observe")
    async with opened(app) as pilot:
        await press(pilot, "n", "tab")
        assert "Question 1 of" not in words_on(pilot)
        assert "Choose an answer first" in words_on(pilot)
        for key in ["2", "right", "enter", "2", "enter"]:
            await press(pilot, key)
        assert shows_step(pilot, "trial")
        assert "Your explanation fell in the run that you chose yourself" in words_on(pilot)
        assert "✗ yours, News" in words_on(pilot)
        assert session_of(pilot).state.runs[-1][0] == "trial"
        await press(pilot, "right")
        assert "Growth" in words_on(pilot)
        await press(pilot, "n")
        assert shows_step(pilot, "repair")
    told = notes(app.learner, Text("en"))
    assert "✗ **the explanation**: I said *News*" in told
    assert "what happened: not refuted: Growth. Tested by “Large, frozen”, which could have refuted it." in told
    pages = own_pages(build_report(app.learner), app.learner, Text("en"))
    assert "which could have refuted it" in str(pages["confidence"])


async def test_page_down_shows_what_is_expected_of_a_test_where_the_list_fills_the_window(home):
    app = LynxTutor(make_learner(home, course=load_course()), Text("en"), PLACE)
    work_up_to(app.learner, PLACE, "trial")
    app.learner.record(Predicted("explain", "news", None), PLACE)
    async with opened(app, (60, 16)) as pilot:
        assert "What each explanation expects" not in words_on(pilot)
        await press(pilot, "pagedown")
        assert "yours, News" in words_on(pilot)


@pytest.mark.usefixtures("few_seeds")
def test_the_same_in_plain_lines(home):
    learner = make_learner(home, course=load_course())
    work_up_to(learner, PLACE, "trial")
    plain = Plain(learner, "en")
    plain.run(["2", "", "3", ""], PLACE)
    said = "\n".join(plain.told)
    assert_readable(said)
    assert "Question 1 of" not in said
    assert "Which of these runs could prove you wrong?" in said
    assert "What each explanation expects: steps to a loss below 0.1." in said
    assert "Your explanation fell in the run that you chose yourself" in said
    assert "yours, News: fell (Large, frozen; Length held)." in said
    assert learner.state(PLACE).tests == ("held",)


async def test_in_the_smallest_window_no_answer_is_given_unseen(make_app):
    async with opened(app_at(make_app, "instruments", "blind", "es"), (60, 16)) as pilot:
        await press(pilot, "enter")
        while "Intro leer más" in words_on(pilot):
            await press(pilot, "enter")
            assert session_of(pilot).state.weighed == {}
        for word in ("1 Descarta: ", "2 Acusa: "):
            assert word in words_on(pilot)
