"""Where a change is planted, and whether the numbers follow it.

It stands in the function that the break is in, in the learner's own file. The healthy library with the same change says
what must come out. Who writes the function differently may see other numbers, but not the same as without the change:
those would come from other code than the learner's.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np

from lessons.lesson import Lesson
from lessons.runs.calls import CALLS, Code
from lessons.runs.edits import edited_files, healthy_library
from lessons.runs.judgement import FORGED, Answer, Ask, Call, Found, Judgement
from lessons.runs.package import import_package
from lessons.runs.plants import IDLE, SCALE, Plant, Switch
from lessons.runs.sources import healthy_texts
from lessons.runs.spots import around, functions_of

ALIKE = 1e-6  # relative: as far as numbers may be apart that are the same
numbered = count()
secret = random.SystemRandom()


# ---- what must come out ----------------------------------------------------


@cache
def planted_library(spots: tuple[str, ...]) -> tuple[ModuleType, Switch]:
    """A healthy library with a switch for changes at these places."""
    name = f"_minimodel_planted_{next(numbered)}"
    switch = Switch(name, spots)
    return import_package(name, healthy_texts(), switch.place), switch


def computed(library: ModuleType, call: Call) -> Answer:
    """What a healthy library answers to a call; an error is an answer, too."""
    try:
        with np.errstate(all="ignore"):
            return CALLS[call.do](Code(library.nn, library), **call.values)
    except Exception as error:
        return {"error": type(error).__name__}


def apart(one: Answer, other: Answer) -> bool:
    """Whether two answers are not the same numbers."""
    if "error" in one or "error" in other:
        return ("error" in one) != ("error" in other)
    mine, right = (np.array(list(leaves(each)), dtype=float) for each in (one, other))
    return mine.shape != right.shape or not np.allclose(mine, right, rtol=ALIKE, atol=1e-9, equal_nan=True)


def leaves(value: Any) -> Iterator[float]:
    """Every number of an answer, in order."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from leaves(each)
    else:
        yield float("nan") if value is None else float(value)


# ---- asking ----------------------------------------------------------------


def plants_of_repair(lesson: Lesson, calls: Sequence[Call]) -> Iterator[Ask]:
    """For each file of the break, one of the calls with a change that shows in what the healthy library answers."""
    assert lesson.repair is not None
    for file in edited_files(lesson.edits):
        spots = functions_of([edit for edit in lesson.edits if edit.file == file], file)
        planted, expected = first_that_shows(spots, calls) or (None, {})
        if planted and lesson.repair.accept:
            yield from asked_thrice(planted)
        elif planted:
            yield planted_ask(planted, expected)


def first_that_shows(spots: tuple[str, ...], calls: Sequence[Call]) -> tuple[Call, Answer] | None:
    """The first call and change that make a difference, and what comes out then."""
    if not spots:
        return None
    library, switch = planted_library(spots)
    for call in calls:
        plain = computed(library, call)
        for plant in (Plant((spot,), kind, factor()) for spot in spots for kind in (SCALE, IDLE)):
            with switch.on(plant):
                changed = computed(library, call)
            if "error" not in plain and apart(plain, changed):
                return replace(call, plant=plant), changed
    return None


def factor() -> float:
    """A factor that nobody knows."""
    return secret.uniform(1.2, 1.8)


def planted_ask(call: Call, expected: Answer) -> Ask:
    """Ask for a call with its change; where the numbers are others than expected, a fresh process is asked why."""

    def problem(answer: Answer) -> Found:
        if not apart(answer, expected):
            return None
        return asked_again(call, computed(healthy_library(), call))

    return Ask(call, problem, may_raise=True)


def asked_thrice(call: Call) -> tuple[Ask, ...]:
    """Ask with the change and twice without, where several cures are right and nobody knows what must come out."""
    assert call.plant is not None
    without = replace(call, plant=None)
    calls = {"planted": call, "plain": without, "again": without}

    def judged(answers: Mapping[str, Answer]) -> Found:
        return verdict(call.plant, None, answers) and asked_again(call, None)

    return in_any_order(calls, judged)


def asked_again(call: Call, plain: Answer | None) -> tuple[Ask, ...]:
    """Ask with the change, with a wider one, and twice without any."""
    assert call.plant is not None
    wider = replace(call.plant, spots=tuple(each for spot in call.plant.spots for each in around(spot)))
    without = replace(call, plant=None)
    calls = {"planted": call, "wider": replace(call, plant=wider), "plain": without, "again": without}
    return in_any_order(calls, partial(verdict, call.plant, plain))


def in_any_order(
    calls: Mapping[str, Call], judged: Callable[[Mapping[str, Answer]], Found]
) -> tuple[Ask, ...]:
    """Ask for all of these in an order that nobody knows, and judge them together."""
    answers: dict[str, Answer] = {}

    def problem(name: str, answer: Answer) -> Found:
        answers[name] = answer
        return judged(answers) if len(answers) == len(calls) else None

    asks = [Ask(call, partial(problem, name), may_raise=True) for name, call in calls.items()]
    secret.shuffle(asks)
    return tuple(asks)


def verdict(plant: Plant | None, right: Answer | None, answers: Mapping[str, Answer]) -> Judgement | None:
    """Whether a change in the judged code's own functions shows in its numbers at all."""
    plain, again, *changed = (
        answers[name] for name in ("plain", "again", *(answers.keys() - {"plain", "again"}))
    )
    if right is not None and (apart(plain, right) or apart(again, right)):
        return forged(plant)
    if apart(plain, again):  # it is never the same twice: nothing can be told
        return None
    return None if any(apart(each, plain) for each in changed) else forged(plant)


def forged(plant: Plant | None) -> Judgement:
    """The numbers come from other code than the function in the judged file."""
    assert plant is not None
    return Judgement(FORGED, plant.spots[0].replace(":", ", "))
