"""The learner's own pages, by keyboard: leafed through, in both languages, at every size."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.page import Table
from lessons.course.lesson.state import Graded, Judged, Pointed, TookHint
from progress.journal import Journal
from tests.tutor.conftest import (
    MakeApp,
    make_learner,
    opened,
    place_of,
    press,
    press_all,
    session_of,
    settle,
    words_on,
)
from tests.tutor.reports.conftest import weeks_of_work
from tests.tutor.small_course import small_course
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.linear.lines import spoken
from tutor.reports.learner_pages import EXPORTED, hints, own_pages
from tutor.reports.learner_report import build_report
from tutor.tui.app import LynxTutor
from tutor.tui.screens.learner import LearnerScreen
from tutor.words.text import Text

ENGLISH_ONLY = ["lessons", "predictions", "came true", "said", "how", "week", "line", "days", "done", "help"]


@pytest.fixture
def with_work(home: Path, make_app: MakeApp) -> Callable[..., LynxTutor]:
    """The tutor of someone with some weeks behind them."""

    def make(language: str = "en", guess: str = "the linear layer?") -> LynxTutor:
        weeks_of_work(guess=guess).save(home / "learners" / "ana" / "progress.toml")
        return make_app(language)

    return make


async def open_pages(pilot: Pilot[None], *keys: str) -> str:
    await settle(pilot)
    await press(pilot, "m")
    await press(pilot, *keys)
    return words_on(pilot)


async def test_m_on_the_map_opens_seven_pages(with_work):
    text = Text("es")
    async with with_work("es").run_test(size=(60, 16)) as pilot:
        await open_pages(pilot)
        for number, name in enumerate(("overview", "bets", *EXPORTED, "hints"), 1):
            shown = words_on(pilot)
            assert f"{number}/7 · {text(f'mine.{name}')}" in shown
            assert text("mine.title") in shown
            assert [word for word in ENGLISH_ONLY if f" {word} " in shown] == []
            await press_all(pilot, "right")
        assert f"1/7 · {text('mine.overview')}" in words_on(pilot)
        await press_all(pilot, "left")
        assert f"7/7 · {text('mine.hints')}" in words_on(pilot)


@pytest.mark.parametrize(
    ("mode", "acts", "said"),
    [
        ("open", [Judged(passed=False)], "not repaired yet"),
        ("open", [Judged(passed=False), Judged(passed=True)], "repaired"),
        ("blind", [TookHint(1)], "line not found yet"),
        ("blind", [TookHint(1), Pointed("a.py", 1, found=True)], "line found"),
    ],
)
def test_a_search_is_told_where_there_is_one_and_else_the_repair(home, mode, acts, said):
    learner, place = make_learner(home), place_of(mode)
    work_up_to(learner, place, "repair" if mode == "open" else "hints")
    for act in acts:
        learner.record(act, place)
    (table,) = hints(build_report(learner), Text("en"))
    assert isinstance(table, Table)
    assert table.rows[0][1] == said


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_pages_are_whole_sentences_in_plain_lines(tmp_path, language):
    weeks_of_work().save(tmp_path / "progress.toml")
    learner = Learner("ana", tmp_path, Journal.open(tmp_path, version="test"), small_course())
    text = Text(language)
    for blocks in own_pages(build_report(learner), learner, text).values():
        lines = [line for block in blocks for line in spoken(block, text)]
        assert lines
        assert not any(character in "".join(lines) for character in "│┤└⠒█\x1b")


async def test_enter_on_a_bet_opens_the_page_where_it_was_judged(make_app):
    app = make_app()
    work_up_to(app.learner, place_of(), "why")
    for question, right in (("steps", True), ("accuracy-additive", False)):
        app.learner.record(Graded(question, "same", 0.75, right, "same"), place_of())
    async with opened(app) as pilot:
        await press(pilot, "m", "right")
        assert "▸ ✗" in words_on(pilot)  # the latest comes first
        await press(pilot, "enter")
        assert session_of(pilot).step.kind == "observe"
        await press(pilot, "escape")
        assert isinstance(app.screen, LearnerScreen)


async def test_e_writes_the_same_files_as_export(with_work, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    async with with_work("es").run_test(size=(140, 45), notifications=True) as pilot:
        shown = await open_pages(pilot, "e")
        assert Text("es")("mine.written", files="").strip() in shown
    assert sorted(path.suffix for path in here.iterdir()) == [".html", ".md"]


async def test_before_anything_is_done_each_page_says_what_will_stand_there(make_app):
    text = Text("es")
    async with make_app("es").run_test(size=(60, 16)) as pilot:
        shown = await open_pages(pilot, "end")
        assert text("mine.comes_back_none") in " ".join(shown.split())
        for name in ("bets", "confidence", "concepts", "weeks", "findings", "hints"):
            await press_all(pilot, "right")
            assert text(f"mine.{name}_none") in " ".join(words_on(pilot).split())
