"""A program in a real pseudo-terminal, read back through pyte: keys go in, and one waits for words on its screen."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pyte

PATIENCE = 60.0  # seconds until a wait is given up: no measure of anything, only an end
UNHEARD = 3.0  # seconds of sleep: a key that changed nothing came before anyone listened, and is sent again
LOOK = 0.02  # seconds between two looks at whether a program sleeps
TUTOR = (sys.executable, "-m", "tutor")
# Opened by a session's leader, the slave becomes its controlling terminal: closing our end is then a hang-up.
ATTACHED = ("/bin/sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1')
KEYS = {
    "enter": b"\r", "escape": b"\x1b", "tab": b"\t", "space": b" ", "backspace": b"\x7f",
    "up": b"\x1b[A", "down": b"\x1b[B", "right": b"\x1b[C", "left": b"\x1b[D",
    "home": b"\x1b[H", "ctrl+s": b"\x13", "ctrl+c": b"\x03",
}  # fmt: skip
NOT_FOR_PYTE = re.compile(rb"\x1b\[\?\d+\$p|\x1b\[[<>=][\d;]*u")  # questions and keyboard modes: it would print them
WHERE = b"\x1b[6n"  # is the cursor?
QUESTION = b"\x1b[5n"  # is everything there?
UNFINISHED = re.compile(rb"\x1b(\[[0-?]*[ -/]*)?\Z")
QUIET_SYSTEM = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "OPENBLAS_NUM_THREADS": "1"}
SILENT = ("COLORTERM", "NO_COLOR", "LANG", "LC_MESSAGES", "LC_CTYPE", "LANGUAGE", "COLUMNS", "LINES")


class Terminal:
    """One process and the screen it paints. Leave the `with` block, and the process is gone."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        size: tuple[int, int] = (80, 24),
        command: Sequence[str] = TUTOR,
        environment: Mapping[str, str] | None = None,
        charset: str = "utf-8",
    ) -> None:
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.charset = charset
        if charset != "utf-8":
            self._stream.select_other_charset("@")
        self._rest = b""
        self.received = 0
        self.printed = bytearray()
        self.ended = False
        self.answers = True
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests in the background: a child would ignore it too
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if signal.getsignal(signal.SIGQUIT) is signal.SIG_IGN:
            signal.signal(signal.SIGQUIT, signal.SIG_DFL)
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self._process = subprocess.Popen(
            [*ATTACHED, os.ttyname(slave), *command, *arguments],
            env=surroundings(home, environment or {}),
            cwd=home.parent,  # whatever it may write by mistake is not written among the sources
            start_new_session=True,
            stdin=slave,  # so that the other end is never without a holder
        )
        os.close(slave)

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What goes in.

    def press(self, *keys: str) -> None:
        os.write(self.master, b"".join(KEYS.get(key) or key.encode() for key in keys))

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """The line drops: our end closes, and the kernel sends SIGHUP."""
        os.close(self.master)
        self.master, self.ended = -1, True

    # What comes out.

    def read(self, seconds: float = PATIENCE) -> bytes:
        """Return what was printed, as soon as there is something; b"" if time is up or the program has ended."""
        if self.ended or not select.select([self.master], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            found = os.read(self.master, 65536)
        except OSError:  # the last program on the other end has gone
            found = b""
        self.ended = not found
        self.received += len(found)
        self.printed += found
        self.answer(len(found))
        return found

    def answer(self, new: int) -> None:
        """Answer what was asked, as terminals do: that everything up to the question has arrived."""
        if not (self.answers and new):
            return
        if asked := self.printed[-new - len(QUESTION) + 1 :].count(QUESTION):
            os.write(self.master, b"\x1b[0n" * asked)
        if WHERE in self.printed[-new - len(WHERE) + 1 :]:  # after one letter in UTF-8
            os.write(self.master, b"\x1b[1;2R" if self.charset == "utf-8" else b"\x1b[1;3R")

    def paint(self, found: bytes) -> None:
        """Put printed bytes on the screen. An escape sequence that is cut in two waits for its other half."""
        found = NOT_FOR_PYTE.sub(b"", self._rest + found)
        cut = UNFINISHED.search(found)
        end = cut.start() if cut else len(found)
        self._rest = found[end:]
        self._stream.feed(found[:end])

    def words(self) -> str:
        return "\n".join(row.rstrip() for row in self.screen.display)

    def wait_until(self, holds: Callable[[str], bool], what: str = "it") -> str:
        """Read until something holds of the words on the screen; raises TimeoutError or EOFError if it never does."""
        deadline = time.monotonic() + PATIENCE
        while not holds(words := self.words()):
            found = self.read(deadline - time.monotonic())
            if not found:
                kind = EOFError if self.ended else TimeoutError
                raise kind(f"waited for {what}; on the screen was:\n{words}")
            self.paint(found)
        return words

    def wait_for(self, *words: str) -> str:
        return self.wait_until(lambda screen: all(each in screen for each in words), repr(words))

    def press_for(self, key: str, *words: str) -> str:
        """Press a key and read until all of these words stand on the screen."""
        self.settle(0.0)
        self.press(key)
        while not (found := self.read_asleep(UNHEARD)) and not self.ended:
            self.press(key)
        self.paint(found)
        return self.wait_for(*words)

    def settle(self, seconds: float) -> int:
        """Read until the program has slept for so long and printed nothing; how many bytes came."""
        before = self.received
        while found := self.read_asleep(seconds):
            self.paint(found)
        return self.received - before

    def read_asleep(self, seconds: float) -> bytes:
        """Return what was printed; b"" once the program has slept so long. Waiting for a processor is not sleeping."""
        found, slept = self.read(0.0), 0.0
        while not found and slept < seconds and not self.ended:
            found = self.read(LOOK)
            slept = slept + LOOK if self.is_asleep() else 0.0
        return found

    def is_asleep(self) -> bool:
        """Return True if no thread of the session works, or waits for a processor or a disk, as the system tells."""
        processes = (file.parent for file in Path("/proc").glob("[0-9]*/stat") if session_of(file) == self.pid)
        return all(state_of(file) not in "RD" for each in processes for file in each.glob("task/*/stat"))

    def wait_for_end(self) -> int:
        """Read to the end, and give the exit code; a process that was killed has its signal's, negative."""
        deadline = time.monotonic() + PATIENCE
        while not self.ended:
            found = self.read(deadline - time.monotonic())
            if not found and not self.ended:
                raise TimeoutError(f"it did not end; on the screen was:\n{self.words()}")
            self.paint(found)
        return self._process.wait(PATIENCE)

    def interrupt(self, key: str = "ctrl+c") -> int:
        """Press a key until the program has ended: what comes just before it listens may be lost."""
        deadline = time.monotonic() + PATIENCE
        while not self.ended and time.monotonic() < deadline:
            self.press(key)
            self.settle(0.5)
        return self.wait_for_end()

    def close(self) -> None:
        """End the process, if it has not ended, and let go of the terminal."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self.master >= 0:
            os.close(self.master)
            self.master, self.ended = -1, True


def fields_of(stat: Path) -> list[str]:
    """The fields after the name, in the system's file on a process or a thread; none once that is gone."""
    with suppress(OSError):
        return stat.read_text().rpartition(")")[2].split()
    return []


def session_of(stat: Path) -> int:
    return int(next(iter(fields_of(stat)[3:]), 0))


def state_of(stat: Path) -> str:
    return next(iter(fields_of(stat)), "S")


def surroundings(home: Path, changes: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with a quiet terminal and a home of its own, and then what is to differ."""
    kept = {name: value for name, value in os.environ.items() if name not in SILENT}
    here = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    return {**kept, **QUIET_SYSTEM, "PYTHONPATH": path, "LYNX_TUTOR_HOME": str(home), **changes}


def left_clean(printed: bytes | bytearray) -> bool:
    """Return True if a program gave the terminal back: alternate screen left, cursor shown, mouse let go."""
    modes = {b"1049": b"l", b"25": b"h", b"1000": b"l", b"1003": b"l", b"2004": b"l"}
    changes = re.findall(rb"\x1b\[\?(\d+)([hl])", printed)
    last = dict(changes)
    return all(last.get(mode) == wanted for mode, wanted in modes.items())


# A learner at that terminal: Break 00 in English, in one round, and what is inside.

ROUND = {"accuracy-additive": ("down", "down"), "steps": ("down",), "accuracy-agreement": ("7", "7", "%")}
INSIDE = {"rank": ("down", "down"), "gap": ("down",)}
GIVEN = {"accuracy-additive": "same", "steps": "more", "accuracy-agreement": "77%", "rank": "same", "gap": "zero"}


def predict(terminal: Terminal, answers: Mapping[str, Sequence[str]], first: int = 1, last: int = 0) -> None:
    """Answer these questions of a round, each a little more surely than a guess."""
    count = len(answers)
    for number, keys in list(enumerate(answers.values(), 1))[first - 1 : last or count]:
        terminal.wait_for(f"Question {number} of {count}", "How sure are you?", "not said")
        terminal.press("right")
        terminal.wait_until(lambda words: "not said" not in words, "a confidence")
        terminal.press(*keys, "enter")
        terminal.wait_for("locked" if number == count else f"Question {number + 1} of {count}")
