"""The learner's own pages, by keyboard: leafed through, in both languages, at every size."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from lessons.load import load_course
from progress.journal import Journal
from tests.tutor.conftest import MakeApp, press_all, settle, words_on
from tests.tutor.reports.conftest import weeks_of_work
from tutor.learner import Learner
from tutor.reports.learner_report import build_report
from tutor.reports.own_pages import PAGES, own_pages
from tutor.tui.app import LynxTutor
from tutor.tui.screens import learner as learner_screen
from tutor.tui.screens.learner import LearnerScreen
from tutor.words.spoken import spoken
from tutor.words.text import Text

SIZES = [(60, 16), (80, 24), (140, 45)]
ENGLISH_ONLY = [
    "lessons",
    "predictions",
    "came true",
    "said",
    "how",
    "week",
    "rungs",
    "line",
    "days",
    "done",
    "help",
]


@pytest.fixture
def with_work(home: Path, make_app: MakeApp) -> Callable[..., LynxTutor]:
    """The tutor of someone with some weeks behind them."""

    def make(language: str = "en", guess: str = "the linear layer?") -> LynxTutor:
        weeks_of_work(guess=guess).save(home / "learners" / "ana" / "progress.toml")
        return make_app(language)

    return make


async def open_pages(pilot: Pilot[None], *keys: str) -> str:
    await settle(pilot)
    await press_all(pilot, "m")
    await settle(pilot)
    await press_all(pilot, *keys)
    await settle(pilot)
    return words_on(pilot)


@pytest.mark.parametrize("language", ["es"])
@pytest.mark.parametrize("size", SIZES[:1])
async def test_m_on_the_map_opens_five_pages(
    with_work: Callable[..., LynxTutor], language: str, size: tuple[int, int]
) -> None:
    text = Text(language)
    async with with_work(language).run_test(size=size) as pilot:
        await open_pages(pilot)
        for number, name in enumerate(PAGES, 1):
            shown = words_on(pilot)
            assert f"{number}/5 · {text(f'mine.{name}')}" in shown
            assert text("mine.title") in shown
            if language == "es":
                assert [word for word in ENGLISH_ONLY if f" {word} " in shown] == []
            await press_all(pilot, "right")
        assert f"1/5 · {text('mine.overview')}" in words_on(pilot)
        await press_all(pilot, "left")
        assert f"5/5 · {text('mine.hints')}" in words_on(pilot)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_pages_are_whole_sentences_in_plain_lines(tmp_path: Path, language: str) -> None:
    weeks_of_work().save(tmp_path / "progress.toml")
    learner = Learner("ana", tmp_path, Journal.open(tmp_path, version="test"), load_course())
    text = Text(language)
    for page in own_pages(build_report(learner), learner, text):
        lines = [line for block in page.blocks for line in spoken(block, text)]
        assert lines
        assert not any(character in "".join(lines) for character in "│┤└⠒█\x1b")


async def test_the_overview_says_where_the_learner_is(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(140, 45)) as pilot:
        shown = await open_pages(pilot)
        total = len(load_course().lessons)
        assert f"1 of {total} lessons finished · 7 of 11 predictions came true" in shown
        assert "4 days here" in shown
        assert "✓  GELU becomes the identity" in shown
        assert "●  A break · ?" in shown
        assert "step 2 of 12: Predict" in shown
        assert "in a row" not in shown


async def test_the_calibration_page_shows_the_numbers_of_the_report(
    with_work: Callable[..., LynxTutor],
) -> None:
    async with with_work().run_test(size=(140, 45)) as pilot:
        shown = await open_pages(pilot, "right")
        assert "81 %" in shown
        assert "64 %" in shown
        assert "said 81 %, came true 64 %, of 11" in shown
        assert shown.count("●") >= 4


@pytest.mark.parametrize("language", ["es"])
@pytest.mark.parametrize("size", SIZES[:1])
async def test_before_anything_is_done_each_page_says_what_will_stand_there(
    make_app: MakeApp, language: str, size: tuple[int, int]
) -> None:
    text = Text(language)
    async with make_app(language).run_test(size=size) as pilot:
        shown = await open_pages(pilot, "end")
        assert text("mine.comes_back_none") in " ".join(shown.split())
        for name in ("confidence", "concepts", "weeks", "hints"):
            await press_all(pilot, "right")
            assert text(f"mine.{name}_none") in " ".join(words_on(pilot).split())


async def test_the_other_language_keeps_the_page(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(140, 45)) as pilot:
        shown = await open_pages(pilot, "right", "right", "l")
        assert isinstance(pilot.app.screen, LearnerScreen)
        assert "3/5 · Idea por idea" in shown
        assert Text("es")("calibration.overconfident") in shown
        assert "Lineal tras" in shown


@pytest.mark.parametrize("language", ["es"])
async def test_e_writes_the_same_files_as_export(
    with_work: Callable[..., LynxTutor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    async with with_work(language).run_test(size=(140, 45), notifications=True) as pilot:
        shown = await open_pages(pilot, "e")
        assert Text(language)("mine.written", files="").strip() in shown
    assert sorted(path.suffix for path in here.iterdir()) == [".html", ".md"]


async def test_another_language_while_the_files_are_made_does_not_lose_them(
    with_work: Callable[..., LynxTutor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trained, drawn_at_once = Event(), learner_screen.draw_runs

    def slowly(*arguments: Any, **options: Any) -> Any:
        trained.wait()
        return drawn_at_once(*arguments, **options)

    monkeypatch.setattr(learner_screen, "draw_runs", slowly)
    async with with_work().run_test(size=(140, 45), notifications=True) as pilot:
        await open_pages(pilot)
        await press_all(pilot, "e", "l")
        trained.set()
        await settle(pilot)
        assert Text("es")("mine.written", files="").strip() in words_on(pilot)
    assert list(tmp_path.glob("lynx-tutor-ana-*.md"))


async def test_where_nothing_may_be_written_e_says_so(
    with_work: Callable[..., LynxTutor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    (here / f"lynx-tutor-ana-{with_work().learner.today().isoformat()}.html").mkdir()
    async with with_work().run_test(size=(140, 45), notifications=True) as pilot:
        shown = await open_pages(pilot, "e")
        assert "is a folder" in shown
    assert not list(here.glob("*.md"))


async def test_with_nothing_done_there_is_nothing_to_write(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with make_app().run_test(notifications=True) as pilot:
        shown = await open_pages(pilot, "e")
        assert Text("en")("mine.nothing") in shown
    assert not list(tmp_path.glob("lynx-tutor-*"))
