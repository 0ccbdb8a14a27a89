"""Steering the app without a terminal: keys in, the screen as text out, and waiting until all is done."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Markdown, TextArea

from tutor.session import Session
from tutor.tui.pages.look import LookPage
from tutor.tui.pages.read import ReadPage
from tutor.tui.pages.train import TrainPage
from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.source import SourceView

Hand = Pilot[None]
NEAR = 5  # lines
PATIENCE_S = 300.0  # until a wait is given up: no measure of anything, only an end
FRAME_S = 0.01  # between two looks at what time alone, or a thread, brings about


def key_name(key: str) -> str:
    """Return Textual's name for the key of a character; a key that has a name keeps it."""
    return key if len(key) > 1 or key.isalnum() else _character_to_key(key)


def paint_nothing(screen: Screen[Any]) -> None:
    """Let a screen that nobody sees be laid out, and not be painted. Where Textual does not say how, it is."""
    if compositor := getattr(screen, "_compositor", None):
        compositor.render_update = lambda *_, **__: compositor._dirty_regions.clear()


def rows_of(screen: Screen[Any], size: Size) -> list[str]:
    """A screen as text, row by row; nothing where Textual does not say."""
    compositor = getattr(screen, "_compositor", None)
    strips = compositor.render_strips(size) if compositor else ()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


async def handled(pilot: Hand) -> None:
    """Until every message is handled, and drawn what came of it. What is computed in threads goes on."""
    app, loop = pilot.app, asyncio.get_running_loop()
    async with patience(pilot):
        while app.is_running:
            await asyncio.sleep(0)
            while loop._ready:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
            if app.screen_stack:
                app.screen._on_timer_update()  # what waits for the next frame
            if is_moving(app):
                await asyncio.sleep(FRAME_S)
            elif not loop._ready:  # type: ignore[attr-defined]
                return


def is_moving(app: App[Any]) -> bool:
    """Return True if something still scrolls, is made anew, or has not been told the window's new size."""
    being_made = any(each.lock.is_locked for each in app.screen.walk_children()) if app.screen_stack else False
    return being_made or app._resize_timer is not None or not app.animator._complete_event.is_set()


async def settle(pilot: Hand) -> None:
    """Until nothing is left to do: no message, no frame, and no worker."""
    await until(pilot, lambda: all(worker.is_finished for worker in pilot.app.workers))


async def until(pilot: Hand, holds: Callable[[], object]) -> None:
    """Until something holds that a run under way, or another thread, brings about."""
    async with patience(pilot):
        await handled(pilot)
        while not holds():
            await asyncio.sleep(FRAME_S)
            await handled(pilot)


@asynccontextmanager
async def patience(pilot: Hand) -> AsyncIterator[None]:
    """Wait as long as it takes; what never comes ends with the screen in words."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield
    except TimeoutError as error:
        raise TimeoutError(f"it did not come; on the screen was:\n{words_on(pilot)}") from error


async def burst(pilot: Hand, *keys: str) -> None:
    """Keys of one packet: all of them are there before the first is handled."""
    for key in keys:
        pilot.app.post_message(events.Key(key_name(key), key if len(key) == 1 else key_to_character(key)))
    await handled(pilot)


def words_on(pilot: Hand) -> str:
    return "\n".join(rows_of(pilot.app.screen, pilot.app.size))


def session_of(pilot: Hand) -> Session:
    session = getattr(pilot.app.screen, "session", None)
    assert isinstance(session, Session)
    return session


def editor(pilot: Hand) -> Editor:
    return pilot.app.screen.query_one("#editor", Editor)


def is_typing(pilot: Hand) -> bool:
    return isinstance(pilot.app.focused, Input | TextArea)


def has_more(pilot: Hand) -> bool:
    return any(view.panes.has_more() for kind in (ReadPage, LookPage) for view in pilot.app.screen.query(kind))


def is_last_view(pilot: Hand) -> bool:
    return all(view.number + 1 == view.count for view in pilot.app.screen.query(LookPage))


def is_hurried(pilot: Hand) -> bool:
    return pilot.app.screen.query_one(TrainPage).controls.full_speed


async def walk_to(pilot: Hand, file: str, line: int) -> None:
    """In the source: to this file, the shorter way round, and down to this line, the last part of the way by keys."""
    view = pilot.app.screen.query_one(SourceView)
    ahead = (view.files.index(file) - view.current) % len(view.files)
    behind = len(view.files) - ahead
    await burst(pilot, *(["right"] * ahead if ahead <= behind else ["left"] * behind))
    await settle(pilot)
    view.table.highlighted = max(0, line - 1 - NEAR)
    await burst(pilot, *["down"] * min(NEAR, line - 1))


def unseen(pilot: Hand) -> int:
    """Count the passages of prose that take no room at all on the page that is open."""
    return sum(not each.size.height for each in pilot.app.screen.query(Markdown))
