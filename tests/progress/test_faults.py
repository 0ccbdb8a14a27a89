"""Whatever fails and whenever the program is killed: what was acknowledged is there, and the session goes on."""

import contextlib
import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from stand_ins import FULL, INPUT_OUTPUT, NOT_ALLOWED, READ_ONLY, Killed, disk

from progress import ProgressError
from progress.disk import WriteLock
from progress.doctor import mend
from progress.journal import Journal
from progress.merge import merge_file

ERRORS = {"full": FULL, "not-allowed": NOT_ALLOWED, "read-only": READ_ONLY, "failing": INPUT_OUTPUT}


def session(folder: Path, count: int = 4) -> tuple[Journal, list]:
    acknowledged = []
    journal = Journal.open(folder, version="1")
    with contextlib.suppress(Killed):
        for number in range(count):
            event = journal.append("step", number=number)
            if not journal.unsaved:
                acknowledged.append(event)
    return journal, acknowledged


@given(at=some.integers(0, 30), error=some.none() | some.sampled_from([*ERRORS.values()]), torn=some.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_whatever_fails_or_ends_the_program_what_was_acknowledged_is_there(tmp_path_factory, at, error, torn):
    folder = tmp_path_factory.mktemp("faults") / "ana"
    with disk(at, error, torn=torn):
        journal, acknowledged = session(folder)
        if error is not None:  # the session goes on, and in the end all of it is saved, in order
            journal.append("last")
            assert journal.retry()
            assert (journal.unsaved, journal.trouble) == ((), None)
            acknowledged = list(journal.events)
            assert [event.payload.get("number") for event in acknowledged] == [0, 1, 2, 3, None]
    with disk():
        found = Journal.open(folder, version="1")
        assert list(found.events)[: len(acknowledged)] == acknowledged
        later = found.append("later")
        assert found.unsaved == ()
        assert Journal.open(folder, version="1").events[-1] == later


@pytest.mark.parametrize("kind", ERRORS)
def test_while_nothing_can_be_saved_the_learner_is_told_and_can_export(tmp_path, folder, kind):
    with disk(0, ERRORS[kind], lasting=1000):
        journal = Journal.open(folder, version="1")
        made = tuple(journal.append("step", number=number) for number in range(3))
        assert journal.unsaved == journal.events == made
        assert journal.trouble == kind
        with pytest.raises(ProgressError, match="not-exported"):
            journal.export_unsaved(tmp_path / "export.toml")
    journal.export_unsaved(tmp_path / "export.toml")
    with pytest.raises(ProgressError, match="taken"):
        journal.export_unsaved(tmp_path / "export.toml")
    merge_file(tmp_path / "elsewhere" / "ana", tmp_path / "export.toml")
    assert Journal.open(tmp_path / "elsewhere" / "ana", version="1").events == made


def test_killed_while_mending_or_merging_the_file_is_the_old_or_the_new_one(tmp_path):
    with disk():
        _, made = session(tmp_path / "other" / "ana")
    for at in range(25):
        folder = tmp_path / f"mend-{at}" / "ana"
        with disk():
            _, own = session(folder)
        path = folder / "progress.toml"
        path.write_bytes(path.read_bytes() + b"\njunk")
        actions = [lambda: merge_file(folder, tmp_path / "other/ana/progress.toml"), lambda: mend(folder)]  # noqa: B023
        for action in actions:
            with contextlib.suppress(Killed), disk(at):
                action()
            ids = {event.id for event in Journal.open(folder, version="1").events}
            assert {event.id for event in own} <= ids
            assert ids <= {event.id for event in own + made}


def test_an_event_is_written_and_flushed_before_append_returns(folder, reopen):
    reopen().append("a")
    with disk() as watched:
        reopen().append("b")
    assert watched.done == ["open", "write", "fsync"]


def test_a_lock_that_is_held_too_long_keeps_the_event_and_says_so(folder, reopen, monkeypatch):
    monkeypatch.setattr("progress.backups.PATIENCE_S", 0.01)
    reopen().append("a")
    journal = Journal.open(folder, version="1", patience_s=0.05)
    with WriteLock(folder / "progress.toml.lock"):
        event = journal.append("b")
        assert journal.trouble == "locked"
        assert journal.unsaved == (event,)
        with pytest.raises(ProgressError, match="in-use"):
            mend(folder)
    assert journal.retry()
    assert reopen().events[-1] == event


def test_what_another_session_has_half_written_is_no_damage(folder, reopen):
    reopen().append("a")
    path = folder / "progress.toml"
    watching = Journal.open(folder, version="1", patience_s=0.05)
    with WriteLock(folder / "progress.toml.lock"):
        whole = path.read_bytes()
        path.write_bytes(whole + b"\n[[event]]\nid = ")
        watching.refresh()
        path.write_bytes(whole)
    watching.refresh()
    assert (len(watching.events), watching.set_aside, watching.trouble) == (1, None, None)
    assert not (folder / "damaged").exists()


def test_the_lock_makes_no_folder_which_others_could_look_into(tmp_path):
    for place in (tmp_path / "absent", tmp_path / "file"):
        (tmp_path / "file").touch()
        with pytest.raises((FileNotFoundError, NotADirectoryError)), WriteLock(place / "progress.toml.lock"):
            pass
    assert not (tmp_path / "absent").exists()


@pytest.fixture
def no_locks(monkeypatch) -> None:
    def not_supported(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", not_supported)


@pytest.mark.usefixtures("no_locks")
def test_where_the_system_cannot_lock_a_lock_file_stands_in_and_the_learner_is_told(reopen):
    first, second = reopen(), reopen()
    a, b = first.append("a"), second.append("b")
    assert first.trouble is None
    assert [notice.kind for notice in first.notices] == ["no-locks"]
    assert reopen().events == (a, b)


@pytest.mark.usefixtures("no_locks")
@pytest.mark.parametrize(("age_s", "trouble"), [(120, None), (1, "locked")])
def test_a_soft_lock_of_another_machine_is_broken_after_a_minute(folder, age_s, trouble):
    folder.mkdir(parents=True)
    left = folder / "progress.toml.soft-lock"
    left.write_text("1234\nanother-machine\n")
    os.utime(left, (time.time() - age_s,) * 2)
    journal = Journal.open(folder, version="1", patience_s=0.05)
    journal.append("a")
    assert journal.trouble == trouble


def test_threads_of_one_program_may_share_a_journal(reopen):
    journal = reopen()
    threads = [threading.Thread(target=lambda: [journal.append("step", number=n) for n in range(25)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(journal.events) == len(reopen().events) == 100


WRITER = """
import os, pathlib, sys
from progress.journal import Journal
journal = Journal.open(pathlib.Path(sys.argv[1]), version="1", patience_s=60)
for number in range(80):
    event = journal.append("step", "lesson", number=number, text="x" * (number * 7919 % 40_000))
    if journal.unsaved:
        sys.exit(journal.trouble)
    os.write(1, event.id.encode() + b"\\n")
"""


@pytest.mark.slow
def test_sessions_that_append_while_the_doctor_mends_and_merges_lose_nothing(folder, tmp_path):
    other = tmp_path / "other" / "ana"
    _, theirs = session(other)
    words = [sys.executable, "-c", WRITER, str(folder)]
    writers = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(2)]
    rounds = 0
    while any(writer.poll() is None for writer in writers):
        if (folder / "progress.toml").exists():
            with (folder / "progress.toml").open("ab", buffering=0) as file:
                file.write(b"\n[[event]]\nid = junk%d" % rounds)
        mend(folder)
        merge_file(folder, other / "progress.toml")
        rounds += 1
    acknowledged = {line.decode() for writer in writers for line in writer.communicate()[0].split()}
    ids = [event.id for event in Journal.open(folder, version="1").events]
    assert len(acknowledged) == 160
    assert acknowledged | {event.id for event in theirs} <= set(ids)
    assert len(ids) == len(set(ids)) == 160 + len(theirs)


def test_a_file_that_can_be_read_again_is_no_trouble_any_more(folder, reopen, monkeypatch):
    watching = reopen()
    reopen().append("a")
    for look_again in (watching.refresh, watching.retry):
        with monkeypatch.context() as failing:
            failing.setattr("progress.disk.read_plain_file", Mock(side_effect=OSError(INPUT_OUTPUT, "")))
            touched = (folder / "progress.toml").stat().st_mtime_ns + 1_000_000
            os.utime(folder / "progress.toml", ns=(touched, touched))
            watching.refresh()
            assert watching.trouble == "failing"
        look_again()
        assert (watching.trouble, len(watching.events)) == (None, 1)
