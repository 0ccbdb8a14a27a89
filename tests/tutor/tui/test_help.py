"""Help has all keys of the very screen that it was opened on, each with what it does there; and so has the palette."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

import tutor.tui
from tests.tutor.conftest import opened, place_of, press, session_of, settle, shows_step, words_on
from tests.tutor.work import work_up_to
from tutor.tui.screens.help import SAME_AS, UNKNOWN, WRITTEN, HelpScreen, key_rows, name_of, rows_said, shown
from tutor.tui.screens.lesson import LessonScreen
from tutor.words.text import Text


def bound() -> Iterator[tuple[str, str]]:
    """Each class of the app that binds keys, and each action that it binds one to."""
    for found in pkgutil.walk_packages(tutor.tui.__path__, "tutor.tui."):
        module = import_module(found.name)
        for kind in vars(module).values():
            if inspect.isclass(kind) and kind.__module__ == module.__name__:
                for binding in vars(kind).get("BINDINGS", ()):
                    yield kind.__name__, binding[1]


def test_every_binding_has_words():
    text = Text("en")
    for kind, action in sorted(set(bound())):
        space, _, rest = action.partition(".")
        names = [f"App.{rest}"] if space == "app" else [f"{kind}.{action}", f"{kind}.{action.partition('(')[0]}"]
        inherited = [key for key in text.table("keys") if key.endswith(f".{action}")]
        assert SAME_AS.fullmatch(action) or any(text.has(f"keys.{name}") for name in names) or inherited, action


async def open_at(pilot: Pilot[None], step: str) -> None:
    app = pilot.app
    await settle(pilot)
    work_up_to(app.learner, place_of(), step)
    app.open_place(place_of())
    await settle(pilot)


def assert_whole(pilot: Pilot[None]) -> None:
    """No key that is bound on this screen is missing among those that help would show, and none is there twice."""
    app = pilot.app
    rows = key_rows(app.screen, app.text)
    told = [key for row in rows for key in row.keys]
    assert len(told) == len(set(told))
    for key, active in app.screen.active_bindings.items():
        if isinstance(active.node, Input | TextArea) or key.startswith(UNKNOWN) or key in told:
            continue
        if isinstance(app.focused, TextArea) and key in WRITTEN:
            continue
        if same := SAME_AS.fullmatch(active.binding.action):
            assert same[1] not in told  # it stands for a key that means nothing here
            continue
        name = name_of(active, app.text)
        assert name, f"{key} does {active.binding.action} of {active.node}, and has no words"
        assert app.text(f"keys.{name}") == "" or name.startswith("App.focus")


@pytest.mark.parametrize("keys", [(), ("question_mark",)])
async def test_no_key_of_another_screen_is_missing_from_its_help(make_app, keys):
    async with make_app().run_test(size=(140, 45)) as pilot:
        await open_at(pilot, "read")
        await press(pilot, "escape")
        await press(pilot, *keys)
        assert_whole(pilot)


async def test_help_says_the_keys_of_its_own_screen_and_escape_closes_it(make_app):
    async with make_app().run_test(size=(80, 45)) as pilot:
        await open_at(pilot, "run")
        await press(pilot, "question_mark")
        words = words_on(pilot)
        assert all(each in words for each in ("s ", "new seed", "1 … 9", "On every screen", "Ctrl+P"))
        await press(pilot, "escape")
        assert shows_step(pilot, "run")


def test_a_key_line_is_read_as_keys():
    rows = list(rows_said("↑↓ answer · Ctrl+S judge · Enter keep · PgUp/PgDn scroll · type your answer"))
    assert [row.keys for row in rows] == [("up", "down"), ("ctrl+s",), ("enter",), ("pageup", "pagedown"), ()]
    assert [row.words for row in rows] == ["answer", "judge", "keep", "scroll", "type your answer"]


@pytest.mark.parametrize(
    ("keys", "language", "words"),
    [
        (("up", "down", "j"), "en", "↑ ↓ j"),
        (("enter",), "es", "Intro"),
        (("ctrl+s",), "en", "Ctrl+S"),
        (("shift+space",), "es", "Shift+Espacio"),
        (tuple("1234567890"), "en", "1 … 0"),
        (("question_mark", "f1"), "en", "? F1"),
    ],
)
def test_keys_are_written_as_on_the_keyboard(keys, language, words):
    assert shown(keys, Text(language)) == words


async def choose(pilot: Pilot[None], letters: str) -> None:
    await press(pilot, "ctrl+p", *letters)
    await press(pilot, "enter")


async def test_help_opens_over_every_screen_and_scrolls(make_app):
    async with opened(make_app("es", "open"), (60, 16)) as pilot:
        await press(pilot, "g", "f1")
        assert isinstance(pilot.app.screen, HelpScreen)
        await press(pilot, "end")
        assert "Esc cierra esta ayuda" in words_on(pilot)


async def test_the_palette_opens_a_lesson_from_within_another(make_app):
    async with opened(make_app("es", "open")) as pilot:
        await choose(pilot, "Construye un Seq")
        assert isinstance(pilot.app.screen, LessonScreen)
        assert session_of(pilot).place.lesson.id == "build-sequential"
        assert len(pilot.app.screen_stack) == 2
