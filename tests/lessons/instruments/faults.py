"""Faults that people meet and no lesson has, under PyTorch."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from tests.lessons.instruments.honest import Attention, language, sentences
from tests.lessons.instruments.twins import ADAM, CLASSES, FEATURES, made, mlp, rows


def clipped_before_unscaled():
    scale = 65536.0

    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        error = loss(model(batch[0]), batch[1])
        (error * scale).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for p in model.parameters():
            p.grad /= scale
        optimizer.step()
        return error

    return made(mlp(), step=step)


def masked_row():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.score, self.last = nn.Linear(3, 1), nn.Linear(3, 2)

        def forward(self, x, mask):
            scores = self.score(x)[..., 0] + torch.where(mask, 0.0, -math.inf)
            weights = scores.softmax(-1)
            return torch.where(mask.any(-1, keepdim=True), self.last((weights[..., None] * x).sum(1)), 0.0)

    x, mask = torch.randn(32, 5, 3), torch.ones(32, 5, dtype=torch.bool)
    mask[0] = False
    return made(Net(), batch=((x, mask), (x[:, 0, 0] > 0).long()))


def end_never_learnt():
    x, y = sentences()
    model = Attention()
    return made(model, lambda out, y: F.cross_entropy(out.flatten(0, 1), y.flatten(), ignore_index=0), batch=(x, y))


def mean_of_means():
    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        for rows_of in (slice(0, 1), slice(1, None)):
            error = loss(model(batch[0][rows_of]), batch[1][rows_of]) / 2
            error.backward()
        optimizer.step()
        return error

    return made(mlp(), step=step)


def no_causal_mask():
    return language(causal=False)


def left_in_eval():
    model = nn.Sequential(nn.Linear(FEATURES, 32), nn.ReLU(), nn.Dropout(0.5), nn.Linear(32, CLASSES))

    def step(model, loss, optimizer, batch):
        optimizer.zero_grad()
        error = loss(model(batch[0]), batch[1])
        error.backward()
        optimizer.step()
        model.eval()  # to validate, and no train() after it
        return error

    return made(model, step=step)


def new_head():
    model = mlp()
    adam = torch.optim.Adam(model.parameters(), **ADAM)
    model[2] = nn.Linear(32, CLASSES)
    return made(model, optimizer=adam)


def half_precision_weights():
    model = mlp().to(torch.bfloat16)
    x, y = rows()
    return made(
        model,
        lambda out, y: F.cross_entropy(out.float(), y),
        torch.optim.AdamW(model.parameters(), 1e-4),
        (x.bfloat16(), y),
    )


FURTHER = (
    clipped_before_unscaled, masked_row, end_never_learnt, mean_of_means, no_causal_mask, left_in_eval, new_head,
    half_precision_weights,
)  # fmt: skip
