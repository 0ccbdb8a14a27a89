"""Models as people have them at work, under PyTorch: broken as a lesson's section *work* says, and healthy."""

import torch
from torch import nn
from torch.nn import functional as F

from tests.lessons.instruments.twins import BREAKS, CLASSES, FEATURES, Residual, by_hand, made, mlp, regression, rows


def loss_broadcast_flat(broken):
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    x, y = regression()
    return made(model, loss=lambda out, y: ((out - y) ** 2).mean(), batch=(x, y[:, 0] if broken else y))


def half_a_slope(broken):
    swish = by_hand(
        lambda x: x * x.sigmoid(),
        lambda g, x: g * x.sigmoid() * (1 if broken else 1 + x * (1 - x.sigmoid())),
        0,
    )
    return made(nn.Sequential(nn.Linear(FEATURES, 32), swish, nn.Linear(32, CLASSES)))


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
