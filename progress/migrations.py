"""Older formats of the progress file, and how each becomes the next.

Format 0 is what the first prototype wrote: an event had no id and no version, its time was called `at`, its kind
`what`, and what it said stood beside them instead of in a payload.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from progress.block import new_event
from progress.errors import ProgressError
from progress.header import FORMAT
from progress.sentence import Sentence

Table = Mapping[str, Any]


def upgrade(table: Table, number: int) -> Table:
    """Return an event's table as the present format has it, from one of format `number`."""
    for step in range(max(number, 0), FORMAT):
        table = STEPS[step](table)
    return table


def _from_0(table: Table) -> Table:
    """Give an event of format 0 its payload, and an id that is the same each time the file is read."""
    said = {"at": datetime, "what": str, "lesson": str | None}
    if not all(isinstance(table.get(key), kind) for key, kind in said.items()):
        raise ProgressError(Sentence("not-of-format-0"))
    import hashlib

    time = table["at"] if table["at"].tzinfo else table["at"].replace(tzinfo=UTC)
    payload = {key: value for key, value in table.items() if key not in ("at", "what", "lesson")}
    digest = hashlib.sha256(repr(sorted(table.items())).encode()).hexdigest()
    event, _ = new_event(
        table["what"], table.get("lesson"), payload, version="0", time=time, random=digest[:8]
    )
    return {
        "id": event.id,
        "time": event.time,
        "version": event.version,
        "kind": event.kind,
        "lesson": event.lesson,
        "payload": dict(event.payload),
    }


STEPS: dict[int, Callable[[Table], Table]] = {0: _from_0}
