"""Networks of linear layers with an activation between: fc1, activation, fc2, ..."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.runs.models.activations import activation_of, added
from lessons.runs.models.weights import freeze, start
from lessons.runs.rows import Rows

NTK = "ntk"


@cache
def network_class(library: ModuleType) -> Any:
    """Define, once for each library, a Sequential that can be asked for its hidden numbers."""

    class Network(library.nn.Sequential):  # type: ignore[name-defined]
        """Modules one after the other, two or more of them linear."""

        def hidden(self, x: Any) -> Any:
            """What the last linear layer reads."""
            modules = list(self)
            last = max(place for place, each in enumerate(modules) if isinstance(each, library.nn.Linear))
            for module in modules[:last]:
                x = module(x)
            return x

    return Network


def assembled(library: ModuleType, modules: Mapping[str, Any]) -> Any:
    """Put modules one after the other, under their names."""
    linear = [each for each in modules.values() if isinstance(each, library.nn.Linear)]
    network = network_class(library)() if len(linear) > 1 else library.nn.Sequential()
    for name, module in modules.items():
        setattr(network, name, module)
    return network


def tense_mlp(
    library: ModuleType,
    rows: Rows,
    generator: np.random.Generator,
    *,
    dtype: type,
    activation: str = "gelu",
    hidden: int = 16,
    scaling: str = "standard",
    **first: Any,
) -> Any:
    """Build 23 → hidden → 5 as the library itself has it; scaled as `ntk`, as an MLP of those sizes."""
    tense = library.lab.tense
    sizes = [len(tense.VERBS) + len(tense.PERSONS), hidden, len(tense.TENSES)]
    check_fit(sizes, rows)
    if scaling == NTK:
        return mlp(
            library, rows, generator, dtype=dtype, sizes=sizes, activation=activation, scaling=NTK, **first
        )
    has_it = activation in library.nn.ELEMENTWISE
    model = tense.TenseMLP(activation if has_it else "identity", hidden, generator=generator, dtype=dtype)
    if not has_it:
        model.activation = activation_of(library, activation, dtype)
    return start(library, model, generator, **first)


def mlp(
    library: ModuleType,
    rows: Rows,
    generator: np.random.Generator,
    *,
    dtype: type,
    sizes: Sequence[int],
    activation: str = "relu",
    bias: bool = True,
    depth: int | None = None,
    hidden: int | None = None,
    scaling: str = "standard",
    **first: Any,
) -> Any:
    """Build linear layers of these sizes with an activation between.

    `hidden` stands in for every hidden size, `depth` says how often the hidden layer stands there. With scaling =
    "ntk" weights have variance 1 and the scale is in the forward pass, so that width changes nothing but width.
    """
    sizes = all_sizes(sizes, depth, hidden)
    check_fit(sizes, rows)
    scales = ntk_scales(sizes, rows) if scaling == NTK else ()
    modules: dict[str, Any] = {}
    for number, (width, out) in enumerate(pairwise(sizes), 1):
        modules[f"fc{number}"] = library.nn.Linear(width, out, bias, generator=generator, dtype=dtype)
        if scales:
            modules[f"scale{number}"] = added(library).Scale(scales[number - 1])
        if number < len(sizes) - 1:
            name = "activation" if len(sizes) == 3 else f"activation{number}"
            modules[name] = activation_of(library, activation, dtype)
    if scales:
        first = {"init": "normal", **first}
    return start(library, assembled(library, modules), generator, **first)


def random_features(library: ModuleType, rows: Rows, generator: np.random.Generator, **options: Any) -> Any:
    """Build an MLP of which only the last layer learns: the hidden numbers stay as they were drawn."""
    network = mlp(library, rows, generator, **options)
    names = [name for name, each in network.named_modules() if isinstance(each, library.nn.Linear)]
    if len(names) < 2:
        raise LessonError("model: random-features needs a hidden layer, such as sizes = [2, 16, 2].")
    freeze(network, names[:-1])
    return network


def least_squares(library: ModuleType, rows: Rows, generator: np.random.Generator, **options: Any) -> Any:
    """Build random features with the readout that fits best, computed at once; of several, the one nearest to 0."""
    network = random_features(library, rows, generator, **options)
    linear = [each for each in network.modules() if isinstance(each, library.nn.Linear)]
    with library.no_grad():
        hidden = np.asarray(network.hidden(library.Tensor(rows.x)).data)
    wanted = np.eye(rows.classes)[rows.y] if rows.classes else rows.y
    weight = np.linalg.lstsq(hidden, wanted, rcond=None)[0].T
    linear[-1].weight.write(weight.astype(linear[-1].weight.dtype))
    if linear[-1].bias is not None:
        linear[-1].bias.write(np.zeros_like(linear[-1].bias.data))
    return network


def all_sizes(sizes: Sequence[int], depth: int | None, hidden: int | None) -> list[int]:
    """Read the sizes, with the hidden ones replaced and repeated as asked."""
    if len(sizes) < 2 or any(type(size) is not int or size < 1 for size in sizes):
        raise LessonError(f"model: sizes = {sizes!r} should be two whole numbers or more, such as [2, 8, 2].")
    inputs, *between, outputs = sizes
    if (hidden is not None or depth is not None) and not between:
        raise LessonError(f"model: hidden and depth need a hidden size, and sizes = {sizes!r} has none.")
    if depth is not None and (depth < 0 or len(set(between)) > 1):
        raise LessonError(
            f"model: depth = {depth} should be 0 or more, with one hidden size; sizes = {sizes!r}."
        )
    if hidden is not None:
        between = [hidden] * len(between)
    if depth is not None:
        between = between[:1] * depth
    return [inputs, *between, outputs]


def check_fit(sizes: Sequence[int], rows: Rows) -> None:
    """Raise LessonError unless the network takes the task's rows and gives its answers."""
    if sizes[0] != rows.inputs:
        raise LessonError(f"model: it takes {sizes[0]} numbers, but a row of the task has {rows.inputs}.")
    if sizes[-1] != rows.outputs:
        raise LessonError(f"model: it gives {sizes[-1]} numbers, but the task needs {rows.outputs}.")


def ntk_scales(sizes: Sequence[int], rows: Rows) -> list[float]:
    """Say what each layer's sums are multiplied by, so that they have variance 1 at first: 1/√width.

    Of the inputs it is the length of a row that counts: two ones among 23 numbers have the length √2.
    """
    length = float(np.sqrt(np.square(rows.x).sum(axis=1).mean()))
    return [1 / (length or 1.0), *(1 / float(np.sqrt(size)) for size in sizes[1:-1])]
