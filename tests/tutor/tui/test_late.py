"""Keys in one packet, held keys and tiny windows: what comes too late does nothing, and nothing ends the app."""

import asyncio
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.css.query import NoMatches
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tests.tutor.conftest import app_at, burst, opened, press, press_all, settle, words_on
from tests.tutor.piloting import until
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.help import HelpScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.source import SourceScreen
from tutor.tui.steady import STRICT, is_late


def standing(app: LynxTutor) -> tuple[object, ...]:
    return app.screen, app.focused, app.theme, app.learner.journal.events


async def is_well(pilot: Pilot[None]) -> bool:
    """Return True if the app lives, is seen, and Escape still leads to the map."""
    await pilot.resize_terminal(80, 24)
    for _ in range(12):
        if isinstance(pilot.app.screen, CourseScreen):
            break
        await press(pilot, "escape")
    return isinstance(pilot.app.screen, CourseScreen) and pilot.app.is_running and pilot.app.return_code is None


async def test_a_timer_fires_however_late_a_busy_machine_lets_it_begin(make_app, monkeypatch):
    async with opened(make_app()) as pilot:
        late, fired = count(step=1.0), asyncio.Event()  # a second goes by whenever a timer looks at the clock
        monkeypatch.setattr("textual.timer._time", SimpleNamespace(get_time=lambda: next(late)))
        timer = pilot.app.set_timer(0.01, fired.set)
        await timer._task
        await until(pilot, fired.is_set)


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys", ["ctrl+s 1", "b t", "b n b n", "1 escape enter", "g ? escape c b", "m escape m escape"]
)
@pytest.mark.parametrize("step", ["why", "predict"])
async def test_keys_of_one_packet_may_lead_away_and_on(make_app, step, keys):
    app = app_at(make_app, step)
    async with opened(app) as pilot:
        await burst(pilot, *keys.split())
        assert await is_well(pilot)


@pytest.mark.parametrize(("key", "kind"), [("question_mark", HelpScreen), ("c", SourceScreen)])
async def test_a_held_key_opens_one_screen(make_app, key, kind):
    app = app_at(make_app, "observe")
    async with opened(app) as pilot:
        await burst(pilot, *[key] * 9)
        assert sum(isinstance(screen, kind) for screen in app.screen_stack) <= 1
        assert await is_well(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 4), (1, 1)])
@pytest.mark.parametrize("step", ["map", "predict", "repair"])
async def test_a_tiny_window_takes_no_keys_and_harms_nothing(make_app, step, size):
    app = make_app("en") if step == "map" else app_at(make_app, step)
    async with opened(app) as pilot:
        before = standing(app)
        await pilot.resize_terminal(*size)
        await burst(pilot, "pageup", "pagedown", "home", "end", "l", "t", "enter", "b", "n", "x", "ctrl+s", "escape")
        app.post_message(events.Paste("nobody sees this"))
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert standing(app) == before
        assert app.text.language == "en"
        assert await is_well(pilot)


async def test_q_quits_a_tiny_window_also_out_of_an_editor(make_app):
    app = app_at(make_app, "repair")
    async with opened(app) as pilot:
        await burst(pilot, *"  # mine")
        await pilot.resize_terminal(30, 6)
        await settle(pilot)
        assert "q quits" in " ".join(words_on(pilot).split())
        await press_all(pilot, "q")
    assert app.return_code == 0


def faulty(monkeypatch: pytest.MonkeyPatch, fault: Callable[[LessonScreen], object]) -> None:
    """A key whose screen goes while it waits; what it does then is wrong."""

    async def leave(self: LessonScreen) -> None:
        action_map(self)
        while self.is_attached:
            await asyncio.sleep(0)
        fault(self)

    action_map = LessonScreen.action_map
    monkeypatch.setattr(LessonScreen, "action_map", leave)


def fault(screen: LessonScreen) -> None:
    screen.session.text("no.such.words")


async def leave(app: LynxTutor) -> None:
    async with opened(app) as pilot:
        await press(pilot, "escape")
        assert await is_well(pilot)


async def test_a_fault_after_an_await_is_loud_in_a_test(make_app, monkeypatch):
    faulty(monkeypatch, fault)
    with pytest.raises(KeyError):
        await leave(make_app("en", "open"))


async def test_before_a_learner_it_is_written_down_and_the_session_goes_on(make_app, monkeypatch):
    faulty(monkeypatch, fault)
    monkeypatch.delenv(STRICT)
    app = make_app("en", "open")
    await leave(app)
    (report,) = (app.learner.folder / "crashes").iterdir()
    assert "in leave" in report.read_text()


async def test_an_app_that_fails_ends_with_the_first_of_its_errors(make_app):
    app = make_app()
    with pytest.raises(ValueError, match="first"):  # noqa: PT012
        async with opened(app):
            app.end_politely(ValueError("first"))
            app.end_politely(KeyError("second"))
    assert isinstance(app.ended_by, ValueError)


class Asking(App[None]):
    """An app that asks for a widget that there is not."""

    def compose(self) -> ComposeResult:
        yield Static("here", id="here")
        yield OptionList("one", id="options")


async def test_only_what_a_widget_that_has_gone_lacks_is_late():
    async with Asking().run_test() as pilot:
        here = pilot.app.query_one("#here")
        for gone in (False, True):
            with pytest.raises(NoMatches) as raised:
                here.query_one("#nowhere")
            assert is_late(raised.value) is gone
            await here.remove()
