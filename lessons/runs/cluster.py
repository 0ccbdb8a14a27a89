"""The executor that is a dask.distributed cluster which runs already: the optional extra `cluster`."""

import asyncio
import logging
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import Any

from lessons.format import LessonError
from lessons.runs.chunks import Executor, ExecutorError, Items, Sweep, here
from lessons.runs.fingerprint import fingerprint
from lessons.runs.measured import Measured
from lessons.runs.training import said

TIMEOUT_S = 5  # for the scheduler to answer
RETRIES = 2  # of a chunk that raised: it may have been its machine
ONE_AT_A_TIME = threading.Lock()  # minimodel draws from one generator for all the threads of a worker


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a scheduler, whose workers train chunks until the end of the block."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ExecutorError("not_installed") from error
    for name in ("distributed", "distributed.client"):  # what matters of what they log is said in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(asyncio.wait_for(check_scheduler(address), TIMEOUT_S))
        client = Client(address, timeout=TIMEOUT_S, set_as_default=False)
    except Exception as error:  # whoever answers may be no scheduler, and say anything
        raise ExecutorError("nobody", address=address) from error
    with client:
        check_workers(client, address)
        yield partial(on_cluster, client, address)


async def check_scheduler(address: str) -> None:
    """Raise ValueError unless a scheduler answers. A Client would wait for ever for somebody who is silent."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as somebody:
        if (await somebody.identity())["type"] != "Scheduler":
            raise ValueError(address)


def check_workers(client: Any, address: str) -> None:
    """Raise ExecutorError where there is no worker, or one with other code than here: its numbers would be others."""
    found = client.run(fingerprint, on_error="return")
    if not found:
        raise ExecutorError("no_workers", address=address)
    for worker, theirs in found.items():
        if isinstance(theirs, Exception):
            raise ExecutorError("cannot", worker=worker, error=said(theirs))
        differing = [
            f"{name} {theirs[name]} ≠ {ours}" for name, ours in fingerprint().items() if theirs[name] != ours
        ]
        if differing:
            raise ExecutorError("differs", worker=worker, differing=", ".join(differing))


def on_cluster(client: Any, address: str, chunks: Sequence[Sweep]) -> Items:
    """Let the workers train chunks. One that is lost costs the chunks that it was training: others train them again."""
    from distributed import as_completed

    futures = client.map(trained, chunks, pure=False, retries=RETRIES)
    places = {future: place for place, future in enumerate(futures)}
    del futures  # so that the cluster forgets what has been taken
    try:
        for future in as_completed(list(places), loop=client.loop):
            yield places.pop(future), future.result()
    except LessonError:
        raise
    except CancelledError as error:
        raise ExecutorError("gone", address=address) from error
    except Exception as error:
        raise ExecutorError("cannot", worker=address, error=said(error)) from error
    finally:
        client.cancel(list(places))


def trained(chunk: Sweep) -> Measured:
    """Train a chunk, on a worker."""
    with ONE_AT_A_TIME:
        *_, (_, found) = here([chunk])
    assert isinstance(found, Measured)
    return found
