"""Answering a question: by keyboard and by mouse, in a small window, and in either language."""

from dataclasses import replace

from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from lessons.course.course import LessonMode
from lessons.course.lesson.state import Predicted
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_lesson
from tests.lessons.conftest import KEPT
from tests.tutor.conftest import (
    LESSON,
    app_at,
    at_question,
    make_learner,
    opened,
    place_of,
    press,
    press_all,
    session_of,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.small_course import small_course
from tests.tutor.work import some_answer, work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.help import HelpScreen
from tutor.tui.screens.learner import LearnerScreen
from tutor.tui.widgets.answer_box import AnswerBox
from tutor.words.text import Text


def box_of(pilot: Pilot[None]) -> AnswerBox:
    return pilot.app.screen.query_one(AnswerBox)


async def click_on(pilot: Pilot[None], words: str) -> None:
    """Click on the first place of the answers where these words stand."""
    lines = words_on(pilot).split("\n")
    row = next(row for row, line in enumerate(lines) if words in line)
    region = box_of(pilot).region
    await pilot.click(AnswerBox, offset=(lines[row].index(words) - region.x, row - region.y))
    await settle(pilot)


async def test_a_click_chooses_an_answer_and_keeps_nothing(make_app):
    app = at_question(make_app, "accuracy-additive")
    async with opened(app) as pilot:
        await click_on(pilot, "lower")
        assert box_of(pilot).answer == "fewer"
        assert "▸ 3 lower" in words_on(pilot)
        assert session_of(pilot).state.answers == {}
        await press(pilot, "enter")
        assert session_of(pilot).state.answers["accuracy-additive"].value == "fewer"


async def test_a_click_says_how_sure(make_app):
    app = at_question(make_app, "accuracy-additive")
    async with opened(app) as pilot:
        for words, confidence in [("fairly sure", 0.75), ("certain", 0.95), ("a guess", 0.33)]:
            await click_on(pilot, words)
            assert box_of(pilot).confidence == confidence


async def test_a_digit_chooses_a_curve(home):
    place = LessonMode(load_lesson(KEPT / LESSON))  # the course itself asks for a curve in reviews alone
    step = next(step for step in steps_of(place).all if "curve" in [each.id for each in step.questions])
    learner = make_learner(home, course=replace(small_course(), lessons={LESSON: place.lesson}))
    work_up_to(learner, place, step.id)
    for each in step.questions[: [each.id for each in step.questions].index("curve")]:
        learner.record(Predicted(each.id, some_answer(each, place), 0.7), place)
    async with opened(LynxTutor(learner, Text("en"), place), (60, 16)) as pilot:
        for key, answer in (("1", "follows"), ("6", "diverges")):
            await press_all(pilot, key)
            assert all(words.split()[0] in words_on(pilot) for words in session_of(pilot).page.want.options.values())
            assert box_of(pilot).answer == answer


async def test_a_share_is_understood_however_it_is_typed_and_said_back(make_app):
    app = at_question(make_app, "accuracy-agreement")
    async with opened(app) as pilot:
        assert "▏ %" in words_on(pilot)
        for typed, shown in (("75", "75▏ %"), ("75 %", "75 %▏"), ("3/4", "3/4▏\n"), ("75 percent", "75 percent▏\n")):
            await press(pilot, *("space" if key == " " else key for key in typed))
            assert shown in words_on(pilot)
            assert "= 75 %" in words_on(pilot)
            await press_all(pilot, *["backspace"] * len(typed))


async def test_g_opens_the_glossary_where_an_answer_is_typed(make_app):
    async with opened(at_question(make_app, "accuracy-agreement")) as pilot:
        await press(pilot, *"7g")
        assert "Glossary" in words_on(pilot)
        await press(pilot, "escape", "5")
        assert "75▏ %" in words_on(pilot)


async def test_one_asked_for_in_per_cent_is_one_per_cent(make_app):
    app = at_question(make_app, "accuracy-agreement")
    async with opened(app) as pilot:
        await press(pilot, "1")
        assert "1▏ %" in words_on(pilot)
        assert "= 1 %" in words_on(pilot)
        await press(pilot, "enter")
        assert session_of(pilot).state.answers["accuracy-agreement"].value == "1 %"


async def paste(pilot: Pilot[None], words: str) -> None:
    pilot.app.post_message(events.Paste(words))
    await settle(pilot)


async def test_a_pasted_answer_is_taken_and_what_is_none_is_told(make_app):
    app = at_question(make_app, "accuracy-agreement")
    async with opened(app) as pilot:
        await paste(pilot, "35\n")
        assert "35▏ %" in words_on(pilot)
        await paste(pilot, "https://example.org")
        assert box_of(pilot).answer == "35"
        assert "! Type a percentage from 0 to 100 %" in words_on(pilot)


async def test_a_pasted_number_chooses_an_answer_and_keeps_nothing(make_app):
    app = at_question(make_app, "accuracy-additive")
    async with opened(app) as pilot:
        await paste(pilot, " 3 ")
        assert box_of(pilot).answer == "fewer"
        assert session_of(pilot).state.answers == {}
        await paste(pilot, "lower")
        assert "! Choose one" in words_on(pilot)


async def test_a_field_for_a_number_takes_no_letters_and_says_so(make_app):
    app = at_question(make_app, "accuracy-agreement")
    async with opened(app) as pilot:
        await press(pilot, "5", "x")
        assert box_of(pilot).answer == "5"
        assert "! Type a percentage from 0 to 100 %" in words_on(pilot)
        await press_all(pilot, "0", "space", *"percent")
        assert "= 50 %" in words_on(pilot)
        assert "! " not in words_on(pilot)


async def test_what_was_typed_is_there_again_after_escape(make_app):
    app = at_question(make_app, "accuracy-agreement")
    async with opened(app) as pilot:
        await press(pilot, *"3", "right", "escape", "enter")
        assert (box_of(pilot).answer, bool(box_of(pilot).confidence)) == ("3", True)
        assert "accuracy-agreement" not in session_of(pilot).state.answers


async def test_a_lesson_that_is_reset_forgets_what_was_typed(make_app):
    app = at_question(make_app, "accuracy-agreement")
    async with opened(app) as pilot:
        await press(pilot, "3", "escape")
        app.learner.reset(place_of().lesson)
        app.open_place(place_of())
        await settle(pilot)
        assert session_of(pilot).drafts == {}


async def test_a_letter_counts_with_caps_lock_and_in_another_script_unless_it_means_two_things(
    make_app,
):
    async with opened(make_app()) as pilot:
        await press(pilot, "L")
        assert pilot.app.text.language == "es"
        await press(pilot, "M")
        assert isinstance(pilot.app.screen, LearnerScreen)
        await press(pilot, "escape", "G")
        assert isinstance(pilot.app.screen, CourseScreen)
        await press(pilot, "ь")  # м is v in Russia; ь is where others have m
        assert isinstance(pilot.app.screen, LearnerScreen)
        await press(pilot, "Β")  # a Greek capital
        assert isinstance(pilot.app.screen, CourseScreen)
        await press(pilot, "Q")
    assert pilot.app.return_code == 0


async def test_a_half_given_answer_stays_when_the_language_changes(make_app):
    app = at_question(make_app, "accuracy-additive")
    async with opened(app) as pilot:
        await press(pilot, "down", "down", "right", "l")
        assert app.text.language == "es"
        assert (box_of(pilot).answer, box_of(pilot).confidence) == ("same", 0.33)
        assert session_of(pilot).state.answers == {}


def place_on(pilot: Pilot[None], words: str, row: int | None = None) -> tuple[int, int]:
    """The column and the row where words stand on the screen; the row counts from the end where it is negative."""
    lines = words_on(pilot).split("\n")
    rows = range(len(lines)) if row is None else [row % len(lines)]
    return next((lines[each].index(words), each) for each in rows if words in lines[each])


async def click(pilot: Pilot[None], words: str, row: int | None = None) -> None:
    assert await pilot.click(offset=place_on(pilot, words, row))
    await settle(pilot)


async def test_a_click_on_a_step_goes_there_or_says_what_is_missing(make_app):
    app = app_at(make_app, "run")
    async with opened(app, (140, 45), notifications=True) as pilot:
        await click(pilot, "Read", 1)
        assert shows_step(pilot, "read")
        await click(pilot, "8 ", 1)
        assert "step 3, Run," in words_on(pilot)
        assert shows_step(pilot, "read")


async def test_a_click_on_an_answer_of_the_summary_changes_it(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press(pilot, "b")
        rows = app.screen.query_one("#answers", OptionList)
        second = str(rows.get_option_at_index(2).prompt).split("  ")[0]
        await click(pilot, second)
        want = session_of(pilot).page.want
        assert want.number == 2


async def test_an_order_is_put_together_with_arrows_and_space_or_typed(make_app):
    app = at_question(make_app, "four-losses", lesson="equal-steps")
    async with opened(app) as pilot:
        await press(pilot, "enter")
        assert "! Put them all in order first" in words_on(pilot)
        await press(pilot, "?")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape", "1", "enter")
        assert "! Put them all in order first" in words_on(pilot)
        await press(pilot, "backspace", "down", "space", "down", "space", "down", "space", "down", "space")
        assert box_of(pilot).answer == "2341"
        assert "…" not in words_on(pilot)
        await press(pilot, "space", "escape", "enter")  # takes the one under the cursor back, and is kept
        assert box_of(pilot).answer == "234"
        await press(pilot, "1", "enter")
        assert session_of(pilot).state.answers["four-losses"].value == "2341"


async def test_a_digit_in_an_order_moves_the_cursor_and_letters_are_told(make_app):
    app = at_question(make_app, "four-losses", lesson="equal-steps")
    async with opened(app) as pilot:
        await press(pilot, "1", "space", "down", "space")
        assert box_of(pilot).answer == "12"
        await press(pilot, "z")
        assert box_of(pilot).answer == "12"
        assert "! Give all of them" in words_on(pilot)


async def test_no_answer_is_given_while_the_answers_are_below_the_screen(make_app):
    app = at_question(make_app, "four-losses", lesson="equal-steps")
    async with opened(app, (60, 16)) as pilot:
        assert session_of(pilot).page.blocks[0].markdown[:20] in words_on(pilot)
        assert "Enter read on" in words_on(pilot)
        await press(pilot, "enter")
        assert "! " not in words_on(pilot)
        assert "certain" in words_on(pilot)
        await press(pilot, *"1234", "enter")
        assert "four-losses" in session_of(pilot).state.answers


async def test_enter_without_an_answer_says_so_each_time_in_the_smallest_window(make_app):
    async with opened(app_at(make_app, "predict", lesson="one-minute"), (60, 16)) as pilot:
        await press(pilot, "enter")
        for _ in range(3):
            await press(pilot, "enter")
            assert "! Choose an answer first" in words_on(pilot)
            assert "Enter keep" in words_on(pilot)


async def test_the_verdict_on_a_typed_answer_is_the_first_that_is_seen(make_app):
    app = app_at(make_app, "trace", lesson="worked-pass")
    async with opened(app, (60, 16)) as pilot:
        await press(pilot, *"1.6", "enter")
        assert "✓ You said “1.6”" in words_on(pilot).split("\n")[3]
