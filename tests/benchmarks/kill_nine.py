"""A learner whose machine dies again and again: SIGKILL at random moments of real sessions, and what is left.

python tests/benchmarks/kill_nine.py [KILLS] [SEED]

Each session goes on, by keyboard in a pseudo-terminal, where the last one died: Break 00, open or blind, from any step
of it; every few lives from another one. What the screen showed as done counts as acknowledged, and has to be found in
progress.toml:
steps, answers, how sure, runs, hints, guesses, repairs, the language and the theme; and what was typed a second ago.
"""

import os
import random
import re
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from lessons.lesson import MODES, Mode  # noqa: E402
from lessons.recipes import steps_of  # noqa: E402
from tests.benchmarks.kill_screens import ANSWERS, DRAFT, Screens, language_on, step_on  # noqa: E402
from tests.tutor.conftest import LESSON, edited_place, make_learner, place_of  # noqa: E402
from tests.tutor.terminal import Terminal  # noqa: E402
from tests.tutor.work import work_up_to  # noqa: E402
from tutor.tui.themes import DARK, LIGHT  # noqa: E402

LONGEST = 5.0  # seconds that a session may live
LIVES = 5  # of a learner, until another one begins at another step
RESTS = 0.06  # seconds without a byte after which this learner takes the screen as painted, and goes on
BEGIN_ANEW = "\x0f"  # Ctrl+O
UPDATE_ENDS = re.compile(rb"\x1b\[5n\Z")  # whether all of it has arrived is asked last


class Doomed(Exception):
    """The moment to die has come."""


class Session:
    """One start of the tutor, and a learner who does whatever comes next until the moment comes."""

    def __init__(self, home: Path, mode: Mode, moment: float, dice: random.Random) -> None:
        arguments = ["learn", LESSON, "--learner", "ana", *(["--blind"] if mode == "blind" else [])]
        self.dice, self.moment = dice, moment
        self.terminal = Terminal(*arguments, home=home)
        self.screens = Screens(mode, make_learner(home))
        self.steps = self.screens.steps
        self.started = time.monotonic()
        self.last = b""
        self.waited = 0
        self.died = self.started
        # The hardest moment to die: the screen has just been told to move on.
        self.at_first_byte = dice.random() < 0.5

    def first_screen(self) -> str:
        """The lesson, painted whole. Raises TimeoutError or EOFError, with the screen's words, if it does not come."""
        return self.terminal.wait_until(
            lambda words: step_on(words) >= 0 and words.split("\n")[-1].strip() != "", "the lesson"
        )

    def play(self) -> None:
        """Go on until the moment has come, and die."""
        try:
            while True:
                self.look()
                self.do_next()
        except Doomed:
            self.terminal.signal(signal.SIGKILL)
            self.died = time.monotonic()
            self.see(self.last)
            while found := self.terminal.read():  # what it had printed is what the learner saw
                self.see(found)
            self.terminal.close()

    def see(self, found: bytes) -> None:
        """Paint it. Only a screen whose update has come whole says anything: half of one mixes old and new words."""
        self.terminal.paint(found)
        if UPDATE_ENDS.search(found):
            self.screens.note(self.terminal.words())
            self.screens.changed["theme"].see(self.theme())

    def theme(self) -> str:
        """Dark or light, by the colour behind the last column of the title."""
        colour = self.terminal.screen.buffer[0][79].bg
        return (
            "" if not re.fullmatch("[0-9a-f]{6}", colour) else (DARK, LIGHT)[int(colour[:2], 16) > 127].name
        )

    def look(self) -> None:
        """Watch the screen until it rests a little. Raises Doomed when the moment comes."""
        while True:
            left = self.started + self.moment - time.monotonic()
            if left <= 0 and (not self.at_first_byte or left < -2):
                raise Doomed
            self.last = self.terminal.read(RESTS if self.at_first_byte else min(left, RESTS))
            if left <= 0 and self.last:
                raise Doomed
            if not self.last:
                return
            self.see(self.last)

    def do_next(self) -> None:
        """The keys that this screen asks for."""
        words = self.terminal.words()
        step = step_on(words)
        kind = self.steps[step].kind if step >= 0 else ""
        if language_on(words) == "es" and kind != "predict":
            self.terminal.press("l")
        elif kind in ("read", "run", "observe", "accuse") and self.dice.random() < (
            0.03 if kind == "run" else 0.15
        ):
            self.terminal.press(self.dice.choice(["t", "l"]))
        elif "Point at the broken line" in words:
            self.point(words)
        elif step >= 0:
            getattr(self, f"do_{kind}")(words)
        elif "q quit" in words:
            self.terminal.press("enter")

    def do_read(self, words: str) -> None:
        self.terminal.press("enter")

    def do_predict(self, words: str) -> None:
        number = re.search(r"Question (\d) of", words)
        if number:
            keys = list(ANSWERS[self.steps[step_on(words)].id].values())[int(number[1]) - 1]
            typed = "type your answer" in words
            self.terminal.press(*["backspace"] * (8 if typed else 0), "right", *keys, "enter")
        else:
            self.terminal.press("n")

    def do_run(self, words: str) -> None:
        if re.search(r"\d+ of \d+", words) is None or "x stop" not in words:
            self.terminal.press(*(["f"] if "f full speed" in words else []), "enter")
        elif self.dice.random() < 0.03:
            self.terminal.press(self.dice.choice(["space", "space", "x", "s"]))

    def do_observe(self, words: str) -> None:
        self.terminal.press(self.dice.choice(["right", "n"]))

    def do_accuse(self, words: str) -> None:
        self.terminal.press(*(["down", "enter"] if "Enter this one" in words else ["n"]))

    def do_hints(self, words: str) -> None:
        if "Enter on" in words:
            self.terminal.press("n")
        elif "Enter reveal" in words:
            self.terminal.press(*f"guess{self.dice.randrange(1000)}", "enter")
        else:
            self.terminal.press("enter" if "Enter next hint" in words and self.dice.random() < 0.7 else "p")

    def point(self, words: str) -> None:
        file, line = edited_place(place_of())
        if "✓" in words:
            self.terminal.press("escape")
        elif file in words:
            self.waited = (self.waited + 1) % 20  # so many keys take a moment
            if self.waited == 1:
                self.terminal.press(*["down"] * (line - 1), "enter")
        else:
            self.terminal.press("right")

    def do_repair(self, words: str) -> None:
        if "✓ Repaired" in words:
            self.terminal.press("n")
        elif DRAFT.search(words) and self.dice.random() < 0.05:
            self.terminal.press(BEGIN_ANEW, BEGIN_ANEW)
        elif DRAFT.search(words) or (self.dice.random() < 0.3 and "✗" not in words and "…" not in words):
            if self.dice.random() < 0.1 or not DRAFT.search(words):
                self.terminal.press(*f"  # draft{self.dice.randrange(1000, 10000)}")
        elif re.search(r"return x$", words, re.MULTILINE):
            self.terminal.press(*".gelu()", "ctrl+s")
        elif "✗" in words and self.dice.random() < 0.2:
            self.terminal.press(BEGIN_ANEW, BEGIN_ANEW)
        elif "…" not in words and "Ctrl+O" in words:
            self.terminal.press("ctrl+s")

    def do_why(self, words: str) -> None:
        if "The lesson is done" in words:
            self.last = b""
            raise Doomed
        if "Esc leave the box" in words:
            self.terminal.press(*f" draft{self.dice.randrange(1000, 10000)}")
            if self.dice.random() < 0.1:
                self.terminal.press("ctrl+s")
        else:
            self.terminal.press("tab")


class Count:
    """What has been found so far."""

    def __init__(self) -> None:
        self.kills: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()
        self.lost: list[str] = []
        self.dirty: list[str] = []
        self.torn = 0
        self.acknowledged = 0
        self.homes = 0

    def print(self, seconds: float) -> None:
        total = sum(self.kills.values())
        print(
            f"{total} kills in {seconds:.0f} s, {self.homes} homes; killed at: {dict(sorted(self.kills.items()))}"
        )
        print(f"screens checked against the file: {self.acknowledged:,}; shown: {dict(self.shown)}")
        print(f"kills that lost something acknowledged: {len(self.lost)}")
        print(f"files torn by a kill: {self.torn}")
        print(f"starts after a kill that were not clean: {len(self.dirty)}")
        for trouble in [*self.lost, *self.dirty][:20]:
            print(f"  {trouble}")


def check_file(home: Path, session: Session, count: Count, number: int) -> None:
    """The file parses, or its damage is set aside and told; and everything that was shown as done is there."""
    file, screens = home / "learners" / "ana" / "progress.toml", session.screens
    if file.exists():
        try:
            tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            count.torn += 1
            if not make_learner(home).journal.set_aside:
                count.lost.append(f"kill {number}: the file does not parse, and nothing was set aside")
    learner = make_learner(home)
    for what in screens.lost(learner, session.died):
        here = learner.state(place_of(screens.mode)).here
        count.lost.append(f"kill {number}: {what} (at {screens.steps[here].id})")
    count.acknowledged += len(screens.shown)
    count.shown.update(screens.counted())


def one_life(home: Path, mode: Mode, count: Count, number: int, dice: random.Random) -> None:
    """Start, see that it starts cleanly, go on for a while, die, and check."""
    session = Session(home, mode, dice.uniform(0.1, LONGEST), dice)
    try:
        if number % 4:  # every fourth may die before its first screen
            session.see(b"")
            words = session.first_screen()
            session.screens.note(words)
            session.started = time.monotonic()
            kept = make_learner(home).state(place_of(mode))
            if step_on(words) != kept.here:
                count.dirty.append(f"start {number}: the screen is not at {session.steps[kept.here].id}")
            if language_on(words) != make_learner(home).preference("language", "en"):
                count.dirty.append(f"start {number}: in another language than was chosen")
        session.play()
        if b"Traceback" in session.terminal.printed:
            count.dirty.append(f"start {number}: a traceback\n{frames(bytes(session.terminal.printed))}")
    except (TimeoutError, EOFError) as error:
        count.dirty.append(f"start {number}: {error}")
    finally:
        session.terminal.close()
    step = session.screens.step
    count.kills[session.steps[step].id if step >= 0 else "starting"] += 1
    check_file(home, session, count, number)


def frames(printed: bytes) -> str:
    """Where a traceback went through, and what it came to."""
    words = re.sub(r"\x1b\[[0-9;]*m", "", printed.rpartition(b"Traceback")[2].decode(errors="replace"))
    places = re.findall(r"\S+\.py:\d+ in \w+", words)
    return "\n".join([*places, words.strip().splitlines()[-1]])


def main(kills: int = 200, seed: int = 9) -> int:
    dice, count, started = random.Random(seed), Count(), time.monotonic()
    with tempfile.TemporaryDirectory() as root:
        for number in range(1, kills + 1):
            if number % LIVES == 1:
                count.homes += 1
                home, mode = Path(root) / f"home-{count.homes}", dice.choice(MODES)
                step = dice.choice(steps_of(place_of(mode)).all)
                work_up_to(make_learner(home), place_of(mode), step.id)
            one_life(home, mode, count, number, dice)
            if number % 20 == 0:
                print(f"{number} …", file=sys.stderr, flush=True)
    count.print(time.monotonic() - started)
    return 1 if count.lost or count.dirty else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
