"""The fold of journals as lynx-tutor 0.1 had it: what the fold of today must agree with, whatever the events.

Kept as it was but for names; it knows seven stages and one break, and reads payloads itself.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lessons.lesson import Lesson, Question

Happened = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Former:
    """The facts of one lesson and mode."""

    opened: bool = False
    answers: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    locked: bool = False
    runs: tuple[tuple[str, int], ...] = ()
    record: Mapping[str, Any] = field(default_factory=dict)
    guesses: Mapping[int, str] = field(default_factory=dict)
    hints: int = 0
    points: tuple[tuple[str, int], ...] = ()
    found: bool = False
    tries: int = 0
    passed: bool = False
    reflection: str = ""
    finished: bool = False


def former_fold(lesson: Lesson, mode: str, happened: Iterable[Happened]) -> Former:
    state = Former()
    for kind, payload in happened:
        try:
            state = step(lesson, mode, state, kind, payload) or state
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
    return state


def step(lesson: Lesson, mode: str, state: Former, kind: str, payload: Mapping[str, Any]) -> Former | None:
    match kind:
        case "opened":
            return replace(state, opened=True)
        case "prediction":
            return predicted(lesson, state, payload)
        case "locked":
            asked = [each.id for each in lesson.questions_for(mode)]  # type: ignore[arg-type]
            return replace(state, locked=True) if all(name in state.answers for name in asked) else None
        case "run":
            run = (str(payload["experiment"]), int(payload["seed"]))
            return replace(state, runs=(*state.runs, run)) if state.locked else None
        case "sweep":
            return swept(lesson, state, payload)
        case "guess":
            return replace(state, guesses={**state.guesses, int(payload["rung"]): str(payload["guess"])})
        case "rung":
            number = int(payload["rung"])
            fits = number == state.hints + 1 and number <= len(lesson.hints)
            return replace(state, hints=number) if fits else None
        case "pointed":
            point = (str(payload["file"]), int(payload["line"]))
            return replace(
                state, points=(*state.points, point), found=state.found or payload["found"] is True
            )
        case "repair":
            passed = payload["passed"] is True
            return replace(state, tries=state.tries + 1, passed=state.passed or passed)
        case "reflection":
            return replace(state, reflection=str(payload["text"]))
        case "finished":
            return replace(state, finished=True) if state.passed else None
        case "reset":
            return Former()
    return None


def predicted(lesson: Lesson, state: Former, payload: Mapping[str, Any]) -> Former | None:
    question = lesson.question(payload["question"])
    answer = (str(payload["answer"]), float(payload["confidence"]))
    if state.locked or question is None or not 0.5 <= answer[1] <= 0.99 or not usable(question, answer[0]):
        return None
    return replace(state, answers={**state.answers, question.id: answer})


def swept(lesson: Lesson, state: Former, payload: Mapping[str, Any]) -> Former | None:
    experiment = str(payload["experiment"])
    if not state.locked or experiment not in lesson.experiments or experiment in state.record:
        return None
    if not isinstance(payload["metrics"], Mapping):
        return None
    return replace(state, record={**state.record, experiment: payload["metrics"]})


def usable(question: Question, answer: str) -> bool:
    if question.kind == "direction":
        return answer in ("more", "same", "fewer")
    if question.kind == "choice":
        return answer in {option.id for option in question.options}
    if question.kind == "curve":
        return answer in ("follows", "slower", "plateau", "flat", "diverges")
    if question.kind == "shape":
        return as_shape(answer) is not None
    value = as_number(answer)
    return value is not None and (not question.percent or 0 <= value <= 1)


def as_number(text: str) -> float | None:
    cleaned = text.strip().replace(",", ".")
    scale = 100.0 if cleaned.endswith("%") else 1.0
    try:
        value = float(cleaned.removesuffix("%"))
    except ValueError:
        return None
    return value / scale if math.isfinite(value) else None


def as_shape(text: str) -> tuple[int, ...] | None:
    parts = text.strip(" ()[]").replace("×", ",").replace("x", ",").replace("X", ",").split(",")
    try:
        shape = tuple(int(part) for part in parts if part.strip())
    except ValueError:
        return None
    return shape if shape and min(shape) > 0 else None
