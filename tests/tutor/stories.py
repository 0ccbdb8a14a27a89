"""Journals as they really are: those that were recorded, and six lessons gone through to their end."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lessons.format.course import load_course
from progress.event import Event, new_event
from progress.journal import Journal
from progress.scan import scan, write_file
from tests.tutor.conftest import make_learner
from tests.tutor.small_course import small_places
from tests.tutor.work import finish
from tutor.learner import Learner

RECORDED = sorted((Path(__file__).with_name("journals")).glob("*.toml"))
BEGIN = datetime(2026, 9, 7, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Happening:
    kind: str
    lesson: str | None
    payload: Mapping[str, Any]
    time: datetime = BEGIN


Story = tuple[Happening, ...]


@cache
def stories_told() -> tuple[Story, ...]:
    """Return the journals that earlier versions wrote, and one of six whole lessons."""
    with TemporaryDirectory() as folder:
        learner = make_learner(Path(folder))
        for place in small_places():
            finish(learner, place)
        told = [scan(path.read_bytes()).events for path in RECORDED] + [learner.journal.events]
    return tuple(
        tuple(Happening(each.kind, each.lesson, dict(each.payload), each.time) for each in events) for events in told
    )


def as_file(story: Story, learner: str = "ana") -> bytes:
    """Write the story as a progress file; whatever a payload holds, its checksum is right."""
    events: list[Event] = []
    for each in story:
        latest = events[-1].id if events else ""
        event = new_event(each.kind, each.lesson, each.payload, version="1", time=each.time, latest=latest)
        events.append(event)
    return write_file(learner, BEGIN, events, {})


def learner_of(folder: Path, content: bytes, name: str = "ana") -> Learner:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "progress.toml").write_bytes(content)
    return Learner(name, folder, Journal.open(folder, version="test"), load_course())
