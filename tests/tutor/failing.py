"""The tutor, failing where it is told to: `python failing.py WHERE ARGUMENTS...`. A program of its own."""

import sys
from typing import NoReturn

from textual.widgets import Static

from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.terminal.keys import Reader


class Unexpected(Exception):
    """Nobody reckons with this."""


def fail(*_: object) -> NoReturn:
    raise Unexpected("on purpose")


class Unpaintable(Static):
    """A widget that cannot be drawn."""

    render = fail  # type: ignore[assignment]


def in_worker(screen: LessonScreen) -> None:
    screen.run_worker(fail, thread=True)


def in_timer(screen: LessonScreen) -> None:
    screen.set_interval(0.01, fail)


def in_task(screen: LessonScreen) -> None:
    """A task whose error nobody asks for: it is told once the task is forgotten."""
    import asyncio
    import gc

    async def work() -> None:
        fail()

    asyncio.get_running_loop().create_task(work())
    screen.set_timer(0.05, gc.collect)


def in_driver(screen: LessonScreen) -> None:
    """The thread that reads keys ends with an error."""
    Reader.tick = fail  # type: ignore[method-assign]


def in_render(screen: LessonScreen) -> None:
    screen.mount(Unpaintable())


def in_drafts(screen: LessonScreen) -> None:
    """In a handler, and then again while what is half done is kept."""
    LessonScreen.keep_drafts = fail  # type: ignore[method-assign]
    fail()


def in_start(*_: object) -> None:
    LynxTutor.on_mount = fail  # type: ignore[method-assign]


WAYS = {name.removeprefix("in_"): function for name, function in list(globals().items()) if name.startswith("in_")} | {
    "handler": fail
}

if __name__ == "__main__":
    way = sys.argv[1]
    if way == "start":
        in_start()
    else:
        LessonScreen.action_back = WAYS[way]  # type: ignore[method-assign, assignment]
    sys.exit(main(sys.argv[2:]))
