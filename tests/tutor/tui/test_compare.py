"""A comparison by keys: from a knob that is turned to the verdict, a finding, and a run that may refute its reason."""

import json
import shlex
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.page import Block
from lessons.course.play.comparison import TRIED
from progress.calibration import judged
from tests.tutor.commanded import run
from tests.tutor.conftest import make_learner, opened, press, press_all, words_on
from tutor.comparison_session import ComparisonSession
from tutor.linear.lines import spoken
from tutor.notes import wait
from tutor.reports.bets import networks
from tutor.reports.findings import finding_rows
from tutor.reports.learner_pages import own_pages, page_of
from tutor.reports.learner_report import build_report
from tutor.tui.app import LynxTutor
from tutor.tui.pages.page import PageView
from tutor.tui.screens.compare import ComparisonScreen, PairingScreen
from tutor.tui.screens.play import PlayScreen
from tutor.words.text import Text

TO_EIGHT_SEEDS = ("up", "left", "down")


@asynccontextmanager
async def asked(home: Path, language: str = "en", size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Play with xor, its width turned to 4, and on to the bet on eight seeds."""
    app = LynxTutor(make_learner(home), Text(language), task="xor")
    async with opened(app, size=size) as pilot:
        await press_all(pilot, "down", "down", "left", "c", *TO_EIGHT_SEEDS)
        await press(pilot, "enter")
        yield pilot


def spoken_page(blocks: tuple[Block, ...]) -> str:
    return "\n".join(line for block in blocks for line in spoken(block, Text("en")))


def session_of(pilot: Pilot[None]) -> ComparisonSession:
    assert isinstance(pilot.app.screen, ComparisonScreen)
    return pilot.app.screen.session


async def test_two_values_of_a_knob_are_compared_before_it_is_turned_and_after_something_else_was(home):
    async with opened(LynxTutor(make_learner(home), Text("en"), task="xor")) as pilot:
        await press_all(pilot, "down", "down", "c")
        screen = pilot.app.screen
        assert isinstance(screen, PairingScreen)
        assert [values["width"] for values in screen.pairing.comparison.arms.values()] == ["8", "16"]
        await press_all(pilot, "down", "left", "down", "right", "right")
        assert "compare xor --a width=4 --b width=64" in " ".join(words_on(pilot).split())
        await press_all(pilot, "escape", "end", *["down"] * 3, "right", "c")
        screen = pilot.app.screen
        assert isinstance(screen, PairingScreen)
        assert screen.pairing.chosen["knob"] == TRIED
        await press(pilot, "right")
        arms = screen.pairing.comparison.arms.values()
        assert [(values["width"], values["optimizer"]) for values in arms] == [("512", "adam"), ("512", "adamw")]


async def test_s_in_play_gives_the_line_to_share(home):
    async with opened(LynxTutor(make_learner(home), Text("en"), task="xor")) as pilot:
        await press_all(pilot, "down", "down", "left", "s")
        shared = "To share: lynx-tutor compare xor --b width=4 --metric train_accuracy --seeds 32 --ask"
        assert shared in " ".join(words_on(pilot).split())


async def test_any_two_of_the_tries_can_be_compared_and_nothing_with_itself(home):
    async with opened(LynxTutor(make_learner(home), Text("en"), task="xor")) as pilot:
        await press(pilot, "enter", "down", "down", "left", "enter", "left", "enter", "c")
        screen = pilot.app.screen
        assert isinstance(screen, PairingScreen)
        assert [values["width"] for values in screen.pairing.comparison.arms.values()] == ["4", "2"]
        await press_all(pilot, "down", "left")
        assert [values["width"] for values in screen.pairing.comparison.arms.values()] == ["8", "2"]
        await press_all(pilot, "down", "left", "left")
        assert "nothing to compare" in words_on(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen is screen
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.parametrize(
    ("language", "size", "said"),
    [
        ("es", (60, 16), "Dijiste «mayor», con un 95 %"),
        ("en", (80, 24), "You said “higher”, 95 % sure."),
        ("en", (140, 45), "You said “higher”, 95 % sure."),
    ],
)
async def test_a_bet_leads_to_its_run_and_the_run_to_the_verdict(home, language, size, said):
    async with asked(home, language, size) as pilot:
        await press(pilot, "1", "right", "right", "right", "enter")
        assert said in " ".join(words_on(pilot).split())
        found = session_of(pilot).verdict()
        (bet,) = judged(make_learner(home).events())
        assert (bet.confidence, bet.right) == (0.95, found.right)
        await press_all(pilot, *["pagedown"] * 3)
        await press(pilot, "enter")
        assert pilot.app.text("play.keys_finding") in words_on(pilot)
        await press(pilot, "escape", "enter")
        assert isinstance(pilot.app.screen, PlayScreen)


async def test_while_it_trains_no_key_is_named_that_trains_again(home, monkeypatch):
    async with asked(home) as pilot:
        assert isinstance(pilot.app.screen, ComparisonScreen)
        monkeypatch.setattr(PageView, "is_at_work", lambda view: True)
        assert pilot.app.screen.keys() == "x stop · Esc back · ? help"


async def test_the_footer_says_that_the_answers_are_below(home):
    async with asked(home, "es", (60, 16)) as pilot:
        assert "Intro leer más" in words_on(pilot)
        await press(pilot, "enter")
        assert "Intro guardar y entrenar" in words_on(pilot)


async def test_a_second_comparison_begins_with_what_the_first_one_measured(home):
    async with asked(home) as pilot:
        await press(pilot, "escape", "c", "down", "down", "down", "right", "enter")
        await press(pilot, "escape", "c")
        screen = pilot.app.screen
        assert isinstance(screen, PairingScreen)
        comparison = screen.pairing.comparison
        assert (comparison.metric, comparison.seeds) == ("final_loss", 8)


async def test_the_line_that_it_gives_has_the_same_numbers_in_the_shell(home):
    async with asked(home) as pilot:
        await press(pilot, "1", "enter")
        session = session_of(pilot)
        _, *words, asks = shlex.split(session.comparison.line)
        assert asks == "--ask"
        record = session.state.record["compare"]["train_accuracy"]
    told = json.loads(run(*words, "--json").out)
    arms = told["experiments"]["compare"]["metrics"]["train_accuracy"]
    assert {arm: each["median"] for arm, each in arms.items()} == {arm: record[arm]["median"] for arm in ("a", "b")}
    assert told["verdict"]["truth"] == session.verdict().truth


async def test_a_finding_is_kept_with_what_was_compared(home):
    async with asked(home) as pilot:
        await press(pilot, "1", "enter", "s", *"four r", "enter")
        learner = pilot.app.learner
        wait(learner)
        notes = (learner.folder / "notes" / "breaks.md").read_text(encoding="utf-8").replace("\\", "")
        line = session_of(pilot).comparison.line
        assert all(words in notes for words in ("**four r**", line, "I said higher", "training accuracy A"))
        report = build_report(learner)
        pages = own_pages(report, learner, Text("en"))
        assert line in spoken_page(pages["findings"])
        assert "xor: width 8 or width 4, training accuracy" in spoken_page(pages["bets"])
        assert networks(report, learner) == 2 * session_of(pilot).comparison.seeds  # once, though bet on and kept
        assert line in page_of("md", report, {}, Text("en")).replace("\\", "")


async def test_an_explanation_is_on_trial_in_a_run_that_the_learner_chooses(home):
    async with asked(home) as pilot:
        await press(pilot, "1", "enter", "e")
        await press_all(pilot, *"too few", "enter", *"lr=x", "enter")
        assert "lr cannot be “x”" in words_on(pilot)
        await press_all(pilot, *["backspace"] * 4, *"width=1")
        await press(pilot, "enter")
        assert "On trial: “too few”" in words_on(pilot)
        await press(pilot, "1", "enter")
        session = session_of(pilot)
        assert [values["width"] for values in session.comparison.arms.values()] == ["4", "1"]
        assert session.verdict().truth == "fewer"
        assert "“too few” predicted something else for this run: refuted." in words_on(pilot)
        session.keep("one unit")
        assert "; explanation on trial: too few" in str([*finding_rows(pilot.app.learner.events(), Text("en"))])
