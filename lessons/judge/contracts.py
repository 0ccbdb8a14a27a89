"""Contracts of minimodel's functions beyond one experiment: small programs that use them in other settings.

Each program, a scenario, runs with the judged library and with the healthy one in exactly the same way, and both have
to come to the same. CONTRACTS says which of them, in which settings, belong to a function that a lesson breaks.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np

Found = dict[str, Any]
Library = Any
SEED = 11
ROWS = {1: (), 2: (4,), 3: (2, 4), 4: (2, 3, 4)}  # what stands before the last axis of an input, by its axes
WEIGHTS = np.array([0.7, -1.3, 1.1, 0.9, -0.6, 1.4, -0.8])


def made_of(kind: Any, arguments: Sequence[Any], library: Library, dtype: str = "", **options: Any) -> Any:
    """Make one of a kind. In its arguments, `Linear 3 5` is that layer of the library, a list one more of the kind."""
    if dtype and "dtype" in inspect.signature(kind).parameters:
        options["dtype"] = np.dtype(dtype)

    def argument_of(each: Any) -> Any:
        if isinstance(each, list):
            return made_of(kind, each, library, dtype)
        name, *sizes = each.split() if isinstance(each, str) else ("",)
        layer = getattr(library.nn, name, None)
        return made_of(layer, list(map(int, sizes)), library, dtype) if isinstance(layer, type) else each

    return kind(*map(argument_of, arguments), **options)


def apply_of(library: Library) -> Callable[..., Any]:
    """Return the one way of a library that every operation takes."""
    found: Callable[..., Any] = library.Tensor.__add__.__globals__["apply"]
    return found


def weighed(library: Library, y: Any, weights: Any) -> Any:
    """Sum a tensor's numbers, each with a weight of its own, by an operation that no learner has written."""

    def weigh(a: Any) -> Any:
        w = np.resize(weights, a.size).reshape(a.shape).astype(a.dtype)
        return np.asarray((a * w).sum()), (lambda g: g * w,)

    return apply_of(library)(weigh, y)


class Draws:
    """Tensors and models of one library, with numbers that are the same for each of them."""

    def __init__(self, library: Library, dtype: str) -> None:
        self.library, self.dtype = library, np.dtype(dtype)
        self.generator = np.random.default_rng(SEED)

    def tensor(self, shape: Sequence[int], size: float = 1.0, requires_grad: bool = True) -> Any:
        numbers = size * self.generator.normal(size=tuple(shape))
        return self.library.Tensor(numbers, requires_grad, self.dtype)

    def model(self, of: str, made: Sequence[Any], members: int, size: float = 1.0, **options: Any) -> Any:
        kind, dtype = attrgetter(of)(self.library), self.dtype.name
        models = [made_of(kind, made, self.library, dtype, **options) for _ in range(members or 1)]
        for parameter in (each for model in models for each in model.parameters()):
            parameter.write(size * self.generator.normal(size=parameter.shape))
        return self.library.lab.ensemble.Ensemble(models) if members else models[0]

    def walked(self, y: Any, leaves: Mapping[str, Any]) -> Found:
        weighed(self.library, y, WEIGHTS).backward()
        return {"y": y._data, **{f"{name}.grad": leaf.grad for name, leaf in leaves.items()}}


# ---- scenarios -------------------------------------------------------------


def operation(draws: Draws, of: str, shapes: Sequence[Any], size: float = 1.0) -> Found:
    tensors = [draws.tensor(shape, size) for shape in shapes]
    y = apply_of(draws.library)(getattr(draws.library.operations, of), *tensors)
    return draws.walked(y, {f"x{number}": tensor for number, tensor in enumerate(tensors, 1)})


def module(
    draws: Draws,
    of: str,
    arguments: Sequence[Any] = (),
    inputs: Sequence[int] = (5,),
    axes: int = 2,
    members: int = 0,
    rows: int = 0,
    to_input: bool = True,
    **options: Any,
) -> Found:
    model = draws.model(of, arguments, members, **options)
    before = (members, 4) if members else (rows,) if rows else ROWS[axes]
    x = draws.tensor((*before, *inputs), requires_grad=to_input)
    leaves = dict(model.named_parameters()) | ({"x": x} if to_input else {})
    return draws.walked(model(x), leaves)


def objects(draws: Draws, of: str, arguments: Sequence[Any] = (), **options: Any) -> Found:
    """Count what two that are made alike hold, how much of it they share, and how much each would save."""
    one, other = (draws.model(of, arguments, 0, **options) for _ in range(2))
    shared = {*map(id, one.parameters())} & {*map(id, other.parameters())}
    return {"parameters": len(list(one.parameters())), "shared": len(shared), "saved": len(one.state_dict())}


def drawn(draws: Draws, of: str, arguments: Sequence[Any], **options: Any) -> Found:
    kind, dtype = attrgetter(of)(draws.library), draws.dtype.name
    made = made_of(kind, arguments, draws.library, dtype, generator=draws.generator, **options)
    return {name: parameter._data for name, parameter in made.named_parameters()}


def loss(
    draws: Draws,
    of: str = "CrossEntropyLoss",
    axes: int = 2,
    size: float = 1.0,
    labels: str = "int64",
    shift: int = 0,
    rows: int = 0,
    **options: Any,
) -> Found:
    before = (rows,) if rows else ROWS[axes]
    logits = draws.tensor((*before, 5), size)
    target: Any = (draws.generator.integers(5, size=before) + shift).astype(labels)
    if of != "CrossEntropyLoss":
        target = draws.generator.uniform(size=logits.shape)
    value = getattr(draws.library.nn, of)(**options)(logits, target)
    value.backward(np.ones(value.shape))
    return {"y": value._data, "x.grad": logits.grad}


def optimizer(draws: Draws, of: str, steps: int, **options: Any) -> Found:
    """Let an optimiser follow given gradients, where one parameter has no gradient."""
    weight, bias, unused = (draws.tensor(shape) for shape in ((3, 2), (2,), (3,)))
    chosen = getattr(draws.library.optim, of)([weight, bias, unused], **options)
    for _ in range(steps):
        for each in (weight, bias):
            each.grad = (0.5 * each._data + draws.generator.normal(size=each.shape)).astype(draws.dtype)
        chosen.step()
    return {"weight": weight._data, "bias": bias._data, "unused": unused._data}


def attention(
    draws: Draws, before: Sequence[int] = (2,), places: int = 4, masked: bool = False, **options: Any
) -> Found:
    """Let four queries look at so many keys; `masked` hides some of them, never a query's own."""
    query, *given = (draws.tensor((*before, count, 3)) for count in (4, places, places))
    if masked:
        options["attn_mask"] = (draws.generator.uniform(size=(4, places)) < 0.5) | np.eye(4, places, dtype=bool)
    y = draws.library.nn.functional.scaled_dot_product_attention(query, *given, **options)
    return draws.walked(y, {"query": query, "key": given[0], "value": given[1]})


def zeroed(draws: Draws, **options: Any) -> Found:
    parameters = [draws.tensor((2, 3)), draws.tensor((2,))]
    chosen = draws.library.optim.SGD([{"params": [each]} for each in parameters], lr=0.1)
    for each in parameters:
        each.grad = np.full(each.shape, 3.0, draws.dtype)
    chosen.zero_grad(**options)
    return {f"p{number}.grad": each.grad for number, each in enumerate(parameters, 1)}


def accuracy(draws: Draws, rows: int = 4, members: int = 0, labels: str = "each", size: float = 1.0) -> Found:
    logits = draws.tensor((members, rows, 5) if members else (rows, 5), size)._data
    right = logits.argmax(-1)
    given = np.where(draws.generator.uniform(size=right.shape) < 0.4, (right + 1) % 5, right)
    given = given[0] if labels == "shared" else given
    return {"accuracy": draws.library.lab.probes.accuracy(draws.library.nn.Identity(), logits, given)}


def split(draws: Draws, task: str, seed: int) -> Found:
    found = draws.library.lab.tense.split(task, seed, draws.dtype)
    names = ("x_train", "y_train", "x_held_out", "y_held_out", "train_rows", "held_out_rows")
    return {name: np.array(getattr(found, name)) for name in names}


def differences(draws: Draws, size: float = 1.0, members: int = 0) -> Found:
    """Return the differences of logits within a row, over the largest of all: only squashing changes them."""
    model = draws.model("lab.tense.TenseMLP", (), members, size)
    y = model(draws.tensor((4, 23)))._data
    apart = y - y.mean(-1, keepdims=True)
    return {"differences": apart / np.abs(apart).max()}


# ---- which of them belong to a function --------------------------------------

Case = partial[Found]  # a scenario with its setting, but for the Draws
Setting = Mapping[str, Any]
FLOAT32 = {"dtype": "float32"}
SEVERAL = {"axes": 3, "members": True}  # networks at once


def cases(scenario: Callable[..., Found], fixed: Setting, *settings: Setting) -> tuple[Case, ...]:
    return tuple(partial(scenario, **{**fixed, **each}) for each in settings)


def modules(of: str, arguments: Sequence[Any] = (), inputs: Sequence[int] = (5,), *more: Setting) -> tuple[Case, ...]:
    fixed = {"of": of, "arguments": list(arguments), "inputs": list(inputs)}
    made = {key: fixed[key] for key in ("of", "arguments")}
    settings = ({}, *each_of("axes", 1, 3), {"members": 2}, {"rows": 1}, FLOAT32)
    return (*cases(module, fixed, *settings, *more), *cases(objects, made, {}))


def each_of(key: str, *values: Any) -> tuple[Setting, ...]:
    return tuple({key: value} for value in values)


REDUCTIONS = ({}, *each_of("reduction", "mean", "sum", "none", "average"), {"rows": 1})  # the last word is none
LINEAR = (
    *cases(drawn, {"of": "nn.Linear"}, *each_of("arguments", [3, 2], [1, 4], [16, 16])),
    *cases(drawn, {"of": "nn.Linear", "arguments": [3, 2]}, FLOAT32, {"bias": False}),
    *modules("nn.Linear", [5, 2], [5], {"bias": False}, {"axes": 4}),
)
TENSE_MLP = {"of": "lab.tense.TenseMLP", "arguments": ["gelu", 3], "inputs": [23], "to_input": False}
MATMUL = [
    *([(3, 4), (4, 5)], [(4,), (4, 5)], [(3, 4), (4,)], [(4,), (4,)], [(4, 4), (4, 4)]),
    *([(2, 3, 4), (4, 5)], [(2, 3, 4), (2, 4, 5)], [(2, 1, 3, 4), (5, 4, 2)], [(2, 3, 4), (4,)]),
]
ADAM = {"of": "Adam", "lr": 0.05, "steps": 200}
CONTRACTS: Mapping[str, tuple[Case, ...]] = {
    **{
        f"operations.py:{of}": (
            *cases(operation, {"of": of, "shapes": [(40,)]}, {}, {"size": 30.0}, FLOAT32),
            *cases(operation, {"of": of}, *each_of("shapes", [(2, 3, 4)], [()])),
        )
        for of in ("exp", "sin", "tanh", "sigmoid", "relu", "gelu")
    },
    "operations.py:matmul": cases(
        operation, {"of": "matmul", "shapes": MATMUL[0]}, FLOAT32, *each_of("shapes", *MATMUL)
    ),
    "operations.py:linear": LINEAR,
    "nn/linear.py": LINEAR,
    **{f"nn/activations.py:{of}": modules(f"nn.{of}") for of in ("ReLU", "Tanh", "Sigmoid")},
    "nn/activations.py:GELU": modules("nn.GELU", [], [5], *each_of("approximate", "none", "erf")),
    "nn/normalization.py": (
        *modules("nn.LayerNorm", [5], [5], {"eps": 0.5}),
        *modules("nn.LayerNorm", [(3, 5)], [3, 5]),
    ),
    "nn/residual.py": modules("nn.Residual", ["Linear 5 5"]),
    "nn/losses.py:Loss": (*cases(loss, {}, *REDUCTIONS), *cases(loss, {"of": "MSELoss"}, *REDUCTIONS)),
    "nn/numeric_losses.py:MSELoss": cases(loss, {"of": "MSELoss"}, *REDUCTIONS, {"axes": 3}, FLOAT32),
    "nn/losses.py": (
        *cases(loss, {}, *REDUCTIONS, SEVERAL, {**SEVERAL, "reduction": "none"}, FLOAT32),
        *cases(loss, {}, {"size": 1000.0}, {"size": 1000.0, **FLOAT32}, *each_of("labels", "uint8", "float64")),
        *cases(loss, {}, *each_of("shift", 3, -3)),
    ),
    **dict.fromkeys(
        ("nn/attention.py:attention_weights", "nn/attention.py:scaled_dot_product_attention"),
        cases(
            attention, {}, {}, {"is_causal": True}, {"masked": True}, {"masked": True, "is_causal": True},
            {"places": 6}, {"places": 6, "is_causal": True}, {"before": (2, 3), "is_causal": True},
            {"before": (), "is_causal": True}, {"scale": 0.0}, FLOAT32,
        ),
    ),
    "nn/attention.py:heads_turned": cases(
        module, {"of": "nn.TransformerEncoderLayer", "arguments": [8, 2, 5, 0.0], "inputs": [8]},
        {}, {"axes": 3}, {"axes": 3, "batch_first": True}, {"arguments": [8, 4, 5, 0.0]}, {"rows": 1}, {"members": 2},
        FLOAT32,
    ),
    "optim.py:Optimizer.zero_grad": cases(
        zeroed, {}, {}, *each_of("set_to_none", True, False), {"set_to_none": False, **FLOAT32}
    ),
    "optim.py:SGD": cases(
        optimizer, {"of": "SGD", "lr": 0.1, "steps": 200}, {}, {"momentum": 0.9}, {"weight_decay": 0.1},
        {"momentum": 0.9, "weight_decay": 0.01, "nesterov": True}, FLOAT32,
    ),
    "optim.py:Adam": (
        *cases(optimizer, ADAM, {}, {"betas": [0.5, 0.9]}, {"eps": 0.1}, {"weight_decay": 0.1}),
        *cases(optimizer, ADAM, {"betas": [0.8, 0.99], "steps": 1}, FLOAT32, {"of": "AdamW"}),
    ),
    "lab/probes.py:accuracy": cases(
        accuracy, {}, {}, {"members": 3}, {"members": 2, "labels": "shared"}, *each_of("rows", 1, 5),
        {"size": 1e-4}, FLOAT32,
    ),
    "lab/tense.py:split": tuple(
        case for task in ("additive", "agreement", "triples")
        for case in cases(split, {"task": task}, {"seed": 1}, {"seed": 2, **FLOAT32})
    ),
    "lab/tense.py:TenseMLP.forward": (
        *cases(module, TENSE_MLP, {}, {"axes": 3}, {"members": 2}, FLOAT32),
        *cases(differences, {}, {}, *each_of("size", 0.3, 2.0), {"members": 2}, FLOAT32),
    ),
    "lab/deep.py": (
        *modules("lab.deep.DeepMLP", [5, 4, 3, 2]), *modules("lab.deep.DeepMLP", [5, 3, 2, 0, "tanh"])
    ),
}  # fmt: skip
KEPT_BY_OTHER_CURES = (differences,)  # scenarios that hold for whatever a lesson accepts as a cure
