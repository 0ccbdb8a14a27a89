"""What is read of an event says the same as all of it."""

from typing import Any

import pytest

from progress.event import Event
from progress.scan import scan
from tests.tutor.reports.conftest import File
from tutor.reports.light import Metrics, light


def event(kind: str, **payload: Any) -> Event:
    (found,) = scan("".join(File("ana").add(kind, **payload).parts).encode()).events
    return found


@pytest.mark.parametrize(
    "payload",
    [
        {"mode": "open"},
        {"stage": "run", "mode": "blind"},
        {"stage": 'mode = "blind"'},
        {"mode": 'open", x = "'},
        {"mode": ["open"]},
        {"mode": "open", "experiment": "additive", "metrics": 5},
        {"mode": "open", "experiment": 'x", metrics = {', "metrics": {}},
        {"mode": "open", "experiment": "additive"},
        {"experiment": "additive", "metrics": {"rank": {}}},
        {},
    ],
)
def test_an_event_keeps_its_payload(payload: dict[str, Any]) -> None:
    found = event("sweep", **payload)
    seen = light(found)
    assert dict(seen.payload) == dict(found.payload)
    assert (seen.id, seen.time, seen.kind, seen.lesson) == (found.id, found.time, found.kind, found.lesson)


def test_a_sweep_is_not_read_until_its_measurements_are_wanted() -> None:
    metrics = {"rank": {"broken": {"median": 5}}}
    found = event("sweep", mode="open", experiment="additive", metrics=metrics, seeds=32)
    seen = light(found).payload
    assert (seen["mode"], seen["experiment"]) == ("open", "additive")
    assert isinstance(seen["metrics"], Metrics)
    assert found.payload._values is None  # type: ignore[attr-defined]
    assert dict(seen["metrics"]) == found.payload["metrics"]
    assert len(seen["metrics"]) == 1


def test_an_event_that_is_in_memory_only_stays_as_it_is() -> None:
    found = event("opened", mode="open")
    loose = Event(found.id, found.time, found.version, found.kind, found.lesson, {"mode": "open"})
    assert light(loose) is loose
