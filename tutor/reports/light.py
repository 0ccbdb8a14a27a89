"""Reads events for a report on many learners: once what many of them say alike, and a sweep only when it is wanted."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from progress.event import MODE, Event
from progress.payload import Payload
from tutor.reading import UNREADABLE, Unread, as_record

MEASURED = re.compile(rf'\{{ {MODE} = "(\w+)", experiment = "([\w-]+)",[^{{]* metrics = \{{')


class Metrics(Unread):
    """What a run measured, read from its event when somebody looks; nothing where that is none."""

    def __init__(self, payload: Mapping[str, Any]) -> None:
        self.payload = payload

    @cached_property
    def values_by_name(self) -> Mapping[str, Any]:
        try:
            return as_record(self.payload["metrics"])
        except UNREADABLE:
            return {}

    def __getitem__(self, name: str) -> Any:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)


def light(event: Event) -> Event:
    """Give the event with a payload that is quick to read; of a run as the program writes it, what a fold asks."""
    payload = event.payload
    if not isinstance(payload, Payload):
        return event
    values: Mapping[str, Any]
    if found := MEASURED.match(payload.text):
        values = {MODE: found[1], "experiment": found[2], "metrics": Metrics(payload)}
    else:
        values = read_once(payload.text)
    return Event(event.id, event.time, event.version, event.kind, event.lesson, values)


@lru_cache(8192)
def read_once(text: str) -> Mapping[str, Any]:
    """Read a payload. Most are those of every learner: a stage, an answer, a verdict."""
    return dict(Payload(text))
