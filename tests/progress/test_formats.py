"""A file of an earlier version says the same as ever; one of a later version is shown, and never written."""

import shutil
import tomllib
from pathlib import Path

import pytest

from progress.block import is_as_written
from progress.journal import Journal
from progress.scan import scan

FORMAT_1 = Path(__file__).parent / "formats" / "progress-1.toml"  # by the version that wrote TOML by hand


@pytest.mark.parametrize("line_break", [b"\n", b"\r\n"])
def test_a_file_written_before_tomli_w_did_it_says_the_same_and_its_checksums_hold(line_break):
    content = FORMAT_1.read_bytes().replace(b"\n", line_break)
    scanned = scan(content)
    tables = tomllib.loads(content.decode())["event"]
    assert len(tables) == 12
    assert scanned.damage == []
    for event, table in zip(scanned.events, tables, strict=True):
        assert (event.id, event.time, event.version) == (table["id"], table["time"], table["version"])
        assert (event.kind, event.lesson) == (table["kind"], table.get("lesson"))
        assert repr(dict(event.payload)) == repr(table["payload"])  # nan too
    assert all(is_as_written(event) for event in scanned.events)


def test_adding_to_such_a_file_leaves_it_as_it_is(folder, reopen):
    folder.mkdir(parents=True)
    shutil.copy(FORMAT_1, folder / "progress.toml")
    before = reopen().events
    event = reopen().append("later", text="a tab\t")
    assert reopen().events == (*before, event)
    assert (folder / "progress.toml").read_bytes().startswith(FORMAT_1.read_bytes())
    assert list(map(is_as_written, reopen().events)) == [True] * 13


def test_a_file_of_a_newer_format_is_shown_but_never_written(folder, reopen):
    event = reopen().append("a")
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace("format = 1", "format = 7"))
    before = path.read_bytes()
    journal = reopen()
    assert journal.events == (event,)
    assert (journal.notices[0].kind, journal.notices[0].values) == ("newer", {"number": 7})
    later = journal.append("b")
    assert journal.trouble == "newer-format"
    assert journal.unsaved == (later,)
    assert path.read_bytes() == before


def test_unknown_kinds_and_keys_are_kept(folder):
    journal = Journal.open(folder, version="9.9")
    journal.append("something-from-the-future", "lesson", gadget={"new": [1, 2]})
    (event,) = Journal.open(folder, version="0.1").events
    assert event.kind == "something-from-the-future"
    assert event.version == "9.9"
    assert event.payload["gadget"] == {"new": [1, 2]}
