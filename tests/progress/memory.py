"""Events as a journal makes them, kept in memory only."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from progress.event import Event, new_event
from progress.journal import Journal, local_time


class Memory:
    """Stands in for a journal where a test is about events and not about files."""

    def __init__(self, clock: Callable[[], datetime] = local_time) -> None:
        self.clock = clock
        self.events: tuple[Event, ...] = ()

    def append(self, kind: str, lesson: str | None = None, **payload: Any) -> Event:
        latest = self.events[-1].id if self.events else ""
        event = new_event(kind, lesson, payload, version="1", time=self.clock(), latest=latest)
        self.events += (event,)
        return event


def written(folder: Path, count: int = 3) -> list[Event]:
    journal = Journal.open(folder, version="1")
    return [journal.append("step", "lesson", number=number) for number in range(count)]
