"""What a lab's code must do. Each check asks for numbers, at inputs of its own, and compares what comes back.

The names and options stand in `lessons/vocabulary.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from lessons.exercise import Lab
from lessons.format import LessonError
from lessons.runs import reasons
from lessons.runs.contracts import made_of
from lessons.runs.edits import LIBRARY, healthy_library
from lessons.runs.inert import allowed_attributes
from lessons.runs.judgement import Answer, Ask, Call, Judgement, ask, first_apart, unequal
from lessons.runs.repair_checks import generator, slope_ask
from lessons.runs.tasks import draw_rows

CLOSE = 1e-9  # relative
SEED = 1001  # of the rows and of the first weights
Options = Mapping[str, Any]


def asks_by_check(lab: Lab) -> list[tuple[Ask, ...]]:
    """Return what each check asks for, in the order of the lesson."""
    for name in forbidden(lab):
        minimodels_own(name, "uses")
    alike = references(lab)
    return [tuple(LAB_CHECKS[check.name](check.options, alike)) for check in lab.checks]


def forbidden(lab: Lab) -> tuple[str, ...]:
    """Return what the learner's code must not use, because it is what they are to write."""
    checks = (check for check in lab.checks if check.name == "forbids")
    return tuple(str(name) for check in checks for name in listed(check.options["uses"]))


def listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else ()


def references(lab: Lab) -> dict[str, str]:
    """What each of the learner's is like in minimodel, where a check says so."""
    named = (check.options for check in lab.checks if check.name in ("shape", "equals"))
    return {str(options["of"]): str(options["like"]) for options in named}


def shape(options: Options, alike: Mapping[str, str]) -> Iterator[Ask]:
    """A layer's parameters have the names and the shapes of minimodel's."""
    state = state_of(reference(options), options)
    shapes = {name: list(np.shape(value)) for name, value in state.items()}
    problem = partial(other_parameters, made_words(options), shapes)
    yield ask("parameters", problem, of=options["of"], arguments=arguments(options))


def equals(options: Options, alike: Mapping[str, str]) -> Iterator[Ask]:
    """With the same parameters and inputs, it gives what minimodel's gives."""
    right, inputs = reference(options), drawn(options)
    state = state_of(right, options)
    for name, value in state.items():
        dict(right.named_parameters())[name].write(value)
    library = healthy_library()
    try:
        given = right(*[library.Tensor(x) for x in inputs])
        expected = np.array(getattr(given, "_data", given), dtype=float)
    except (ValueError, TypeError, LookupError, RuntimeError) as error:
        raise LessonError(
            f"[[lab.check]] like = {options['like']!r} cannot be given these inputs: {error}"
        ) from None
    problem = partial(other_outputs, case_words(options), state, expected)
    yield ask("outputs", problem, of=options["of"], arguments=arguments(options), state=state, inputs=inputs)


def gradient(options: Options, alike: Mapping[str, str]) -> Iterator[Ask]:
    """The gradient of every input and parameter is the slope that small nudges show."""
    like = alike.get(options["of"])
    state = state_of(reference({**options, "like": like}), options) if like else {}
    yield slope_ask(case_words(options), options["of"], arguments(options), state, drawn(options))


def refuses(options: Options, alike: Mapping[str, str]) -> Iterator[Ask]:
    """Made with these arguments, it raises a TypeError at once, and not when it is used."""
    problem = partial(accepted, made_words(options))
    values = {"of": options["of"], "arguments": arguments(options)}
    yield Ask(Call("parameters", values), problem, may_raise=True)


def forbids(options: Options, alike: Mapping[str, str]) -> Iterator[Ask]:
    """It does not use what it is to write itself: that is withheld from it (withheld.py), and nothing is asked."""
    yield from ()


def trains(options: Options, alike: Mapping[str, str]) -> Iterator[Ask]:
    """Layers with the learner's among them reach a loss on a task."""
    layers = tuple(map(str, options["layers"]))
    rows = draw_rows(healthy_library(), {"name": options["task"]}, SEED)
    values = {"layers": layers, "steps": options.get("steps", 300), "lr": options.get("lr", 0.01)}
    yield ask("trains", partial(untrained, options, rows.y), x=rows.x, y=rows.y, seed=SEED, **values)


Check = Callable[[Options, Mapping[str, str]], Iterator[Ask]]
LAB_CHECKS: Mapping[str, Check] = {
    "shape": shape,
    "equals": equals,
    "gradient": gradient,
    "trains": trains,
    "refuses": refuses,
    "forbids": forbids,
}


# ---- what is handed over ---------------------------------------------------


def reference(options: Options) -> Any:
    """Return what the learner's should be like in minimodel: a function, or a layer made with the same arguments."""
    name = str(options["like"])
    found = minimodels_own(name, "like")
    if name.rpartition(".")[2] not in allowed_attributes():
        raise LessonError(f"[[lab.check]] like = {name!r} does more than calculate.")
    try:
        made = options.get("like_arguments", arguments(options))
        return found if made is None else made_of(found, made, healthy_library())
    except (ValueError, TypeError) as error:
        raise LessonError(f"[[lab.check]] {made_words(options)} cannot be made: {error}") from None


def minimodels_own(name: str, key: str) -> Any:
    """Return what a name means in minimodel. Raises LessonError where it means nothing there."""
    found: Any = healthy_library()
    for part in name.split("."):
        found = getattr(found, part, None)
        if not is_own(found) or part.startswith("_"):
            raise LessonError(f"[[lab.check]] {key} = {name!r} is nothing of minimodel's.")
    return found


def is_own(found: Any) -> bool:
    """Whether it is minimodel's: a lesson names nothing of what lies behind it."""
    where = found.__name__ if isinstance(found, ModuleType) else getattr(found, "__module__", "")
    return str(where).split(".")[0] == LIBRARY.name


def arguments(options: Options) -> list[Any] | None:
    """What a layer is made with; None for a function."""
    return options.get("arguments")


def state_of(layer: Any, options: Options) -> dict[str, Any]:
    """Parameters drawn anew, in the shapes of a layer's own."""
    if arguments(options) is None:
        return {}
    draw = generator("parameters")
    return {name: draw.normal(size=parameter.shape) for name, parameter in layer.named_parameters()}


def drawn(options: Options) -> list[Any]:
    """Inputs of the shapes that the lesson names."""
    shapes: Sequence[Sequence[int]] = options["inputs"]
    draw = generator("inputs")
    return [draw.normal(size=tuple(shape)) for shape in shapes]


# ---- what comes back -------------------------------------------------------


def other_parameters(what: str, shapes: Mapping[str, list[int]], answer: Answer) -> Judgement | None:
    """The first parameter that is missing, has another shape, or should not be there."""
    found = answer["parameters"]
    for name in {**shapes, **found}:
        mine, right = (as_shape(each.get(name)) for each in (found, shapes))
        if mine != right:
            return Judgement(reasons.PARAMETERS, f"{what}.{name}: {mine} ≠ {right}")
    return None


def accepted(what: str, answer: Answer) -> Judgement | None:
    """What should have been refused, and was not; or was with another error."""
    error = str(answer.get("error", ""))
    return (
        None
        if error.startswith("TypeError")
        else Judgement(reasons.VALUE, f"{what}: {error or '–'} ≠ TypeError")
    )


def as_shape(sizes: Sequence[int] | None) -> str:
    return "–" if sizes is None else str(tuple(sizes))


def other_outputs(what: str, state: Mapping[str, Any], right: Any, answer: Answer) -> Judgement | None:
    """Where the outputs differ, in shape or in value."""
    shapes = {name: list(value.shape) for name, value in state.items()}
    if problem := other_parameters(what, shapes, answer):
        return problem
    found = np.array(answer["outputs"], dtype=float)
    if found.shape != right.shape:
        return Judgement(reasons.SHAPE, f"{what}: {found.shape} ≠ {right.shape}")
    at = first_apart(found, right, CLOSE * (1 + np.abs(right)))
    return (
        None
        if at is None
        else Judgement(reasons.VALUE, f"{what}, {list(at)}: {unequal(found[at], right[at])}")
    )


def untrained(options: Options, labels: Any, answer: Answer) -> Judgement | None:
    """Find that the loss in the end is too high."""
    library, below = healthy_library(), float(options["below"])
    with np.errstate(all="ignore"):
        last = float(library.nn.CrossEntropyLoss()(library.Tensor(answer["outputs"]), labels).item())
    return (
        None if last < below else Judgement(reasons.UNTRAINED, f"{options['task']}: {last:.3g} ≥ {below:g}")
    )


def made_words(options: Options) -> str:
    """`Linear(3, 5)`."""
    made = arguments(options)
    return str(options["of"]) if made is None else f"{options['of']}({argument_words(made)})"


def argument_words(made: Sequence[Any]) -> str:
    """`3, 5`; layers as the lesson writes them, `Linear 3 5, GELU`; a list in brackets."""
    return ", ".join(
        f"[{argument_words(each)}]" if isinstance(each, list) else str(each) if is_layer(each) else repr(each)
        for each in made
    )


def is_layer(argument: Any) -> bool:
    """Whether an argument names a layer of minimodel."""
    name = argument.split()[0] if isinstance(argument, str) and argument.split() else ""
    return isinstance(getattr(healthy_library().nn, name, None), type)


def case_words(options: Options) -> str:
    """`Linear(3, 5), x (4, 3)`."""
    return f"{made_words(options)}, x {', '.join(str(tuple(shape)) for shape in options['inputs'])}"
