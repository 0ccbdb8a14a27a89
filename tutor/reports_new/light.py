"""Reads of an event only what a report on many learners asks: a sweep says far more, and reading it takes a while."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from lessons.acts import Swept
from lessons.lesson import MODES
from progress.event import Event
from progress.payload import Payload
from tutor.records import BY_ACT, MODE

SWEPT = BY_ACT[Swept].kind
MODE_FIRST = re.compile(rf'\{{ {MODE} = "({"|".join(MODES)})"[ ,]')
SWEEP = re.compile(rf'\{{ {MODE} = "(\w+)", experiment = "([\w-]+)",[^{{]* metrics = \{{')


class Metrics(Mapping[str, Any]):
    """What a sweep measured, read from its event when somebody looks."""

    def __init__(self, payload: Mapping[str, Any]) -> None:
        self.payload = payload

    def __getitem__(self, name: str) -> Any:
        return self.payload["metrics"][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.payload["metrics"])

    def __len__(self) -> int:
        return len(self.payload["metrics"])


def mode_of(event: Event) -> Any:
    """Give the mode in which it happened, as its payload says."""
    found = MODE_FIRST.match(event.payload.text) if isinstance(event.payload, Payload) else None
    return found[1] if found else event.payload.get(MODE, MODES[0])


def light(event: Event) -> Event:
    """Give the event; a sweep as the program writes it with measurements that are read when they are wanted."""
    payload = event.payload
    if event.kind != SWEPT or not isinstance(payload, Payload) or not (found := SWEEP.match(payload.text)):
        return event
    values = {MODE: found[1], "experiment": found[2], "metrics": Metrics(payload)}
    return replace(event, payload=values)
