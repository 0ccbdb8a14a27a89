"""The first screen of all, and the questions that propose where to begin: each answer leads to a lesson in three."""

from pathlib import Path

import pytest

from lessons.course.lesson.page import Ask
from lessons.course.lesson.state import Opened
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_course
from lessons.format.placement import MOST, Placement, load_placement
from tests.tutor.conftest import LESSON, make_learner, opened, place_of, press, session_of, settle, words_on
from tests.tutor.plain_learner import Plain
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.welcome import PlacementScreen, WelcomeScreen
from tutor.words.text import Text, welcome_lines

MOST_PRESSES = 40


def first_start(home: Path, language: str = "en") -> LynxTutor:
    return LynxTutor(make_learner(home), Text(language), welcome=True)


async def test_all_five_lines_stand_on_the_first_screen(home):
    app = first_start(home, "es")
    async with opened(app, (60, 16)) as pilot:
        words = " ".join(words_on(pilot).split())
        for name, line in welcome_lines(Text("es")):
            assert name in words
            assert line.split()[0] in words
        assert welcome_lines(Text("es"))[-1][1] in words


@pytest.mark.usefixtures("few_seeds")
async def test_one_bet_one_run_one_verdict_come_before_anything_is_read_or_asked(home):
    app = LynxTutor(make_learner(home, course=load_course()), Text("en"), welcome=True)
    async with opened(app) as pilot:
        await press(pilot, "enter", "enter")
        assert "Choose an answer first: 1 to 3, or ↑↓." in words_on(pilot)
        await press(pilot, "2", "enter", "enter")
        assert "0 of 60 right" in words_on(pilot)
        await press(pilot, "enter")
        assert "✓ who is right on every row: you said only the unchanged one" in words_on(pilot)
        await press(pilot, "enter")
        assert words_on(pilot).count("You said") == 1
        await press(pilot, "enter")
        assert "Question 1 of 2" in words_on(pilot)
        assert "▸ 1 Python; neural networks are new to me" in words_on(pilot)  # the mark covers no letter
        await press(pilot, "down", "enter", "b", "3", "9")
        assert "▸ 3 I have written parts" in words_on(pilot)  # a digit chooses, Enter keeps
        await press(pilot, "enter", "2", "enter")
        assert "How do you want to meet it?" in words_on(pilot)
        await press(pilot, "escape")  # what was asked for is kept
        assert app.learner.opening_to_continue() == (LESSON, "open")
        await press(pilot, "enter", "1", "enter")
        place = session_of(pilot).place
        assert (place.lesson.id, place.mode) == (LESSON, "blind")


@pytest.mark.usefixtures("few_seeds")
async def test_the_first_lesson_is_done_after_forty_presses(home: Path) -> None:
    app, presses = LynxTutor(make_learner(home, course=load_course()), Text("en"), welcome=True), 0
    line = place_of(lesson="xor-line")
    async with opened(app) as pilot:
        while not app.learner.state(line).finished and presses < MOST_PRESSES:
            want = getattr(getattr(app.screen, "session", None), "page", None)
            want, asks = want and want.want, isinstance(app.screen, PlacementScreen)
            if isinstance(want, Ask) and not asks:
                typed = ["2", "3", "1"] if want.question.kind == "order" else ["2"]
                keys = [*typed, "enter"]
            else:
                keys = ["1", "enter"] if asks else ["enter"]
            await press(pilot, *keys)
            presses += len(keys)
    assert app.learner.state(line).finished


@pytest.mark.parametrize("given", [["w", ""], ["w", "1", "no"]])
def test_in_plain_lines_nobody_has_to_begin_there(home, given):
    plain = Plain(make_learner(home))
    plain.run([*given, "q"])
    assert not any("There are lessons 1 to" in words for words in plain.told)
    assert plain.learner.is_new()


def test_plain_lines_ask_the_same(home):
    plain = Plain(make_learner(home))
    plain.run(["w", "7", "1", "1", "", ":q"])
    assert "Four dots on a square" in plain.words
    assert plain.learner.state(place_of(lesson="xor-line")).opened


@pytest.mark.usefixtures("few_seeds")
def test_plain_lines_begin_with_the_minute_and_then_ask_and_a_break_is_met_blind_or_open(home):
    plain = Plain(make_learner(home, course=load_course()))
    plain.run(["", "2", "", "", "", "3", "1", "?", "x", "1", ":q"])
    said = plain.words
    assert said.index("One minute first") < said.index("What do you know already?")
    assert Text("en")("linear.course") not in said  # not thirty lines before the first bet
    assert said.count("only the unchanged one. Your runs say") + said.count("the runs: only the unchanged one") < 2
    assert plain.learner.state(place_of("blind", "label-off-by-one")).opened  # whose edit nobody was shown


async def test_a_key_or_a_click_changes_the_language_and_the_first_screen_stays(home):
    app = first_start(home)
    async with opened(app) as pilot:
        await press(pilot, "l")
        assert Text("es")("welcome.title") in words_on(pilot)
        rows = words_on(pilot).split("\n")
        row = next(number for number, words in enumerate(rows) if "español ⇄" in words)
        await pilot.click(offset=(rows[row].index("español ⇄") + 1, row))
        await settle(pilot)
        assert Text("en")("welcome.title") in words_on(pilot)
        assert isinstance(app.screen, WelcomeScreen)


def test_it_greets_until_a_lesson_was_opened_and_never_again(home):
    learner = make_learner(home)
    learner.prefer("language", "es")
    assert learner.is_new()
    learner.record(Opened(), place_of())
    assert not learner.is_new()
    learner.reset(None)
    assert not make_learner(home).is_new()


COURSE = 'format = 3\n[[track]]\nid = "all"\ntitle = { en = "All", es = "Todo" }\nlessons = []\n'
QUESTION = """
[[question]]
id = "{id}"
ask = {{ en = "?", es = "¿?" }}
[[question.option]]
to = "{to}"
words = {{ en = "yes", es = "sí" }}
"""


def ends(questions: Placement, name: str, asked: int = 0) -> set[tuple[str, int]]:
    """Every lesson that the answers from a question on lead to, and after how many questions."""
    if name not in questions:
        return {(name, asked)}
    return {end for option in questions[name].options for end in ends(questions, option.leads_to, asked + 1)}


def test_every_way_through_the_questions_ends_at_a_lesson_in_three_steps_at_most():
    questions = load_placement()
    reached = ends(questions, next(iter(questions)))
    assert {lesson for lesson, _ in reached} <= set(load_course().headings)
    assert max(asked for _, asked in reached) <= MOST
    assert len({lesson for lesson, _ in reached}) > 2


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ([("a", "nowhere")], "neither a question nor a lesson"),
        ([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")], "more than three"),
    ],
)
def test_answers_that_lead_nowhere_or_on_and_on_do_not_load(tmp_path, links, said):
    (tmp_path / "course.toml").write_text(COURSE)
    questions = "".join(QUESTION.format(id=name, to=to) for name, to in links)
    (tmp_path / "placement.toml").write_text(f"format = 3\n{questions}")
    with pytest.raises(LessonError, match=said):
        load_placement(tmp_path)


def test_a_course_without_questions_asks_none(tmp_path):
    assert load_placement(tmp_path) == {}


async def test_escape_shows_the_course(home):
    app = first_start(home)
    async with opened(app) as pilot:
        await press(pilot, "escape")
        assert app.text("map.keys").split(" · ")[0].split()[1] in words_on(pilot)
        assert isinstance(app.screen, CourseScreen)
