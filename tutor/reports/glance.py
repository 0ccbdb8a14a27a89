"""What can be told of an event without reading all of it. A sweep says far more than a report on many learners asks."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from progress.event import Event
from progress.payload import Payload

MODE = re.compile(r'\{ mode = "(open|blind)"[ ,]')
SWEEP = re.compile(r'\{ mode = "\w+", experiment = "([\w-]+)",[^{]* metrics = \{')


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
    """The mode in which it happened, as its payload says."""
    found = MODE.match(event.payload.text) if isinstance(event.payload, Payload) else None
    return found[1] if found else event.payload.get("mode", "open")


def at_a_glance(event: Event) -> Mapping[str, Any]:
    """The payload; of a sweep as the program writes it, with measurements that are read when they are wanted."""
    if (
        event.kind == "sweep"
        and isinstance(event.payload, Payload)
        and (found := SWEEP.match(event.payload.text))
    ):
        return {"experiment": found[1], "metrics": Metrics(event.payload)}
    return event.payload
