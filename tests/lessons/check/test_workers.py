"""A process that proves for somebody ends with them, whatever it is doing."""

import os
import select
import subprocess
import sys

import pytest

CHECKING = """
from lessons.check.workers import Worker
worker = Worker()
worker.ask(exec, ({job!r},), lambda done: print(worker.process.pid, flush=True))
"""
BEGUN = "from lessons.check.worker_process import beat; beat()"
LONG = 60_000  # milliseconds: far more than it takes, and far less than the job


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for another's process, as Linux can")
@pytest.mark.parametrize("job", ["while True: pass", "import time; time.sleep(3600)"])
def test_a_worker_ends_when_the_check_that_started_it_is_killed(job: str) -> None:
    check = subprocess.Popen(
        [sys.executable, "-c", CHECKING.format(job=f"{BEGUN}\n{job}")], stdout=subprocess.PIPE, text=True
    )
    assert check.stdout is not None
    with check, os.fdopen(os.pidfd_open(int(check.stdout.readline()))) as worker:
        check.kill()
        ended = select.poll()
        ended.register(worker, select.POLLIN)
        assert ended.poll(LONG)
