"""Answering a question: by keyboard and by mouse, in a small window, and in either language."""

import pytest
from textual.pilot import Pilot

from lessons.acts import Predicted
from lessons.page import Ask, Onward
from lessons.questions.thumbnails import SHAPES
from lessons.vocabulary import CURVES
from tests.tutor.conftest import MakeApp, burst, place_of, press_all, session_of, settle, words_on
from tests.tutor.work import some_answer, work_up_to
from tutor.plots import draw_small
from tutor.tui.app import LynxTutor
from tutor.tui.widgets.answer_box import AnswerBox

SIZE = (80, 24)


def app_at(make_app: MakeApp, name: str, language: str = "en") -> LynxTutor:
    """The app at a question of Break 00, with those before it in its round answered."""
    app, place = make_app(language, "open"), place_of()
    question = place.lesson.question(name)
    assert question is not None
    round_of = "predict-inside" if question.inside else "predict"
    work_up_to(app.learner, place, f"{round_of}-{question.experiment}")
    for each in place.lesson.questions_for("open", (question.experiment,)):
        if each.id == name:
            break
        if each.inside == question.inside:
            app.learner.record(Predicted(each.id, some_answer(each, place), 0.7), place)
    return app


def asked(pilot: Pilot[None]) -> Ask:
    want = session_of(pilot).page.want
    assert isinstance(want, Ask)
    return want


def box_of(pilot: Pilot[None]) -> AnswerBox:
    return pilot.app.screen.query_one(AnswerBox)


async def click_on(pilot: Pilot[None], words: str) -> None:
    """Click on the first place of the answers where these words stand."""
    lines = words_on(pilot).split("\n")
    row = next(row for row, line in enumerate(lines) if words in line)
    region = box_of(pilot).region
    await pilot.click(AnswerBox, offset=(lines[row].index(words) - region.x, row - region.y))
    await settle(pilot)


# ---- by mouse ---------------------------------------------------------------


async def test_a_click_chooses_an_answer_and_keeps_nothing(make_app: MakeApp) -> None:
    app = app_at(make_app, "accuracy-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await click_on(pilot, "lower")
        assert box_of(pilot).answer == "fewer"
        assert "▸ lower" in words_on(pilot)
        assert session_of(pilot).state.answers == {}
        await press_all(pilot, "enter")
        await settle(pilot)
        assert session_of(pilot).state.answers["accuracy-additive"].value == "fewer"


async def test_a_click_on_the_slider_says_how_sure(make_app: MakeApp) -> None:
    app = app_at(make_app, "accuracy-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        spot = next(
            spot for spot in box_of(pilot).shown(box_of(pilot).size.width).spots if spot.option is None
        )
        for share, confidence in [(0.5, 65), (1, 99), (0, 33)]:
            x = spot.column + round(share * (spot.columns - 1))
            await pilot.click(AnswerBox, offset=(x, spot.row))
            assert box_of(pilot).confidence == confidence


# ---- curves -----------------------------------------------------------------


def test_every_curve_has_a_thumbnail_and_no_two_look_alike() -> None:
    assert list(SHAPES) == list(CURVES)


@pytest.mark.slow
@pytest.mark.parametrize("unicode", [True, False], ids=["braille", "ascii"])
@pytest.mark.parametrize("height", [2, 3])
async def test_thumbnails_can_be_told_apart(make_app: MakeApp, unicode: bool, height: int) -> None:
    app = app_at(make_app, "curve")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        pictures = asked(pilot).pictures
        assert [picture.says for picture in pictures.values()] == list(asked(pilot).options.values())
        drawn = {draw_small(each, 14, height, unicode).text() for each in pictures.values()}
        assert len(drawn) >= (len(pictures) if unicode or height > 2 else len(pictures) - 2)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 16)], ids=["80x24", "60x16"])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_question_about_a_curve_fits_the_window_with_all_its_answers(
    make_app: MakeApp, size: tuple[int, int], language: str
) -> None:
    app = app_at(make_app, "curve", language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        words = words_on(pilot)
        assert all(option.split()[0] in words for option in asked(pilot).options.values())
        assert app.text("predict.most") in words
        box = box_of(pilot).region
        assert box.bottom <= size[1] - 1
        assert box_of(pilot).parent is not None
        assert box_of(pilot).parent.scroll_y == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(("key", "answer"), [("1", "follows"), ("3", "plateau"), ("6", "diverges")])
async def test_a_digit_chooses_a_curve(make_app: MakeApp, key: str, answer: str) -> None:
    app = app_at(make_app, "curve")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, key)
        assert box_of(pilot).answer == answer


async def test_a_click_on_a_thumbnail_chooses_it(make_app: MakeApp) -> None:
    app = app_at(make_app, "curve")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await click_on(pilot, "never really")
        assert box_of(pilot).answer == "flat"


# ---- what is typed ----------------------------------------------------------


@pytest.mark.parametrize(("typed", "shown"), [("75", "75▏ %"), ("75 %", "75 %▏"), ("0.75", "0.75▏ %")])
async def test_a_share_is_understood_however_it_is_typed_and_said_back(
    make_app: MakeApp, typed: str, shown: str
) -> None:
    app = app_at(make_app, "accuracy-agreement")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "▏ %" in words_on(pilot)
        await press_all(pilot, *("space" if key == " " else key for key in typed))
        await settle(pilot)
        assert shown in words_on(pilot)
        assert "= 75 %" in words_on(pilot)


async def test_one_number_is_no_shape(make_app: MakeApp) -> None:
    app = app_at(make_app, "shape")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await burst(pilot, *"60", "enter")
        await settle(pilot)
        assert "Type the two sizes" in words_on(pilot)
        assert "shape" not in session_of(pilot).state.answers


# ---- what stays, and what stands beside -------------------------------------


async def test_a_half_given_answer_stays_when_the_language_changes(make_app: MakeApp) -> None:
    app = app_at(make_app, "accuracy-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "down", "down", "right", "l")
        await settle(pilot)
        assert app.text.language == "es"
        assert (box_of(pilot).answer, box_of(pilot).confidence) == ("same", 35)
        assert session_of(pilot).state.answers == {}


async def test_what_one_knows_stands_beside_an_open_question(make_app: MakeApp) -> None:
    app = app_at(make_app, "accuracy-additive")
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        words = words_on(pilot)
        assert "What you know" in words
        assert "return x.gelu()" in words


async def test_a_blind_learner_is_not_shown_the_edit_beside_a_question(make_app: MakeApp) -> None:
    app = make_app("en", "blind")
    work_up_to(app.learner, place_of("blind"), "predict-additive")
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        assert "gelu()" not in words_on(pilot)


async def test_the_summary_shows_the_words_that_were_chosen(make_app: MakeApp) -> None:
    app = app_at(make_app, "loss-agreement")
    for question, answer in [("accuracy-agreement", "75"), ("curve", "plateau"), ("loss-agreement", "more")]:
        app.learner.record(Predicted(question, answer, 0.7), place_of())
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert isinstance(session_of(pilot).page.want, Onward)
        words = words_on(pilot)
        assert all(each in words for each in ("75 %", "falls, then stays on a floor", "higher", "Run"))
