"""A learner whose machine dies again and again: SIGKILL at random moments of real sessions, and what is left.

python tests/benchmarks/kill_nine.py [KILLS] [SEED]

Each session goes on, by keyboard in a pseudo-terminal, where the last one died: Break 00 from the map to the notes,
and then the blind one. What the screen showed as done counts as acknowledged, and has to be found in progress.toml.
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

from lessons.breaks import broken_line  # noqa: E402
from lessons.cascade import Stage, State  # noqa: E402
from lessons.schema import Mode  # noqa: E402

from tests.tutor.conftest import make_learner, place_of  # noqa: E402
from tests.tutor.terminal import ANSWERS, Terminal  # noqa: E402

LONGEST = 3.0  # seconds that a session may live: about as long as the whole lesson takes this learner
RESTS = 0.06  # seconds without a byte after which this learner takes the screen as painted, and goes on
STAGE = re.compile(r"●([1-7]) \w")
UPDATE_ENDS = re.compile(rb"\x1b\[\d+;\d+H(\x1b\[\?2026l)?\Z")  # the cursor goes to its place
RUN = re.compile(r"(additive|agreement) · seed (\d+)")


class Screens:
    """Every different screen that a session showed, and what each proves to be on the disk."""

    def __init__(self, mode: Mode) -> None:
        self.mode: Mode = mode
        self.shown: list[str] = []
        self.stage = 0
        self.answers = 0
        self.rungs = 0
        self.guessed: set[str] = set()
        self.ran: set[tuple[str, int]] = set()
        self.proofs: set[str] = set()

    def note(self, words: str) -> None:
        """What this screen says has been done."""
        if self.shown and self.shown[-1] == words:
            return
        self.shown.append(words)
        if stage := STAGE.search(words):
            self.stage = int(stage[1])
        if marks := re.search(r"[●○]{8}", words):
            self.answers = max(self.answers, marks[0].count("●"))
        for proof, sign in PROOFS.items():
            if re.search(sign, words):
                self.proofs.add(proof)
        if self.stage == Stage.RUN and "train acc" in words and (run := RUN.search(words)):
            self.ran.add((run[1], int(run[2])))
        self.rungs = max([self.rungs, *(int(rung) for rung in re.findall(r"Rung (\d) of 5", words))])
        self.guessed |= set(re.findall(r"you guessed: (\w+)", words))

    def lost(self, state: State) -> list[str]:
        """What was shown as done, and is not in the state folded from the file."""
        checks = {
            "opened": not self.stage or state.opened,
            "stage": not self.stage or state.stage >= self.stage,
            "answers": len(state.answers) >= self.answers,
            "all answers": "review" not in self.proofs or len(state.answers) == len(ANSWERS),
            "locked": "locked" not in self.proofs or state.locked,
            f"runs {self.ran - set(state.seeds_run)}, kept {state.seeds_run}": self.ran
            <= set(state.seeds_run),
            "sweep": "swept" not in self.proofs or len(state.record) == 2,
            "rungs": state.rungs >= self.rungs,
            f"guesses {self.guessed}, kept {state.guesses}": self.guessed <= set(state.guesses.values()),
            "found line": "found" not in self.proofs or state.diagnosed,
            "attempt": "judged" not in self.proofs or state.attempts > 0,
            "repair": "repaired" not in self.proofs or state.repaired,
            "finished": "finished" not in self.proofs or state.finished,
        }
        return [what for what, kept in checks.items() if not kept]


PROOFS = {
    "review": r"Your predictions\n",
    "locked": r"step \d+/300",
    "swept": r"✓ All 32 seeds",
    "found": r"✓ .*line \d+ of|You found it",
    "judged": r"(?s)●6 .*✗ ",
    "repaired": r"✓ Repaired",
    "finished": r"✓ Saved to your notes",
}


class Doomed(Exception):
    """The moment to die has come."""


class Session:
    """One start of the tutor, and a learner who does whatever comes next until the moment comes."""

    def __init__(self, home: Path, mode: Mode, moment: float, dice: random.Random) -> None:
        arguments = [
            "learn",
            "break-gelu-identity",
            "--learner",
            "ana",
            *(["--blind"] if mode == "blind" else []),
        ]
        self.dice, self.moment = dice, moment
        self.terminal = Terminal(*arguments, home=home)
        self.screens = Screens(mode)
        self.started = time.monotonic()
        self.last = b""
        self.at_first_byte = (
            dice.random() < 0.5
        )  # the hardest moment: the screen has just been told to move on

    def first_screen(self) -> str:
        """The lesson, painted whole. Raises TimeoutError or EOFError, with the screen's words, if it does not come."""
        return self.terminal.wait_until(
            lambda words: STAGE.search(words) is not None and words.split("\n")[-1].strip() != "",
            "the lesson",
        )

    def play(self) -> None:
        """Go on until the moment has come, and die."""
        try:
            while True:
                self.look()
                self.do_next()
        except Doomed:
            self.terminal.signal(signal.SIGKILL)
            self.see(self.last)
            while found := self.terminal.read():  # what it had printed is what the learner saw
                self.see(found)
            self.terminal.close()

    def see(self, found: bytes) -> None:
        """Paint it. Only a screen whose update has come whole says anything: half of one mixes old and new words."""
        self.terminal.paint(found)
        if UPDATE_ENDS.search(found):
            self.screens.note(self.terminal.words())

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
        stage = STAGE.search(words)
        if "Point at the broken line" in words:
            self.point(words)
        elif stage:
            getattr(self, f"do_{Stage(int(stage[1])).key}")(words)
        elif "q quit" in words:
            self.terminal.press("enter")

    def do_read(self, words: str) -> None:
        self.terminal.press("enter")

    def do_predict(self, words: str) -> None:
        number = re.search(r"Question (\d) of 8", words)
        if number:
            self.terminal.press("right", *list(ANSWERS.values())[int(number[1]) - 1], "enter")
        else:
            self.terminal.press("n")

    def do_run(self, words: str) -> None:
        if "step " not in words or "left" not in words:
            self.terminal.press(*(["f"] if "f full speed" in words else []), "enter")
        elif self.dice.random() < 0.2:
            self.terminal.press(self.dice.choice(["space", "x", "s"]))

    def do_observe(self, words: str) -> None:
        self.terminal.press(self.dice.choice(["right", "t", "n"]))

    def do_hints(self, words: str) -> None:
        if "n repair" in words:
            self.terminal.press("n")
        elif "Enter reveal" in words:
            self.terminal.press(*f"guess{self.dice.randrange(1000)}", "enter")
        else:
            self.terminal.press("enter" if "Enter next rung" in words and self.dice.random() < 0.7 else "p")

    def point(self, words: str) -> None:
        broken = place_of().lesson.broken
        if "You found it" in words or "✓" in words:
            self.terminal.press("escape")
        elif broken.file in words:
            self.terminal.press(*["down"] * (broken_line(broken) - 1), "enter")
        else:
            self.terminal.press("right")

    def do_repair(self, words: str) -> None:
        if "n why" in words:
            self.terminal.press("n")
        elif re.search(r"return x$", words, re.MULTILINE):
            self.terminal.press(*".gelu()", "ctrl+s")
        elif "…" not in words and "Ctrl+O" in words:
            self.terminal.press("ctrl+s")

    def do_why(self, words: str) -> None:
        if "Saved to your notes" in words:
            self.last = b""
            raise Doomed
        if "Esc leave the box" in words:
            self.terminal.press(*f"thought {self.dice.randrange(1000)}", "ctrl+s")
        else:
            self.terminal.press("tab")


class Count:
    """What has been found so far."""

    def __init__(self) -> None:
        self.kills: Counter[str] = Counter()
        self.lost: list[str] = []
        self.dirty: list[str] = []
        self.torn = 0
        self.acknowledged = 0
        self.homes = 1

    def print(self, seconds: float) -> None:
        total = sum(self.kills.values())
        print(
            f"{total} kills in {seconds:.0f} s, {self.homes} homes; killed at: {dict(sorted(self.kills.items()))}"
        )
        print(f"screens checked against the file: {self.acknowledged:,}")
        print(f"kills that lost something acknowledged: {len(self.lost)}")
        print(f"files torn by a kill: {self.torn}")
        print(f"starts after a kill that were not clean: {len(self.dirty)}")
        for trouble in [*self.lost, *self.dirty][:20]:
            print(f"  {trouble}")


def check_file(home: Path, screens: Screens, count: Count, number: int) -> None:
    """The file parses, or its damage is set aside and told; and everything that was shown as done is there."""
    file = home / "learners" / "ana" / "progress.toml"
    if file.exists():
        try:
            tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            count.torn += 1
            if not make_learner(home).journal.set_aside:
                count.lost.append(f"kill {number}: the file does not parse, and nothing was set aside")
    state = make_learner(home).state(place_of(screens.mode))
    for what in screens.lost(state):
        count.lost.append(f"kill {number}: {what} (stage {state.stage.key})")
    count.acknowledged += len(screens.shown)


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
            if int(STAGE.search(words)[1]) != kept.stage:  # type: ignore[index]
                count.dirty.append(f"start {number}: the screen is not at {kept.stage.key}")
        session.play()
        if b"Traceback" in session.terminal.printed:
            count.dirty.append(f"start {number}: a traceback\n{frames(session.terminal.printed)}")
    except (TimeoutError, EOFError) as error:
        count.dirty.append(f"start {number}: {error}")
    finally:
        session.terminal.close()
    count.kills[Stage(session.screens.stage).key if session.screens.stage else "starting"] += 1
    check_file(home, session.screens, count, number)


def frames(printed: bytes) -> str:
    """Where a traceback went through, and what it came to."""
    words = re.sub(r"\x1b\[[0-9;]*m", "", printed.rpartition(b"Traceback")[2].decode(errors="replace"))
    places = re.findall(r"\S+\.py:\d+ in \w+", words)
    return "\n".join([*places, words.strip().splitlines()[-1]])


def main(kills: int = 200, seed: int = 9) -> int:
    dice, count, started = random.Random(seed), Count(), time.monotonic()
    with tempfile.TemporaryDirectory() as root:
        home = Path(root) / "home-1"
        for number in range(1, kills + 1):
            learner = make_learner(home)
            mode: Mode = "blind" if learner.state(place_of("open")).finished else "open"
            if learner.state(place_of("blind")).finished:
                count.homes += 1
                home, mode = Path(root) / f"home-{count.homes}", "open"
            one_life(home, mode, count, number, dice)
            if number % 20 == 0:
                print(f"{number} …", file=sys.stderr, flush=True)
    count.print(time.monotonic() - started)
    return 1 if count.lost or count.dirty else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
