"""Healthy setups that are unusual, and faults that the course has no lesson of, as `make()` of a file returns them."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from tests.lessons.instruments.twins import ADAM, CLASSES, FEATURES, Residual, made, mlp, regression, rows

WORDS, TIME = 13, 8


def sentences(count=16):
    first = torch.randint(WORDS, (count, 1))
    words = (first + 2 * torch.arange(TIME + 1)) % WORDS
    return words[:, :-1], words[:, 1:]


class Attention(nn.Module):
    """A transformer of one block. Its mask is causal, or is missing."""

    def __init__(self, *, causal=True, tied=False, classes_last=True, width=16):
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, width), nn.Parameter(0.02 * torch.randn(TIME, width))
        self.norm, self.qkv, self.out = nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )
        self.head = nn.Linear(width, WORDS, bias=False)
        self.causal, self.classes_last = causal, classes_last
        if tied:
            self.head.weight = self.words.weight
            nn.init.normal_(self.words.weight, std=0.02)

    def forward(self, x):
        h = self.words(x) + self.places
        q, k, v = self.qkv(self.norm(h)).chunk(3, -1)
        h = h + self.out(F.scaled_dot_product_attention(q, k, v, is_causal=self.causal))
        scores = self.head(h + self.feed(h))
        return scores if self.classes_last else scores.transpose(1, 2)


def of_places(out, y):
    return F.cross_entropy(out.flatten(0, 1), y.flatten())


def language(**options):
    model = Attention(**options)
    loss = of_places if options.get("classes_last", True) else nn.CrossEntropyLoss()
    return made(model, loss, torch.optim.AdamW(model.parameters(), 3e-3, weight_decay=0.1), sentences())


def tied_weights():
    return language(tied=True)


def classes_second():
    return language(classes_last=False)


def frozen_backbone():
    model = nn.Sequential(nn.Sequential(nn.Linear(FEATURES, 64), nn.ReLU()), nn.Linear(64, CLASSES))
    model[0].requires_grad_(False)
    return made(model, optimizer=torch.optim.Adam(model[1].parameters(), **ADAM))


def strong_decay():
    model = mlp()
    return made(model, optimizer=torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=0.1))


def generator_half():
    judge = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
    model = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
    adam = torch.optim.Adam(model.parameters(), 2e-4, betas=(0.5, 0.999))
    return made(
        model,
        lambda out, y: F.binary_cross_entropy_with_logits(judge(out), y),
        adam,
        (torch.randn(64, 4), torch.ones(64, 1)),
    )


def judge_half():
    model = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
    adam = torch.optim.Adam(model.parameters(), 2e-4, betas=(0.5, 0.999))
    real, made_up = torch.randn(32, 2) * 0.3 + 1, torch.randn(32, 2)
    batch = torch.cat([real, made_up]), torch.cat([torch.ones(32, 1), torch.zeros(32, 1)])
    return made(model, nn.BCEWithLogitsLoss(), adam, batch)


class LoRA(nn.Module):
    def __init__(self, layer, rank=4):
        super().__init__()
        self.layer = layer.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, layer.in_features) / math.sqrt(layer.in_features))
        self.up = nn.Parameter(torch.zeros(layer.out_features, rank))

    def forward(self, x):
        return self.layer(x) + x @ self.down.T @ self.up.T


def lora():
    model = nn.Sequential(LoRA(nn.Linear(FEATURES, 64)), nn.GELU(), LoRA(nn.Linear(64, CLASSES)))
    return made(model, optimizer=torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], 1e-3))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.rnn, self.last = kind(3, 24, batch_first=True), nn.Linear(24, 2)

    def forward(self, x):
        return self.last(self.rnn(x)[0][:, -1])


def strings():
    x = torch.randn(32, 6, 3)
    return x, (x[:, -1, 0] > 0).long()


def rnn():
    return made(Recurrent(nn.RNN), batch=strings())


def lstm():
    model = Recurrent(nn.LSTM)

    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        error = loss(model(batch[0]), batch[1])
        error.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.1)
        optimizer.step()
        return error

    return made(model, batch=strings(), step=step)


def pictures():
    x = torch.randn(32, 1, 8, 8)
    return x, (x[:, 0, :4].mean((1, 2)) > 0).long()


def convolutions():
    layers = (
        nn.Conv2d(1, 8, 3, bias=False),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.Conv2d(8, 8, 3),
        nn.BatchNorm2d(8),
        nn.ReLU(),
    )
    model = nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2), nn.Linear(128, 2))
    return made(
        model, optimizer=torch.optim.SGD(model.parameters(), 0.05, momentum=0.9, weight_decay=5e-4), batch=pictures()
    )


def zero_gamma():
    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.last, self.norm = nn.Linear(32, 32), nn.Linear(32, 32), nn.BatchNorm1d(32)
            nn.init.zeros_(self.norm.weight)

        def forward(self, x):
            return x + self.norm(self.last(self.first(x).relu()))

    return made(nn.Sequential(nn.Linear(FEATURES, 32), Block(), Block(), nn.Linear(32, CLASSES)))


def smoothed_labels():
    return made(mlp(), nn.CrossEntropyLoss(label_smoothing=0.1, weight=torch.tensor([1.0, 3, 1, 5, 1])))


def tutorial_sgd():
    model = nn.Sequential(nn.Linear(FEATURES, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, CLASSES))
    return made(model, optimizer=torch.optim.SGD(model.parameters(), 1e-3))


def fine_tuning():
    model = mlp(activation=nn.GELU)
    return made(model, optimizer=torch.optim.AdamW(model.parameters(), 2e-5))


def log_probabilities():
    return made(nn.Sequential(*mlp(activation=nn.Tanh), nn.LogSoftmax(-1)), nn.NLLLoss())


def probabilities():
    x, y = rows()
    return made(
        nn.Sequential(nn.Linear(FEATURES, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid()),
        nn.BCELoss(),
        batch=(x, (y > 1).float()[:, None]),
    )


def many_labels():
    x, _ = rows()
    return made(mlp(), nn.BCEWithLogitsLoss(), batch=(x, (x[:, :CLASSES] > 0.5).float()))


def logistic_regression():
    model = nn.Linear(FEATURES, CLASSES)
    return made(model, optimizer=torch.optim.SGD(model.parameters(), 0.1, momentum=0.9, nesterov=True))


def two_inputs():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.last = (
                nn.Embedding(30, 8, padding_idx=0),
                nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 2)),
            )

        def forward(self, word, numbers):
            return self.last(torch.cat([self.words(word), numbers], -1))

    word, numbers = torch.randint(1, 30, (40,)), torch.randn(40, 4)
    return made(Net(), batch=((word, numbers), (word + (numbers[:, 0] > 0)) % 2))


def autoencoder():
    x, _ = rows()
    model = nn.Sequential(nn.Linear(FEATURES, 16), nn.Tanh(), nn.Linear(16, FEATURES))
    return made(model, nn.MSELoss(), batch=(x, x))


def huber():
    x, y = regression()
    return made(nn.Sequential(nn.Linear(1, 32), nn.SiLU(), nn.Linear(32, 1)), nn.SmoothL1Loss(), batch=(x, y + 3))


def accumulated():
    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        for x, y in zip(batch[0].chunk(4), batch[1].chunk(4), strict=True):
            error = loss(model(x), y) / 4
            error.backward()
        optimizer.step()
        return error

    return made(mlp(), step=step)


def pointwise_frozen_norm():
    model = nn.Sequential(nn.Linear(FEATURES, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, CLASSES))
    model[1].eval().requires_grad_(False)
    return made(model)


def doubles():
    x, y = rows()
    return made(mlp(activation=nn.Softplus).double(), optimizer=None, batch=(x.double(), y))


def other_optimizers():
    model = nn.Sequential(
        nn.Linear(FEATURES, 32), nn.ELU(), nn.utils.parametrizations.weight_norm(nn.Linear(32, CLASSES))
    )
    return made(model, optimizer=torch.optim.RMSprop(model.parameters(), 1e-3))


def deep_and_normed():
    blocks = [
        Residual(nn.Sequential(nn.LayerNorm(24), nn.Linear(24, 48), nn.GELU(), nn.Linear(48, 24)), True)
        for _ in range(8)
    ]
    return made(nn.Sequential(nn.Linear(FEATURES, 24), *blocks, nn.LayerNorm(24), nn.Linear(24, CLASSES)))


HONEST = (
    tied_weights, classes_second, frozen_backbone, strong_decay, generator_half, judge_half, lora, rnn, lstm,
    convolutions, zero_gamma, smoothed_labels, tutorial_sgd, fine_tuning, log_probabilities, probabilities,
    many_labels, logistic_regression, two_inputs, autoencoder, huber, accumulated, pointwise_frozen_norm, doubles,
    other_optimizers, deep_and_normed,
)  # fmt: skip
