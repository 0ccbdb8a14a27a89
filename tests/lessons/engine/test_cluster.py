"""A dask cluster gives the numbers of one process, loses a worker without harm, and its troubles are told by name."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from lessons.engine import cluster as module
from lessons.engine.chunks import ExecutorError, sweep_all
from lessons.engine.cluster import check_scheduler, check_workers, cluster, fingerprint
from lessons.runs.experiment import Measured
from tests.lessons.runs.drawing import bits, swept, swept_by_one_process, three_chunks

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    with local_cluster(n_workers=2, threads_per_worker=2) as found:
        yield found


def local_cluster(**options: Any) -> Any:
    return distributed.LocalCluster(host="127.0.0.1", dashboard_address="127.0.0.1:0", **options)


@pytest.fixture
def address(workers: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(module, "TIMEOUT_S", 60)  # the machine may be busy
    return str(workers.scheduler_address)


@pytest.mark.slow
def test_a_cluster_that_threads_share_gives_the_numbers_of_one_process_bit_for_bit(address):
    asked = three_chunks()
    with cluster(address) as executor, ThreadPoolExecutor(2) as threads:
        both = threads.submit(swept, asked, executor)
        single = threads.map(lambda each: swept([each], executor), asked)
        expected = [*map(bits, swept_by_one_process(asked))]
        assert [*map(bits, both.result())] == [bits(measured) for (measured,) in single] == expected


@pytest.mark.slow
def test_a_worker_lost_midway_costs_nothing_but_time(address):
    asked = three_chunks() * 2
    with distributed.Client(address, set_as_default=False) as client:
        (first, *_) = client.run(os.getpid).values()
    with cluster(address) as executor:
        items = sweep_all(asked, executor)
        next(items)
        os.kill(first, signal.SIGKILL)
        found = {place: bits(item) for place, item in items if isinstance(item, Measured)}
    assert [found[place] for place in range(4)] == [*map(bits, swept_by_one_process(asked))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("found", "what", "words"),
    [
        ({**fingerprint(), "NumPy": "2.0.1"}, "differs", "NumPy 2.0.1 ≠ "),
        (ModuleNotFoundError("No module named 'lessons'"), "cannot", "No module named"),
    ],
)
def test_a_worker_with_other_code_or_none_is_told(found, what, words):
    client = SimpleNamespace(run=lambda function, on_error: {"tcp://there:1": found})
    with pytest.raises(ExecutorError) as told:
        check_workers(client, "tcp://here:1")
    assert told.value.what == what
    assert told.value.values["worker"] == "tcp://there:1"
    assert words in "".join(told.value.values.values())


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(monkeypatch):
    monkeypatch.setattr(module, "TIMEOUT_S", 60)
    with (
        local_cluster(n_workers=0) as empty,
        pytest.raises(ExecutorError, match="no_workers"),
        cluster(empty.scheduler_address),
    ):
        pass


def test_somebody_who_listens_and_says_nothing_is_nobody(monkeypatch):
    monkeypatch.setattr(module, "TIMEOUT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody_is_at(f"127.0.0.1:{silent.getsockname()[1]}")


def test_a_worker_is_no_scheduler(workers):
    nobody_is_at(next(iter(workers.workers.values())).worker_address)
    asyncio.run(check_scheduler(distributed, str(workers.scheduler_address)))  # and a scheduler is one


def nobody_is_at(address: str) -> None:
    with pytest.raises(ExecutorError, match="nobody"), cluster(address):
        pass
