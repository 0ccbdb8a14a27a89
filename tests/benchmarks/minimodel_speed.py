"""Time a whole training step of minimodel against the same step written otherwise; print the ratios.

    python tests/benchmarks/minimodel_speed.py

Everything runs in one thread and in one process, in turns, so that a busy machine slows all alike; a
ratio is the median over the turns. Before timing, each rival's losses are compared with minimodel's.
Rivals that are not installed are left out: pip install 'lynx-tutor[benchmark]' brings them.
"""

import importlib.util
import itertools
import os
import statistics
import sys
import time

import minimodel_rivals as rivals
import numpy as np

from minimodel import nn, optim, training
from minimodel.lab import ensemble, replay
from minimodel.lab.tense import TenseMLP, grid

MANY, FOREVER = 64, 10**9
TORCH = importlib.util.find_spec("torch") is not None
AUTOGRAD = importlib.util.find_spec("autograd") is not None


def microseconds(step, seconds):
    """The time of one call, over about so many seconds."""
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


def agree(steps, tolerance):
    """The first losses of all rivals are the same: they do the same work."""
    losses = {name: [step() for _ in range(5)] for name, step in steps.items()}
    first = next(iter(losses.values()))
    for name, values in losses.items():
        assert np.allclose(values, first, rtol=tolerance), (name, values, first)


def report(title, steps, bounds, per=1, tolerance=1e-9):
    """Time, and print each bound: (ours, rival, at most this share of its time)."""
    agree(steps, tolerance)
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


def minimodel_steps(make, x, y):
    """The plain loop and the replayed one, each with a model of its own."""

    def losses(train):
        model = make()
        steps = train(model, x, y, optim.Adam(model.parameters(), lr=rivals.LR), FOREVER)
        return lambda: next(steps).loss

    return {"minimodel": losses(replay.train), "minimodel, plain loop": losses(training.train)}


def tense_mlp(seed=0, dtype=np.float64):
    return TenseMLP(generator=np.random.default_rng(seed), dtype=dtype)


def one_model(rows):
    x, y = grid()[:rows], np.random.default_rng(1).integers(5, size=rows)
    weights = list(tense_mlp().state_dict().values())
    steps = minimodel_steps(tense_mlp, x, y)
    steps["by hand in NumPy"] = rivals.ByHand(weights, x, y).step
    if TORCH:
        steps["PyTorch eager, fused Adam"] = rivals.torch_eager(weights, x, y, fused=True)
        steps["PyTorch eager, Adam"] = rivals.torch_eager(weights, x, y)
    if AUTOGRAD:
        steps["HIPS autograd"] = rivals.hips_autograd(weights, x, y)
    bounds = [
        ("minimodel", "by hand in NumPy", 1.5),
        ("minimodel", "PyTorch eager, fused Adam", 1 / 2),
        ("minimodel, plain loop", "PyTorch eager, fused Adam", 1 / 2),
        ("minimodel", "HIPS autograd", 1 / 6),
        ("minimodel, plain loop", "HIPS autograd", 1 / 6),
    ]
    report(f"one step of TenseMLP, {rows} rows, float64", steps, bounds)


def many_models(rows, dtype):
    generator = np.random.default_rng(1)
    x = np.stack([grid(dtype)[generator.permutation(60)[:rows]] for _ in range(MANY)])
    y = generator.integers(5, size=(MANY, rows))
    models = [tense_mlp(seed, dtype) for seed in range(MANY)]
    weights = [np.stack(parts) for parts in zip(*(m.state_dict().values() for m in models), strict=True)]
    fast, plain = (
        kind.train_ensemble(models, x, y, "adam", FOREVER, lr=rivals.LR) for kind in (replay, ensemble)
    )
    steps = {
        "minimodel": lambda: float(next(fast).sum()),
        "minimodel, plain loop": lambda: float(next(plain).sum()),
        "by hand": rivals.ByHand(weights, x, y).step,
    }
    bounds = [("minimodel", "by hand", 1.2)]
    if TORCH:
        steps["torch.func vmap"] = rivals.torch_vmap(weights, x, y)
        singles = [rivals.torch_eager([w[i] for w in weights], x[i], y[i], fused=True) for i in range(MANY)]
        steps["PyTorch eager, one at a time"] = lambda: sum(step() for step in singles)
        bounds += [
            ("minimodel", "PyTorch eager, one at a time", 1 / 10),
            ("minimodel", "torch.func vmap", 1 / 1.5),
        ]
    title = f"{MANY} seeds at once, {rows} rows each, {np.dtype(dtype).name}, per seed"
    report(title, steps, bounds, per=MANY, tolerance=1e-4 if dtype == np.float32 else 1e-9)


def wide(sizes, dtype):
    def make():
        generator = np.random.default_rng(0)
        layers = []
        for inputs, outputs in itertools.pairwise(sizes):
            layers += [nn.Linear(inputs, outputs, generator=generator, dtype=dtype), nn.GELU()]
        return nn.Sequential(*layers[:-1])

    generator = np.random.default_rng(1)
    x = generator.normal(size=(256, sizes[0])).astype(dtype)
    y = generator.integers(sizes[-1], size=256)
    steps = minimodel_steps(make, x, y)
    if TORCH:
        weights = list(make().state_dict().values())
        steps["PyTorch eager, fused Adam"] = rivals.torch_eager(weights, x, y, fused=True)
    name = "→".join(map(str, sizes))
    bounds = [(ours, "PyTorch eager, fused Adam", 1.3) for ours in ("minimodel", "minimodel, plain loop")]
    report(f"one step of {name}, 256 rows, {np.dtype(dtype).name}", steps, bounds, tolerance=2e-3)


def in_one_thread():
    """Start again with one thread for each library: they read this when they are imported."""
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    if any(os.environ.get(name) != "1" for name in names):
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | dict.fromkeys(names, "1"))


def main():
    in_one_thread()
    if TORCH:
        import torch

        torch.set_num_threads(1)
    print(f"NumPy {np.__version__}, one thread; torch: {TORCH}, autograd: {AUTOGRAD}")
    for rows in (4, 48):
        one_model(rows)
    for rows in (4, 48):
        for dtype in (np.float32, np.float64):
            many_models(rows, dtype)
    for sizes in ((23, 4096, 5), (256, 256, 256, 10)):
        for dtype in (np.float32, np.float64):
            wide(sizes, dtype)


if __name__ == "__main__":
    main()
