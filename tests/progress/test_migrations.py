"""A file of an older format opens as it is, and becomes one of the present format before anything is added."""

import shutil
import tomllib
from pathlib import Path

import pytest

from progress.block import is_as_written
from progress.doctor import examine, mend
from progress.journal import Journal
from progress.merge import merge_file
from progress.scan import scan

FORMAT_0 = Path(__file__).parent / "formats" / "progress-0.toml"
FORMAT_1 = FORMAT_0.with_name("progress-1.toml")  # by the version that wrote TOML by hand


@pytest.fixture
def old(folder):
    folder.mkdir(parents=True)
    shutil.copy(FORMAT_0, folder / "progress.toml")
    return folder


def test_the_events_of_format_0_are_read_with_ids_that_stay_the_same(old, reopen):
    journal = reopen()
    assert [event.kind for event in journal.events] == ["opened", "prediction", "reflection"]
    assert journal.events[1].payload == {"question": "steps", "answer": "more", "confidence": 0.8}
    assert journal.events[2].payload["text"] == 'Two lines,\nand "quotes".'
    assert journal.events == reopen().events
    assert (old / "progress.toml").read_bytes() == FORMAT_0.read_bytes()


def test_adding_to_it_first_brings_it_to_format_1_and_keeps_a_copy(old, reopen):
    before = reopen().events
    event = reopen().append("later")
    assert reopen().events == (*before, event)
    assert tomllib.loads((old / "progress.toml").read_text())["format"] == 1
    (copy,) = (old / "backups").iterdir()
    assert copy.read_bytes() == FORMAT_0.read_bytes()


def test_two_sessions_that_meet_an_old_file_together_lose_nothing(old, reopen):
    first, second = reopen(), reopen()
    before = first.events
    a, b = first.append("a"), second.append("b")
    assert reopen().events == (*before, a, b)


def test_the_doctor_names_the_old_format_and_mends_it(old):
    assert "older" in {finding.kind for finding in examine(old)}
    mend(old)
    assert examine(old) == ()


def test_merging_an_old_file_into_its_own_new_one_adds_nothing(old, reopen):
    reopen().append("later")
    assert merge_file(old, FORMAT_0).added == ()


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


@pytest.mark.parametrize("line", ["lesson = []", "lesson = 7", "at = 7", "what = {}"])
def test_an_event_of_format_0_that_makes_no_sense_is_set_aside(old, reopen, line):
    path = old / "progress.toml"
    path.write_text(path.read_text().replace('lesson = "break-gelu-identity"', line, 1))
    journal = reopen()
    assert len(journal.events) == 2
    assert len(journal.set_aside) == 1


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
