"""A learner behind a real sshd whose line drops: where they were, how it drops, and what is there afterwards."""

import os
import random
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.sshd import Sshd
from tests.tutor.terminal import PATIENCE, Terminal
from tests.tutor.work import work_up_to
from tutor.workbench import Workbench

GONE = 10.0  # seconds after which nothing may be left
TYPING = 0.05  # seconds between two letters
CONFIGURATION = """
ForceCommand {command} --home {home}/$(cat {home}.who)
AcceptEnv LANG LC_*
ClientAliveInterval 1
ClientAliveCountMax 3
"""


@dataclass
class Drop:
    """One line, dropped."""

    home: Path
    spot: str
    way: str
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0  # from the end of the line until no process was left
    draft: float = 0.0  # seconds that were typed before the drop, and are lost


# ---- where the learner is: the step that the lesson is opened at, what is done there, and what is seen then ----


def read(terminal: Terminal) -> None:
    terminal.wait_for("●Read")


def predict(terminal: Terminal) -> None:
    terminal.wait_for("●Predict", "Question 1 of")
    terminal.press("right", "down", "enter")
    terminal.wait_for("Question 2 of")


def half_answered(terminal: Terminal) -> None:
    terminal.wait_for("●Predict", "Question 1 of")
    terminal.press("7", "7")


def ready(terminal: Terminal) -> None:
    terminal.wait_for("●Run", "ready: Enter starts")


def run(terminal: Terminal) -> None:
    ready(terminal)
    terminal.press_for("enter", "step ", " of ")


def paused(terminal: Terminal) -> None:
    run(terminal)
    terminal.press("space")
    terminal.wait_for("paused")


def sweep(terminal: Terminal) -> None:
    ready(terminal)
    terminal.press_for("f", "f watchable")
    terminal.press_for("enter", "One run is an anecdote")
    terminal.press("enter")


def observe(terminal: Terminal) -> None:
    terminal.wait_for("●Observe")
    terminal.press("right")


def accuse(terminal: Terminal) -> None:
    terminal.wait_for("●Accuse", "Enter this one")
    terminal.press("down")


def hints(terminal: Terminal) -> None:
    terminal.wait_for("●Hints", "Enter next hint")
    terminal.press_for("enter", "The next hint")
    terminal.press(*"the loss", "enter")
    terminal.wait_for("Hint 1 of 5", "you guessed: the loss")


def editor(terminal: Terminal) -> None:
    terminal.wait_for("●Repair", "return x")


def judge(terminal: Terminal) -> None:
    editor(terminal)
    terminal.press(" ", "#", "mine", "ctrl+s")


def why(terminal: Terminal) -> None:
    terminal.wait_for("●Why", "Tab write")
    terminal.press_for("tab", "Ctrl+S save and finish")


SPOTS: dict[str, tuple[str, Callable[[Terminal], None], bool]] = {
    "read": ("read", read, False),
    "predict": ("predict-additive", predict, False),
    "half an answer": ("predict-agreement", half_answered, False),
    "ready to run": ("run-additive", ready, False),
    "in a run": ("run-additive", run, False),
    "in a paused run": ("run-agreement", paused, False),
    "in a sweep": ("run-agreement", sweep, False),
    "observe": ("observe-additive", observe, False),
    "accuse": ("hints", accuse, False),
    "hints": ("hints", hints, False),
    "in the editor": ("repair", editor, True),
    "judged": ("repair", judge, False),
    "in the reflection": ("why", why, True),
}  # and whether something is typed on until the line drops


# ---- how a line drops -----------------------------------------------------------


class Line:
    """A proxy between ssh and sshd, which can stop forwarding, and close."""

    def __init__(self, port: int) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.dead = self.listener.getsockname()[1], threading.Event()
        self.sockets: list[socket.socket] = []
        threading.Thread(target=self.serve, args=(port,), daemon=True).start()

    def serve(self, port: int) -> None:
        with suppress(OSError):
            near, _ = self.listener.accept()
            far = socket.create_connection(("127.0.0.1", port))
            self.sockets = [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.forward, args=(one, other), daemon=True).start()

    def forward(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while found := one.recv(65536):
                if self.dead.is_set():  # it is read, as by a router, and goes nowhere
                    continue
                other.sendall(found)
            other.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for each in (*self.sockets, self.listener):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def kill_client(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    terminal.signal(signal.SIGKILL)


def end_client(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    terminal.signal(signal.SIGTERM)


def close_terminal(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    terminal.hang_up()


def kill_server(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    for process in sessions_of(sshd):
        os.kill(process, signal.SIGKILL)


def end_server(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    for process in sessions_of(sshd):
        os.kill(process, signal.SIGTERM)


def fall_silent(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    """Nothing comes through any more, then it closes."""
    line.dead.set()
    time.sleep(1.0)
    line.close()


def stay_silent(terminal: Terminal, sshd: Sshd, line: Line) -> None:
    """Nothing comes through any more, for ever: sshd finds out by itself, by ClientAliveInterval."""
    line.dead.set()
    until = time.monotonic() + PATIENCE
    while sessions_of(sshd) and time.monotonic() < until:
        time.sleep(0.05)


WAYS = (kill_client, end_client, close_terminal, kill_server, end_server, fall_silent, stay_silent)


def sessions_of(sshd: Sshd) -> list[int]:
    """The processes of sshd that serve somebody: for a user who is not root there are two, one behind the other."""
    found, everyone = [sshd.process.pid], parents()
    for parent in found:
        children = [process for process, its in everyone.items() if its == parent]
        found += [process for process in children if command_of(process).startswith("sshd")]
    return found[1:]


def parents() -> dict[int, int]:
    """Every process, and who started it."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    return found


def processes_in(home: Path) -> list[int]:
    """The processes that work in a home: they were started with it, or stand in it, as the judge's does."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace")
            if str(home) in words or os.readlink(folder / "cwd").startswith(str(home)):
                found.append(int(folder.name))
    return found


def command_of(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ")[:200]
    return ""


# ---- one drop ---------------------------------------------------------------------


def drop(sshd: Sshd, homes: Path, number: int, spot: str, way: str, dice: random.Random) -> Drop:
    """Come to a spot, let the line drop at a random moment, look at what is left, and come back."""
    home = homes / f"home-{number}"
    (homes.parent / f"{homes.name}.who").write_text(home.name)
    found = Drop(home, spot, way)
    step, act, types = SPOTS[spot]
    place = place_of("blind" if spot == "hints" else "open")
    work_up_to(make_learner(home), place, step)
    blind = ["-o", "SetEnv=LC_BLIND=1"] if spot == "hints" else []
    with (
        closing(Line(sshd.port)) as line,
        Terminal(home=homes, command=sshd.ssh(*blind, port=line.port)) as terminal,
    ):
        act(terminal)
        typed = list(type_on(terminal, dice)) if types else []
        terminal.settle(dice.uniform(0.0, 0.6) if not types else 0.0)
        before = answers_of(home, place)
        dropped = time.monotonic()
        next(each for each in WAYS if each.__name__ == way)(terminal, sshd, line)
        found.seconds = wait_until_gone(home, time.monotonic())
    if found.seconds > GONE:
        found.problems.append(f"left: {[(each, command_of(each)) for each in processes_in(home)]}")
    come_back(found, sshd, homes, step, blind, before, place)
    if types:
        found.draft = lost_seconds(kept_words(home, spot, place), typed, dropped)
        if found.draft > 1.0:
            found.problems.append(f"{found.draft:.1f} s of what was typed are lost")
    return found


def type_on(terminal: Terminal, dice: random.Random) -> Iterator[tuple[float, str]]:
    """Type numbered words until the moment comes; each with its time."""
    terminal.press(" ", "#", " ")
    until = time.monotonic() + dice.uniform(0.2, 3.0)
    number = 0
    while time.monotonic() < until:
        number += 1
        terminal.press(f"w{number:03} ")
        yield time.monotonic(), f"w{number:03}"
        terminal.settle(TYPING)


def wait_until_gone(home: Path, since: float) -> float:
    """Seconds until no process of this home is left; more than GONE where some are."""
    while processes_in(home) and time.monotonic() - since <= GONE:
        time.sleep(0.05)
    return time.monotonic() - since


def answers_of(home: Path, place: object) -> dict[str, str]:
    state = make_learner(home).state(place)  # type: ignore[arg-type]
    return {question: answer.value for question, answer in state.answers.items()}


def kept_words(home: Path, spot: str, place: object) -> str:
    """What is kept of what was typed."""
    learner = make_learner(home)
    if spot == "in the reflection":
        return " ".join(learner.state(place).words.values())  # type: ignore[arg-type]
    bench = Workbench(learner.folder, place).workspace  # type: ignore[arg-type]
    return " ".join(path.read_text(encoding="utf-8") for path in bench.rglob("*.py"))


def lost_seconds(kept: str, typed: list[tuple[float, str]], dropped: float) -> float:
    """How long before the drop the first word was typed that is not kept; 0 where all are."""
    lost = [moment for moment, word in typed if not re.search(rf"\b{word}\b", kept)]
    return dropped - min(lost) if lost else 0.0


def come_back(
    found: Drop, sshd: Sshd, homes: Path, step: str, blind: list[str], before: dict[str, str], place: object
) -> None:
    """Connect again: the same step, and the same answers."""
    kind = "Accuse" if found.spot == "accuse" else step.partition("-")[0].capitalize()
    if answers_of(found.home, place) != before:
        found.problems.append(f"answers: {before} became {answers_of(found.home, place)}")
    with Terminal(home=homes, command=sshd.ssh(*blind)) as terminal:
        try:
            terminal.wait_for(f"●{kind}")
        except (TimeoutError, EOFError) as error:
            found.problems.append(str(error))
            return
        terminal.press_for("escape", "↑↓ choose") if kind != "Repair" else None
        terminal.hang_up()
        wait_until_gone(found.home, time.monotonic())


def configuration(command: str, homes: Path) -> str:
    """A kiosk whose learner's home is the one of the drop; LC_BLIND opens the lesson blind."""
    return CONFIGURATION.format(
        command=f"{command} {LESSON} ${{LC_BLIND:+--blind}} --learner ana", home=homes
    )
