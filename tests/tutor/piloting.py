"""Steering the app without a terminal: keys in, the screen as text out, and waiting until all is done."""

from contextlib import suppress
from typing import Any

from textual import events
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Markdown, TextArea
from textual.worker import WorkerCancelled

from tutor.session import Session
from tutor.tui.pages.look import LookPage
from tutor.tui.pages.read import ReadPage
from tutor.tui.pages.train import TrainPage
from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.source import SourceView

Hand = Pilot[None]
NEAR = 5  # lines
PAUSES = 2  # a key's message goes to the screen, from there to the session, and back as widgets


def key_name(key: str) -> str:
    """What Textual calls the key of a character; a key that has a name keeps it."""
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


async def rest(pilot: Hand) -> None:
    """Until no worker is at work. One that a newer one took the place of is no fault, and is waited for again."""
    while any(not worker.is_finished for worker in pilot.app.workers):
        with suppress(WorkerCancelled):
            await pilot.app.workers.wait_for_complete()


async def settle(pilot: Hand) -> None:
    for _ in range(2):
        await pilot.pause()
        await rest(pilot)
    await pilot.pause()


async def catch_up(pilot: Hand) -> None:
    """The same without waiting for an idle processor: enough to go on, and not to say that nothing happens."""
    for _ in range(PAUSES):
        await pilot.pause(0)
        await rest(pilot)
    await pilot.pause(0)


async def burst(pilot: Hand, *keys: str) -> None:
    for key in keys:
        pilot.app.post_message(events.Key(key_name(key), key if len(key) == 1 else None))
    await pilot.pause(0)


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
    return any(view.panes.has_more() for view in pilot.app.screen.query(ReadPage))


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
    await catch_up(pilot)
    view.table.highlighted = max(0, line - 1 - NEAR)
    await burst(pilot, *["down"] * min(NEAR, line - 1))


def unseen(pilot: Hand) -> int:
    """How many passages of prose take no room at all on the page that is open."""
    return sum(not each.size.height for each in pilot.app.screen.query(Markdown))
