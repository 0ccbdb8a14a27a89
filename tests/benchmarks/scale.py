"""What very many seeds of Break 00 cost: on one process, on two, and on a local dask cluster of two workers.

python tests/benchmarks/scale.py [SEEDS] [STEPS]      20,000 seeds and the lesson's own steps, unless told otherwise

Needs the extra `cluster`. `seconds` are those of the clock, from before the first process is begun until all numbers
are here; `processor` are those that all processes together computed, which a busy machine does not make more. `equal`:
every value and every loss that was kept is that of the one process, bit for bit.
"""

import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parents[2]))

from lessons.load import load_course
from lessons.runs.chunks import Executor, Sweep, here, sweep_all
from lessons.runs.cluster import cluster
from lessons.runs.experiment import sweep_seeds
from lessons.runs.measured import Measured
from lessons.runs.pool import processes

SEEDS = 20_000


@contextmanager
def local_cluster() -> Iterator[Executor]:
    """Two workers of one thread each on this machine, and a connection to them.

    Dask has its workers give memory back at every turn, which costs these small arrays as much as their training.
    """
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set({"distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as two,
        cluster(two.scheduler_address) as executor,
    ):
        yield executor


WAYS: dict[str, Callable[[], AbstractContextManager[Executor]]] = {
    "one process": lambda: nullcontext(here),
    "two processes": lambda: processes(2),
    "a cluster of two workers": local_cluster,
}


def processor() -> float:
    """Seconds that this process has computed, and all of its own that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def bits(measured: dict[int, Measured]) -> str:
    """A hash of everything that was measured."""
    found = sha256()
    for place in sorted(measured):
        found.update(repr(measured[place].values).encode())
        for losses in measured[place].losses.values():
            found.update(repr(losses.shape).encode() + losses.tobytes())
    return found.hexdigest()


def main(seeds: int = SEEDS, steps: int | None = None) -> None:
    experiments = load_course().lessons["break-gelu-identity"].experiments.values()
    sweeps = [Sweep(each, sweep_seeds(0, seeds), steps) for each in experiments]
    print(f"Break 00, {seeds:,} seeds of {len(sweeps)} experiments; load {os.getloadavg()[0]:.1f}")
    print(f"{'':<28}{'seconds':>9}{'processor':>11}{'memory':>10}  equal", flush=True)
    first = ""
    for name, way in WAYS.items():
        clock, computed = time.perf_counter(), processor()
        with way() as executor:
            found = {place: each for place, each in sweep_all(sweeps, executor) if isinstance(each, Measured)}
        seconds, computed = time.perf_counter() - clock, processor() - computed
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        first = first or bits(found)
        equal = "yes" if bits(found) == first else "NO"
        print(f"{name:<28}{seconds:>9.0f}{computed:>11.0f}{memory:>7} MB  {equal}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
