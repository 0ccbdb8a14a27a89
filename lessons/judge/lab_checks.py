"""Checks of a lab's code. Each asks for numbers, at inputs of its own, and compares what comes back.

The names and options stand in `lessons/course/lesson/exercise.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson.exercise import Lab, case_words, made_words
from lessons.course.lesson.source import LIBRARY
from lessons.course.lesson.values import LessonError
from lessons.format.inert import allowed_attributes
from lessons.judge import calls, contracts
from lessons.judge.calls import Answer, JudgedCall, Judgement, Reason, mismatch, placed
from lessons.judge.repair_checks import draw_inputs, slope_ask, state_of
from lessons.runs.edits import healthy_library
from lessons.runs.tasks import draw_rows

CLOSE = 1e-9  # relative
FAR = 4.0  # times as far from 0 as other inputs
REFUSALS = (ValueError, TypeError, LookupError, RuntimeError)  # what minimodel raises for what it does not take
SEED = 1001  # of the rows and of the first weights
Options = Mapping[str, Any]


def asks_by_check(lab: Lab) -> list[tuple[JudgedCall, ...]]:
    for name in forbidden(lab):
        minimodels_own(name, "uses")
    named = (check.options for check in lab.checks if check.name in ("shape", "equals"))
    like = {options["of"]: options["like"] for options in named}
    return [
        tuple(LAB_CHECKS[check.name]({"like": like.get(check.options.get("of")), **check.options}))
        for check in lab.checks
    ]


def forbidden(lab: Lab) -> tuple[str, ...]:
    """Return the names that the learner's code must not use, because it is to write them itself."""
    uses = (check.options["uses"] for check in lab.checks if check.name == "forbids")
    return tuple(str(name) for names in uses if isinstance(names, list | tuple) for name in names)


def shape(options: Options) -> Iterator[JudgedCall]:
    """Ask for a layer's parameters, which have the names and the shapes of minimodel's."""
    state = state_of(reference(options))
    call = partial(calls.outputs, of=options["of"], arguments=options.get("arguments"), state=state)
    yield JudgedCall(call, partial(other_parameters, case_words(options), state))


def equals(options: Options) -> Iterator[JudgedCall]:
    """Ask for what it gives, which is what minimodel's gives with the same parameters and inputs; of one row, too."""
    yield equal(options)
    for case in (with_one_row(options), with_one_layer(options)):
        with suppress(LessonError):  # minimodel's does not take it
            if case != options:
                yield equal(case)


def with_one_row(options: Options) -> Options:
    first, *others = options["inputs"]
    return {**options, "inputs": [[1, *first[1:]], *others]}


def with_one_layer(options: Options) -> Options:
    """Return a case in which a row of layers has only one; any other case as it is."""
    made = options.get("arguments") or ()
    are_layers = all(isinstance(each, str | list) for each in made) and "like_arguments" not in options
    return {**options, "arguments": made[:1]} if are_layers and made else options


def equal(options: Options) -> JudgedCall:
    """Ask for it in one case. Raises LessonError where minimodel's cannot be made so, or takes no such inputs."""
    right, inputs = reference(options), draw_inputs(options["inputs"])
    state = state_of(right)
    for name, value in state.items():
        dict(right.named_parameters())[name].write(value)
    try:
        given = right(*[healthy_library().Tensor(x) for x in inputs], **dict.fromkeys(options.get("flags", ()), True))
        expected = np.array(getattr(given, "_data", given), dtype=float)
    except REFUSALS as error:
        said = f"like = {options['like']!r} cannot be given these inputs: {error}"
        raise LessonError(f"[[lab.check]] {said}") from None
    values = {key: options[key] for key in ("of", "flags") if key in options}
    values |= {"arguments": options.get("arguments"), "state": state, "inputs": inputs}
    return JudgedCall(partial(calls.outputs, **values), partial(other_outputs, case_words(options), state, expected))


def gradient(options: Options) -> Iterator[JudgedCall]:
    """Ask for the gradient of every input and parameter, which is the slope that small nudges show; far out, too."""
    right = reference(options) if options["like"] else None
    state = state_of(right) if right else {}
    for case, size in ((options, 1.0), (with_one_row(options), FAR)):
        inputs = draw_inputs(case["inputs"], size)
        if case is options or takes(right, inputs):
            yield slope_ask(case_words(case), options["of"], options.get("arguments"), state, inputs)


def takes(right: Any, inputs: Sequence[Any]) -> bool:
    """Return True if something of minimodel's is there, and takes these inputs."""
    try:
        return right is not None and right(*[healthy_library().Tensor(x) for x in inputs]) is not None
    except REFUSALS:
        return False


def refuses(options: Options) -> Iterator[JudgedCall]:
    """Ask for one with these arguments, which raises a TypeError at once, and not when it is used."""
    given = options.get("arguments", [])
    in_a_row = any(isinstance(each, str) for each in given)
    for arguments in (given, [abs if type(each) is int else each for each in given])[: 1 + in_a_row]:
        call = partial(calls.outputs, of=options["of"], arguments=arguments, state={})
        yield JudgedCall(call, partial(accepted, case_words({**options, "arguments": arguments})), may_raise=True)


def forbids(options: Options) -> Iterator[JudgedCall]:
    """Ask for no call: judge/worker.py refuses the learner's code what it is to write itself."""
    yield from ()


def trains(options: Options) -> Iterator[JudgedCall]:
    """Ask for layers, the learner's among them, which reach a loss on a task."""
    layers = tuple(map(str, options["layers"]))
    rows = draw_rows(healthy_library(), {"name": options["task"]}, SEED)
    values = {"layers": layers, "steps": options.get("steps", 300), "lr": options.get("lr", 0.01)}
    yield JudgedCall(
        partial(calls.trains, x=rows.x, y=rows.y, seed=SEED, **values), partial(untrained, options, rows.y)
    )


LAB_CHECKS: Mapping[str, Callable[[Options], Iterator[JudgedCall]]] = {
    each.__name__: each for each in (shape, equals, gradient, refuses, forbids, trains)
}


def reference(options: Options) -> Any:
    """Return minimodel's counterpart of the learner's code: a function, or a layer with the same arguments."""
    name = str(options["like"])
    found = minimodels_own(name, "like")
    if name.rpartition(".")[2] not in allowed_attributes():
        raise LessonError(f"[[lab.check]] like = {name!r} does more than calculate.")
    try:
        made = options.get("like_arguments", options.get("arguments"))
        return found if made is None else contracts.made_of(found, made, healthy_library())
    except (ValueError, TypeError) as error:
        what = made_words(options["of"], options.get("arguments"))
        raise LessonError(f"[[lab.check]] {what} cannot be made: {error}") from None


def minimodels_own(name: str, key: str) -> Any:
    """Return minimodel's object of this name. Raises LessonError if the name is not minimodel's own."""
    found: Any = healthy_library()
    for part in name.split("."):
        found = getattr(found, part, None)
        where = found.__name__ if isinstance(found, ModuleType) else getattr(found, "__module__", "")
        if str(where).split(".")[0] != LIBRARY.name or part.startswith("_"):
            raise LessonError(f"[[lab.check]] {key} = {name!r} is nothing of minimodel's.")
    return found


def other_parameters(what: str, state: Mapping[str, Any], answer: Answer) -> Judgement | None:
    """Find the first parameter that is missing, has another shape, or should not be there."""
    if answer["shared"]:
        return Judgement(Reason.SHARED, f"{what}: {answer['shared'][0]}")
    shapes, found = {name: value.shape for name, value in state.items()}, answer["parameters"]
    for name in {**shapes, **found}:
        mine, right = (str(tuple(each[name])) if name in each else "–" for each in (found, shapes))
        if mine != right:
            return Judgement(Reason.PARAMETERS, f"{what}.{name}: {mine} ≠ {right}")
    return None


def accepted(what: str, answer: Answer) -> Judgement | None:
    if "error" not in answer:
        return Judgement(Reason.ACCEPTED, what)
    return None if answer["kind"] == "TypeError" else Judgement(Reason.OTHER_ERROR, f"{what}: {placed(answer)}")


def other_outputs(what: str, state: Mapping[str, Any], right: Any, answer: Answer) -> Judgement | None:
    if problem := other_parameters(what, state, answer):
        return problem
    found = answer["outputs"]
    if found is None:
        return Judgement(Reason.NO_ANSWER)
    off = mismatch(found, right, CLOSE * (1 + np.abs(right)))
    reason = Reason.VALUE if found.shape == right.shape else Reason.SHAPE
    return Judgement(reason, f"{what}: {str(off).strip()}") if off else None


def untrained(options: Options, labels: Any, answer: Answer) -> Judgement | None:
    library, below = healthy_library(), float(options["below"])
    if answer["outputs"].shape[:-1] != labels.shape or answer["outputs"].shape[-1] <= labels.max():
        return Judgement(Reason.NO_ANSWER)
    with np.errstate(all="ignore"):
        last = float(library.nn.CrossEntropyLoss()(library.Tensor(answer["outputs"]), labels).item())
    if last < below:
        return None
    return Judgement(Reason.UNTRAINED, f"{options['task']}: {last:.3g} ≥ {below:g}")
