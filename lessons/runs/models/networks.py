"""Networks of linear layers with an activation between, fc1, activation, fc2, ...; and a recurrence of such layers."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.models.activations import added
from lessons.runs.models.weights import Kit, freeze, start
from lessons.runs.optimization import LOSSES
from lessons.runs.trained_model import Array, Library, Rows

NTK = "ntk"


def assembled(library: Library, modules: Mapping[str, Any]) -> Any:
    kinds = library.nn.Linear, library.nn.Conv1d
    learning = [inner for each in modules.values() for inner in each.modules() if isinstance(inner, kinds)]
    network = added(library)["Network"]() if len(learning) > 1 else library.nn.Sequential()
    for name, module in modules.items():
        setattr(network, name, module)
    return network


def tense_mlp(kit: Kit, activation: str = "gelu", hidden: int = 16, scaling: str = "standard", **first: Any) -> Any:
    """Build 23 → hidden → 5 as the library itself has it; scaled as `ntk`, as an MLP of those sizes."""
    tense = kit.library.lab.tense
    sizes = [len(tense.VERBS) + len(tense.PERSONS), hidden, len(tense.TENSES)]
    check_fit(sizes, kit.rows)
    if scaling == NTK:
        return mlp(kit, sizes=sizes, activation=activation, scaling=NTK, **first)
    has_it = activation in kit.library.nn.ELEMENTWISE
    bend = activation if has_it else "identity"
    model = tense.TenseMLP(bend, hidden, generator=kit.generator, dtype=kit.dtype)
    if not has_it:
        model.activation = kit.activation(activation)
    return start(kit, model, **first)


def mlp(
    kit: Kit,
    sizes: Sequence[int],
    activation: str = "relu",
    bias: bool = True,
    depth: int | None = None,
    hidden: int | None = None,
    scaling: str = "standard",
    norm: str = "",
    skip: bool = False,
    undone: bool = False,
    **first: Any,
) -> Any:
    """Build linear layers of these sizes with an activation between, and maybe a norm behind each.

    `hidden` stands in for every hidden size, `depth` says how often the hidden layer stands there. With scaling =
    "ntk" weights have variance 1 and the scale is in the forward pass, so that width changes nothing but width.
    """
    sizes = all_sizes(sizes, depth, hidden)
    check_fit(sizes, kit.rows)
    scales = ntk_scales(sizes, kit.rows) if scaling == NTK else ()
    modules: dict[str, Any] = {}
    for number, (width, out) in enumerate(pairwise(sizes), 1):
        layer = kit.linear(width, out, bias)
        past = skip and width == out
        modules[f"fc{number}"] = kit.library.nn.Residual(layer) if past else layer
        if scales:
            modules[f"scale{number}"] = added(kit.library)["Scaled"](scales[number - 1], kit.dtype)
        if number < len(sizes) - 1:
            name = "activation" if len(sizes) == 3 else f"activation{number}"
            modules[name] = kit.activation(activation)
            if norm == "rows":
                modules[f"norm{number}"] = added(kit.library)["OverRows"]()
            elif norm:
                modules[f"norm{number}"] = kit.library.nn.LayerNorm(out, dtype=kit.dtype)
    if scales:
        first = {"init": "normal", **first}
    network = start(kit, assembled(kit.library, modules), **first)
    if undone:
        undo(linear_layers(network))
    return network


def undo(layers: Sequence[Any]) -> None:
    """Make every second weight the inverse of the one before it, where the two are square."""
    for before, after in zip(layers[::2], layers[1::2], strict=False):
        if before.weight.shape == after.weight.shape == after.weight.shape[::-1]:
            after.weight.write(np.linalg.inv(before.weight.data))


def random_features(kit: Kit, **options: Any) -> Any:
    network = mlp(kit, **options)
    names = [name for name, each in network.named_modules() if isinstance(each, kit.library.nn.Linear)]
    if len(names) < 2:
        raise LessonError("model: random-features needs a hidden layer, such as sizes = [2, 16, 2].")
    freeze(network, names[:-1])
    return network


def least_squares(kit: Kit, **options: Any) -> Any:
    """Build random features with the readout that fits best, computed at once; of several, the one nearest to 0."""
    rows, network = kit.rows, random_features(kit, **options)
    readout = linear_layers(network)[-1]
    with kit.library.no_grad():
        hidden = np.asarray(network.hidden(kit.library.Tensor(rows.x)).data)
    wanted = np.eye(rows.classes)[rows.y] if rows.classes else rows.y
    weight = np.linalg.lstsq(hidden, wanted, rcond=None)[0].T
    readout.weight.write(weight.astype(readout.weight.dtype))
    if readout.bias is not None:
        readout.bias.write(np.zeros_like(readout.bias.data))
    return network


def all_sizes(sizes: Sequence[int], depth: int | None, hidden: int | None) -> list[int]:
    if len(sizes) < 2 or any(type(size) is not int or size < 1 for size in sizes):
        raise LessonError(f"model: sizes = {sizes!r} should be two whole numbers or more, such as [2, 8, 2].")
    inputs, *between, outputs = sizes
    if (hidden is not None or depth is not None) and not between:
        raise LessonError(f"model: hidden and depth need a hidden size, and sizes = {sizes!r} has none.")
    if depth is not None and (depth < 0 or len(set(between)) > 1):
        raise LessonError(f"model: depth = {depth} should be 0 or more, with one hidden size; sizes = {sizes!r}.")
    if hidden is not None:
        between = [hidden] * len(between)
    if depth is not None:
        between = between[:1] * depth
    return [inputs, *between, outputs]


def check_fit(sizes: Sequence[int], rows: Rows) -> None:
    if sizes[0] != rows.inputs:
        raise LessonError(f"model: it takes {sizes[0]} numbers, but a row of the task has {rows.inputs}.")
    if sizes[-1] != rows.outputs:
        raise LessonError(f"model: it gives {sizes[-1]} numbers, but the task needs {rows.outputs}.")


def ntk_scales(sizes: Sequence[int], rows: Rows) -> list[float]:
    """Return the factor of each layer's sums that gives them variance 1 at first: 1/√width."""
    length = float(np.sqrt(np.square(rows.x).sum(axis=1).mean()))  # of a row: √2 of two ones among 23 numbers
    return [1 / (length or 1.0), *(1 / float(np.sqrt(size)) for size in sizes[1:-1])]


def deep_mlp(kit: Kit, hidden: int = 16, depth: int = 2, activation: str = "gelu", **first: Any) -> Any:
    known = tuple(kit.library.nn.ELEMENTWISE)
    if activation not in known:
        raise LessonError(f"model: activation = {activation!r} is none.{nearest(activation, known)}")
    if hidden < 1 or depth < 0:
        raise LessonError(f"model: hidden = {hidden} should be 1 or more, and depth = {depth} 0 or more.")
    drawn = {"generator": kit.generator, "dtype": kit.dtype}
    sizes = kit.rows.inputs, hidden, kit.rows.outputs, depth
    return start(kit, kit.library.lab.deep.DeepMLP(*sizes, activation, **drawn), **first)


KEPT = 0.98  # how much of a state's length one step of a recurrence keeps at first


def recurrence(kit: Kit, state: int = 8, inside: str = "identity", after: str = "", width: int = 16) -> Any:
    """Build a recurrence, linear unless `inside` bends it, whose state turns at first and shrinks a little."""
    if state < 1 or width < 1:
        raise LessonError(f"model: state = {state} and width = {width} should be 1 or more.")
    inputs, turning = kit.linear(1, state), kit.linear(state, state, bias=False)
    turning.weight.write(np.linalg.qr(kit.generator.normal(size=(state, state)))[0] * KEPT)
    between, outputs = kit.activation(inside), kit.rows.outputs
    if after:  # the readout bends, too
        modules = {"fc1": kit.linear(state, width), "activation": kit.activation(after)}
        readout = assembled(kit.library, {**modules, "fc2": kit.linear(width, outputs)})
    else:
        readout = kit.linear(state, outputs)
    return added(kit.library)["Recurrence"](inputs, turning, between, readout)


RATE = 0.01  # of the Adam that finds the wires
TAUGHT = 64  # networks that are known, as many as train together


def wired(
    kit: Kit, kept: float = 0.2, wiring: str = "found", taught: int = 200, anew: bool = False, **options: Any
) -> Any:
    """Build an MLP with a share of its wires, to be trained from its first weights, or from others drawn `anew`.

    Which: those that are strongest once a copy was `taught` for so many steps; as many drawn at random, `shuffled` in
    a layer, `per-unit` or `per-input`; or `exchanged` in pairs, as many at each unit and input.
    """
    if not 0 < kept <= 1 or taught < 0:
        raise LessonError(f"model: kept = {kept:g} should be a share, and taught = {taught} a number of steps.")
    network = mlp(kit, **options)
    wires = strongest(after(kit, network, taught), kept)
    if wiring == "exchanged":
        wires = [exchanged(kit, each) for each in wires]
    elif wiring != "found":
        wires = [redrawn(kit, each, place, wiring) for place, each in enumerate(wires)]
    if anew:
        network = mlp(kit, **options)
    for layer, each in zip(linear_layers(network), wires, strict=True):
        layer.__class__ = added(kit.library)["Wired"]
        layer.wires = kit.library.Tensor(each)
        layer.weight.write(layer.weight.data * each)  # 0 where a wire is cut, for whoever looks at them
    return network


def redrawn(kit: Kit, wires: Array, place: int, wiring: str) -> Array:
    """Return as many wires at random: in the whole layer, or at each hidden unit, or at each input and output."""
    axis = {"shuffled": None, "per-unit": (place + 1) % 2, "per-input": place % 2}[wiring]
    return kit.generator.permuted(wires, axis=axis)


EXCHANGES = 2000


def exchanged(kit: Kit, wires: Array) -> Array:
    """Exchange the ends of two wires, again and again: each unit and each input keeps how many it has."""
    found = wires.copy()
    outs, ins = np.nonzero(found)
    if not len(outs):
        return found
    for one, two in kit.generator.integers(len(outs), size=(EXCHANGES, 2)):
        new = (outs[one], ins[two]), (outs[two], ins[one])
        if not any(found[wire] for wire in new):
            found[outs[one], ins[one]] = found[outs[two], ins[two]] = 0
            for wire in new:
                found[wire] = 1
            ins[one], ins[two] = ins[two], ins[one]
    return found


def linear_layers(network: Any) -> list[Any]:
    return [each for each in network.modules() if hasattr(each, "in_features")]


@dataclass(frozen=True)
class Untaught:
    """A network before a copy of it is taught: arms that begin with the same one have it taught once."""

    kit: Kit = field(compare=False)
    network: Any = field(compare=False)
    known_by: tuple[object, ...]


def after(kit: Kit, network: Any, steps: int) -> list[Array]:
    """Return the weights of a copy that has been trained."""
    state, rows = repr(kit.generator.bit_generator.state), kit.rows
    numbers = (each.tobytes() for each in (rows.x, rows.y, *(each.data for each in network.parameters())))
    return weights_after(Untaught(kit, network, (kit.library.__name__, repr(network), state, *numbers)), steps)


@lru_cache(TAUGHT)
def weights_after(untaught: Untaught, steps: int) -> list[Array]:
    library, rows, copied = untaught.kit.library, untaught.kit.rows, copy.deepcopy(untaught.network)
    optimizer = library.optim.Adam(copied.parameters(), lr=RATE)
    loss = LOSSES["cross_entropy" if rows.classes else "mean_squares"](library)
    for _ in library.lab.replay.train(copied, rows.x, rows.y, optimizer, steps, loss):
        pass
    return [each.weight.data for each in linear_layers(copied)]


def strongest(weights: list[Array], kept: float) -> list[Array]:
    """Return a mask of the largest of all weights: 1 for those that stay, 0 for the others."""
    least = np.quantile(np.concatenate([np.abs(each).ravel() for each in weights]), 1 - kept)
    return [(np.abs(each) >= least).astype(each.dtype) for each in weights]
