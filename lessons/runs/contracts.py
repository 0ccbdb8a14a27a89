"""What a function of minimodel promises beyond one experiment: small programs that use it in other settings.

Each program, a scenario, runs with the judged library and with the healthy one in exactly the same way, and both have
to come to the same. CONTRACTS says which of them, with which settings, belong to a function that a lesson breaks.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from lessons.lesson import Edit
from lessons.runs.edits import healthy_text, inside
from lessons.runs.probing import apply_of, made_of, weighing
from lessons.runs.syntax import parse

Found = dict[str, Any]
ROWS = {1: (), 2: (4,), 3: (2, 4), 4: (2, 3, 4)}  # what stands before the last axis of an input
WEIGHTS = np.array([0.7, -1.3, 1.1, 0.9, -0.6, 1.4, -0.8])


def draw(seed: int = 11) -> np.random.Generator:
    return np.random.default_rng(seed)


def find(library: ModuleType, name: str) -> Any:
    found: Any = library
    for part in name.split("."):
        found = getattr(found, part)
    return found


def walked(library: ModuleType, y: Any, leaves: Mapping[str, Any]) -> Found:
    """Walk back from an output: the output, and the gradient of each leaf."""
    apply_of(library)(weighing(WEIGHTS), y).backward()
    return {"y": y._data, **{f"{name}.grad": leaf.grad for name, leaf in leaves.items()}}


# ---- scenarios -------------------------------------------------------------


def operation(
    library: ModuleType, of: str, shapes: Sequence[Any], dtype: str = "float64", size: float = 1.0
) -> Found:
    """Run an operation, and its derivatives."""
    generator = draw()
    arrays = [(size * generator.normal(size=tuple(shape))).astype(dtype) for shape in shapes]
    tensors = [library.Tensor(array, requires_grad=True, dtype=array.dtype) for array in arrays]
    y = apply_of(library)(getattr(library.operations, of), *tensors)
    return walked(library, y, {f"x{number}": tensor for number, tensor in enumerate(tensors, 1)})


def module(
    library: ModuleType,
    of: str,
    arguments: Sequence[Any] = (),
    inputs: Sequence[int] = (5,),
    axes: int = 2,
    members: int = 1,
    dtype: str = "float64",
    method: str = "__call__",
    to_input: bool = True,
    **options: Any,
) -> Found:
    """Call a module, or members at once, with parameters that are drawn anew; and walk back."""
    generator = draw()
    models = [made_of(find(library, of), arguments, library, dtype, **options) for _ in range(members)]
    for parameter in (each for model in models for each in model.parameters()):
        parameter.write(generator.normal(size=parameter.shape))
    model = models[0] if members == 1 else library.lab.ensemble.Ensemble(models)
    shape = (*ROWS[axes], *inputs) if members == 1 else (members, 4, *inputs)
    x = library.Tensor(generator.normal(size=shape), requires_grad=to_input, dtype=np.dtype(dtype))
    leaves = dict(model.named_parameters()) | ({"x": x} if to_input else {})
    return walked(library, getattr(model, method)(x), leaves)


def drawn(
    library: ModuleType, of: str, arguments: Sequence[Any], dtype: str = "float64", **options: Any
) -> Found:
    """Make a module, with the first weights that it draws."""
    made = made_of(find(library, of), arguments, library, dtype, generator=draw(), **options)
    return {name: parameter._data for name, parameter in made.named_parameters()}


def loss(
    library: ModuleType,
    of: str = "CrossEntropyLoss",
    axes: int = 2,
    dtype: str = "float64",
    size: float = 1.0,
    labels: str = "int64",
    shift: int = 0,
    **options: Any,
) -> Found:
    """Compute a loss of logits of some size, and its derivative."""
    generator = draw()
    lead = ROWS[axes]
    logits = library.Tensor(
        size * generator.normal(size=(*lead, 5)), requires_grad=True, dtype=np.dtype(dtype)
    )
    if of == "CrossEntropyLoss":
        target = (generator.integers(5, size=lead) + shift).astype(labels)
    else:
        target = generator.uniform(size=(*lead, 5)).astype(dtype)
    value = getattr(library.nn, of)(**options)(logits, target)
    value.backward(np.ones(value.shape, dtype))
    return {"y": value._data, "x.grad": logits.grad}


def optimizer(
    library: ModuleType, of: str, steps: int = 200, dtype: str = "float64", **options: Any
) -> Found:
    """Let an optimiser follow given gradients. One parameter has none."""
    generator = draw()
    weight, bias, unused = (
        library.nn.Parameter(generator.normal(size=shape), dtype=np.dtype(dtype))
        for shape in ((3, 2), (2,), (3,))
    )
    chosen = getattr(library.optim, of)([weight, bias, unused], **options)
    for _ in range(steps):
        for each in (weight, bias):
            noise = generator.normal(size=each.shape)
            each.grad = (0.5 * each._data + noise).astype(dtype)
        chosen.step()
    return {"weight": weight._data, "bias": bias._data, "unused": unused._data}


def zeroed(library: ModuleType, of: str = "SGD", dtype: str = "float64", **options: Any) -> Found:
    """Forget gradients: what stands in their place."""
    parameter = library.nn.Parameter(np.ones((2, 3)), dtype=np.dtype(dtype))
    other = library.nn.Parameter(np.ones(2), dtype=np.dtype(dtype))
    chosen = getattr(library.optim, of)([{"params": [parameter]}, {"params": [other]}], lr=0.1)
    for each in (parameter, other):
        each.grad = np.full(each.shape, 3.0, dtype)
    chosen.zero_grad(**options)
    return {"p.grad": parameter.grad, "other.grad": other.grad}


def accuracy(
    library: ModuleType, rows: int = 4, members: int = 0, labels: str = "each", dtype: str = "float64"
) -> Found:
    """Say what share of given logits is right: of one model, or of each member."""
    generator = draw()
    lead = (members,) if members else ()
    logits = generator.normal(size=(*lead, rows, 5)).astype(dtype)
    right = logits.argmax(-1)
    wrong = generator.uniform(size=right.shape) < 0.4
    given = np.where(wrong, (right + 1) % 5, right)
    given = given[0] if labels == "shared" else given
    return {"accuracy": library.lab.probes.accuracy(Says(library.Tensor(logits)), np.zeros((rows, 2)), given)}


class Says:
    """A model that gives the same logits for every input."""

    def __init__(self, logits: Any) -> None:
        self.logits = logits

    def __call__(self, x: Any) -> Any:
        return self.logits

    def __repr__(self) -> str:
        return f"a model that gives {self.logits.shape}"


def split(library: ModuleType, task: str, seed: int, dtype: str = "float64") -> Found:
    """Draw the rows of a task of the grammar grid."""
    found = library.lab.tense.split(task, seed, np.dtype(dtype))
    names = ("x_train", "y_train", "x_held_out", "y_held_out", "train_rows", "held_out_rows")
    return {name: np.array(getattr(found, name)) for name in names}


def differences(library: ModuleType, size: float = 1.0, members: int = 1, dtype: str = "float64") -> Found:
    """Return how a model's logits differ within a row, relative to the largest difference of all.

    Whatever shifts all logits of a row, or multiplies all of all rows, leaves this as it is; whatever squashes them
    does not.
    """
    generator = draw()
    models = [made_of(library.lab.tense.TenseMLP, (), library, dtype) for _ in range(members)]
    for model in models:
        for parameter in model.parameters():
            parameter.write(size * generator.normal(size=parameter.shape))
    many = models[0] if members == 1 else library.lab.ensemble.Ensemble(models)
    y = many(library.Tensor(generator.normal(size=(4, 23)), dtype=np.dtype(dtype)))._data
    apart = y - y.mean(-1, keepdims=True)
    return {"differences": apart / np.abs(apart).max()}


def loop(library: ModuleType, batch_size: int | None = None, of: str = "SGD", **options: Any) -> Found:
    """Train a small network in the five lines."""
    generator = draw()
    layers = [library.nn.Linear(3, 4, generator=generator), library.nn.Tanh()]
    model = library.nn.Sequential(*layers, library.nn.Linear(4, 3, generator=generator))
    x, y = generator.normal(size=(10, 3)), generator.integers(3, size=10)
    chosen = getattr(library.optim, of)(model.parameters(), **options)
    steps = list(library.training.train(model, x, y, chosen, 25, batch_size=batch_size, generator=draw(3)))
    return {"losses": np.array([step.loss for step in steps]), **dict(model.state_dict())}


def walk(library: ModuleType, times: int = 1, dtype: str = "float64") -> Found:
    """Walk back through a graph in which tensors are used more than once, and broadcast."""
    x = library.Tensor(draw().normal(size=(2, 3)), requires_grad=True, dtype=np.dtype(dtype))
    b = library.Tensor(draw(3).normal(size=3), requires_grad=True, dtype=np.dtype(dtype))
    for _ in range(times):
        y = x * b + x
        walked(library, y * y + y * b, {})
    return {"x.grad": x.grad, "b.grad": b.grad}


SCENARIOS: Mapping[str, Callable[..., Found]] = {
    each.__name__: each
    for each in (operation, module, drawn, loss, optimizer, zeroed, accuracy, split, differences, loop, walk)
}

# ---- which of them belong to a function --------------------------------------

Settings = tuple[dict[str, Any], ...]
Case = tuple[str, dict[str, Any]]  # a scenario and its settings
FLOAT32 = {"dtype": "float32"}


def cases(scenario: str, fixed: Mapping[str, Any], *settings: Mapping[str, Any]) -> tuple[Case, ...]:
    """Return a scenario in several settings."""
    return tuple((scenario, {**fixed, **each}) for each in settings)


def modules(
    of: str, arguments: Sequence[Any], inputs: Sequence[int] = (5,), **fixed: Any
) -> tuple[Case, ...]:
    """Return a module's usual settings."""
    settings = {"of": of, "arguments": list(arguments), "inputs": list(inputs), **fixed}
    return cases("module", settings, {}, {"axes": 1}, {"axes": 3}, {"members": 2}, FLOAT32)


def elementwise(of: str) -> tuple[Case, ...]:
    settings: Settings = ({}, {"size": 30.0}, FLOAT32, {"shapes": [[2, 3, 4]]}, {"shapes": [[]]})
    return cases("operation", {"of": of, "shapes": [[40]]}, *settings)


def pairs(of: str, *shapes: Any) -> tuple[Case, ...]:
    each = [{"shapes": [list(shape) for shape in pair]} for pair in shapes]
    return cases("operation", {"of": of}, *each, {**each[0], **FLOAT32})


REDUCTIONS: Settings = ({}, {"reduction": "mean"}, {"reduction": "sum"}, {"reduction": "none"})
SGD: Settings = (
    {},
    {"momentum": 0.9},
    {"weight_decay": 0.1},
    {"momentum": 0.9, "weight_decay": 0.01, "nesterov": True},
)
ADAM: Settings = (
    {},
    {"betas": [0.5, 0.9]},
    {"eps": 0.1},
    {"weight_decay": 0.1},
    {"betas": [0.8, 0.99], "steps": 1},
)
LINEAR = (
    *cases("drawn", {"of": "nn.Linear"}, *({"arguments": [*sizes]} for sizes in ((3, 2), (1, 4), (16, 16)))),
    *cases("drawn", {"of": "nn.Linear", "arguments": [3, 2]}, FLOAT32, {"bias": False}),
    *modules("nn.Linear", [5, 2]),
    *cases("module", {"of": "nn.Linear", "arguments": [5, 2]}, {"bias": False}, {"axes": 4}),
)
CROSS_ENTROPY = (
    *cases(
        "loss", {}, {"axes": 3}, {"size": 1000.0}, FLOAT32, {"size": 1000.0, **FLOAT32}, {"labels": "uint8"}
    ),
    *cases("loss", {}, *REDUCTIONS, {"axes": 3, "reduction": "none"}, {"shift": 3}, {"shift": -3}),
    *cases("loss", {}, {"labels": "float64"}),
)
OTHER_LOSSES = tuple(
    (scenario, {"of": of, **options})
    for of in ("MSELoss", "BCEWithLogitsLoss")
    for scenario, options in cases("loss", {}, *REDUCTIONS)
)
TENSE = modules("lab.tense.TenseMLP", ["gelu", 3], [23], to_input=False)
MATMUL = (
    *(((3, 4), (4, 5)), ((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((4, 4), (4, 4))),
    *(((2, 3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5)), ((2, 1, 3, 4), (5, 4, 2)), ((2, 3, 4), (4,))),
)  # fmt: skip
LOOPS = cases("loop", {"lr": 0.1}, {}, {"batch_size": 4}, {"momentum": 0.9}, {"of": "Adam"})
WALKS = cases("walk", {}, {}, {"times": 2}, FLOAT32)
ELEMENTS = ("exp", "sin", "tanh", "sigmoid", "relu", "gelu", "negate", "absolute")
BETWEEN_TWO = ("add", "subtract", "multiply", "divide")

CONTRACTS: Mapping[str, tuple[Case, ...]] = {
    **{f"operations.py:{name}": elementwise(name) for name in ELEMENTS},
    **{f"operations.py:{name}": pairs(name, ((3, 4), (3, 4)), ((2, 3, 4), (4,))) for name in BETWEEN_TWO},
    "operations.py:matmul": pairs("matmul", *MATMUL),
    "operations.py:linear": LINEAR,
    "nn/linear.py:Linear": LINEAR,
    **{f"nn/activations.py:{name}": modules(f"nn.{name}", []) for name in ("ReLU", "Tanh", "Sigmoid", "Sin", "Exp")},
    "nn/activations.py:GELU": (*modules("nn.GELU", []), *cases("module", {"of": "nn.GELU"}, {"approximate": "none"})),
    "nn/normalization.py": (
        *modules("nn.LayerNorm", [5]),
        *modules("nn.LayerNorm", [(3, 5)], [3, 5]),
        *cases("module", {"of": "nn.LayerNorm", "arguments": [5]}, {"eps": 0.5}),
    ),
    "nn/residual.py": modules("nn.Residual", ["Linear 5 5"]),
    "nn/losses.py:Loss": (*cases("loss", {}, *REDUCTIONS), *OTHER_LOSSES),
    "nn/losses.py": CROSS_ENTROPY,
    "optim.py:Optimizer.zero_grad": cases(
        "zeroed", {}, {}, {"set_to_none": True}, {"set_to_none": False}, {"set_to_none": False, **FLOAT32}
    ),
    "optim.py:SGD": cases("optimizer", {"of": "SGD", "lr": 0.1}, *SGD, FLOAT32),
    "optim.py:Adam": (
        *cases("optimizer", {"of": "Adam", "lr": 0.05}, *ADAM, FLOAT32),
        *cases("optimizer", {"of": "AdamW", "lr": 0.05}, {}),
    ),
    "lab/probes.py:accuracy": cases(
        "accuracy", {}, {}, {"members": 3}, {"members": 2, "labels": "shared"}, {"rows": 1}, {"rows": 5}, FLOAT32
    ),
    "lab/tense.py:split": tuple(
        ("split", {"task": task, "seed": seed, "dtype": dtype})
        for task in ("additive", "agreement", "triples")
        for seed, dtype in ((1, "float64"), (2, "float32"))
    ),
    "lab/tense.py:TenseMLP.forward": (
        *TENSE,
        *cases("differences", {}, {}, {"size": 0.3}, {"size": 2.0}, {"members": 2}, FLOAT32),
    ),
    "lab/tense.py:TenseMLP": (
        *cases("module", {**TENSE[0][1], "method": "hidden"}, {}, {"members": 2}, FLOAT32),
        *TENSE,
    ),
    "lab/deep.py": (
        *modules("lab.deep.DeepMLP", [5, 4, 3, 2]),
        *cases("module", {"of": "lab.deep.DeepMLP"}, {"arguments": [5, 3, 2, 0]}, {"arguments": [5, 3, 2, 4, "tanh"]}),
    ),
    "training.py": LOOPS,
    "backward.py": WALKS,
    "tensor.py": (*WALKS, *LOOPS),
    "flat.py": cases("optimizer", {"of": "Adam", "lr": 0.05}, *ADAM),
}  # fmt: skip
KEPT_BY_OTHER_CURES = ("differences",)  # scenarios that hold for whatever a lesson accepts as a cure


def contract_of(edits: Sequence[Edit]) -> Iterator[Case]:
    """Yield the cases of every function that the edits stand in: those of its name, its class or its file."""
    names = dict.fromkeys(name for edit in edits for name in names_around(edit))
    for name in names:
        yield from CONTRACTS.get(name, ())


def names_around(edit: Edit) -> Iterator[str]:
    """Yield the nearest name that has a contract, of those around an edit from the inside out."""
    text, file = healthy_text(edit.file), inside(edit.file)
    line = text[: text.index(edit.before)].count("\n") + 1
    around = [node.name for node in nested(parse(text), line)]
    names = [f"{file}:{'.'.join(around[:count])}" for count in range(len(around), 0, -1)]
    yield from [name for name in (*names, file) if name in CONTRACTS][:1]


def nested(tree: ast.AST, line: int) -> Iterator[Any]:
    """Yield the classes and functions around a line, the outermost first."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            yield node
            yield from nested(node, line)
