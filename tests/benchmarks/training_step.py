"""Time a step of minimodel against the same by hand in NumPy, and many seeds and an attention layer against PyTorch.

    python tests/benchmarks/training_step.py

All but the last train TenseMLP (tanh GELU, mean cross-entropy, Adam at 0.01) from the same weights, one full batch a
step, in one thread and one process, in turns, so that a busy machine slows all alike; a ratio is the median over the
turns. Before timing, their losses are compared. PyTorch is left out where it is not installed:
pip install 'lynx-tutor[benchmark]'.
"""

import math
import os
import statistics
import sys
import time
from functools import partial

import numpy as np

from minimodel import Tensor, nn, optim, training
from minimodel.lab import ensemble, replay
from minimodel.lab.tense import TenseMLP, grid

try:
    import torch
except ImportError:
    torch = None

MANY, FOREVER = 64, 10**9
C = math.sqrt(2 / math.pi)
LR, BETA1, BETA2, EPS = 0.01, 0.9, 0.999, 1e-8


def views(flat, shapes):
    """Windows of these shapes into a flat array."""
    ends = np.cumsum([math.prod(shape) for shape in shapes])[:-1]
    return [part.reshape(shape) for part, shape in zip(np.split(flat, ends), shapes, strict=True)]


class ByHand:
    """One model: every product and sum into its own buffer.

    What is constant over the steps is computed once, numbers too, as arrays without axes, which NumPy is
    quicker with; parameters, gradients and Adam's memory are flat.
    """

    def __init__(self, weights, x, y):
        rows, hidden, classes = len(x), len(weights[0]), len(weights[2])
        shapes = [w.shape for w in weights]
        self.flat = np.concatenate([w.reshape(-1) for w in weights])
        self.g, self.m, self.v, self.t1, self.t2 = (np.zeros_like(self.flat) for _ in range(5))
        self.w1, self.b1, self.w2, self.b2 = views(self.flat, shapes)
        self.gw1, self.gb1, self.gw2, self.gb2 = views(self.g, shapes)
        self.x, self.steps, self.rows = x, 0, rows
        for name in ("z", "square", "h", "a", "slope", "rest", "ga"):
            setattr(self, name, np.empty((rows, hidden)))
        self.p = np.empty((rows, classes))
        self.p_flat, self.at_label = self.p.reshape(-1), np.empty(rows)
        self.top, self.total, self.log = (np.empty((rows, 1)) for _ in range(3))
        self.one_hot, self.places = np.eye(classes)[y] / rows, np.arange(rows) * classes + y
        self.one, self.half, self.count = map(np.array, (1.0, 0.5, float(rows)))
        self.c, self.two_c, self.bend, self.six_bend = (np.array(C * n) for n in (1, 2, 0.044715, 6 * 0.044715))
        self.new1, self.old2, self.new2 = map(np.array, (1 - BETA1, BETA2, 1 - BETA2))

    def step(self):
        dot, x, z, square, h, a, p = (np.dot, self.x, self.z, self.square, self.h, self.a, self.p)
        dot(x, self.w1.mT, z)
        np.add(z, self.b1, z)
        np.multiply(z, z, square)
        np.multiply(square, self.bend, h)
        np.add(h, self.c, h)
        np.multiply(h, z, h)
        np.tanh(h, h)
        np.add(h, self.one, h)
        np.multiply(h, self.half, h)
        np.multiply(z, h, a)
        dot(a, self.w2.mT, p)
        np.add(p, self.b2, p)
        np.maximum.reduce(p, axis=-1, keepdims=True, out=self.top)
        np.subtract(p, self.top, p)
        self.p_flat.take(self.places, out=self.at_label, mode="clip")
        np.exp(p, p)
        np.add.reduce(p, axis=-1, keepdims=True, out=self.total)
        np.log(self.total, self.log)
        loss = (np.add.reduce(self.log, axis=None) - np.add.reduce(self.at_label)) / self.rows
        np.multiply(self.total, self.count, self.total)
        np.divide(p, self.total, p)
        np.subtract(p, self.one_hot, p)
        dot(p.mT, a, self.gw2)
        np.add.reduce(p, axis=-2, out=self.gb2)
        dot(p, self.w2, self.ga)
        slope = self.slope
        np.multiply(square, self.six_bend, slope)
        np.add(slope, self.two_c, slope)
        np.multiply(slope, a, slope)
        np.subtract(self.one, h, self.rest)
        np.multiply(slope, self.rest, slope)
        np.add(slope, h, slope)
        np.multiply(self.ga, slope, self.ga)
        dot(self.ga.mT, x, self.gw1)
        np.add.reduce(self.ga, axis=-2, out=self.gb1)
        self.adam()
        return float(loss)

    def adam(self):
        self.steps += 1
        g, m, v, t1, t2 = self.g, self.m, self.v, self.t1, self.t2
        np.subtract(g, m, t1)
        np.multiply(t1, self.new1, t1)
        np.add(m, t1, m)
        np.multiply(v, self.old2, v)
        np.multiply(g, g, g)
        np.multiply(g, self.new2, g)
        np.add(v, g, v)
        correction = math.sqrt(1 - BETA2**self.steps)
        np.sqrt(v, t2)
        np.add(t2, EPS * correction, t2)
        np.divide(m, t2, t2)
        np.multiply(t2, LR * correction / (1 - BETA1**self.steps), t2)
        np.subtract(self.flat, t2, self.flat)


def torch_eager(weights, x, y):
    x, y = torch.from_numpy(x), torch.from_numpy(y)
    first, last = (torch.nn.Linear(*reversed(w.shape), dtype=x.dtype) for w in weights[::2])
    network = torch.nn.Sequential(first, torch.nn.GELU(approximate="tanh"), last)
    with torch.no_grad():
        for parameter, values in zip(network.parameters(), weights, strict=True):
            parameter.copy_(torch.from_numpy(values))
    loss, optimizer = torch.nn.CrossEntropyLoss(), torch.optim.Adam(network.parameters(), lr=LR, fused=True)

    def step():
        optimizer.zero_grad()
        value = loss(network(x), y)
        value.backward()
        optimizer.step()
        return value.item()

    return step


def microseconds(step, seconds):
    start, calls = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds or not calls:
        step()
        calls += 1
    return spent / calls * 1e6


def timed(steps, turns=15, seconds=0.04):
    """{name: times}, each turn giving every step its share."""
    for step in steps.values():
        microseconds(step, 2 * seconds)
    found = {name: [] for name in steps}
    for _ in range(turns):
        for name, step in steps.items():
            found[name].append(microseconds(step, seconds))
    return found


def agree(steps):
    """The first losses of all rivals are the same: they do the same work."""
    losses = {name: [step() for _ in range(5)] for name, step in steps.items()}
    first = next(iter(losses.values()))
    for name, values in losses.items():
        assert np.allclose(values, first, rtol=1e-9), (name, values, first)


def report(title, steps, bounds, per=1):
    """Time, and print each bound: (ours, rival, at most this share of its time)."""
    agree(steps)
    times = timed(steps)
    print(f"\n{title}")
    for name, values in times.items():
        print(f"  {name:44s}{statistics.median(values) / per:12.1f} µs")
    for ours, rival, bound in bounds:
        if rival in times:
            pairs = zip(times[ours], times[rival], strict=True)
            ratio = statistics.median(a / b for a, b in pairs)
            verdict = "met" if ratio <= bound else "NOT MET"
            said = f"{ratio:.2f} × its time, at most {bound:.2f}"
            if bound < 1:
                said = f"{1 / ratio:.1f} × faster, at least {1 / bound:.1f}"
            print(f"    {ours} against {rival}: {said}: {verdict}")


def tense_mlp(seed=0):
    return TenseMLP(generator=np.random.default_rng(seed))


def one_model(rows):
    x, y = grid()[:rows], np.random.default_rng(1).integers(5, size=rows)

    def losses(train):
        model = tense_mlp()
        steps = train(model, x, y, optim.Adam(model.parameters(), lr=LR), FOREVER)
        return lambda: next(steps).loss

    steps = {"replayed": losses(replay.train), "plain loop": losses(training.train)}
    steps["by hand in NumPy"] = ByHand(list(tense_mlp().state_dict().values()), x, y).step
    bounds = [("replayed", "by hand in NumPy", 1.5), ("plain loop", "by hand in NumPy", 1.8)]
    report(f"one step of TenseMLP, {rows} rows", steps, bounds)


def many_models(rows):
    generator = np.random.default_rng(1)
    x = np.stack([grid()[generator.permutation(60)[:rows]] for _ in range(MANY)])
    y = generator.integers(5, size=(MANY, rows))
    models = [tense_mlp(seed) for seed in range(MANY)]
    weights = [np.stack(parts) for parts in zip(*(m.state_dict().values() for m in models), strict=True)]
    fast, plain = (kind.train_ensemble(models, x, y, "adam", FOREVER, lr=LR) for kind in (replay, ensemble))
    steps = {"replayed": lambda: float(next(fast).sum()), "plain loop": lambda: float(next(plain).sum())}
    if torch:
        singles = [torch_eager([w[i] for w in weights], x[i], y[i]) for i in range(MANY)]
        steps["PyTorch eager, one at a time"] = lambda: sum(step() for step in singles)
    bounds = [("replayed", "PyTorch eager, one at a time", 1 / 10)]
    report(f"{MANY} seeds at once, {rows} rows each, per seed", steps, bounds, per=MANY)


def causal_layer(rows=32, places=12, width=16):
    """A transformer's layer that must not look ahead, from the same weights in both libraries."""
    x = np.random.default_rng(1).normal(size=(rows, places, width))
    mask = np.triu(np.ones((places, places), bool), 1)
    options = {"dim_feedforward": 4 * width, "dropout": 0.0, "batch_first": True}
    ours = nn.TransformerEncoderLayer(width, 2, **options)
    theirs = torch.nn.TransformerEncoderLayer(width, 2, dtype=torch.float64, **options)
    theirs.load_state_dict({name: torch.from_numpy(values) for name, values in ours.state_dict().items()})

    def step(layer, optimizer, x, mask):
        optimizer.zero_grad()
        y = layer(x, mask)
        error = (y * y * y).mean()
        error.backward()
        optimizer.step()
        return error.item()

    mine, rivals = (made(layer.parameters(), lr=LR) for made, layer in ((optim.Adam, ours), (torch.optim.Adam, theirs)))
    steps = {
        "minimodel": partial(step, ours, mine, Tensor(x), mask),
        "PyTorch eager": partial(step, theirs, rivals, torch.from_numpy(x), torch.from_numpy(mask)),
    }
    title = f"one step of a causal TransformerEncoderLayer, {rows} rows of {places} places, width {width}"
    report(title, steps, [("minimodel", "PyTorch eager", 1.3)])


def in_one_thread():
    """Start again with one thread for each library: they read this when they are imported."""
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    if any(os.environ.get(name) != "1" for name in names):
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | dict.fromkeys(names, "1"))


def main():
    in_one_thread()
    if torch:
        torch.set_num_threads(1)
    print(f"NumPy {np.__version__}, one thread; torch: {torch is not None}")
    for rows in (4, 48):
        one_model(rows)
        many_models(rows)
    if torch:
        causal_layer()


if __name__ == "__main__":
    main()
