"""A process that proves for somebody ends with them, whatever it is doing."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from lessons.check.workers import Worker

CHECKING = """
from lessons.check.workers import Worker
worker = Worker()
worker.ask(exec, ({job!r},), lambda done: print(worker.process.pid, flush=True))
"""
BEGUN = "from lessons.check.working import beat; beat()"
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


FIRST_ONLY = """
import os, pathlib
done = pathlib.Path({path!r})
first = not done.exists()
done.touch()
while first:
    pass
"""


def test_what_does_not_end_in_a_process_that_has_worked_is_asked_once_more_of_a_fresh_one(
    tmp_path: Path,
) -> None:
    worker = Worker()
    try:
        worker.ask(exec, ("pass",), print)
        before = worker.process.pid if worker.process else 0
        worker.ask(exec, (FIRST_ONLY.format(path=str(tmp_path / "asked")),), print)
        assert worker.process
        assert worker.process.pid != before
    finally:
        worker.close()
