"""The first screen of all: it tells five things, begins the first lesson, and never comes back after it."""

from pathlib import Path

import pytest

from lessons.acts import Opened
from tests.tutor.conftest import make_learner, place_of, press_all, session_of, settle, words_on
from tests.tutor.plain_learner import Plain
from tests.tutor.terminal import Terminal
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.welcome import WelcomeScreen
from tutor.words.text import Text
from tutor.words.welcome import welcome_lines


def first_start(home: Path, language: str = "en") -> LynxTutor:
    return LynxTutor(make_learner(home), Text(language), welcome=True)


@pytest.mark.parametrize("size", [(60, 16)])
@pytest.mark.parametrize("language", ["es"])
async def test_all_five_lines_stand_on_the_first_screen(
    home: Path, language: str, size: tuple[int, int]
) -> None:
    app = first_start(home, language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        words = " ".join(words_on(pilot).split())
        for name, line in welcome_lines(Text(language)):
            assert name in words
            assert line.split()[0] in words
        assert welcome_lines(Text(language))[-1][1] in words


async def test_enter_asks_three_things_at_most_and_begins_with_what_is_proposed(home: Path) -> None:
    app = first_start(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert "Have you trained" in words_on(pilot)
        assert "▸ no, never" in words_on(pilot)  # the mark covers no letter
        await press_all(pilot, "down", "enter", "b", "down", "enter", "down", "enter", "enter")
        await settle(pilot)
        assert "Begin here:" in words_on(pilot)
        assert "Break" in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert "How do you want to meet it?" in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert session_of(pilot).place == place_of("blind")


async def test_whoever_wants_no_proposal_has_the_course(home: Path) -> None:
    app = first_start(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter", "enter", "down", "enter")
        await settle(pilot)
        assert "There and back" in words_on(pilot)
        assert make_learner(home).is_new()


@pytest.mark.parametrize("given", [["w", ""], ["w", "1", "no"]])
def test_in_plain_lines_nobody_has_to_begin_there(home: Path, given: list[str]) -> None:
    plain = Plain(make_learner(home))
    plain.run([*given, "q"])
    assert not any("There are lessons 1 to" in words for words in plain.told)
    assert plain.learner.is_new()


def test_plain_lines_ask_the_same(home: Path) -> None:
    plain = Plain(make_learner(home))
    plain.run(["w", "7", "1", "", ":q"])
    assert "Four dots that no line can part" in plain.words
    assert plain.learner.state(place_of(lesson="xor-line")).opened


@pytest.mark.parametrize("key", ["space", "B"])
async def test_the_keys_of_the_map_do_nothing_before_there_is_one(home: Path, key: str) -> None:
    app = first_start(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, key)
        await settle(pilot)
        assert isinstance(app.screen, WelcomeScreen)
        assert app.return_code is None


async def test_escape_shows_the_course(home: Path) -> None:
    app = first_start(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "escape")
        await settle(pilot)
        assert app.text("map.keys").split(" · ")[0].split()[1] in words_on(pilot)
        assert isinstance(app.screen, CourseScreen)


async def test_a_key_or_a_click_changes_the_language_and_the_first_screen_stays(home: Path) -> None:
    app = first_start(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "l")
        await settle(pilot)
        assert Text("es")("welcome.title") in words_on(pilot)
        rows = words_on(pilot).split("\n")
        row = next(number for number, words in enumerate(rows) if "español ⇄" in words)
        await pilot.click(offset=(rows[row].index("español ⇄") + 1, row))
        await settle(pilot)
        assert Text("en")("welcome.title") in words_on(pilot)
        assert isinstance(app.screen, WelcomeScreen)


def test_it_greets_until_a_lesson_was_opened_and_never_again(home: Path) -> None:
    learner = make_learner(home)
    learner.prefer("language", "es")
    assert learner.is_new()
    learner.record(Opened(), place_of())
    assert not learner.is_new()
    learner.reset(None)
    assert not make_learner(home).is_new()


def test_a_terminal_without_a_journal_shows_it_and_enter_begins(home: Path) -> None:
    with Terminal("--learner", "ana", home=home) as terminal:
        terminal.wait_for("Welcome.", "What you need", "q quit")
        terminal.press_for("enter", "Have you trained")
        terminal.press_for("enter", "Begin here:")
        terminal.press_for("enter", "●1 Read", "Enter")
