"""How long a report on a whole school takes, and how much memory: 500 synthetic learners, one file in twenty damaged.

python tests/benchmarks/report_speed.py [--learners 500] [--lessons 1 12] [--finished] [--keep FOLDER]

The learners are made up, with a seed: each has a skill, a sureness, a patience and an appetite for hints. What their
runs measured is real. Each figure is taken in a process of its own, which does what the command line does.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from lessons.course import Course, LessonMode
from lessons.lesson import Lesson, Question
from lessons.load import load_course
from lessons.plan import Step
from lessons.recipes import steps_of
from lessons.runs.experiment import sweep_lesson
from lessons.runs.measured import Measured
from lessons.state import Answer
from lessons.verdicts import Verdict, experiment_of, verdict
from progress.block import new_event
from progress.header import write_header

NAMES = "ana luis marta jon aitor noor chen amara ida omar lucía péter zoë ravi hana teo".split()  # noqa: SIM905
SURENESS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)
Record = dict[str, Any]


def course_of(count: int) -> Course:
    """The course as it is; where it has fewer lessons, the same ones again under other names."""
    course = load_course()
    breaks = [lesson for lesson in course.in_order() if lesson.edits]
    numbered = [(breaks[number % len(breaks)], again(number // len(breaks))) for number in range(count)]
    lessons = {lesson.id + ending: replace(lesson, id=lesson.id + ending) for lesson, ending in numbered}
    headings = {
        lesson.id + ending: replace(course.headings[lesson.id], id=lesson.id + ending)
        for lesson, ending in numbered
    }
    track = replace(course.tracks[0], lessons=tuple(lessons))
    return replace(course, tracks=(track,), lessons=lessons, headings=headings)


def again(number: int) -> str:
    return f"-{number + 1}" if number else ""


def records(course: Course) -> dict[str, Record]:
    """What the runs of each lesson measure; lessons under another name measure the same."""
    measured: dict[Path, Record] = {}
    for lesson in course.in_order():
        if lesson.folder not in measured:
            runs = sweep_lesson(lesson)
            measured[lesson.folder] = {
                name: run.as_record() for name, run in runs if isinstance(run, Measured)
            }
    return {lesson.id: measured[lesson.folder] for lesson in course.in_order()}


class Pupil:
    """Someone who works through the course in their own way, and the file that this leaves behind."""

    def __init__(self, name: str, dice: random.Random, start: datetime) -> None:
        self.name, self.dice, self.now = name, dice, start
        self.skill, self.boldness = dice.uniform(0.3, 0.85), dice.uniform(0.0, 0.55)
        self.patience, self.hunger = dice.uniform(0.85, 0.998), dice.uniform(0.2, 0.9)
        self.latest, self.parts = "", [write_header(name, start)]

    def write(self, course: Course, measured: dict[str, Record]) -> bytes:
        for lesson in course.in_order():
            for mode in ("open", "blind"):
                for kind, payload in self.happenings(lesson, mode, measured[lesson.id]):
                    self.happened(kind, lesson.id, mode=mode, **payload)
                    if self.dice.random() > self.patience ** (1 / 6):
                        return "".join(self.parts).encode()
        return "".join(self.parts).encode()

    def happened(self, kind: str, lesson: str, **payload: Any) -> None:
        long_pause = self.dice.random() < 0.02
        self.now += (
            timedelta(days=self.dice.randint(1, 4))
            if long_pause
            else timedelta(seconds=self.dice.randint(5, 90))
        )
        event, block = new_event(kind, lesson, payload, version="0.1.0", time=self.now, latest=self.latest)
        self.latest = event.id
        self.parts.append(f"\n{block}")

    def happenings(self, lesson: Lesson, mode: str, measured: Record) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "opened", {}
        for step in steps_of(LessonMode(lesson, mode)).all[1:]:  # type: ignore[arg-type]
            yield "moved", {"stage": step.id}
            if step.kind in ("predict", "run", "hints", "repair"):
                yield from getattr(self, step.kind)(step, lesson, measured)
        yield "reflection", {"text": "Look at what the layer is *given*, and not only at its shape."}
        yield "finished", {}

    def predict(self, step: Step, lesson: Lesson, measured: Record) -> Iterator[tuple[str, dict[str, Any]]]:
        self.said: list[tuple[Question, str, float]] = []
        for question in step.questions:  # type: ignore[attr-defined]
            knows = self.dice.random() < self.skill
            answer = self.answer(lesson, question, knows, measured)
            least = 0.5 + 0.25 * knows * self.dice.random() + self.boldness * self.dice.random()
            sure = min(SURENESS, key=lambda each, least=least: abs(each - least))
            yield "prediction", {"question": question.id, "answer": answer, "confidence": sure}
            self.said.append((question, answer, sure))

    def run(self, step: Step, lesson: Lesson, measured: Record) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "locked", {"step": step.id}
        for experiment in step.experiments:  # type: ignore[attr-defined]
            for seed in range(self.dice.randint(1, 3)):
                yield "run", {"experiment": experiment.id, "seed": seed, "metrics": {"val_accuracy": 0.5}}
            yield "sweep", {"experiment": experiment.id, "metrics": measured[experiment.id], "seeds": 32}
        for question, answer, sure in self.said:
            found = judged(lesson, question, answer, measured)
            said = {"question": question.id, "answer": answer, "confidence": sure}
            yield "verdict", {**said, "right": found.right, "truth": found.truth or ""}

    def hints(self, step: Step, lesson: Lesson, measured: Record) -> Iterator[tuple[str, dict[str, Any]]]:
        for number in range(1, len(lesson.hints) + 1):
            if self.dice.random() > self.hunger:
                break
            yield "guess", {"rung": number, "guess": "the loss stops too early?"}
            yield "rung", {"rung": number}
        for _ in range(self.dice.randint(0, 3)):
            line = self.dice.randint(1, 40)
            yield "pointed", {"file": "minimodel/nn/linear.py", "line": line, "found": False}
        yield "pointed", {"file": lesson.edits[0].file, "line": 20, "found": True}

    def repair(self, step: Step, lesson: Lesson, measured: Record) -> Iterator[tuple[str, dict[str, Any]]]:
        for _ in range(self.dice.choice((0, 0, 1, 1, 2, 4))):
            yield "repair", {"passed": False, "reason": "gradient", "detail": "0.3", "line": "return x"}
        yield "repair", {"passed": True, "reason": "passed", "detail": "", "line": lesson.edits[0].before}

    def answer(self, lesson: Lesson, question: Question, knows: bool, measured: Record) -> str:
        offered = {
            "direction": ["more", "same", "fewer"],
            "choice": [option.id for option in question.options],
            "curve": ["follows", "slower", "plateau", "flat", "diverges"],
            "number": ["20 %", "50 %", "60 %", "100 %"],
            "shape": ["16 x 16", "23 x 5", "5 x 16"],
        }[question.kind]
        truth = judged(lesson, question, offered[0], measured).truth
        wrong = [each for each in offered if each != truth]
        return truth if knows and truth else (question.popular or self.dice.choice(wrong[:2] + wrong))


def judged(lesson: Lesson, question: Question, answer: str, measured: Record) -> Verdict:
    return verdict(question, Answer(answer, 0.5), measured, experiment_of(lesson, question))


def damage(content: bytes, dice: random.Random) -> bytes:
    """What happens to files: cut short, overwritten in the middle, bits flipped, sent as something else."""
    middle = dice.randrange(len(content))
    kind = dice.randrange(6)
    if kind == 0:
        return content[:middle]
    if kind == 1:
        return content[:middle] + b"\x00" * 4096 + content[middle + 200 :]
    if kind == 2:
        flipped = bytearray(content)
        for _ in range(12):
            flipped[dice.randrange(len(flipped))] ^= 1 << dice.randrange(8)
        return bytes(flipped)
    if kind == 3:
        return dice.randbytes(3000)
    if kind == 4:
        return content[: middle // 2] + b"<html>Your session has expired</html>\n" + content[middle:]
    return b""


def write_school(root: Path, count: int, course: Course, seed: int = 1, finished: bool = False) -> int:
    """A folder of progress files; with `finished`, of people who never give up. Returns how many bytes."""
    dice, measured, size = random.Random(seed), records(course), 0
    term = datetime(2026, 9, 7, 9, tzinfo=UTC)
    for number in range(count):
        name = f"{NAMES[number % len(NAMES)]}-{number:03}"
        pupil = Pupil(name, dice, term + timedelta(days=dice.randint(0, 74)))
        pupil.patience = 1.0 if finished else pupil.patience
        content = pupil.write(course, measured)
        if number % 20 == 7:
            content = damage(content, dice)
        folder = root / "learners" / name
        folder.mkdir(parents=True)
        (folder / "progress.toml").write_bytes(content)
        size += len(content)
    return size


def measure(folder: Path, lessons: int, target: Path) -> None:
    """In a process of its own: read everything, and write both the page and the table."""
    from tutor.reports.class_page import class_page
    from tutor.reports.class_report import class_report
    from tutor.reports.data_pages import csv_page
    from tutor.reports.gather import gather
    from tutor.words.text import Text

    start = time.perf_counter()
    course = course_of(lessons)
    report = class_report(gather([folder]), course, datetime(2026, 12, 18, tzinfo=UTC))
    read = time.perf_counter() - start
    (target / "class.html").write_text(class_page(report, course, Text("en")), encoding="utf-8")
    (target / "class.csv").write_text(csv_page(report), encoding="utf-8")
    figures = {
        "read": read,
        "all": time.perf_counter() - start,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "learners": len(report.learners),
        "damaged": sum(learner.pieces > 0 for learner in report.learners),
        "unread": len(report.unread),
    }
    print(json.dumps(figures))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--learners", type=int, default=500)
    parser.add_argument("--lessons", type=int, nargs="+", default=[1, 12])
    parser.add_argument("--finished", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--measure", nargs=3)
    asked = parser.parse_args()
    if asked.measure:
        measure(Path(asked.measure[0]), int(asked.measure[1]), Path(asked.measure[2]))
        return
    for lessons in dict.fromkeys(asked.lessons):
        with tempfile.TemporaryDirectory() as name:
            root = (asked.keep or Path(name)) / f"{lessons}-lessons"
            size = write_school(root, asked.learners, course_of(lessons), finished=asked.finished)
            command = [sys.executable, __file__, "--measure", str(root), str(lessons), str(root)]
            start = time.perf_counter()
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            whole = time.perf_counter() - start
            pages = (root / "class.html").stat().st_size / 1e6
        print(
            f"{asked.learners} learners, {lessons} lessons, {size / 1e6:.0f} MB: read in {found['read']:.1f} s, "
            f"with pages ({pages:.1f} MB) {found['all']:.1f} s, whole process {whole:.1f} s (budget 10); "
            f"{found['megabytes']:.0f} MB at most (budget 300); "
            f"{found['learners']} read, {found['damaged']} of them damaged, {found['unread']} could not be read"
        )


if __name__ == "__main__":
    main()
