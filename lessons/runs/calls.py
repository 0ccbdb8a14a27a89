"""What judged code can be asked to compute: trainings, gradients, outputs. Answers are plain numbers.

The judge asks the healthy library the very same, and compares; nothing is decided here.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import numpy as np

from lessons.runs.judgement import Answer
from lessons.runs.metrics import measure
from lessons.runs.models import build_model
from lessons.runs.rows import Array, Rows
from lessons.runs.tasks import draw_rows
from lessons.runs.trained import Trained
from lessons.runs.training import Alone

NUDGE = 1e-6
RULED = 5  # steps between two looks at the accuracies
ACCURACIES = ("train_accuracy", "val_accuracy")
State = Mapping[str, Any]  # parameters by their names


class Missing(LookupError):
    """Raised where the judged code has nothing of a name."""


@dataclass(frozen=True)
class Code:
    """The judged code, and the library that it works with; of a repair both are the same."""

    own: Any
    library: ModuleType
    used: list[str] = field(default_factory=list)

    def find(self, name: str, of_library: bool = False) -> Any:
        """A class or function of the judged code; where it has none of that name, maybe its library's."""
        found = getattr(self.own, name, None)
        if found is None and of_library:
            found = getattr(self.library.nn, name, None)
        if found is None:
            raise Missing(name)
        return found


# ---- of a whole library ----------------------------------------------------


class Relabelled(Alone):
    """One seed of an arm in the plain loop, its classes under other numbers."""

    def __init__(
        self, code: Code, arm: Any, seed: int, steps: int, labels: Sequence[int] | None = None
    ) -> None:
        self.labels = labels
        super().__init__(arm, seed, steps, replayed=False, library=code.library)

    def training(self, steps: int, ruled: bool) -> Iterator[Any]:
        self.trained.rows = relabelled(self.trained.rows, self.labels)
        return super().training(steps, ruled)


def relabelled(rows: Rows, labels: Sequence[int] | None) -> Rows:
    """The same rows, each class under the number that stands at its place."""
    if labels is None or not rows.classes:
        return rows
    return replace(rows, y=np.asarray(labels)[rows.y], y_out=np.asarray(labels)[rows.y_out])


def losses(code: Code, arm: Any, seed: int, steps: int, ruled: bool = False) -> Answer:
    """Train an arm with the judged library: its losses, and what it says of all rows then.

    `ruled`: on the way it also says how many rows are right.
    """
    alone = Relabelled(code, arm, seed, steps)
    run, found, shares = alone.trained, list[float](), list[Any]()
    for step in range(steps):
        if ruled and step % RULED == 0:
            shares += measure(run, ACCURACIES).values()
        found.append(alone.advance())
    if run.trouble:
        return {"error": run.trouble}
    outputs = [run.outputs(x).tolist() for x in (run.rows.x, run.rows.x_out)]
    return {"losses": found, "outputs": outputs, "shares": shares}


def trained(code: Code, arm: Any, seed: int, steps: int, labels: Sequence[int] | None = None) -> Answer:
    """Train an arm with the judged library: losses, and the parameters at the start, before the last step, after it."""
    return trained_run(code, arm, seed, steps, labels)[1]


def trained_run(
    code: Code, arm: Any, seed: int, steps: int, labels: Sequence[int] | None = None
) -> tuple[Trained, Answer]:
    """Train an arm with the judged library: the run, and what is told of it."""
    alone = Relabelled(code, arm, seed, steps, labels)
    run, states = alone.trained, [state_of(alone.trained.model)]
    found = [alone.advance() for _ in range(steps - 1)]
    states.append(state_of(run.model))
    found += [alone.advance() for _ in range(steps - len(found))]
    states.append(state_of(run.model))
    return run, {"error": run.trouble} if run.trouble else {"losses": found, "states": states}


def looks(code: Code, arm: Any, seed: int, states: Sequence[State], inputs: Sequence[Any]) -> Answer:
    """What an arm's model gives for these inputs with each of these states; and its hidden numbers for the first."""
    rows = draw_rows(code.library, arm.settings.task, seed)
    model = build_model(code.library, arm.settings.model, rows, seed)
    run = Trained(code.library, arm.settings, seed, rows, model, model)
    outputs, hidden = [], []
    for state in states:
        model.load_state_dict({name: np.asarray(value) for name, value in state.items()})
        outputs.append([run.outputs(np.asarray(x)).tolist() for x in inputs])
        hidden.append(run.hidden(np.asarray(inputs[0])).tolist() if hasattr(model, "hidden") else None)
    return {"outputs": outputs, "hidden": hidden}


def behaves(code: Code, arm: Any, seed: int, steps: int, inputs: Sequence[Any]) -> Answer:
    """Train an arm, and tell all that there is to see of it."""
    run, answer = trained_run(code, arm, seed, steps)
    if "error" in answer:
        return answer
    shares = list(measure(run, ACCURACIES).values())
    return {**answer, **looks(code, arm, seed, answer["states"], inputs), "shares": shares}


def measured(code: Code, arm: Any, seed: int, names: Sequence[str]) -> Answer:
    """Train an arm to its end, and measure with its own library what only that can tell."""
    alone = Relabelled(code, arm, seed, arm.settings.steps)
    for _ in range(arm.settings.steps):
        alone.advance()
    return (
        {"error": alone.trained.trouble}
        if alone.trained.trouble
        else {"metrics": measure(alone.trained, names)}
    )


def state_of(model: Any) -> dict[str, Any]:
    """All numbers that a model is saved with, by their names."""
    return {name: np.asarray(array).tolist() for name, array in model.state_dict().items()}


# ---- of one layer or function ----------------------------------------------


def made_with(
    code: Code, of: str, arguments: Sequence[Any] | None, state: State
) -> tuple[Any, dict[str, Any]]:
    """A layer made with these arguments, or the function itself; and its parameters, with these numbers if they fit."""
    found = code.find(of)
    made = found if arguments is None else made_of(found, arguments, code.library)
    parameters = dict(made.named_parameters()) if isinstance(made, code.library.nn.Module) else {}
    if shapes(parameters) == {name: list(np.shape(value)) for name, value in state.items()}:
        for name, value in state.items():
            parameters[name].write(value)
    return made, parameters


def made_of(kind: Any, arguments: Sequence[Any], library: ModuleType) -> Any:
    """Make one of a kind. In its arguments, `Linear 3 5` is that layer of the library, a list one more of the kind."""
    return kind(*[argument_of(kind, each, library) for each in arguments])


def argument_of(kind: Any, argument: Any, library: ModuleType) -> Any:
    if isinstance(argument, list):
        return made_of(kind, argument, library)
    name, *sizes = argument.split() if isinstance(argument, str) else ("",)
    layer = getattr(library.nn, name, None)
    return layer(*map(int, sizes)) if isinstance(layer, type) else argument


def shapes(parameters: Mapping[str, Any]) -> dict[str, list[int]]:
    return {name: list(parameter.shape) for name, parameter in parameters.items()}


def slopes(
    code: Code, of: str, arguments: Sequence[Any] | None, state: State, inputs: Sequence[Any], weights: Any
) -> Answer:
    """The gradient of each input and parameter, and the values a nudge to either side of each of its entries.

    The outputs become one number with weights that are all different, so that no mistake cancels out.
    """
    library, (made, parameters) = code.library, made_with(code, of, arguments, state)
    leaves = {name: library.Tensor(x, requires_grad=True) for name, x in named(inputs).items()}
    tensors = list(leaves.values())

    def value() -> Any:
        return apply_of(library)(weighing(weights), made(*tensors))

    value().backward()
    found = {name: nudged(value, leaf, library) for name, leaf in {**leaves, **parameters}.items()}
    return {"leaves": found, "outputs": numbers(made(*tensors)), "parameters": shapes(parameters)}


def apply_of(library: ModuleType) -> Callable[..., Any]:
    """The one way of a library that every operation takes."""
    found: Callable[..., Any] = sys.modules[f"{library.__name__}.tensor"].apply
    return found


def weighing(weights: Any) -> Callable[[Array], Any]:
    """An operation: the sum of its inputs, each with a weight of its own."""

    def weigh(a: Array) -> Any:
        w = np.resize(weights, a.size).reshape(a.shape)
        return np.asarray((a * w).sum()), (lambda g: g * w,)

    return weigh


def nudged(value: Callable[[], Any], leaf: Any, library: ModuleType) -> Mapping[str, Any]:
    """The gradient that a leaf received, and the values above and below each of its entries."""
    found: dict[str, Any] = {"above": [], "below": [], "shape": list(leaf.shape)}
    found["gradient"] = None if leaf.grad is None else np.asarray(leaf.grad).tolist()
    with library.no_grad():
        for index in np.ndindex(leaf.shape):
            before = leaf._data[index]
            for side, shift in (("above", NUDGE), ("below", -NUDGE)):
                leaf._data[index] = before + shift
                found[side].append(float(value().item()))
            leaf._data[index] = before
    return found


def outputs(
    code: Code, of: str, arguments: Sequence[Any] | None, state: State, inputs: Sequence[Any]
) -> Answer:
    """What a layer gives with these parameters, if they fit it; or what a function gives."""
    made, parameters = made_with(code, of, arguments, state)
    if shapes(parameters) != {name: list(np.shape(value)) for name, value in state.items()}:
        return {"parameters": shapes(parameters)}
    out = made(*[code.library.Tensor(x) for x in inputs])
    return {"parameters": shapes(parameters), "outputs": numbers(out)}


def numbers(out: Any) -> Any:
    """The plain numbers of a tensor, or of what a function gave in its place."""
    return np.asarray(getattr(out, "_data", out), dtype=float).tolist()


def parameters(code: Code, of: str, arguments: Sequence[Any]) -> Answer:
    """The shape of each parameter of a layer."""
    return {"parameters": shapes(made_with(code, of, arguments, {})[1])}


def named(inputs: Sequence[Any]) -> dict[str, Any]:
    """The inputs by name: x, or x1, x2, ..."""
    return {"x" if len(inputs) == 1 else f"x{number}": x for number, x in enumerate(inputs, 1)}


# ---- of layers, the judged code's own where it has them ---------------------


def trains(code: Code, x: Any, y: Any, layers: Sequence[str], steps: int, lr: float, seed: int) -> Answer:
    """Train layers on rows, with Adam: the parameters at the start and in the end."""
    library = code.library
    library.manual_seed(seed)
    model = library.nn.Sequential(*layers_of(code, layers))
    optimizer = library.optim.Adam(model.parameters(), lr=lr)
    states = [state_of(model)]
    for _ in library.training.train(model, x, y, optimizer, steps, cross_entropy(library)):
        pass
    return {"states": [*states, state_of(model)]}


def gives(code: Code, layers: Sequence[str], states: Sequence[State], x: Any) -> Answer:
    """What layers give for these inputs, with each of these parameters."""
    model = code.library.nn.Sequential(*layers_of(code, layers))
    found = []
    for state in states:
        model.load_state_dict({name: np.asarray(value) for name, value in state.items()})
        with code.library.no_grad():
            found.append(numbers(model(code.library.Tensor(x))))
    return {"outputs": found}


def layers_of(code: Code, layers: Sequence[str]) -> list[Any]:
    return [code.find(name, True)(*map(int, sizes)) for name, *sizes in map(str.split, layers)]


def cross_entropy(library: ModuleType) -> Callable[[Any, Any], Any]:
    """Cross-entropy as an operation of its own: that of the library may be what a lab is to write."""

    def operation(logits: Array, *, at: Array) -> Any:
        below = logits - logits.max(-1, keepdims=True)
        total = np.exp(below).sum(-1, keepdims=True)
        value = (np.log(total)[..., 0] - (below * at).sum(-1)).mean()
        return np.asarray(value), (lambda g: g * (np.exp(below) / total - at) / len(at),)

    def loss(logits: Any, labels: Any) -> Any:
        at = np.eye(logits.shape[-1])[np.asarray(labels)]
        return apply_of(library)(operation, logits, at=at)

    return loss


CALLS: Mapping[str, Callable[..., Answer]] = {
    "losses": losses,
    "trained": trained,
    "looks": looks,
    "behaves": behaves,
    "measured": measured,
    "slopes": slopes,
    "outputs": outputs,
    "parameters": parameters,
    "trains": trains,
    "gives": gives,
}
