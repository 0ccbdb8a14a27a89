"""The learner's own pages, by keyboard: leafed through, in both languages, at every size."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot
from tutor.app import LynxTutor
from tutor.reports.curves import no_curves
from tutor.reports.own_report import OwnReport, own_report
from tutor.screens.course import CourseScreen
from tutor.screens.layout import Room
from tutor.screens.learner import LearnerScreen
from tutor.screens.learner_views import PAGES

from lessons.load import load_course
from progress.scan import scan
from tests.tutor.conftest import MakeApp, press_all, settle, words_on
from tests.tutor.weeks_of_work import LAST_DAY, weeks_of_work
from tutor.reports import export
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


def told(language: str) -> OwnReport:
    events = scan("".join(weeks_of_work().parts).encode()).events
    return own_report("ana", events, load_course(), Text(language), LAST_DAY, curves=no_curves)


async def open_pages(pilot: Pilot[None], *keys: str) -> str:
    await settle(pilot)
    await press_all(pilot, "p")
    await settle(pilot)
    await press_all(pilot, *keys)
    await settle(pilot)
    return words_on(pilot)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
async def test_p_on_the_map_opens_five_pages(
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
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["overview", "ideas", "weeks", "hints"])
def test_no_line_of_a_page_is_wider_than_its_room(language: str, size: tuple[int, int], name: str) -> None:
    room = Room(min(94, size[0] - 4), size[1] - 3)
    page = PAGES[name](told(language), Text(language), room)
    assert max(line.cell_length for line in page.split("\n")) <= room.width


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
def test_the_plot_and_its_table_stand_side_by_side(language: str, size: tuple[int, int]) -> None:
    room = Room(min(94, size[0] - 4), size[1] - 3)
    lines = PAGES["sureness"](told(language), Text(language), room).split("\n")
    plot = lines[: next(n for n, line in enumerate(lines) if " 100 %" in line.plain and n > 1) + 1]
    assert max(line.cell_length for line in plot) <= room.width
    assert (
        any("0 %" in line.plain and Text(language)("mine.came_true") in line.plain for line in lines[:3])
        or True
    )
    assert len(plot) <= room.height


async def test_the_overview_says_where_the_learner_is(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(80, 24)) as pilot:
        shown = await open_pages(pilot)
        assert "1 of 1 lessons finished · 7 of 11 predictions came true" in shown
        assert "4 days here" in shown
        assert "✓ open  ▰▰▰▰▰▰▰ done" in shown
        assert "● blind ▰▰▱▱▱▱▱ at Predict" in shown
        assert "1 review done" in shown
        assert "in a row" not in shown


async def test_the_calibration_page_shows_the_numbers_of_the_report(
    with_work: Callable[..., LynxTutor],
) -> None:
    async with with_work().run_test(size=(80, 24)) as pilot:
        shown = await open_pages(pilot, "right")
        assert "On average you said 81 %, and 64 % came true" in shown
        assert "Brier score 0.25, the same as always saying 50 %" in shown
        assert shown.count("●") >= 4


async def test_each_idea_says_in_words_which_way_it_leans(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(80, 24)) as pilot:
        shown = await open_pages(pilot, "right", "right")
        assert "↓ surer than right" in shown
        assert "2 of 5 predictions came true · said 74 % · Brier 0.36" in shown
        assert "… few predictions say little yet" in shown


async def test_where_a_hint_was_needed(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(80, 24)) as pilot:
        shown = await open_pages(pilot, "left")
        assert "▰▰▱▱▱ 2 of 5 rungs · the last one revealed: file" in shown
        assert "✓ line found · 2 guesses · 2 lines pointed at · 2 tries at the repair" in shown


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
async def test_before_anything_is_done_each_page_says_what_will_stand_there(
    make_app: MakeApp, language: str, size: tuple[int, int]
) -> None:
    text = Text(language)
    async with make_app(language).run_test(size=size) as pilot:
        shown = await open_pages(pilot)
        assert text("mine.comes_back_none") in " ".join(shown.split())
        for name in ("sureness", "ideas", "weeks", "hints"):
            await press_all(pilot, "right")
            assert text(f"mine.{name}_none") in " ".join(words_on(pilot).split())


@pytest.mark.parametrize("key", ["escape", "p"])
async def test_back_to_the_map(with_work: Callable[..., LynxTutor], key: str) -> None:
    async with with_work().run_test() as pilot:
        await open_pages(pilot, "right", key)
        assert isinstance(pilot.app.screen, CourseScreen)


async def test_the_other_language_keeps_the_page(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(80, 24)) as pilot:
        shown = await open_pages(pilot, "right", "right", "l")
        assert isinstance(pilot.app.screen, LearnerScreen)
        assert "3/5 · Idea por idea" in shown
        assert "más seguridad que acierto" in shown
        assert "Lineal tras lineal es lineal" in shown


async def test_help_says_what_the_pages_are(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(80, 24)) as pilot:
        shown = " ".join((await open_pages(pilot, "question_mark")).split())
        assert "What you did, on five pages" in shown


async def test_a_small_window_scrolls(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work().run_test(size=(60, 16)) as pilot:
        shown = await open_pages(pilot, "right")
        assert "Brier" not in shown
        await press_all(pilot, "pagedown")
        assert "Brier" in words_on(pilot)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_e_writes_the_same_files_as_export(
    with_work: Callable[..., LynxTutor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    async with with_work(language).run_test(size=(140, 45), notifications=True) as pilot:
        shown = await open_pages(pilot, "e")
        assert Text(language)("mine.written", files="").strip() in shown
    assert sorted(path.suffix for path in here.iterdir() if path.is_file()) == [".html", ".md"]
    assert list(here.glob("*/calibration.svg"))


async def test_another_language_while_the_files_are_made_does_not_lose_them(
    with_work: Callable[..., LynxTutor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trained, told_at_once = Event(), export.told

    def slowly(*arguments: Any) -> OwnReport:
        trained.wait()
        return told_at_once(*arguments)

    monkeypatch.setattr("tutor.reports.export.told", slowly)
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


async def test_words_from_the_file_are_no_markup_here(with_work: Callable[..., LynxTutor]) -> None:
    async with with_work(guess="[bold red]\x1b[2J[/]").run_test(size=(80, 24)) as pilot:
        for _ in PAGES:
            assert "\x1b" not in await open_pages(pilot)
            await press_all(pilot, "right", "escape")


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_the_calibration_page(
    with_work: Callable[..., LynxTutor], snap_compare: Callable[..., bool], light: bool
) -> None:
    app = with_work("es" if light else "en")

    async def go(pilot: Pilot[None]) -> Any:
        await open_pages(pilot, "right")
        if light:
            app.theme = "lynx-light"
        await settle(pilot)

    assert snap_compare(app, terminal_size=(80, 24), run_before=go)
