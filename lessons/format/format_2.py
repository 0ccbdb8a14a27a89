"""Lessons of format 2, in which all but the words is in `lesson.toml`: its rows, as the blocks of format 3.

Kept for packs until the release after this one; `lynx-tutor convert` writes what it makes of them.
"""

from typing import Any

from lessons.course.values import Name
from lessons.format.table import Table, check_once

Tables = dict[str, Table]
OF_ROWS = {"popular": "tempting"}  # keys that have another name now


def read_blocks(table: Table) -> tuple[Tables, Tables, Tables]:
    """Take the questions, reviews, hints, claims and drawings out of a `lesson.toml`, as blocks by heading."""
    rows = {(kind, row.take("id", Name)): row for kind in ("predict", "step") for row in table.tables(kind)}
    blocks = {f"{kind} {name}": Table(block_of(row), row.where) for (kind, name), row in rows.items()}
    experiments, reviews = {}, [(row.take("id", Name), row) for row in table.tables("review")]
    check_once([name for name, _ in reviews], table.where)
    for name, row in reviews:
        experiments[name] = row.take("experiment", dict) | row.rest(but=("concept", "ask"))
        concept, ask = row.rest(but=("ask",)), row.table("ask")
        blocks[f"review {name}"] = Table(block_of(ask) | concept, ask.where)
    if experiments:
        table.put("review", experiments)
    for number, row in enumerate(table.tables("hint"), 1):
        blocks[f"hint {number}"] = row
    return blocks, table.named_tables("claims"), table.named_tables("drawing")


def block_of(row: Table) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if row.has("metric"):
        experiment, metric = row.take("experiment", str, ""), row.take("metric", str)
        found["of"] = f"{experiment}.{metric}" if experiment else metric
    if options := [(option.take("id", Name), regions_of(option)) for option in row.tables("option")]:
        check_once([name for name, _ in options], f"{row.where}: [[option]]")
        found["options"] = dict(options)
    return found | {OF_ROWS.get(key, key): value for key, value in row.rest().items()}


def regions_of(option: Table) -> Any:
    """Return the region of an option; of one with regions of arms all of them, by their names."""
    regions = option.rest()
    return regions["value"] if list(regions) == ["value"] else regions
