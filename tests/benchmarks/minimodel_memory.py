"""Train 100,000 steps, plainly and replayed, and print the resident memory on the way: it stays flat.

    python tests/benchmarks/minimodel_memory.py [steps]

The cyclic collector is off, so whatever is not freed by reference counting would pile up.
"""

import gc
import sys
from pathlib import Path

import numpy as np

from minimodel import optim, training
from minimodel.lab import replay
from minimodel.lab.tense import TenseMLP, split


def resident():
    """KiB in use, of the peak where the system does not tell the present."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1])
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    gc.collect()
    gc.disable()
    data = split("agreement", 0)
    for train in (training.train, replay.train):
        model = TenseMLP(generator=np.random.default_rng(0))
        optimizer = optim.Adam(model.parameters(), lr=0.01)
        found = []
        for step in train(model, data.x_train, data.y_train, optimizer, steps):
            if step.step % (steps // 10) == 0:
                found.append(resident())
        grown = found[-1] - found[0]
        print(f"{train.__module__}.train, {steps} steps: KiB after each tenth {found}; grown by {grown}")


if __name__ == "__main__":
    main()
