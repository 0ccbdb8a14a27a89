"""Calls of judged code, which answer with plain numbers; how two arrays are compared, and what a judgement is.

The judge asks the healthy library the very same, and compares; a call decides nothing. Each is handed to the process of
the judged code with its values, as a `partial`, and called there with the code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from lessons.course.lesson.lesson import Arm
from lessons.course.lesson.summaries import Value
from lessons.course.steps.behaviour import LETTERS, Checked, Parts
from lessons.judge.contracts import Case, Draws, made_of, weighed
from lessons.judge.judged_code import JudgedCode
from lessons.runs.metrics import accuracy, features, measure
from lessons.runs.training import Alone
from minimodel.gradcheck import numerical_gradient

MIN_DIGITS, MAX_DIGITS = 4, 17

Answer = Mapping[str, Any]
Place = tuple[str, int]  # a file and a line
NO_PLACE: Place = ("", 0)


class ExplainedError(TypedDict):
    """An error of the judged code, in words, with a reason where the judge has words for it."""

    error: str
    reason: str
    at_import: bool
    kind: str  # of the error, where it is known in which line of which file it was raised
    file: str
    line: int


class Losses(TypedDict):
    """A training: its losses, what it says of the rows trained on and held out, and shares of right ones on the way."""

    losses: list[float]
    outputs: list[NDArray[Any]]
    shares: list[float | None]


class Behaved(TypedDict):
    """A training to its end: its losses, what was measured then, and its grid in letters where it has one."""

    losses: list[float]
    metrics: dict[str, Value]
    grid: list[str] | None


class Outputs(TypedDict):
    """The shapes of a layer's parameters, those that a second one shares, and what it gives, where it was asked for."""

    parameters: dict[str, list[int]]
    shared: list[str]
    outputs: NDArray[Any] | None


class Trains(TypedDict):
    """A training on a lab's layers: its losses, and what the model says in the end."""

    outputs: NDArray[Any]
    losses: list[float]


NUDGE = 1e-6
RULED = 5  # steps between two looks at the accuracies
ACCURACIES = ("train_accuracy", "val_accuracy")
State = Mapping[str, Any]  # parameters by their names


class Reason:
    """The reasons of the judge, in words that the tutor has sentences for: `repair.unchanged`."""

    PASSED = "passed"
    UNCHANGED = "unchanged"  # it is still the text that there was to begin with
    ELSEWHERE = "elsewhere"  # another file was changed, and the break is where it was
    IMPORT, RAISES, TIME, MEMORY = "import", "raises", "time", "memory"
    DIED, KILLED, CRASHED = "died", "killed", "crashed"  # how a process ends without an answer
    NO_ANSWER, NOT_STARTED = "no_answer", "not_started"  # no answer came from it; there is none
    NOT_OWN = "not_own"  # what a lab asks for has its code elsewhere
    GRADIENT, TRAJECTORY, BOUND = "gradient", "trajectory", "bound"
    CONTRACT, CONTRACT_RAISES, CONTRACT_ACCEPTS = "contract", "contract_raises", "contract_accepts"
    MISSING, PARAMETERS, SHAPE, VALUE = "missing", "parameters", "shape", "value"
    ACCEPTED, OTHER_ERROR = "accepted", "other_error"  # where it should raise a TypeError
    SHARED = "shared"  # two that are made have the same parameters
    UNTRAINED, FORBIDDEN = "untrained", "forbidden"
    OUTSIDE = "outside"  # it reaches for files, processes, the network


@dataclass(frozen=True)
class Judgement:
    """The judge's verdict: right or a reason, its details and their parts, and what came of each check of a lab."""

    reason: str
    detail: str = ""
    checks: tuple[Checked, ...] = field(default=(), compare=False)
    parts: Parts = field(default_factory=dict, compare=False)  # of the detail, for sentences

    @property
    def passed(self) -> bool:
        return self.reason == Reason.PASSED


@dataclass(frozen=True, eq=False)
class JudgedCall:
    """A function of calls.py with its values, and who compares what it gives. The comparing stays with the judge."""

    call: partial[Answer]  # goes to the process of the judged code, and is called there
    problem: Callable[[Answer], Judgement | None]
    may_raise: bool = False  # an error is an answer, too


@dataclass(frozen=True)
class Mismatch:
    """A value that is not the right one, and its place in an array: `[0, 1]`, or `""`."""

    mine: str
    right: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.at} {self.mine} ≠ {self.right}"


def unequal(mine: Any, right: Any) -> Mismatch:
    """Write two numbers that differ with as many digits as it takes to see it: `0.70578 ≠ 0.70579`."""
    for digits in range(MIN_DIGITS, MAX_DIGITS + 1):
        pair = [f"{float(each) + 0.0:.{digits}g}" for each in (mine, right)]
        if pair[0] != pair[1]:
            break
    return Mismatch(*pair)


def first_apart(mine: Any, right: Any, allowed: Any, equal_nan: bool = True) -> tuple[int, ...] | None:
    """Return the first place where two arrays are further apart than is allowed, or None."""
    with np.errstate(all="ignore"):
        near = (np.abs(mine - right) <= allowed) | (mine == right)
        near |= np.isnan(mine) & np.isnan(right) & equal_nan
    return None if near.all() else tuple(np.argwhere(~near)[0].tolist())


def mismatch(mine: Any, right: Any, allowed: Any, equal_nan: bool = True) -> Mismatch | None:
    """Return the mismatch of an array and the right one, `[0, 1] 0.5 ≠ 0.7` or ` (3, 1) ≠ (3,)`; None if they agree."""
    if mine.shape != right.shape:
        return Mismatch(str(mine.shape), str(right.shape))
    at = first_apart(mine, right, allowed, equal_nan)
    return None if at is None else replace(unequal(mine[at], right[at]), at=str(list(at) or ""))


def trouble(
    error: str, reason: str = "", at_import: bool = False, kind: str = "", place: Place = NO_PLACE
) -> ExplainedError:
    file, line = place
    return {"error": error, "reason": reason, "at_import": at_import, "kind": kind, "file": file, "line": line}


def placed(answer: Answer) -> str:
    """Return an error in words, with its place: `TypeError: no (a.py:3)`."""
    return f"{answer['error']} ({answer['file']}:{answer['line']})" if answer["line"] else str(answer["error"])


def losses(code: JudgedCode, arm: Arm, seed: int, steps: int, nudge: float = 0.0) -> Answer:
    """Train an arm: its losses, and what it says of all rows then; where the ruler is the point, also on the way."""
    alone = Alone(arm, seed, steps, replayed=False, library=code.library)
    run, found, shares = alone.trained, list[float](), list[Any]()
    draw = np.random.default_rng(seed)
    for parameter in run.model.parameters() if nudge else ():
        parameter._data[...] *= 1 + nudge * draw.uniform(-1, 1, parameter.shape)  # relative to their size
    for step in range(steps):
        if arm.settings.own_ruler and step % RULED == 0:
            shares += measure(run, ACCURACIES).values()
        found.append(alone.advance())
    if run.trouble:
        return trouble(run.trouble)
    return {"losses": found, "outputs": [run.outputs(x) for x in (run.rows.x, run.rows.x_out)], "shares": shares}


def behaves(code: JudgedCode, arm: Arm, seed: int, metrics: Sequence[str]) -> Answer:
    """Train an arm to its end: its losses, what the healthy library measures then, and its grid in letters."""
    alone = Alone(arm, seed, arm.settings.steps, replayed=False, library=code.library)
    found = [alone.advance() for _ in range(arm.settings.steps)]
    run = alone.trained
    if run.trouble:
        return trouble(run.trouble)
    answer: dict[str, Any] = {"losses": found, "metrics": measure(run, metrics), "grid": None}
    if features.is_grid(run):
        tense, cells = run.ruler.lab.tense, accuracy.states_of(run, run.rows.cells, run.rows.cells_out)
        verbs, persons = range(len(tense.VERBS)), range(len(tense.PERSONS))
        answer["grid"] = ["".join(LETTERS[cells.get((verb, person), "")] for person in persons) for verb in verbs]
    return answer


def contract(code: JudgedCode, case: Case) -> Answer:
    settings = dict(case.keywords)
    found = case.func(Draws(code.library, settings.pop("dtype", "float64")), **settings)
    return {name: of_kind(value) for name, value in found.items()}


def of_kind(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic | float | int) and np.asarray(value).dtype != object:
        return np.asarray(value)
    return None if value is None else str(value)


def made_with(code: JudgedCode, of: str, arguments: Sequence[Any] | None, state: State) -> tuple[Any, dict[str, Any]]:
    """Make a layer with these arguments, or take the function itself; write these parameters into it, if they fit."""
    found = code.find(of)
    made = found if arguments is None else made_of(found, arguments, code.library)
    parameters = dict(made.named_parameters()) if isinstance(made, code.library.nn.Module) else {}
    if shapes(parameters) == shapes(state):
        for name, value in state.items():
            parameters[name].write(value)
    return made, parameters


def shapes(parameters: Mapping[str, Any]) -> dict[str, list[int]]:
    return {name: list(np.shape(getattr(value, "_data", value))) for name, value in parameters.items()}


def names_of(inputs: Sequence[Any]) -> list[str]:
    return ["x"] if len(inputs) == 1 else [f"x{number}" for number in range(1, len(inputs) + 1)]


def slopes(
    code: JudgedCode, of: str, arguments: Sequence[Any] | None, state: State, inputs: Sequence[Any], weights: Any
) -> Answer:
    """Return the gradient of each input and parameter, and the slopes that small nudges of its entries show."""
    library, (made, parameters) = code.library, made_with(code, of, arguments, state)
    pairs = zip(names_of(inputs), inputs, strict=True)
    leaves = {name: library.Tensor(x, requires_grad=True) for name, x in pairs}

    def value() -> Any:  # one number, with weights that are all different, so that no mistake cancels out
        return weighed(library, made(*leaves.values()), weights)

    value().backward()
    found = {}
    with library.no_grad():
        for name, leaf in {**leaves, **parameters}.items():
            gradient = None if leaf.grad is None else np.array(leaf.grad, dtype=float)
            found[name] = gradient, numerical_gradient(value, leaf, NUDGE)
    return found


def outputs(
    code: JudgedCode,
    of: str,
    arguments: Sequence[Any] | None,
    state: State,
    inputs: Sequence[Any] | None = None,
    flags: Sequence[str] = (),
) -> Answer:
    """Return the shapes of its parameters, and what it gives of inputs where these are what they should be."""
    made, parameters = made_with(code, of, arguments, state)
    others = {} if arguments is None else made_with(code, of, arguments, {})[1]
    shared = [name for name, each in parameters.items() if any(each is other for other in others.values())]
    found: dict[str, Any] = {"parameters": shapes(parameters), "shared": shared, "outputs": None}
    if inputs is not None and found["parameters"] == shapes(state):
        out = made(*[code.library.Tensor(x) for x in inputs], **dict.fromkeys(flags, True))
        found["outputs"] = np.asarray(getattr(out, "_data", out), dtype=float)
    return found


def trains(code: JudgedCode, x: Any, y: Any, layers: Sequence[str], steps: int, lr: float, seed: int) -> Answer:
    library = code.library
    library.manual_seed(seed)
    named_sizes = [line.split() for line in layers]
    made = [code.find(name, of_library=True)(*map(int, sizes)) for name, *sizes in named_sizes]
    model = code.find("Sequential", of_library=True)(*made)
    optimizer = library.optim.Adam(model.parameters(), lr=lr)
    found = [step.loss for step in library.training.train(model, x, y, optimizer, steps)]
    with library.no_grad():
        return {"outputs": model(library.Tensor(x))._data, "losses": found}


ANSWERS: Mapping[Callable[..., Answer], Any] = {
    losses: Losses | ExplainedError,
    behaves: Behaved | ExplainedError,
    contract: dict[str, NDArray[Any] | str | None],
    slopes: dict[str, tuple[NDArray[Any] | None, NDArray[Any]]],
    outputs: Outputs,
    trains: Trains,
}  # what each call answers
