"""Keys in one packet, held keys and tiny windows: what comes too late does nothing, and nothing ends the app."""

import asyncio
from collections.abc import Callable

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.css.query import NoMatches
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tests.tutor.conftest import MakeApp, burst, place_of, press_all, settle, words_on
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.late import STRICT, is_late
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.help import HelpScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.source import SourceScreen

STEPS = ("read", "predict-additive", "run-additive", "observe-additive", "hints", "repair", "why")


def app_at(make_app: MakeApp, step: str, language: str = "en") -> LynxTutor:
    app = make_app(language, "open")
    work_up_to(app.learner, place_of(), step)
    return app


def standing(app: LynxTutor) -> tuple[object, ...]:
    """The screen that is open, what it has the keys in, and all that the learner has done."""
    return app.screen, app.focused, app.theme, app.learner.journal.events


async def is_well(pilot: Pilot[None]) -> bool:
    """Whether the app lives, is seen, and Escape still leads to the map."""
    await pilot.resize_terminal(80, 24)
    for _ in range(12):
        if isinstance(pilot.app.screen, CourseScreen):
            break
        await press_all(pilot, "escape")
        await settle(pilot)
    return (
        isinstance(pilot.app.screen, CourseScreen) and pilot.app.is_running and pilot.app.return_code is None
    )


# Held keys, and keys in one packet.


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys",
    ["ctrl+s 1", "ctrl+s b", "b t", "b n b n", "1 escape enter", "g ? escape c b", "m escape m escape"],
)
@pytest.mark.parametrize("step", ["why", "predict-additive", "hints"])
async def test_keys_of_one_packet_may_lead_away_and_on(make_app: MakeApp, step: str, keys: str) -> None:
    app = app_at(make_app, step)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await burst(pilot, *keys.split())
        await settle(pilot)
        assert await is_well(pilot)


async def test_a_second_escape_in_the_same_moment_closes_nothing_below(make_app: MakeApp) -> None:
    app = app_at(make_app, "observe-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "question_mark")
        await burst(pilot, "escape", "escape", "escape")
        await settle(pilot)
        assert isinstance(app.screen, LessonScreen | CourseScreen)
        assert await is_well(pilot)
    async with make_app("en").run_test(size=(80, 24)) as pilot:  # below which there is nothing
        await settle(pilot)
        await press_all(pilot, "question_mark")
        await burst(pilot, "escape", "escape", "escape")
        await settle(pilot)
        assert await is_well(pilot)


@pytest.mark.parametrize(("key", "kind"), [("question_mark", HelpScreen), ("c", SourceScreen)])
async def test_a_held_key_opens_one_screen(make_app: MakeApp, key: str, kind: type) -> None:
    app = app_at(make_app, "observe-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await burst(pilot, *[key] * 9)
        await settle(pilot)
        assert sum(isinstance(screen, kind) for screen in app.screen_stack) <= 1
        assert await is_well(pilot)


# Windows.


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 4), (1, 1), (59, 16)])
@pytest.mark.parametrize("step", ["map", "predict-additive", "observe-additive", "hints", "repair"])
async def test_a_tiny_window_takes_no_keys_and_harms_nothing(
    make_app: MakeApp, step: str, size: tuple[int, int]
) -> None:
    app = make_app("en") if step == "map" else app_at(make_app, step)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        before = standing(app)
        await pilot.resize_terminal(*size)
        await burst(
            pilot, "pageup", "pagedown", "home", "end", "l", "t", "enter", "b", "n", "x", "ctrl+s", "escape"
        )
        app.post_message(events.Paste("nobody sees this"))
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert standing(app) == before
        assert app.text.language == "en"
        assert await is_well(pilot)


@pytest.mark.parametrize("step", ["map", "why"])
async def test_q_quits_a_tiny_window_also_out_of_an_editor(make_app: MakeApp, step: str) -> None:
    app = make_app("en") if step == "map" else app_at(make_app, step)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        if step == "repair":
            await burst(pilot, *"  # mine")
        await pilot.resize_terminal(30, 6)
        await settle(pilot)
        assert "q quits" in " ".join(words_on(pilot).split())
        await press_all(pilot, "q")
    assert app.return_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["question_mark", "g", "c", "ctrl+p"])
async def test_a_tiny_window_says_so_over_every_screen(make_app: MakeApp, keys: str) -> None:
    app = app_at(make_app, "observe-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, keys)
        await settle(pilot)
        for size in ((50, 12), (1, 1), (40, 10)):
            await pilot.resize_terminal(*size)
        await settle(pilot)
        assert "40×10" in words_on(pilot)
        assert await is_well(pilot)


# The mouse.


async def test_escape_leads_out_of_the_source_wherever_the_focus_is(make_app: MakeApp) -> None:
    app = app_at(make_app, "observe-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "c")
        await settle(pilot)
        app.screen.set_focus(None)
        await press_all(pilot, "escape")
        await settle(pilot)
        assert isinstance(app.screen, LessonScreen)


# Faults of ours.


def faulty(monkeypatch: pytest.MonkeyPatch, fault: Callable[[LessonScreen], object]) -> None:
    """A key whose screen goes while it waits; what it does then is wrong."""

    async def leave(self: LessonScreen) -> None:
        action_map(self)
        while self.is_attached:
            await asyncio.sleep(0)
        fault(self)

    action_map = LessonScreen.action_map
    monkeypatch.setattr(LessonScreen, "action_map", leave)


FAULTS: list[Callable[[LessonScreen], object]] = [
    lambda screen: screen.session.no_such_method(),  # type: ignore[attr-defined]
    lambda screen: screen.session.text("no.such.words"),
]


@pytest.mark.parametrize(("fault", "kind"), list(zip(FAULTS, (AttributeError, KeyError), strict=True)))
async def test_a_fault_after_an_await_is_loud_in_a_test(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, fault: Callable[[LessonScreen], object], kind: type
) -> None:
    faulty(monkeypatch, fault)

    async def leave() -> None:
        async with make_app("en", "open").run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await press_all(pilot, "escape")
            await settle(pilot)

    with pytest.raises(kind):
        await leave()


@pytest.mark.parametrize("fault", FAULTS)
async def test_before_a_learner_it_is_written_down_and_the_session_goes_on(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, fault: Callable[[LessonScreen], object]
) -> None:
    faulty(monkeypatch, fault)
    monkeypatch.delenv(STRICT)
    app = make_app("en", "open")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "escape")
        await settle(pilot)
        assert await is_well(pilot)
    (report,) = (app.learner.folder / "crashes").iterdir()
    assert "in leave" in report.read_text()


# The rule.


class Asking(App[None]):
    """An app that asks for a widget that there is not."""

    def compose(self) -> ComposeResult:
        yield Static("here", id="here")
        yield OptionList("one", id="options")


async def test_a_widget_that_lives_and_lacks_a_part_is_an_error() -> None:
    async with Asking().run_test() as pilot:
        with pytest.raises(NoMatches) as raised:
            pilot.app.query_one("#here").query_one("#nowhere")
        assert not is_late(raised.value)


async def test_a_widget_that_has_gone_lacks_everything_and_that_is_late() -> None:
    async with Asking().run_test() as pilot:
        here = pilot.app.query_one("#here")
        await here.remove()
        with pytest.raises(NoMatches) as raised:
            here.query_one("#nowhere")
        assert is_late(raised.value)


async def test_what_else_goes_wrong_in_a_widget_that_has_gone_is_an_error() -> None:
    class Wrong(Static):
        def fail(self) -> None:
            raise ValueError

    async with Asking().run_test() as pilot:
        wrong = Wrong()
        await pilot.app.mount(wrong)
        await wrong.remove()
        with pytest.raises(ValueError) as raised:
            wrong.fail()
        assert not is_late(raised.value)
