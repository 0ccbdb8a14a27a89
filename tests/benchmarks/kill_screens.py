"""What the screens of a session that is killed have shown, and what of it is not on the disk afterwards."""

import re
import time
from collections import Counter

from lessons.lesson import Mode
from lessons.recipes import steps_of
from lessons.state import State
from progress.event import PREFERENCE
from tests.benchmarks.app_measures import WATCHED
from tests.tutor.conftest import LESSON, edited_place, place_of
from tests.tutor.terminal import INSIDE, ROUNDS
from tutor.learner import Learner

KEPT_AFTER = 1.0  # seconds after which what was typed is kept, and those that a busy machine may take for it
GRACE = 0.5
ROUND_STEPS = ("predict-additive", "predict-agreement", "predict-inside-agreement")
ANSWERS = dict(zip(ROUND_STEPS, (*ROUNDS, INSIDE), strict=True))
LANGUAGES = {"EN ⇄ es": "en", "ES ⇄ en": "es"}  # as the title says them
BAR_ROW, COUNT = 1, len(steps_of(place_of()).all)
STEP = re.compile(r"[●✓]?(?:\d+ )?[^\W\d_]+|[✓·]")  # of another round only its mark
DRAFT = re.compile(r"draft\d{4}")
RUN = re.compile(r"(additive|agreement) · seed (\d+)")


def step_on(words: str) -> int:
    """Which step the bar says the learner is at, from 0; -1 where there is no bar."""
    rows = words.split("\n")
    steps = STEP.findall(rows[BAR_ROW]) if len(rows) > BAR_ROW else []
    here = [place for place, name in enumerate(steps) if name.startswith("●")]
    return here[0] if len(steps) == COUNT and here else -1


def language_on(words: str) -> str:
    """The language that the title says; nothing where there is no title."""
    return next((name for sign, name in LANGUAGES.items() if sign in words.split("\n")[0]), "")


class Changes:
    """How often something was seen to change, of what was the same before."""

    def __init__(self) -> None:
        self.now, self.count = "", 0

    def see(self, value: str) -> None:
        self.count += bool(value and self.now and value != self.now)
        self.now = value or self.now


class Screens:
    """Every different screen that a session showed, and what each proves to be on the disk."""

    def __init__(self, mode: Mode, learner: Learner) -> None:
        self.mode: Mode = mode
        self.steps = steps_of(place_of(mode)).all
        self.changed = {"language": Changes(), "theme": Changes()}
        self.preferred = Counter(self.preferences(learner))
        self.sure: dict[str, list[int]] = {}  # by the run that locks them
        self.drafts = 0
        self.typed: list[tuple[float, str]] = []  # when it was seen, and what
        self.shown: list[str] = []
        self.step = -1
        self.answers = 0
        self.hints = 0
        self.guessed: set[str] = set()
        self.running = ""
        self.ran: set[tuple[str, int]] = set()
        self.swept: set[str] = set()
        self.proofs: set[str] = set()

    def note(self, words: str) -> None:
        """What this screen says has been done."""
        if self.shown and self.shown[-1] == words:
            return
        self.shown.append(words)
        self.changed["language"].see(language_on(words))
        if (step := step_on(words)) >= 0:
            self.step = step
            for proof, (kind, sign) in PROOFS.items():
                if self.steps[step].kind == kind and re.search(sign, words):
                    self.proofs.add(proof)
            self.note_answers(words)
            self.note_confidence(words)
            self.note_typed(words)
            self.note_runs(words)
        self.hints = max([self.hints, *(int(hint) for hint in re.findall(r"Hint (\d) of 5", words))])
        self.guessed |= set(re.findall(r"you guessed: (\w+)", words))
        if re.search(r"✓ .*line \d+ of|You found it", words):
            self.proofs.add("found")

    def note_answers(self, words: str) -> None:
        """A question stands there once all before it are answered; the list of them, once all of the round are."""
        step = self.steps[self.step].id
        if step not in ANSWERS:
            return
        before = sum(len(ANSWERS[name]) for name in list(ANSWERS)[: list(ANSWERS).index(step)])
        if number := re.search(r"Question (\d) of", words):
            self.answers = max(self.answers, before + int(number[1]) - 1)
        if "They can be changed until the run starts" in words:
            self.answers = max(self.answers, before + len(ANSWERS[step]))

    def note_confidence(self, words: str) -> None:
        """Beside a run that was not begun stands how sure the learner was."""
        step = self.steps[self.step]
        if step.kind == "run" and "you said" in words:
            sure = [int(number) for number in re.findall(r"\((\d+) % sure\)", words)]
            self.sure[step.id.replace("run", "predict")] = sure

    def note_typed(self, words: str) -> None:
        """What stands there of what was typed as a draft, and when it was seen first; begun anew, it is meant to go."""
        known = {marker: when for when, marker in self.typed}
        shown = dict.fromkeys(DRAFT.findall(words))
        self.drafts += len(shown.keys() - known)
        self.typed = [(known.get(marker, time.monotonic()), marker) for marker in shown]

    def preferences(self, learner: Learner) -> list[str]:
        return [str(event.payload["name"]) for event in learner.journal.events if event.kind == PREFERENCE]

    def note_runs(self, words: str) -> None:
        """The seed whose steps were shown has been run to its end once the next thing is offered in their place."""
        run = RUN.search(words)
        if run and re.search(r"step \d+ of", words):
            self.running = run[0]
        if run and WATCHED in words and run[0] == self.running:
            self.ran.add((run[1], int(run[2])))
        self.swept |= set(re.findall(r"✓ All 32 seeds of (\w+)", words))

    def lost(self, learner: Learner, died: float) -> list[str]:
        """What was shown as done, and is not in the file, or in the learner's copy."""
        state = learner.state(place_of(self.mode))
        new = Counter(self.preferences(learner)) - self.preferred
        lost = [
            f"{name}: shown {seen.count}, kept {new[name]}"
            for name, seen in self.changed.items()
            if seen.count > new[name]
        ]
        kept = "\n".join([*state.words.values(), *own_code(learner, self.mode)])
        last = [(when, marker) for when, marker in self.typed if died - when > KEPT_AFTER + GRACE][-1:]
        lost += [f"a draft seen {died - when:.2f} s before" for when, marker in last if marker not in kept]
        for step, sure in self.sure.items():
            given = [round(100 * answer.confidence) for answer in state.answers.values()]
            lost += [f"sure of {step}: {sure}, kept {given}"] if Counter(sure) - Counter(given) else []
        return [*lost, *self.lost_acts(state)]

    def counted(self) -> Counter[str]:
        """How much of each kind was shown."""
        shown = {
            "steps": int(self.step >= 0),
            "answers": self.answers,
            "runs": len(self.ran),
            "sweeps": len(self.swept),
        }
        more = {"hints": self.hints, "guesses": len(self.guessed), "drafts": self.drafts}
        changes = {name: seen.count for name, seen in self.changed.items()}
        return Counter({**shown, **more, **changes, "sure": sum(map(len, self.sure.values()))})

    def lost_acts(self, state: State) -> list[str]:
        guesses = set(state.guesses.get("hints", {}).values())
        checks = {
            "opened": self.step < 0 or state.opened,
            "step": state.furthest >= self.step,
            f"{self.answers} answers, kept {len(state.answers)}": len(state.answers) >= self.answers,
            "locked": "locked" not in self.proofs or state.begun,
            f"runs {self.ran - set(state.runs)}, kept {state.runs}": self.ran <= set(state.runs),
            "sweep": self.swept <= set(state.record),
            "hints": state.hints.get("hints", 0) >= self.hints,
            f"guesses {self.guessed}, kept {guesses}": self.guessed <= guesses,
            "found line": "found" not in self.proofs or state.found,
            "attempt": "judged" not in self.proofs or state.tries,
            "repair": "repaired" not in self.proofs or "repair" in state.passed,
            "finished": "finished" not in self.proofs or state.finished,
        }
        return [what for what, kept in checks.items() if not kept]


def own_code(learner: Learner, mode: Mode) -> list[str]:
    """The file that the learner changes, where they have."""
    file = learner.folder / "workspace" / LESSON / mode / edited_place(place_of())[0]
    return [file.read_text(encoding="utf-8")] if file.exists() else []


PROOFS = {  # what is on the disk if a step of this kind shows this
    "locked": ("run", r"step \d+ of \d+"),
    "judged": ("repair", r"✗ "),
    "repaired": ("repair", r"✓ Repaired"),
    "finished": ("why", r"The lesson is done"),
}
