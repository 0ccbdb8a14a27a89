"""Merging is the union, in time order."""

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from stand_ins import disk

from progress import ProgressError
from progress.journal import Journal
from progress.merge import merge_file

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def session(folder: Path, minutes: list[int], label: str) -> list:
    times = iter(NOON + timedelta(minutes=minute) for minute in minutes)
    journal = Journal.open(folder, version="1", clock=lambda: next(times, NOON))
    return [journal.append("step", None, label=f"{label}{number}") for number, _ in enumerate(minutes)]


def labels(folder: Path) -> list[str]:
    return [event.payload["label"] for event in Journal.open(folder, version="1").events]


def make_two(tmp_path: Path, here: list[int], there: list[int]) -> tuple[Path, Path]:
    session(tmp_path / "here" / "ana", here, "a")
    session(tmp_path / "there" / "ana", there, "b")
    return tmp_path / "here" / "ana", tmp_path / "there" / "ana"


def test_two_machines_become_one_history_in_time_order(tmp_path):
    here, there = make_two(tmp_path, [0, 0, 20, 40], [5, 10, 30])
    merge = merge_file(here, there / "progress.toml")
    assert len(merge.added) == 3
    assert labels(here) == ["a0", "a1", "b0", "b1", "a2", "b2", "a3"]
    assert len(tomllib.loads((here / "progress.toml").read_text())["event"]) == 7


MINUTES = some.lists(some.integers(-500, 500), min_size=1, max_size=5)


@given(MINUTES, MINUTES)
@settings(max_examples=30, deadline=None)
def test_merging_is_the_same_in_either_direction_and_twice_and_keeps_each_sessions_order(tmp_path_factory, here, there):
    """The clocks may go backwards."""
    with disk():
        mine, theirs = make_two(tmp_path_factory.mktemp("merged"), here, there)
        copy = mine / "copy.toml"
        copy.write_bytes((mine / "progress.toml").read_bytes())
        assert merge_file(mine, theirs / "progress.toml").backup is not None
        once = (mine / "progress.toml").read_bytes()
        again = merge_file(mine, theirs / "progress.toml")
        assert (again.added, again.known, again.backup) == ((), len(there), None)
        assert (mine / "progress.toml").read_bytes() == once
        merge_file(theirs, copy)
        found = labels(mine)
        assert labels(theirs) == found
        for letter, count in (("a", len(here)), ("b", len(there))):
            assert [label for label in found if label[0] == letter] == [f"{letter}{n}" for n in range(count)]


def test_events_made_by_other_hands_keep_their_order_even_where_their_times_do_not(tmp_path):
    here, there = make_two(tmp_path, [5], [0])
    block = '[[event]]\nid = "{}"\ntime = 2026-11-21T{}Z\nversion = ""\nkind = "step"\npayload = {{ label = "{}" }}\n'
    made = (("one", "12:30:00", "c0"), ("two", "11:00:00", "c1"), ("x", "12:02:00", "c2"))
    blocks = [block.format(*each) for each in made]
    (there / "progress.toml").write_text("format = 1\n" + "".join(blocks))
    merge_file(here, there / "progress.toml")
    assert labels(here) == ["a0", "c0", "c1", "c2"]


def test_events_of_a_newer_version_are_carried_over_word_for_word(tmp_path):
    here, there = make_two(tmp_path, [0, 1], [2, 3])
    path = there / "progress.toml"
    path.write_text(path.read_text() + 'mood = "curious"\n\n[event.sensor]\npulse = 61\n')
    merge_file(here, path)
    text = (here / "progress.toml").read_text()
    assert tomllib.loads(text)["event"][-1]["sensor"] == {"pulse": 61}
    assert tomllib.loads(text)["event"][-1]["mood"] == "curious"


def test_an_event_that_both_files_tell_differently_stays_as_it_is_here(tmp_path):
    here, there = make_two(tmp_path, [0, 1], [2])
    path = there / "progress.toml"
    path.write_bytes((here / "progress.toml").read_bytes().replace(b'"a1"', b'"edited"'))
    merge = merge_file(here, path)
    assert [event.payload["label"] for event in merge.differing] == ["edited"]
    assert labels(here) == ["a0", "a1"]
    assert b'"edited"' in b"".join(each.read_bytes() for each in (here / "damaged").iterdir())


def test_damage_in_either_file_is_set_aside_and_the_rest_is_merged(tmp_path):
    here, there = make_two(tmp_path, [0, 1], [2, 3])
    for folder in (here, there):
        with (folder / "progress.toml").open("ab") as file:
            file.write(b"\n[[event]]\nid = torn by " + folder.parent.name.encode())
    merge = merge_file(here, there / "progress.toml")
    assert merge.damaged == 1
    assert labels(here) == ["a0", "a1", "b0", "b1"]
    kept = b"".join(each.read_bytes() for each in (here / "damaged").iterdir())
    assert b"torn by here" in kept
    assert b"torn by there" in kept


@pytest.mark.parametrize("content", [None, b"", b"\0\0\0", b"not toml at all"])
def test_a_file_that_holds_no_event_is_refused_with_a_sentence(tmp_path, content):
    session(tmp_path / "ana", [0], "a")
    path = tmp_path / "other.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ProgressError, match=r"other\.toml"):
        merge_file(tmp_path / "ana", path)


def test_a_session_that_is_open_during_a_merge_goes_on_with_everything(tmp_path):
    here, there = make_two(tmp_path, [0, 1], [2, 3])
    open_session = Journal.open(here, version="1")
    merge_file(here, there / "progress.toml")
    open_session.append("step", None, label="after")
    found = [event.payload["label"] for event in open_session.events]
    assert sorted(found) == sorted(labels(here)) == ["a0", "a1", "after", "b0", "b1"]
