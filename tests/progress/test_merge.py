"""Merging is the union, in time order; and of those who have something open the newest claim is in force."""

import platform
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from stand_ins import disk

from progress import ProgressError
from progress.claim import FOLDER, Claim, read_owner, was_left
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


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def claim(folder: Path, minutes: int = 0) -> Claim:
    return Claim(folder, "lesson.open", clock=lambda: at(minutes))


def file_in(folder: Path) -> Path:
    return folder / FOLDER / "lesson.open.toml"


def test_the_newest_is_in_force_and_the_older_one_learns_since_when(tmp_path):
    older, newer = claim(tmp_path), claim(tmp_path, 30)
    assert newer.before == older.owner
    assert newer.newer() is None
    assert (found := older.newer())
    assert found.since == at(30)


def test_who_comes_later_is_newer_even_where_their_clock_is_behind(tmp_path):
    older, newer = claim(tmp_path, 60), claim(tmp_path, 0)
    assert older.newer()
    assert newer.newer() is None


def test_only_ones_own_is_given_back(tmp_path):
    older, newer = claim(tmp_path), claim(tmp_path, 1)
    older.give_back()
    assert read_owner(file_in(tmp_path)) == newer.owner
    assert older.newer()


def test_one_of_a_process_that_died_is_not_spoken_of(tmp_path):
    code = "from pathlib import Path; from progress.claim import Claim; import os, sys\nClaim(Path(sys.argv[1]), 'lesson.open'); os._exit(9)"  # fmt: skip # noqa: E501
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert was_left(tmp_path, "lesson.open")
    with_us = claim(tmp_path)
    assert with_us.before is None
    assert not was_left(tmp_path, "lesson.open")
    with_us.give_back()
    assert not was_left(tmp_path, "lesson.open")


def test_a_folder_that_is_copied_while_it_is_open_has_nobody_in_it(tmp_path):
    first = claim(tmp_path / "ana")
    shutil.copytree(tmp_path / "ana", tmp_path / "copy")
    assert claim(tmp_path / "copy", 5).before is None
    assert first.newer() is None


def test_two_machines_that_share_a_folder_agree_on_the_newest(tmp_path, monkeypatch):
    """A sync service brings the one's file in place of the other's, late, and perhaps the older one's after all."""
    here, there = tmp_path / "here", tmp_path / "there"
    ours = claim(here)
    shutil.copytree(here, there)
    monkeypatch.setattr(platform, "node", lambda: "mesa")
    theirs = claim(there, 1)
    assert theirs.before == ours.owner  # whether it lives nobody there can know
    monkeypatch.undo()
    older = file_in(here).read_bytes()
    shutil.copy(file_in(there), file_in(here))
    assert (found := ours.newer())
    assert found.host == "mesa"
    file_in(there).write_bytes(older)
    assert theirs.newer() is None


WRONG_TYPES = b'session = "x"\nsince = 2026-01-01\nhost = 1\nfolder = ""\nprocess = "9"\nbegan = ""'


@pytest.mark.parametrize("content", [b"", b"\xff", b"since = 1", b"x = [", WRONG_TYPES])
def test_a_file_that_is_no_claim_is_none(tmp_path, content):
    first = claim(tmp_path)
    file_in(tmp_path).write_bytes(content)
    assert first.newer() is None
    assert claim(tmp_path, 1).before is None
    assert read_owner(file_in(tmp_path))


def test_where_nothing_can_be_written_nothing_is_claimed_and_nothing_raised(tmp_path):
    (tmp_path / FOLDER).write_text("no folder")
    first, second = claim(tmp_path), claim(tmp_path, 1)
    assert first.newer() is None
    assert second.before is None
    second.give_back()
