"""The workers of a dask cluster, which train chunks of seeds: extra `cluster`."""

import asyncio
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson.source import LIBRARY
from lessons.course.lesson.values import error_words
from lessons.engine.chunks import Executor, ExecutorError, train_chunk
from lessons.engine.pool import trained_by

TIMEOUT_S = 5  # for a scheduler to answer
RETRIES = 2  # of a chunk that raised: it may have been its machine


@cache
def fingerprint() -> Mapping[str, str]:
    """Return everything that has to be the same on two machines for their numbers to be the same."""
    code = sha256()
    for folder in (LIBRARY, Path(__file__).parents[1]):
        for file in sorted(folder.rglob("*.py")):
            code.update(file.relative_to(folder.parent).as_posix().encode() + b"\0" + file.read_bytes())
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"lynx-tutor": code.hexdigest()[:12], "Python": python, "NumPy": np.__version__}


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a scheduler, whose workers train chunks until the end of the block."""
    try:
        import distributed
    except ImportError as error:
        raise ExecutorError("not_installed") from error
    for name in ("distributed", "distributed.client"):  # what matters of what they log is said in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(asyncio.wait_for(check_scheduler(distributed, address), TIMEOUT_S))
        client = distributed.Client(address, timeout=TIMEOUT_S, set_as_default=False)
    except Exception as error:  # whoever answers may be no scheduler, and say anything
        raise ExecutorError("nobody", address=address) from error
    with client:
        check_workers(client, address)
        workers = client.get_executor(pure=False, retries=RETRIES)
        yield partial(trained_by, partial(workers.submit, train_chunk), address)


async def check_scheduler(distributed: ModuleType, address: str) -> None:
    """Raise ValueError unless a scheduler answers. A Client would wait for ever for somebody who is silent."""
    security = distributed.Security()
    async with distributed.rpc(address, connection_args=security.get_connection_args("client")) as somebody:
        if (await somebody.identity())["type"] != "Scheduler":
            raise ValueError(address)


def check_workers(client: Any, address: str) -> None:
    """Raise ExecutorError where there is no worker, or one with other code than here: its numbers would be others."""
    ours, found = fingerprint(), client.run(fingerprint, on_error="return")
    if not found:
        raise ExecutorError("no_workers", address=address)
    for worker, theirs in found.items():
        if isinstance(theirs, Exception):
            raise ExecutorError("cannot", worker=worker, error=error_words(theirs))
        if other := [f"{name} {theirs[name]} ≠ {ours[name]}" for name in ours if theirs[name] != ours[name]]:
            raise ExecutorError("differs", worker=worker, differing=", ".join(other))
