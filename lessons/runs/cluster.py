"""The executor that is a dask.distributed cluster which runs already: the optional extra `cluster`.

Every worker has to have what is installed here: each is asked for its fingerprint, and one whose numbers could be
others is refused. A worker that is lost costs the chunks that it was training: others train them again.
"""

import asyncio
import logging
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import Any

from lessons.format import LessonError
from lessons.runs.chunks import Executor, ExecutorError, Items, Sweep, here
from lessons.runs.fingerprint import Fingerprint, differences, fingerprint
from lessons.runs.measured import Measured
from lessons.runs.training import said

SECONDS = 5  # for the scheduler to answer
RETRIES = 2  # of a chunk that raised: it may have been its machine
ONE_AT_A_TIME = threading.Lock()  # minimodel draws from one generator for all the threads of a worker
Answer = tuple[str, Fingerprint, Measured | None]  # whose it is, computed with what, and what was measured


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a scheduler, whose workers train chunks until the end of the block."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ExecutorError("not_installed") from error
    for name in ("distributed", "distributed.client"):  # what matters of what they log is said in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    check_scheduler(address)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions that differ: those that change numbers are looked at below
        client = Client(address, timeout=SECONDS, set_as_default=False)
    try:
        check_workers(client)
        yield partial(on_cluster, client, address)
    finally:
        client.close()


# ---- who is there ----------------------------------------------------------


def check_scheduler(address: str) -> None:
    """Raise ExecutorError unless a scheduler with workers answers at an address, within seconds."""
    try:
        found = asyncio.run(asyncio.wait_for(identity(address), SECONDS))
    except Exception as error:  # whoever answers may be no scheduler, and say anything
        raise ExecutorError("nobody", address=address) from error
    if found.get("type") != "Scheduler":
        raise ExecutorError("nobody", address=address)
    if not found["workers"]:
        raise ExecutorError("no_workers", address=address)


async def identity(address: str) -> Mapping[str, Any]:
    """Ask whoever listens at an address what they are. A Client would wait for ever for one that is silent."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as somebody:
        return dict(await somebody.identity())


def check_workers(client: Any) -> None:
    """Raise ExecutorError where a worker could give other numbers than this process."""
    for address, found in client.run(fingerprint, on_error="return").items():
        check_worker(address, found)


def check_worker(address: str, found: Fingerprint | Exception) -> None:
    if isinstance(found, Exception):
        raise ExecutorError("cannot", worker=address, error=said(found))
    if differing := differences(found, fingerprint()):
        raise ExecutorError("differs", worker=address, differing=differing)


# ---- training --------------------------------------------------------------


def on_cluster(client: Any, address: str, chunks: Sequence[Sweep]) -> Items:
    """Let the workers train chunks."""
    from distributed import as_completed

    futures = client.map(answer, chunks, ours=fingerprint(), pure=False, retries=RETRIES)
    places = {future: place for place, future in enumerate(futures)}
    done = as_completed(futures, loop=client.loop)
    del futures  # so that the cluster forgets what has been taken
    try:
        for future in done:
            yield places.pop(future), taken(future, address)
    finally:
        client.cancel(list(places))


def taken(future: Any, address: str) -> Measured:
    """What a worker measured. Raises LessonError where the lesson is at fault, ExecutorError where the cluster is."""
    try:
        worker, theirs, measured = future.result()
    except LessonError:
        raise
    except CancelledError as error:
        raise ExecutorError("gone", address=address) from error
    except Exception as error:
        raise ExecutorError("cannot", worker=address, error=said(error)) from error
    check_worker(worker, theirs)
    assert measured is not None
    return measured


def answer(chunk: Sweep, ours: Fingerprint) -> Answer:
    """Train a chunk, on a worker. One that came late has not been looked at: it trains nothing where it differs."""
    from distributed import get_worker

    if differences(fingerprint(), ours):
        return get_worker().address, fingerprint(), None
    with ONE_AT_A_TIME:
        *_, (_, measured) = here([chunk])
    assert isinstance(measured, Measured)
    return get_worker().address, fingerprint(), measured
