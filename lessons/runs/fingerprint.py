"""What numbers depend on beside a chunk: the code that trains, Python, NumPy, and how the processor rounds."""

import math
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from lessons.runs.edits import LIBRARY

LESSONS = Path(__file__).parents[1]
Fingerprint = Mapping[str, str]


@cache
def fingerprint() -> Fingerprint:
    """Everything that has to be the same on two machines for their numbers to be the same."""
    return {
        "lynx-tutor": code(),
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "NumPy": np.__version__,
        "arithmetic": arithmetic(),
    }


def code() -> str:
    """A hash of minimodel and lessons as they are installed."""
    found = sha256()
    for folder in (LIBRARY, LESSONS):
        for file in sorted(folder.rglob("*.py")):
            found.update(file.relative_to(folder.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:12]


def arithmetic() -> str:
    """A hash of sums whose last digits depend on the kind of processor, and on the threads that share the work."""
    draws, found = np.random.default_rng(0), sha256()
    for dtype in (np.float64, np.float32):
        long, left, right = (draws.normal(size=size).astype(dtype) for size in (20_000, (60, 24), (24, 5)))
        for each in (*products(long, left, right), *curves(long)):
            found.update(np.asarray(each).tobytes())
    found.update(repr([math.erf(place / 7) for place in range(20)]).encode())
    return found.hexdigest()[:12]


def products(long: Any, left: Any, right: Any) -> Iterator[Any]:
    wide = np.outer(left[:, 0], long[:1024])
    yield from (left @ right, left @ right[:, 0], wide.T @ left)
    yield from (long[start:] @ long[start:] for start in range(16))  # long enough for threads to share it
    yield np.linalg.svd(wide[:, :8])[1]


def curves(long: Any) -> Iterator[Any]:
    for function in (np.exp, np.log, np.tanh, np.sqrt, np.sum):
        yield function(np.abs(long))


def differences(theirs: Fingerprint, ours: Fingerprint) -> str:
    """What differs, in words such as `NumPy 2.0.1 ≠ 2.4.6`, or nothing."""
    names = (name for name in ours if theirs.get(name) != ours[name])
    return ", ".join(f"{name} {theirs.get(name, '?')} ≠ {ours[name]}" for name in names)
