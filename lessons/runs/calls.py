"""What judged code can be asked to compute: trainings, gradients beside slopes, outputs. Answers are plain numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from lessons.runs.judgement import Answer
from lessons.runs.metrics import measure
from lessons.runs.tasks import draw_rows
from lessons.runs.training import Alone

NUDGE = 1e-6


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


def losses(code: Code, arm: Any, seed: int, steps: int) -> Answer:
    """Train an arm with the judged library, in the plain loop: its losses, and what it says of all rows then."""
    alone = Alone(arm, seed, steps, replayed=False, library=code.library)
    found = [alone.advance() for _ in range(steps)]
    run = alone.trained
    if run.trouble:
        return {"error": run.trouble}
    return {"losses": found, "outputs": [run.outputs(x).tolist() for x in (run.rows.x, run.rows.x_out)]}


def metrics(code: Code, arm: Any, seed: int, names: Sequence[str]) -> Answer:
    """Train an arm with the judged library to its end, and measure it with the healthy one."""
    alone = Alone(arm, seed, arm.settings.steps, replayed=False, library=code.library)
    for _ in range(arm.settings.steps):
        alone.advance()
    if alone.trained.trouble:
        return {"error": alone.trained.trouble}
    return {"metrics": measure(alone.trained, names)}


def slopes(code: Code, of: str, arguments: Sequence[Any] | None, inputs: Sequence[Any]) -> Answer:
    """The gradient of each input and parameter, and the values a nudge to either side of each of its entries.

    The outputs become one number with weights that are all different, so that no mistake cancels out.
    """
    library, made = code.library, make(code, of, arguments)
    leaves = {name: library.Tensor(x, requires_grad=True) for name, x in named(inputs).items()}
    tensors = list(leaves.values())
    parameters = dict(made.named_parameters()) if isinstance(made, library.nn.Module) else {}

    def value() -> Any:
        out = made(*tensors)
        return (out * np.cos(np.arange(out.numel())).reshape(out.shape)).sum()

    value().backward()
    return {"leaves": {name: nudged(value, leaf, library) for name, leaf in {**leaves, **parameters}.items()}}


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
    code: Code, of: str, arguments: Sequence[Any] | None, state: Mapping[str, Any], inputs: Sequence[Any]
) -> Answer:
    """What a layer gives with these parameters, if they fit it; or what a function gives."""
    library, made = code.library, make(code, of, arguments)
    parameters = dict(made.named_parameters()) if isinstance(made, library.nn.Module) else {}
    shapes = {name: list(parameter.shape) for name, parameter in parameters.items()}
    if shapes != {name: list(np.shape(value)) for name, value in state.items()}:
        return {"parameters": shapes}
    for name, value in state.items():
        parameters[name].write(value)
    out = made(*[library.Tensor(x) for x in inputs])
    return {"parameters": shapes, "outputs": np.asarray(getattr(out, "_data", out), dtype=float).tolist()}


def parameters(code: Code, of: str, arguments: Sequence[Any]) -> Answer:
    """The shape of each parameter of a layer."""
    found = make(code, of, arguments).named_parameters()
    return {"parameters": {name: list(parameter.shape) for name, parameter in found}}


def trains(code: Code, task: str, layers: Sequence[str], steps: int, lr: float, seed: int) -> Answer:
    """Train layers, the judged code's own where it has them, with Adam: the losses."""
    library = code.library
    library.manual_seed(seed)
    rows = draw_rows(library, {"name": task}, seed)
    made = [code.find(name, True)(*map(int, sizes)) for name, *sizes in map(str.split, layers)]
    model = library.nn.Sequential(*made)
    optimizer = library.optim.Adam(model.parameters(), lr=lr)
    return {"losses": [step.loss for step in library.training.train(model, rows.x, rows.y, optimizer, steps)]}


def used(code: Code) -> Answer:
    """What it was not to use, and did."""
    return {"used": code.used}


def make(code: Code, name: str, arguments: Sequence[Any] | None) -> Any:
    """A layer made with these arguments; or, without any, the function itself."""
    found = code.find(name)
    return found if arguments is None else found(*arguments)


def named(inputs: Sequence[Any]) -> dict[str, Any]:
    """The inputs by name: x, or x1, x2, ..."""
    return {"x" if len(inputs) == 1 else f"x{number}": x for number, x in enumerate(inputs, 1)}


CALLS: Mapping[str, Callable[..., Answer]] = {
    "losses": losses,
    "metrics": metrics,
    "slopes": slopes,
    "outputs": outputs,
    "parameters": parameters,
    "trains": trains,
    "used": used,
}
