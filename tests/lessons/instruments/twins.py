"""Broken and healthy twins in PyTorch, of every break. Those of what lessons show at work are beside them.

`BREAKS[name](broken)` makes what a file's `make()` returns, and may add `step`, `accuracy` and `held_out`. Each has the
lesson's fault, or has not, and is the same otherwise.
"""

from types import SimpleNamespace

import torch
from torch import nn
from torch.nn import functional as F

FEATURES, CLASSES, ROWS = 20, 5, 64
ADAM = {"lr": 0.01}


def rows(count=ROWS, seed=0):
    """Rows with a rule that no line can draw: the class hangs on two columns and on their product."""
    x = torch.randn(count, FEATURES, generator=torch.Generator().manual_seed(seed))
    return x, ((x[:, 0] > 0).long() + 2 * (x[:, 0] * x[:, 1] > 0).long() + (x[:, 2] > 1).long()) % CLASSES


def mlp(*, hidden=32, activation=nn.ReLU):
    return nn.Sequential(nn.Linear(FEATURES, hidden), activation(), nn.Linear(hidden, CLASSES))


def made(model, loss=None, optimizer=None, batch=None, **more):
    optimizer = optimizer or torch.optim.Adam(model.parameters(), **ADAM)
    return SimpleNamespace(made=(model, loss or nn.CrossEntropyLoss(), optimizer, batch or rows()), **more)


# ---- of breaks -------------------------------------------------------------


def accuracy_broadcast(broken):
    def accuracy(outputs, labels):
        labels = labels[:, None] if broken else labels
        return (outputs.argmax(-1) == labels).float().mean()

    return made(mlp(), accuracy=accuracy)


def adam_uncorrected(broken):
    class Uncorrected(torch.optim.Adam):
        @torch.no_grad()
        def step(self):
            for group in self.param_groups:
                for p in group["params"]:
                    m, v = (
                        self.state[p].setdefault("m", torch.zeros_like(p)),
                        self.state[p].setdefault("v", torch.zeros_like(p)),
                    )
                    m.lerp_(p.grad, 0.1)
                    v.lerp_(p.grad**2, 0.001)
                    p -= group["lr"] * m / (v.sqrt() + 1e-8)

    model = mlp()
    return made(model, optimizer=(Uncorrected if broken else torch.optim.Adam)(model.parameters(), **ADAM))


def ascent(broken):
    model = mlp()
    return made(model, optimizer=torch.optim.AdamW(model.parameters(), 1e-3, maximize=broken))


def no_activation(broken):
    return made(mlp(activation=nn.Identity if broken else nn.GELU))


def dead_relu(broken):
    model = mlp()
    if broken:
        nn.init.constant_(model[0].bias, -10.0)
    return made(model)


def init_times_ten(broken):
    model = mlp(hidden=64, activation=nn.GELU)
    for layer in model[::2] if broken else ():
        nn.init.normal_(layer.weight, std=1.0)
    return made(model)


def label_off_by_one(broken):
    return made(mlp(), loss=lambda out, y: F.cross_entropy(out, (y + broken) % CLASSES))


def layernorm_axis(broken):
    class Norm(nn.Module):
        def forward(self, x):
            axis = 0 if broken else -1
            return (x - x.mean(axis, keepdim=True)) / (x.var(axis, False, keepdim=True) + 1e-5).sqrt()

    return made(nn.Sequential(nn.Linear(FEATURES, 32), Norm(), nn.GELU(), nn.Linear(32, CLASSES)))


def quarters(count=256):
    x = torch.randn(count, FEATURES)
    return x, (x[:, 0] > 0).long() + 2 * (x[:, 1] > 0).long()


def leak(broken):
    x, y = quarters()
    batch = (x, y) if broken else (x[:192], y[:192])
    return made(mlp(hidden=128), batch=batch, held_out=(x[192:], y[192:]))


def rows_without_labels(broken):
    x, y = quarters()
    train = x[:192][torch.randperm(192)] if broken else x[:192]
    return made(mlp(), batch=(train, y[:192]), held_out=(x[192:], y[192:]))


def regression(count=24):
    x = torch.linspace(-3, 3, count)[:, None]
    return x, x.sin()


def loss_broadcast(broken):
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    x, y = regression()
    return made(model, loss=lambda out, y: ((out - (y[:, 0] if broken else y)) ** 2).mean(), batch=(x, y))


def loss_sum(broken):
    return made(mlp(), loss=nn.CrossEntropyLoss(reduction="sum" if broken else "mean"))


def no_max_shift(broken):
    def loss(out, y):
        p = torch.exp(out - (0 if broken else out.max(-1, keepdim=True).values.detach()))
        return -torch.log(p / p.sum(-1, keepdim=True))[torch.arange(len(y)), y].mean()

    return made(mlp(), loss=loss)


class Residual(nn.Module):
    def __init__(self, body, skips):
        super().__init__()
        self.body, self.skips = body, skips

    def forward(self, x):
        return self.body(x) + (x if self.skips else 0)


def no_skip(broken):
    blocks = [Residual(nn.Sequential(nn.Linear(16, 16), nn.GELU()), not broken) for _ in range(18)]
    return made(nn.Sequential(nn.Linear(FEATURES, 16), *blocks, nn.Linear(16, CLASSES)))


def plain_list(broken):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            layers = [nn.Linear(FEATURES, 16), nn.Linear(16, 16)]
            self.layers = layers if broken else nn.ModuleList(layers)
            self.last = nn.Linear(16, CLASSES)

        def forward(self, x):
            for layer in self.layers:
                x = layer(x).relu()
            return self.last(x)

    return made(Net())


def by_hand(forward, backward, layer):
    """A layer with a backward of its own, in a network."""

    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            ctx.save_for_backward(*inputs)
            return forward(*inputs)

        @staticmethod
        def backward(ctx, g):
            return backward(g, *ctx.saved_tensors)

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            if layer:
                self.weight = nn.Parameter(torch.randn(layer, layer) / layer**0.5)

        def forward(self, x):
            return Own.apply(x, self.weight) if layer else Own.apply(x)

    return Layer()


def relu_mask(broken):
    relu = by_hand(lambda x: x.clamp(min=0), lambda g, x: g if broken else g * (x > 0), 0)
    return made(nn.Sequential(nn.Linear(FEATURES, 32), relu, nn.Linear(32, CLASSES)))


def square_transposed(broken):
    product = by_hand(lambda x, w: x @ w, lambda g, x, w: (g @ w.T, g.T @ x if broken else x.T @ g), 16)
    return made(nn.Sequential(nn.Linear(FEATURES, 16), nn.GELU(), product, nn.GELU(), nn.Linear(16, CLASSES)))


def softmax_twice(broken):
    return made(nn.Sequential(*mlp(), nn.Softmax(-1)) if broken else mlp())


def zero_grad(broken):
    def step(model, loss, optimizer, batch):
        if not broken:
            optimizer.zero_grad()
        error = loss(model(batch[0]), batch[1])
        error.backward()
        optimizer.step()
        return error

    model = mlp()
    return made(model, optimizer=torch.optim.SGD(model.parameters(), 0.1), step=step)


def zero_init(broken):
    model = mlp()
    for layer in model[::2] if broken else ():
        nn.init.zeros_(layer.weight)
        nn.init.zeros_(layer.bias)
    return made(model)


# ---- of `## work`, beyond those of the breaks ------------------------------


BREAKS = {
    "accuracy-broadcast": accuracy_broadcast,
    "adam-uncorrected": adam_uncorrected,
    "ascent": ascent,
    "break-gelu-identity": no_activation,
    "dead-relu": dead_relu,
    "init-times-ten": init_times_ten,
    "label-off-by-one": label_off_by_one,
    "layernorm-axis": layernorm_axis,
    "leak": leak,
    "loss-broadcast": loss_broadcast,
    "loss-sum": loss_sum,
    "no-max-shift": no_max_shift,
    "no-skip": no_skip,
    "plain-list": plain_list,
    "relu-mask": relu_mask,
    "rows-without-labels": rows_without_labels,
    "softmax-twice": softmax_twice,
    "square-transposed": square_transposed,
    "zero-grad": zero_grad,
    "zero-init": zero_init,
}
