"""Networks of which only some wires are there: those that a training made strongest, or as many at random."""

import copy
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.runs.losses import LOSSES
from lessons.runs.models.networks import mlp
from lessons.runs.rows import Array, Rows

RATE = 0.01  # of the Adam that finds the wires


@cache
def wired_class(library: ModuleType) -> Any:
    """Define, once for each library, a linear layer with wires that are cut."""

    class Wired(library.nn.Linear):  # type: ignore[name-defined]
        """A linear layer: a weight whose wire is cut counts for nothing, and learns nothing."""

        def forward(self, x: Any) -> Any:
            return library.nn.functional.linear(x, self.weight * self.wires, self.bias)

    return Wired


def wired(
    library: ModuleType,
    rows: Rows,
    generator: np.random.Generator,
    *,
    kept: float = 0.2,
    wiring: str = "found",
    taught: int = 200,
    anew: bool = False,
    **options: Any,
) -> Any:
    """Build an MLP with a share of its wires, to be trained from its first weights, or from others drawn `anew`.

    Which: those that are strongest once a copy was `taught` for so many steps; `shuffled`, as many a layer at random.
    """
    if not 0 < kept <= 1 or taught < 0:
        raise LessonError(
            f"model: kept = {kept:g} should be a share, and taught = {taught} a number of steps."
        )
    network = mlp(library, rows, generator, **options)
    wires = strongest(after(library, network, rows, taught), kept)
    if wiring == "shuffled":
        wires = [generator.permutation(each.ravel()).reshape(each.shape) for each in wires]
    if anew:
        network = mlp(library, rows, generator, **options)
    for layer, each in zip(linear_layers(network), wires, strict=True):
        cut(library, layer, each)
    return network


def linear_layers(network: Any) -> list[Any]:
    return [each for each in network.modules() if hasattr(each, "in_features")]


def after(library: ModuleType, network: Any, rows: Rows, steps: int) -> list[Array]:
    """The weights of a copy that has been trained."""
    copied = copy.deepcopy(network)
    optimizer = library.optim.Adam(copied.parameters(), lr=RATE)
    loss = LOSSES["cross_entropy" if rows.classes else "mean_squares"](library)
    for _ in library.lab.replay.train(copied, rows.x, rows.y, optimizer, steps, loss):
        pass
    return [each.weight.data for each in linear_layers(copied)]


def strongest(weights: list[Array], kept: float) -> list[Array]:
    """Where the largest of all weights stand: 1 for those that stay, 0 for the others."""
    sizes = np.concatenate([np.abs(each).ravel() for each in weights])
    least = np.quantile(sizes, 1 - kept)
    return [(np.abs(each) >= least).astype(each.dtype) for each in weights]


def cut(library: ModuleType, layer: Any, wires: Array) -> None:
    """Leave a layer only these wires. The weights of the others become 0, for whoever looks at them."""
    layer.__class__ = wired_class(library)
    layer.wires = library.Tensor(wires)
    layer.weight.write(layer.weight.data * wires)
