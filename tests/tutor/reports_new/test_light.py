"""What is read of an event says the same as all of it."""

from typing import Any

import pytest

from progress.scan import scan
from tests.tutor.reports_new.conftest import File
from tutor.reports_new.light import Metrics, light, mode_of


def event(kind: str, **payload: Any) -> Any:
    (found,) = scan("".join(File("ana").add(kind, **payload).parts).encode()).events
    return found


@pytest.mark.parametrize(
    "payload",
    [
        {"mode": "open"},
        {"mode": "blind", "stage": "run"},
        {"stage": "run", "mode": "blind"},
        {"stage": 'mode = "blind"'},
        {"mode": 'open", x = "'},
        {"mode": ["open"]},
        {},
    ],
)
def test_the_mode_is_the_one_in_the_payload(payload: dict[str, Any]) -> None:
    found = event("moved", **payload)
    assert mode_of(found) == found.payload.get("mode", "open")


def test_a_sweep_is_not_read_until_its_measurements_are_wanted() -> None:
    found = event(
        "sweep", mode="open", experiment="additive", metrics={"rank": {"broken": {"median": 5}}}, seeds=32
    )
    seen = light(found).payload
    assert seen["experiment"] == "additive"
    assert isinstance(seen["metrics"], Metrics)
    assert found.payload._values is None
    assert dict(seen["metrics"]) == found.payload["metrics"]
    assert len(seen["metrics"]) == 1


@pytest.mark.parametrize(
    "payload",
    [
        {"mode": "open", "experiment": "additive", "metrics": 5},
        {"mode": "open", "experiment": 'x", metrics = {', "metrics": {}},
        {"mode": "open", "experiment": "additive"},
        {"experiment": "additive", "metrics": {"rank": {}}},
    ],
)
def test_any_other_sweep_is_read_as_it_is(payload: dict[str, Any]) -> None:
    found = event("sweep", **payload)
    seen = light(found).payload
    assert {key: seen[key] for key in ("experiment", "metrics") if key in seen} == {
        key: value for key, value in payload.items() if key in ("experiment", "metrics")
    }
