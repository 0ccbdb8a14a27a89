"""The cases that are compared with PyTorch: each runs with either library.

A case takes a library (`torch` or `minimodel`) and returns tensors; the
names and argument orders are PyTorch's. `run` gives its values and all
gradients as arrays. This file imports neither library.
"""

import zlib

import numpy as np


def positive(*shape):
    return ("positive", shape)


OPERATIONS = {
    "add": ([(3, 4), (4,)], lambda lib, a, b: a + b),
    "subtract": ([(3, 1), (2, 3, 4)], lambda lib, a, b: a - b),
    "multiply": ([(2, 3, 4), (3, 1)], lambda lib, a, b: a * b),
    "divide": ([(3, 4), positive(4)], lambda lib, a, b: a / b),
    "power": ([positive(3, 4), (4,)], lambda lib, a, b: a**b),
    "power of a number": ([(3, 4)], lambda lib, x: x**3 + x**2 + x**1 + x**0),
    "negative power": ([positive(3, 4)], lambda lib, x: x**-1.5),
    "power of a base": ([(3, 4)], lambda lib, x: 2.5**x),
    "numbers": ([positive(3, 4)], lambda lib, x: 2 - 3 * x / 4 + 1 / x - (-x)),
    "matmul": ([(3, 4), (4, 5)], lambda lib, a, b: a @ b),
    "batched matmul": ([(2, 3, 4), (2, 4, 5)], lambda lib, a, b: a @ b),
    "broadcast matmul": ([(6, 1, 3, 4), (2, 4, 5)], lambda lib, a, b: a @ b),
    "matrix times vector": ([(2, 3, 4), (4,)], lambda lib, a, b: a @ b),
    "vector times matrix": ([(4,), (2, 4, 5)], lambda lib, a, b: a @ b),
    "dot": ([(4,), (4,)], lambda lib, a, b: a @ b),
    "abs": ([(3, 4)], lambda lib, x: x.abs()),
    "exp": ([(3, 4)], lambda lib, x: x.exp()),
    "log": ([positive(3, 4)], lambda lib, x: x.log()),
    "sqrt": ([positive(3, 4)], lambda lib, x: x.sqrt()),
    "sin": ([(3, 4)], lambda lib, x: x.sin()),
    "tanh": ([(3, 4)], lambda lib, x: x.tanh()),
    "sigmoid": ([(3, 4)], lambda lib, x: x.sigmoid()),
    "relu": ([(3, 4)], lambda lib, x: x.relu()),
    "sum": ([(2, 3, 4)], lambda lib, x: x.sum()),
    "sum over dims": ([(2, 3, 4)], lambda lib, x: x.sum((0, 2))),
    "sum kept": ([(2, 3, 4)], lambda lib, x: x.sum(1, keepdim=True)),
    "mean": ([(2, 3, 4)], lambda lib, x: x.mean()),
    "mean over dim": ([(2, 3, 4)], lambda lib, x: x.mean(-1)),
    "max": ([(3, 4)], lambda lib, x: x.max()),
    "max over dim": ([(3, 4)], lambda lib, x: x.amax(1) if hasattr(x, "amax") else x.max(1)),
    "logsumexp": ([(3, 4)], lambda lib, x: x.logsumexp(0)),
    "softmax": ([(3, 4)], lambda lib, x: x.softmax(0)),
    "log_softmax": ([(3, 4)], lambda lib, x: x.log_softmax(-1)),
    "reshape": ([(3, 4)], lambda lib, x: x.reshape(2, 6).exp()),
    "transpose": ([(2, 3, 4)], lambda lib, x: x.transpose(0, 2).exp()),
    "swapaxes": ([(2, 3, 4)], lambda lib, x: x.swapaxes(1, 2).exp()),
    "mT": ([(2, 3, 4)], lambda lib, x: x.mT.exp()),
    "getitem": ([(3, 4)], lambda lib, x: x[1:, ::2].exp()),
    "getitem twice": ([(3, 4)], lambda lib, x: x[[0, 2, 0], [1, 1, 1]].exp()),
    "gather": ([(3, 4)], lambda lib, x: x.gather(1, lib.tensor([[0, 3], [1, 1], [2, 0]]))),
    "where": ([(3, 4), (4,)], lambda lib, a, b: lib.where(lib.tensor([True, False, True, False]), a, b)),
    "concatenate": ([(2, 3), (2, 4)], lambda lib, a, b: lib.concatenate([a, b], 1).exp()),
    "stack": ([(2, 3), (2, 3)], lambda lib, a, b: lib.stack([a, b], 1).exp()),
    "cumsum": ([(3, 4)], lambda lib, x: lib.cumsum(x, 1) ** 2),
    "roll": ([(3, 4)], lambda lib, x: lib.roll(x, (1, -2), (0, 1)).exp()),
    "triu and tril": ([(2, 3, 4)], lambda lib, x: lib.triu(x, 1).exp() + lib.tril(x, -1)),
    "attention": (
        [(2, 4, 5), (2, 6, 5), (2, 6, 3)],
        lambda lib, q, k, v: lib.nn.functional.scaled_dot_product_attention(q, k, v, scale=0.7),
    ),
    "attention, causal": (
        [(2, 4, 5), (2, 6, 5), (2, 6, 3)],
        lambda lib, q, k, v: lib.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True),
    ),
    "attention, masked": (
        [(2, 4, 5), (2, 6, 5), (2, 6, 3)],
        lambda lib, q, k, v: lib.nn.functional.scaled_dot_product_attention(
            q, k, v, lib.tensor([[True, False, True, True, False, False]])
        ),
    ),
    "reused": ([(3, 4)], lambda lib, x: x * x.exp() + x.sin() / (x * x + 1)),
}

LABELS = [4, 0, 2, 2, 1, 3]


def loss(name):
    def case(lib, x):
        target = lib.tensor(LABELS) if name == "CrossEntropyLoss" else lib.tensor([[0.5] * 5] * 6, dtype=x.dtype)
        return getattr(lib.nn, name)()(x, target)

    return case


LOSSES = {
    "cross entropy": ([(6, 5)], loss("CrossEntropyLoss")),
    "mean squared error": ([(6, 5)], loss("MSELoss")),
    "gelu, tanh form": ([(3, 4)], lambda lib, x: lib.nn.GELU(approximate="tanh")(x)),
    "gelu, exact": ([(3, 4)], lambda lib, x: lib.nn.GELU(approximate="none")(x)),
    "leaky relu": ([(3, 4)], lambda lib, x: lib.nn.LeakyReLU(0.2)(x)),
    "softmax layer": ([(3, 4)], lambda lib, x: lib.nn.Softmax(dim=1)(x)),
}


def looking(nn, f, batch_first=False, **masks):
    """Let MultiheadAttention give its outputs and its weights in one tensor."""

    class Looking(nn.Module):
        def __init__(self):
            super().__init__()
            self.attention = nn.MultiheadAttention(8, 2, batch_first=batch_first, dtype=f)

        def forward(self, x):
            key, given = x[:, 1:] if batch_first else x[1:], {}
            for name, mask in masks.items():
                given[name] = x.new_zeros(mask.shape) > 0
                given[name][mask == 1] = True
            y, weights = self.attention(x, key, key, average_attn_weights=False, **given)
            return y.sum() * weights + (y * y).mean()

    return Looking()


CAUSAL, PADS = np.triu(np.ones((6, 5)), 1), np.array([[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 0, 1, 0, 1]])
LAYERS = {
    "MultiheadAttention": ((3, 6, 8), lambda nn, f: looking(nn, f, True)),
    "MultiheadAttention, places first": ((6, 4, 8), lambda nn, f: looking(nn, f)),
    "MultiheadAttention, masked": (
        (3, 6, 8),
        lambda nn, f: looking(nn, f, True, attn_mask=CAUSAL, key_padding_mask=PADS),
    ),
    "TransformerEncoderLayer": (
        (3, 6, 8),
        lambda nn, f: nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True, dtype=f),
    ),
    "TransformerEncoderLayer, norm first": (
        (6, 3, 8),
        lambda nn, f: nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", norm_first=True, dtype=f),
    ),
    "Conv1d": ((2, 3, 11), lambda nn, f: nn.Conv1d(3, 4, 3, stride=2, padding=1, dtype=f)),
    "Conv1d, circular": ((2, 3, 11), lambda nn, f: nn.Conv1d(3, 4, 3, padding=2, padding_mode="circular", dtype=f)),
    "Conv2d": ((2, 3, 9, 8), lambda nn, f: nn.Conv2d(3, 4, (2, 3), stride=(1, 2), padding=(0, 1), dtype=f)),
    "Conv2d, same": ((3, 7, 8), lambda nn, f: nn.Conv2d(3, 4, 3, padding="same", bias=False, dtype=f)),
    "MaxPool1d": ((2, 3, 11), lambda nn, f: nn.MaxPool1d(3, stride=2, padding=1)),
    "MaxPool2d of equal ones": ((2, 3, 9, 8), lambda nn, f: nn.Sequential(nn.ReLU(), nn.MaxPool2d(2))),
    "Linear": ((6, 7), lambda nn, f: nn.Linear(7, 5, dtype=f)),
    "Linear over leading axes": ((2, 6, 7), lambda nn, f: nn.Linear(7, 5, dtype=f)),
    "Linear without bias": ((6, 7), lambda nn, f: nn.Linear(7, 5, bias=False, dtype=f)),
    "PReLU": ((6, 7), lambda nn, f: nn.PReLU(dtype=f)),
    "LayerNorm": ((6, 7), lambda nn, f: nn.LayerNorm(7, dtype=f)),
    "LayerNorm over two axes": ((3, 6, 7), lambda nn, f: nn.LayerNorm((6, 7), dtype=f)),
    "TenseMLP": (
        (9, 23),
        lambda nn, f: nn.Sequential(nn.Linear(23, 16, dtype=f), nn.GELU(approximate="tanh"), nn.Linear(16, 5, dtype=f)),
    ),
    "deep": (
        (4, 6),
        lambda nn, f: nn.Sequential(
            nn.Linear(6, 9, dtype=f),
            nn.Tanh(),
            nn.Sequential(nn.Linear(9, 8, dtype=f), nn.Sigmoid(), nn.LayerNorm(8, dtype=f)),
            nn.ReLU(),
            nn.Linear(8, 3, dtype=f),
        ),
    ),
}

OPTIMIZERS = {
    "SGD": lambda optim, p: optim.SGD(p, lr=0.1),
    "SGD, momentum": lambda optim, p: optim.SGD(p, lr=0.05, momentum=0.9),
    "SGD, Nesterov, decay": lambda optim, p: optim.SGD(p, lr=0.05, momentum=0.8, nesterov=True, weight_decay=0.1),
    "Adam": lambda optim, p: optim.Adam(p, lr=0.01),
    "Adam, decay": lambda optim, p: optim.Adam(p, lr=0.02, betas=(0.8, 0.95), eps=1e-6, weight_decay=0.1),
    "AdamW": lambda optim, p: optim.AdamW(p, lr=0.01),
    "groups": lambda optim, p: optim.Adam([{"params": p[:1], "lr": 0.1}, {"params": p[1:]}], lr=0.01),
}


def draw(name, shape, i=0):
    """The same numbers for the same name, in any library."""
    kind, shape = shape if shape and shape[0] == "positive" else ("any", shape)
    generator = np.random.default_rng([zlib.crc32(name.encode()), i])
    low = 0.5 if kind == "positive" else -2
    return generator.uniform(low, 2, shape)


def array(value):
    return np.array(value.detach().numpy() if hasattr(value, "detach") else value)


def run_function(lib, name, shapes, function):
    inputs = [lib.tensor(draw(name, shape, i), requires_grad=True) for i, shape in enumerate(shapes)]
    value = function(lib, *inputs)
    weights = draw(name + " weights", tuple(value.shape))
    (value * lib.tensor(weights)).sum().backward()
    return {"value": array(value), **{f"gradient {i}": array(x.grad) for i, x in enumerate(inputs)}}


def fill(lib, name, module):
    state = {key: draw(f"{name} {key}", tuple(p.shape)) / 2 for key, p in module.named_parameters()}
    module.load_state_dict({key: lib.tensor(values) for key, values in state.items()})


def run_layer(lib, name, shape, make):
    module = make(lib.nn, lib.float64)
    fill(lib, name, module)
    x = lib.tensor(draw(name, shape), requires_grad=True)
    value = module(x)
    (value * lib.tensor(draw(name + " weights", tuple(value.shape)))).sum().backward()
    gradients = {f"gradient {key}": array(p.grad) for key, p in module.named_parameters()}
    return {"value": array(value), "gradient": array(x.grad), **gradients}


def run_optimizer(lib, name, make):
    module = LAYERS["TenseMLP"][1](lib.nn, lib.float64)
    fill(lib, "optimizer", module)
    optimizer = make(lib.optim, list(module.parameters()))
    x, labels = lib.tensor(draw("optimizer x", (6, 23))), lib.tensor(LABELS)
    losses = []
    for _ in range(10):
        optimizer.zero_grad()
        error = lib.nn.CrossEntropyLoss()(module(x), labels)
        error.backward()
        optimizer.step()
        losses.append(error.item())
    return {"losses": np.array(losses), **{key: array(p) for key, p in module.named_parameters()}}


def everything(lib):
    for name, (shapes, function) in {**OPERATIONS, **LOSSES}.items():
        yield name, run_function(lib, name, shapes, function)
    for name, (shape, make) in LAYERS.items():
        yield name, run_layer(lib, name, shape, make)
    for name, make in OPTIMIZERS.items():
        yield name, run_optimizer(lib, name, make)


INITIALISERS = {
    "kaiming_uniform_": {"a": 0.0},
    "kaiming_uniform_ with a slope": {"a": 5**0.5},
    "kaiming_normal_": {"a": 0.1},
    "xavier_uniform_": {"gain": 1.5},
    "xavier_normal_": {"gain": 1.0},
}


def moments(lib, name):
    """(mean, deviation, largest magnitude) of 120,000 draws."""
    weight = lib.nn.Linear(300, 400, dtype=lib.float64).weight
    if name in INITIALISERS:
        getattr(lib.nn.init, name.split()[0])(weight, **INITIALISERS[name])
    values = array(weight)
    return np.array([values.mean(), values.std(), np.abs(values).max()])
