"""Broken and healthy twins in PyTorch, of every break and of every `## work` block with a fault that a setup can have.

`TWINS[name](broken)` makes what a file's `make()` returns, and may add `step`, `accuracy` and `held_out`. Each has the
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


def loss_broadcast_flat(broken):
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    x, y = regression()
    return made(model, loss=lambda out, y: ((out - y) ** 2).mean(), batch=(x, y[:, 0] if broken else y))


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


def half_a_slope(broken):
    swish = by_hand(
        lambda x: x * x.sigmoid(),
        lambda g, x: g * x.sigmoid() * (1 if broken else 1 + x * (1 - x.sigmoid())),
        0,
    )
    return made(nn.Sequential(nn.Linear(FEATURES, 32), swish, nn.Linear(32, CLASSES)))


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


def constant_weights(broken):
    model = mlp()
    if broken:
        nn.init.constant_(model[0].weight, 0.1)
        nn.init.constant_(model[0].bias, 0.0)
    return made(model)


def relu_last(broken):
    return made(nn.Sequential(*mlp(), nn.ReLU()) if broken else mlp())


def decays_too_much(broken):
    model = nn.Sequential(nn.Linear(FEATURES, 32), nn.LayerNorm(32), nn.GELU(), nn.Linear(32, CLASSES))
    return made(model, optimizer=torch.optim.AdamW(model.parameters(), 0.01, weight_decay=3 if broken else 0.01))


def rounded_answers(broken):
    class Answers(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(FEATURES, 1)

        def forward(self, x):
            p = self.layer(x).sigmoid()
            return p.round() if broken else p

    x, y = rows()
    return made(Answers(), loss=nn.MSELoss(), batch=(x, (y > 1).float()[:, None]))


def eval_forgotten(broken):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.last = nn.Linear(FEATURES, 64), nn.Linear(64, CLASSES)

        def forward(self, x):
            return self.last(F.dropout(self.first(x).relu(), 0.5, training=True if broken else self.training))

    return made(Net())


def not_divided(broken):
    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        for x, y in zip(batch[0].chunk(4), batch[1].chunk(4), strict=True):
            error = loss(model(x), y) / (1 if broken else 4)
            error.backward()
        optimizer.step()
        return error

    return made(mlp(), step=step)


def hundred_layers(broken):
    layers = [
        Residual(nn.Linear(16, 16), False)
        if broken
        else Residual(nn.Sequential(nn.LayerNorm(16), nn.Linear(16, 16), nn.GELU()), True)
        for _ in range(30)
    ]
    return made(nn.Sequential(nn.Linear(FEATURES, 16), *layers, nn.Linear(16, CLASSES)))


def ten_default_relus(broken):
    layers = [nn.Linear(64, 64) for _ in range(10)]
    for layer in () if broken else layers:
        nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    hidden = [each for layer in layers for each in (layer, nn.ReLU())]
    return made(nn.Sequential(nn.Linear(FEATURES, 64), nn.ReLU(), *hidden, nn.Linear(64, CLASSES)))


def straight_memory(broken):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.enter, self.loop, self.readout = nn.Linear(1, 8), nn.Linear(8, 8), nn.Linear(8, 2)

        def forward(self, bits):
            state = torch.zeros(len(bits), 8)
            for bit in bits.T:
                state = self.loop(state) + self.enter(bit[:, None])
                state = state if broken else state.tanh()
            return self.readout(state)

    bits = torch.randint(2, (64, 6)).float()
    return made(Net(), batch=(bits, (bits.sum(1) % 2).long()))


def detached(broken):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.last = nn.Linear(FEATURES, 16), nn.Linear(16, CLASSES)

        def forward(self, x):
            h = self.first(x).relu()
            return self.last(h.detach() if broken else h)

    return made(Net())


def view_for_permute(broken):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.rnn, self.last = nn.GRU(3, 16), nn.Linear(16, 2)

        def forward(self, x):  # (batch, time, 3)
            x = x.reshape(x.shape[1], x.shape[0], 3) if broken else x.permute(1, 0, 2)
            return self.last(self.rnn(x)[0][-1])

    x = torch.randn(32, 5, 3)
    return made(Net(), batch=(x, (x[:, -1, 0] > 0).long()))


def warm_up_once_an_epoch(broken):
    model = mlp()
    adam = torch.optim.Adam(model.parameters(), 0.02)
    rate = torch.optim.lr_scheduler.LambdaLR(adam, lambda done: min(1, done / 20))

    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        error = loss(model(batch[0]), batch[1])
        error.backward()
        optimizer.step()
        if not broken:
            rate.step()
        return error

    return made(model, optimizer=adam, step=step)


def dead_at_the_start(broken):
    x = torch.tensor([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    model = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
    if broken:
        nn.init.constant_(model[0].bias, -2.0)
    return made(model, batch=(x, torch.tensor([0, 1, 1, 0])))


def too_narrow(broken):
    width = 2 if broken else 32
    x = torch.linspace(0, 1, 65)[:, None]
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
    return made(model, loss=nn.MSELoss(), batch=(x, ((8 * x) % 2 - 1).abs()))


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
WORK = {
    "a-trillionth": constant_weights,
    "build-backward": half_a_slope,
    "build-sequential": relu_last,
    "decay-on-what": decays_too_much,
    "decision-needs-slope": rounded_answers,
    "eval-forgotten": eval_forgotten,
    "five-lines": not_divided,
    "folds": too_narrow,
    "hundred-layers": hundred_layers,
    "init-signal": ten_default_relus,
    "loss-broadcast": loss_broadcast_flat,
    "one-number": straight_memory,
    "plain-list": detached,
    "view-or-permute": view_for_permute,
    "warm-up": warm_up_once_an_epoch,
    "xor-luck": dead_at_the_start,
}
TWINS = {
    **{f"break {name}": make for name, make in BREAKS.items()},
    **{f"work {name}": make for name, make in WORK.items()},
}
