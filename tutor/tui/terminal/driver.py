"""The app's side of a terminal on Unix: sends frames as the line takes them, and hears keys."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from rich.console import Console
from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from tutor.terminals.kinds import Settings, give_back, kind_of, take_keys
from tutor.tui.terminal.grid import ScreenGrid
from tutor.tui.terminal.keys import Reader, listen
from tutor.tui.terminal.output import QUESTION, Backlog, Output, begun, ended, forget_keys, size_of
from tutor.tui.textual_private import colours_of, is_layout

STOP_DELAY_S = 0.05  # in which a signal to go on, sent after the one to stop, is still heard
ESCAPE_ALONE_S = 0.2  # after which an Escape begins nothing more
SETTLING_S = 0.02  # a page that is made anew is laid out more than once before it comes to rest
MAX_SETTLING_S = 0.08


class LineChanged(Message):
    """The line has become slow, or quick again."""


class LineDriver(Driver):
    """Sends what is wanted to stand on the screen when there is room for it on the line, and never what is old."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.loop = asyncio.get_running_loop()
        self.app = app
        assert sys.__stdin__
        assert sys.__stderr__
        self.input, self.target = sys.__stdin__.fileno(), sys.__stderr__
        self.before: Settings = None  # how the terminal was
        self.ended = threading.Event()
        self.ended.set()  # until it begins
        self.ears: threading.Thread | None = None
        self.output: Output | None = None
        self.pace = Backlog()
        self.heard: SimpleQueue[Message] = SimpleQueue()
        self.is_waking = False
        self.unanswered = 0  # questions; the thread that hears the answers counts down
        self.is_suspended = False
        self.cursor = (0, 0)
        self.settled = 0.0  # when the layout has come to rest,
        self.latest = 0.0  # or at the latest is taken as it is
        self.kind = kind_of(os.environ)
        self.grid = self.new_grid()
        self.timer: asyncio.TimerHandle | None = None
        self.stopping: asyncio.TimerHandle | None = None
        for name, handler in (("TSTP", self.stopped), ("CONT", self.continued), ("WINCH", self.resized)):
            self.loop.add_signal_handler(getattr(signal, f"SIG{name}"), handler)

    # What Textual asks of a driver.

    @property
    def can_suspend(self) -> bool:
        return True

    def write(self, data: str) -> None:
        """Send something at once that is no frame, such as a bell."""
        if self.output:
            self.output.put(data)

    def start_application_mode(self) -> None:
        self.ended.clear()
        self.output = Output(self.target, self.soon(self.pump), self.soon(self.dropped))
        self.output.start()
        self.before = take_keys(self.input)
        self.write(begun(self._mouse, self.kind.has_alternate) + QUESTION)
        self.pace, self.unanswered = Backlog(), 1
        self.pace.send(0, time.monotonic())
        self.ears = threading.Thread(target=self.hear, name="terminal-input", daemon=True)
        self.ears.start()
        self.resized()

    def disable_input(self) -> None:
        """Hear no more, once all is answered that was asked: an answer would be typed into whatever follows."""
        until = time.monotonic() + self.pace.patience
        while self.unanswered > 0 and time.monotonic() < until and self.ears and self.ears.is_alive():
            time.sleep(0.01)
        self.ended.set()
        if self.ears and self.ears.is_alive() and self.ears is not threading.current_thread():
            self.ears.join()
        self.ears = None
        forget_keys(self.input)

    def stop_application_mode(self) -> None:
        self.disable_input()
        if self.timer:
            self.timer.cancel()
        give_back(self.input, self.before)
        self.write(ended(self._mouse, self.kind.has_alternate))

    def close(self) -> None:
        if self.output:
            self.output.close()
        self.output = None

    def new_grid(self) -> ScreenGrid:
        return ScreenGrid(*size_of(self.target.fileno(), self.input), self.kind)

    # Signals.

    def stopped(self) -> None:
        """Give the terminal back, and stop as everybody does."""
        if self._auto_restart and not self.ended.is_set():
            self.suspend_application_mode()
            self.is_suspended = True
        self.stopping = self.loop.call_later(STOP_DELAY_S, os.kill, os.getpid(), signal.SIGSTOP)

    def continued(self) -> None:
        """Take the terminal again: whoever had it meanwhile may have left it in any state."""
        if self.stopping:
            self.stopping.cancel()
        if not self._auto_restart or (self.ended.is_set() and not self.is_suspended):
            return  # it is lent out, or at its end
        if not self.is_suspended:
            self.suspend_application_mode()
        self.is_suspended = False
        self.resume_application_mode()
        self.send_message(self.SignalResume())

    def resized(self) -> None:
        self.grid = self.new_grid()
        size = Size(self.grid.width, self.grid.height)
        self.send_message(Resize(size, size))

    def dropped(self) -> None:
        """Nobody is there to write to any more."""
        os.kill(os.getpid(), signal.SIGHUP)

    def hear(self) -> None:
        """Read what comes in, in a thread of its own."""
        answered = self.soon(self.answered)

        def hear_answer() -> None:
            self.unanswered -= 1
            answered()

        reader = Reader(hear_answer)
        try:
            gone = listen(self.input, reader, self.ended, self.process_message)
        except OSError:
            gone = not self.ended.is_set()
        if gone:
            self.soon(self.dropped)()

    def hear_again(self, data: bytes) -> None:
        """Hear what was typed before there was an app to hear it."""
        reader = Reader(lambda: None)

        def hear(messages: Iterable[Message]) -> None:
            for message in messages:
                self.process_message(message)

        hear(reader.read(data))
        self.loop.call_later(ESCAPE_ALONE_S, lambda: hear(reader.tick()))

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; many that come together wake it once: a full pipe would lose the signal."""
        self.heard.put(message)
        if not self.is_waking:
            self.is_waking = True
            self.soon(self.hand_on)()

    def hand_on(self) -> None:
        self.is_waking = False
        while not self.heard.empty():
            self.app.post_message(self.heard.get())

    def soon(self, call: Any) -> Any:
        """Do the same from another thread, unless the app has ended."""

        def later() -> None:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(call)

        return later

    # What goes out: all of it in the event loop.

    def show(self, update: Any, console: Console, cursor: tuple[int, int]) -> None:
        """Take over what an update wants to stand on the screen, and send what there is room for."""
        self.grid.take(update, colours_of(console))
        self.cursor = cursor
        if is_layout(update) and self.grid.is_known:  # wait for layouts that follow it at once, but not for long
            now = time.monotonic()
            if now >= self.settled:
                self.latest = now + MAX_SETTLING_S
            self.settled = min(now + SETTLING_S, self.latest)
        self.pump()

    def redraw(self) -> None:
        """Send everything again: something else may have written over it."""
        self.grid.forget()
        self.pump()

    @property
    def slow(self) -> bool:
        return self.pace.slow

    def answered(self) -> None:
        slow = self.pace.slow
        self.pace.answered(time.monotonic())
        if self.pace.slow != slow:
            self.app.post_message(LineChanged())
        self.pump()

    def pump(self) -> None:
        """Send frames as long as something is wanted and there is room; otherwise look again when there may be."""
        if self.output is None or self.grid.is_shown:
            return
        now = time.monotonic()
        if now < self.settled:
            self.look_again(self.settled - now)
            return
        while not self.grid.is_shown and (room := self.room(now)):
            self.send(self.grid.frame(room, self.cursor), now)
        if not self.grid.is_shown:
            self.look_again(self.pace.wait(now) or 0.1)

    def room(self, now: float) -> int:
        """Return the number of bytes that may be sent; 0 while a terminal without answers still has some to take."""
        is_behind = self.pace.answers is False and self.output and self.output.left
        return 0 if is_behind else self.pace.room(now)

    def look_again(self, seconds: float) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = self.loop.call_later(seconds, self.pump)

    def send(self, text: str, now: float) -> None:
        if not text or self.output is None:
            return
        if self.pace.answers is not False:
            text += QUESTION
            self.unanswered += 1
        self.pace.send(len(text.encode("utf-8", "replace")), now)
        self.output.put(text)
