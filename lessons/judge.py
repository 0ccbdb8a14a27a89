"""Judging a repair by behaviour: right gradients, and the healthy trajectory on seeds the learner has not seen.

The learner's code runs in a process of its own, with a time and a memory limit, so that `while True` costs a message.
`judge` is what the tutor calls; `python -m lessons.judge FOLDER LESSON` is the process it starts.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from lessons.schema import Lesson

SECONDS = 20
OUT_OF_TIME = 24  # SIGXCPU: the processor time that limit_resources allows is used up
MEMORY = 2 * 1024**3
STEPS = 60
PASSED, FAILED_TO_START, TIMED_OUT, OUT_OF_MEMORY, GRADIENT, TRAJECTORY, DIED = (
    "passed",
    "import",
    "time",
    "memory",
    "gradient",
    "trajectory",
    "died",
)


@dataclass(frozen=True)
class Judgement:
    """Whether a repair is right, and if not, how it shows: a reason the screens have words for, and its details."""

    reason: str
    detail: str = ""

    @property
    def passed(self) -> bool:
        return self.reason == PASSED


def judge(package: Path, lesson: Lesson, seconds: float = SECONDS) -> Judgement:
    """Run the learner's copy of minimodel in a process of its own and judge it. Blocks for at most `seconds`."""
    command = [sys.executable, "-m", "lessons.judge", str(package), str(lesson.folder), str(int(seconds))]
    environment = {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH")])
    )
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Judgement(TIMED_OUT, f"{seconds:.0f}")
    if done.returncode == -OUT_OF_TIME:
        return Judgement(TIMED_OUT, f"{seconds:.0f}")
    return read_answer(done.stdout, done.returncode)


def read_answer(output: bytes, code: int) -> Judgement:
    """The judgement that the process wrote as its last line."""
    lines = output.decode("utf-8", "replace").strip().splitlines()
    try:
        answer = json.loads(lines[-1])
        return Judgement(str(answer["reason"]), str(answer["detail"]))
    except (IndexError, ValueError, KeyError, TypeError):
        return Judgement(DIED, str(code))


def limit_resources(seconds: int) -> None:
    """Processor time and memory, where the system can limit them."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit of the parent still holds
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(package: str, folder: str, seconds: str) -> None:
    """The judging process: everything the learner's code prints goes nowhere; the answer is the one line on stdout."""
    answers = os.fdopen(os.dup(1), "w")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    limit_resources(int(seconds))
    judgement = judge_here(Path(package), Path(folder))
    answers.write(json.dumps({"reason": judgement.reason, "detail": judgement.detail}) + "\n")
    answers.flush()


def judge_here(package: Path, folder: Path) -> Judgement:
    """Judge in this process. Whatever the learner's code raises becomes a judgement."""
    from lessons.breaks import import_copy
    from lessons.load import load_lesson

    lesson = load_lesson(folder)
    try:
        library = import_copy("_minimodel_repair", package)
    except MemoryError:
        return Judgement(OUT_OF_MEMORY)
    except BaseException as error:
        return Judgement(FAILED_TO_START, said(error))
    try:
        return next(problems(lesson, library), Judgement(PASSED))
    except MemoryError:
        return Judgement(OUT_OF_MEMORY)
    except BaseException as error:
        return Judgement(TRAJECTORY, said(error))


def problems(lesson: Lesson, library: ModuleType) -> Iterator[Judgement]:
    """What does not behave: first the gradients, then the training."""
    for name in lesson.repair.gradcheck:
        if problem := wrong_gradient(library, name):
            yield Judgement(GRADIENT, f"{name}: {problem}")
    for experiment in lesson.experiments.values():
        for seed in lesson.repair.seeds:
            if (distance := furthest_apart(library, experiment, seed)) > 1e-9:
                yield Judgement(TRAJECTORY, f"{experiment.id}, {seed}, {distance:.3g}")


def wrong_gradient(library: ModuleType, name: str) -> str:
    """The first wrong slope of this module, or nothing. Its own gradcheck may have been edited, and is not asked."""
    import numpy as np

    module: Any = getattr(library.nn, name)()
    x = np.random.default_rng(0).uniform(-2, 2, (3, 7))
    weights = np.cos(np.arange(x.size)).reshape(x.shape)

    def value(at: Any) -> float:
        return float((np.asarray(module(library.Tensor(at)).data) * weights).sum())

    inner = library.Tensor(x.copy(), requires_grad=True)
    (module(inner) * library.Tensor(weights)).sum().backward()
    nudge = 1e-6
    for index in np.ndindex(x.shape):
        shift = np.zeros_like(x)
        shift[index] = nudge
        slope = (value(x + shift) - value(x - shift)) / (2 * nudge)
        if not abs(inner.grad[index] - slope) <= 1e-5 + 1e-4 * abs(slope):
            return f"{index}: {inner.grad[index]:.4g} ≠ {slope:.4g}"
    return ""


def furthest_apart(library: ModuleType, experiment: Any, seed: int) -> float:
    """The largest distance between the healthy loss curve and the repaired one."""
    import numpy as np

    from lessons.breaks import healthy_library
    from lessons.experiment import TrainedSide

    sides = [
        TrainedSide(which, experiment, seed, STEPS, replayed=False) for which in (healthy_library(), library)
    ]
    with np.errstate(all="ignore"):
        distances = [abs(sides[0].advance() - sides[1].advance()) for _ in range(STEPS)]
    return max(distance if distance == distance else float("inf") for distance in distances)


def said(error: BaseException) -> str:
    """One line about an error in the learner's code."""
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg} (line {error.lineno})"
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]


if __name__ == "__main__":
    main(*sys.argv[1:4])
