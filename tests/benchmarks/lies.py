"""`python -m tests.benchmarks.lies`: a row a family of lies: how many were told, how many caught, and in how long."""

import tempfile
import time
from pathlib import Path

from lessons.check.cache import Cache
from lessons.check.workers import Workers
from lessons.runs.pool import cores
from tests.lessons.check.lying import Lie, families, proofs_of, sentences, write


def main() -> None:
    print(f"{'family':<16}{'lies':>6}{'caught':>8}{'honest':>8}{'passed':>8}{'seconds':>9}")
    rows = []
    with tempfile.TemporaryDirectory() as kept, Workers(cores()) as workers:
        for family, told in families().items():
            begun = time.perf_counter()
            caught = [judged(each, workers, Cache(Path(kept))) for each in told if each.expected]
            passed = [judged(each, workers, Cache(Path(kept))) for each in told if not each.expected]
            seconds = time.perf_counter() - begun
            rows.append((len(caught), sum(caught), len(passed), sum(passed)))
            print(
                f"{family:<16}{len(caught):>6}{sum(caught):>8}{len(passed):>8}{sum(passed):>8}{seconds:>9.1f}"
            )
    totals = [sum(column) for column in zip(*rows, strict=True)]
    print(
        f"{'all':<16}"
        + "".join(f"{total:>{width}}" for total, width in zip(totals, (6, 8, 8, 8), strict=True))
    )


def judged(told: Lie, workers: Workers, cache: Cache) -> bool:
    """Whether a lie is refused for its own reason, or an honest edit passes."""
    with tempfile.TemporaryDirectory() as parent:
        found = sentences(proofs_of(write(told, Path(parent)), workers, cache))
    if told.expected:
        return any(told.expected in each for each in found)
    return not found


if __name__ == "__main__":
    main()
