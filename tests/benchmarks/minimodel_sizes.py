"""Time training steps over widths, batches and depths, and single operations, beside PyTorch at the same dtype.

    python tests/benchmarks/minimodel_sizes.py [--quick]

One thread each, in turns in one process; a ratio is the median over the turns of minimodel's time over
PyTorch's. Needs PyTorch: pip install 'lynx-tutor[benchmark]'.
"""

import itertools
import statistics
import subprocess
import sys
import time

import minimodel_rivals as rivals
import numpy as np
from minimodel_speed import in_one_thread, timed

import minimodel
from minimodel import Tensor, nn, optim, training
from minimodel.lab import replay

# width, batch, depth
SIZES = [
    *[(width, batch, 2) for width in (16, 64, 256, 1024, 4096) for batch in (4, 64, 1024)],
    *[(width, 64, depth) for width in (16, 64, 256) for depth in (5, 20)],
    (1024, 64, 5),
    (64, 1024, 20),
]
CORNERS = {
    "x ** 3": (lambda x: x**3, lambda t: t**3),
    "exact GELU": (lambda x: x.gelu("none"), lambda t: rivals_gelu(t)),
    "x[::2]": (lambda x: x[::2], lambda t: t[::2]),
    "LayerNorm": (nn.LayerNorm(512), None),
    "ReLU": (lambda x: x.relu(), lambda t: t.relu()),
    "GELU": (lambda x: x.gelu(), lambda t: rivals_gelu(t, "tanh")),
    "sigmoid": (lambda x: x.sigmoid(), lambda t: t.sigmoid()),
    "softmax": (lambda x: x.softmax(), lambda t: t.softmax(-1)),
    "x[rows]": (lambda x: x[ROWS], lambda t: t[ROWS]),
}
ROWS = np.random.default_rng(0).integers(512, size=512)


def rivals_gelu(t, approximate="none"):
    import torch

    return torch.nn.functional.gelu(t, approximate=approximate)


def network(width, depth, dtype):
    generator = np.random.default_rng(0)
    sizes = [64, *[width] * (depth - 1), 10]
    layers = []
    for inputs, outputs in itertools.pairwise(sizes):
        layers += [nn.Linear(inputs, outputs, generator=generator, dtype=dtype), nn.GELU()]
    return nn.Sequential(*layers[:-1])


def step_of(train, width, batch, depth, dtype):
    """A function that does one step of minimodel's."""
    generator, model = np.random.default_rng(1), network(width, depth, dtype)
    x, y = generator.normal(size=(batch, 64)).astype(dtype), generator.integers(10, size=batch)
    steps = train(model, x, y, optim.Adam(model.parameters(), lr=rivals.LR), 10**9)
    return lambda: next(steps)


def torch_step(width, batch, depth, dtype):
    """The same step in PyTorch, with its default Adam."""
    generator = np.random.default_rng(1)
    x, y = generator.normal(size=(batch, 64)).astype(dtype), generator.integers(10, size=batch)
    return rivals.torch_eager(list(network(width, depth, dtype).state_dict().values()), x, y)


def ratios(steps, turns, seconds):
    """minimodel's times over PyTorch's, and PyTorch's in milliseconds."""
    times = timed(steps, turns, seconds)
    theirs = times.pop("torch")
    found = {
        name: statistics.median(a / b for a, b in zip(v, theirs, strict=True)) for name, v in times.items()
    }
    return found, statistics.median(theirs) / 1000


def sizes(quick):
    print(f"{'width, batch, depth':22s}{'dtype':9s}{'torch ms':>9s}{'plain':>8s}{'replayed':>10s}")
    for width, batch, depth in SIZES[:: 4 if quick else 1]:
        for dtype in (np.float32, np.float64):
            steps = {
                "plain": step_of(training.train, width, batch, depth, dtype),
                "replayed": step_of(replay.train, width, batch, depth, dtype),
                "torch": torch_step(width, batch, depth, dtype),
            }
            found, milliseconds = ratios(steps, 7, 0.03)
            name = f"{width}, {batch}, {depth}"
            row = f"{name:22s}{np.dtype(dtype).name:9s}{milliseconds:9.2f}"
            print(f"{row}{found['plain']:8.2f}{found['replayed']:10.2f}")


def corners():
    import torch

    print(f"\n{'512 x 512, float64':22s}{'torch ms':>9s}{'ratio':>8s}   forward and backward")
    values = np.random.default_rng(0).normal(size=(512, 512))
    for name, (ours, theirs) in CORNERS.items():
        theirs = theirs or torch.nn.LayerNorm(512, dtype=torch.float64)
        x, t = Tensor(values, requires_grad=True), torch.tensor(values, requires_grad=True)

        def ours_step(x=x, ours=ours):
            x.grad = None
            ours(x).sum().backward()

        def theirs_step(t=t, theirs=theirs):
            t.grad = None
            theirs(t).sum().backward()

        found, milliseconds = ratios({"minimodel": ours_step, "torch": theirs_step}, 9, 0.03)
        print(f"{name:22s}{milliseconds:9.2f}{found['minimodel']:8.2f}")


def imports():
    """How long `import minimodel` takes, once NumPy is there."""
    script = "import numpy, time; a = time.perf_counter(); import minimodel; print(time.perf_counter() - a)"
    found = [
        float(subprocess.run([sys.executable, "-c", script], capture_output=True).stdout) for _ in range(7)
    ]
    print(f"\nimport minimodel, after numpy: {statistics.median(found) * 1000:.0f} ms")


def kept_losses():
    """Memory that 200 kept losses of a network of 10 layers of 256 take."""
    model, generator = network(256, 10, np.float64), np.random.default_rng(0)
    x, y = generator.normal(size=(64, 64)), generator.integers(10, size=64)
    script = "VmRSS"
    before = resident(script)
    kept = []
    for _ in range(200):
        loss = nn.CrossEntropyLoss()(model(x), y)
        loss.backward()
        kept.append(loss)
    print(f"200 kept losses: {(resident(script) - before) / 1024:.0f} MB more")


def resident(line):
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(row.split()[1]) for row in file if row.startswith(line))


def main():
    in_one_thread()
    import torch

    torch.set_num_threads(1)
    print(
        f"NumPy {np.__version__}, torch {torch.__version__}, minimodel at {minimodel.__name__}; {time.ctime()}"
    )
    kept_losses()
    imports()
    corners()
    print()
    if "--corners" not in sys.argv:
        sizes("--quick" in sys.argv)


if __name__ == "__main__":
    main()
