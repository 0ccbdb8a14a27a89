"""The same monkey at a real pseudo-terminal: its gestures as bytes, signals and window sizes."""

import fcntl
import os
import select
import signal
import struct
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from progress.doctor import examine
from tests.tutor.conftest import make_learner
from tests.tutor.monkey import SCREENS, Gesture, Start, gestures, prepared, start_of, unreadable
from tests.tutor.terminal import KEYS, Terminal, left_clean

MORE_KEYS = {
    "shift+tab": b"\x1b[Z", "delete": b"\x1b[3~", "insert": b"\x1b[2~", "pageup": b"\x1b[5~", "pagedown": b"\x1b[6~",
    "home": b"\x1b[H", "end": b"\x1b[F", "f1": b"\x1bOP", "f5": b"\x1b[15~", "f12": b"\x1b[24~",
    "shift+left": b"\x1b[1;2D", "shift+right": b"\x1b[1;2C", "shift+up": b"\x1b[1;2A", "shift+down": b"\x1b[1;2B",
    "ctrl+left": b"\x1b[1;5D", "ctrl+right": b"\x1b[1;5C",
}  # fmt: skip
PIECE = 2048  # bytes that go into a terminal at once: what it holds before someone reads is little more
AT_ONCE, A_WHILE = 0.0, 0.1  # seconds that the app is given before the next gesture
STOPPED = 0.05
UNFINISHED = 3.0  # seconds of silence after which a paste without an end has ended
LAST_KEYS, LEAVE = b"\x1b", b"\x11"  # Escape, and Ctrl+Q
LISTENS = b"\x1b[?2004h"
PATIENCE = 60.0
CHOSEN = {"EDITOR": "true", "VISUAL": "true", "LC_ALL": "C.UTF-8"}


def storm(home: Path, seed: int) -> list[str]:
    """Play one storm in a process of its own; what is wrong after it, in words."""
    start = start_of(seed)
    prepared(home, start)
    with Terminal(*arguments(start), home=home, size=start.size, environment=CHOSEN) as terminal:
        while not terminal.ended and LISTENS not in terminal.printed:
            terminal.read()
        drain(terminal, A_WHILE)
        type_all(terminal, b"".join(map(bytes_of, filter(None, [SCREENS.get(start.screen, "")]))))
        for each in gestures(seed):
            if not terminal.ended:
                do(terminal, each)
        code = leave(terminal)
        printed = bytes(terminal.printed)
    return [*problems_of(code, printed), *problems_in(home)]


def arguments(start: Start) -> list[str]:
    """The command line that leads to where the storm begins."""
    words = ["review"] if start.screen == "review" else ["learn", *filter(None, [start.lesson])]
    blind = ["--blind"] if start.mode == "blind" else []
    return [*words, *blind, "--learner", "ana", "--lang", start.language]


def do(terminal: Terminal, each: Gesture) -> None:
    if each.kind == "resize":
        size = struct.pack("HHHH", each.at[1], each.at[0], 0, 0)
        fcntl.ioctl(terminal.master, termios.TIOCSWINSZ, size)
    elif each.kind == "stop":
        stop_and_go_on(terminal)
    else:
        type_all(terminal, b"".join(sent_for(each)))
    drain(terminal, A_WHILE if each.waits else AT_ONCE)


def stop_and_go_on(terminal: Terminal) -> None:
    """As Ctrl+Z and `fg` do: a shell lets a program go on only once it stands still."""
    terminal.signal(signal.SIGTSTP)
    deadline = time.monotonic() + PATIENCE
    while not terminal.ended and not stands_still(terminal.pid) and time.monotonic() < deadline:
        drain(terminal, STOPPED)
    terminal.signal(signal.SIGCONT)


def stands_still(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "TZ"
    except OSError:
        return True


def sent_for(each: Gesture) -> Iterator[bytes]:
    """What a terminal sends. A mouse's columns and rows count from 1, and a click takes two reports."""
    yield from map(bytes_of, each.keys)
    if each.kind == "paste":
        yield b"\x1b[200~" + each.text.replace("\x1b", "").encode() + b"\x1b[201~"
    yield each.data
    x, y = (max(1, part + 1) for part in each.at)
    reports = {
        "click": (f"<0;{x};{y}M", f"<0;{x};{y}m"),
        "double": (f"<0;{x};{y}M", f"<0;{x};{y}m") * 2,
        "drag": (f"<0;{x};{y}M", f"<32;{x + 5};{y + 7}M", f"<0;{x + 5};{y + 7}m"),
        "wheel": (f"<65;{x};{y}M", f"<64;{x};{y}M", f"<65;{x};{y}M"),
        "move": (f"<35;{x};{y}M",),
    }
    yield from (f"\x1b[{report}".encode() for report in reports.get(each.kind, ()))


def bytes_of(key: str) -> bytes:
    if known := KEYS.get(key) or MORE_KEYS.get(key):
        return known
    return bytes([ord(key[-1]) - 96]) if key.startswith("ctrl+") else key.encode()


def type_all(terminal: Terminal, keys: bytes) -> None:
    """Send many bytes while reading what comes back: neither side waits for the other."""
    deadline = time.monotonic() + PATIENCE
    while keys and not terminal.ended:
        terminal.read(0)
        if terminal.ended or not select.select([], [terminal.master], [], 0.2)[1]:
            if time.monotonic() > deadline:
                raise TimeoutError("nobody reads what is typed")
            continue
        keys = keys[os.write(terminal.master, keys[:PIECE]) :]


def drain(terminal: Terminal, seconds: float) -> None:
    until = time.monotonic() + seconds
    while terminal.read(until - time.monotonic()):
        pass


def leave(terminal: Terminal) -> int:
    """Out of everything by Escape, and then Ctrl+Q; the exit code."""
    deadline = time.monotonic() + PATIENCE
    while not terminal.ended:
        type_all(terminal, LAST_KEYS)
        drain(terminal, 0.3)
        type_all(terminal, LEAVE)
        drain(terminal, UNFINISHED)
        if time.monotonic() > deadline:
            raise TimeoutError(f"it does not end; its last words: {bytes(terminal.printed[-2000:])!r}")
    return terminal.wait_for_end()


def problems_of(code: int, printed: bytes) -> list[str]:
    problems = [] if code == 0 else [f"it ended with {code}: {printed[-1500:].decode(errors='replace')}"]
    return problems if left_clean(printed) else [*problems, "the terminal was not given back"]


def problems_in(home: Path) -> list[str]:
    """What is in the learner's folder can be read, and is as the doctor wants it; and nothing crashed."""
    again = make_learner(home)
    problems = [f"the journal opens with {each}" for each in again.journal.notices]
    problems += [f"the doctor finds {each}" for each in examine(again.folder) if again.journal.events]
    problems += [f"cannot be read: {each}" for each in unreadable(again.folder)]
    return problems + [file.read_text() for file in (again.folder / "crashes").glob("*")]
