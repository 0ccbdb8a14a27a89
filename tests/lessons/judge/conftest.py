"""One process that judges what many tests hand in: it starts once."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from lessons.engine.process import Process


@pytest.fixture(scope="session")
def bench() -> Iterator[Process]:
    with closing(Process()) as process:
        yield process
