"""Whatever fails and whenever the program is killed: what was acknowledged is there, and the session goes on."""

import contextlib
import errno
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from faulty_disk import (
    FULL,
    INPUT_OUTPUT,
    NOT_ALLOWED,
    READ_ONLY,
    FaultyDisk,
    Killed,
    Unhurried,
)
from hypothesis import given, settings
from hypothesis import strategies as some
from killer import acknowledged_and_found, start_writer

from progress import ProgressError
from progress.doctor import mend
from progress.journal import Journal
from progress.lock import WriteLock
from progress.merge import merge_file

ERRORS = {"full": FULL, "not-allowed": NOT_ALLOWED, "read-only": READ_ONLY, "failing": INPUT_OUTPUT}


def session(folder: Path, disk: FaultyDisk, count: int = 4) -> tuple[Journal, list]:
    """Append so many events; give the journal, and those events that were acknowledged."""
    acknowledged = []
    journal = Journal.open(folder, version="1", disk=disk)
    with contextlib.suppress(Killed):
        for number in range(count):
            event = journal.append("step", number=number)
            if not journal.unsaved:
                acknowledged.append(event)
    return journal, acknowledged


@given(
    at=some.integers(0, 30), error=some.none() | some.sampled_from([*ERRORS.values()]), torn=some.floats(0, 1)
)
@settings(max_examples=200, deadline=None)
def test_whatever_fails_or_ends_the_program_what_was_acknowledged_is_there(tmp_path_factory, at, error, torn):
    folder = tmp_path_factory.mktemp("faults") / "ana"
    journal, acknowledged = session(folder, FaultyDisk(at, error, torn=torn))
    if error is not None:  # the session goes on, and in the end all of it is saved, in order
        journal.append("last")
        assert journal.retry()
        assert (journal.unsaved, journal.trouble) == ((), None)
        acknowledged = list(journal.events)
        assert [event.payload.get("number") for event in acknowledged] == [0, 1, 2, 3, None]
    found = Journal.open(folder, version="1")
    assert list(found.events)[: len(acknowledged)] == acknowledged
    later = found.append("later")
    assert found.unsaved == ()
    assert Journal.open(folder, version="1").events[-1] == later


@pytest.mark.parametrize("kind", ERRORS)
def test_while_nothing_can_be_saved_the_learner_is_told_and_can_export(tmp_path, folder, kind):
    disk = FaultyDisk(0, ERRORS[kind], lasting=1000)
    journal = Journal.open(folder, version="1", disk=disk)
    made = tuple(journal.append("step", number=number) for number in range(3))
    assert journal.unsaved == journal.events == made
    assert journal.trouble == kind
    with pytest.raises(ProgressError, match="not-exported"):
        journal.export_unsaved(tmp_path / "export.toml")
    disk.lasting = 0  # a healthy place
    journal.export_unsaved(tmp_path / "export.toml")
    merge_file(tmp_path / "elsewhere" / "ana", tmp_path / "export.toml")
    assert Journal.open(tmp_path / "elsewhere" / "ana", version="1").events == made


def test_killed_while_mending_or_merging_the_file_is_the_old_or_the_new_one(tmp_path):
    _, made = session(tmp_path / "other" / "ana", Unhurried())
    for at in range(25):
        folder = tmp_path / f"mend-{at}" / "ana"
        _, own = session(folder, Unhurried())
        path = folder / "progress.toml"
        path.write_bytes(path.read_bytes() + b"\njunk")
        for action in (
            lambda disk, folder=folder: merge_file(folder, tmp_path / "other/ana/progress.toml", disk=disk),
            lambda disk, folder=folder: mend(folder, disk=disk),
        ):
            with contextlib.suppress(Killed):
                action(FaultyDisk(at))
            ids = {event.id for event in Journal.open(folder, version="1").events}
            assert {event.id for event in own} <= ids
            assert ids <= {event.id for event in own + made}


def test_a_lock_that_is_held_too_long_keeps_the_event_and_says_so(folder, reopen):
    reopen().append("a")
    journal = Journal.open(folder, version="1", patience=0.05)
    with WriteLock(folder / "progress.toml.lock"):
        event = journal.append("b")
        assert journal.trouble == "locked"
        assert journal.unsaved == (event,)
    assert journal.retry()
    assert reopen().events[-1] == event


def test_the_lock_makes_no_folder_which_others_could_look_into(tmp_path):
    for place in (tmp_path / "absent", tmp_path / "file"):
        (tmp_path / "file").touch()
        with pytest.raises((FileNotFoundError, NotADirectoryError)), WriteLock(place / "progress.toml.lock"):
            pass
    assert not (tmp_path / "absent").exists()


def test_a_holder_of_the_lock_that_died_holds_it_no_longer(folder, reopen):
    reopen().append("a")
    code = (
        "import os, signal, sys, pathlib; from progress.lock import WriteLock\n"
        "with WriteLock(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder / "progress.toml.lock")], check=False)
    journal = reopen()
    journal.append("b")
    assert journal.trouble is None


@pytest.mark.parametrize("reason", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_where_the_system_cannot_lock_a_lock_file_stands_in_and_the_learner_is_told(
    folder, reopen, monkeypatch, reason
):
    def not_supported(*_: object) -> None:
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr("fcntl.flock", not_supported)
    first, second = reopen(), reopen()
    a, b = first.append("a"), second.append("b")
    assert first.trouble is None
    assert [notice.kind for notice in first.notices] == ["no-locks"]
    assert reopen().events == (a, b)


def test_a_soft_lock_left_by_a_dead_program_is_broken_after_a_minute(folder, reopen, monkeypatch):
    def not_supported(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    folder.mkdir(parents=True)
    left = folder / "progress.toml.soft-lock"
    left.write_text("1234\nanother-machine\n")
    os.utime(left, (time.time() - 120,) * 2)
    monkeypatch.setattr("fcntl.flock", not_supported)
    journal = reopen()
    journal.append("a")
    assert journal.trouble is None


def test_a_folder_deleted_under_an_open_session_is_written_again_whole(folder, reopen):
    import shutil

    journal = reopen()
    first = journal.append("a")
    shutil.rmtree(folder)
    second = journal.append("b")
    assert reopen().events == (first, second)


def test_threads_of_one_program_may_share_a_journal(folder, reopen):
    journal = reopen()
    threads = [
        threading.Thread(target=lambda: [journal.append("step", number=n) for n in range(25)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(journal.events) == len(reopen().events) == 100


def test_a_home_that_is_a_file_is_trouble_that_is_said_at_the_start(tmp_path):
    (tmp_path / "home").write_text("not a folder")
    journal = Journal.open(tmp_path / "home" / "learners" / "ana", version="1")
    assert journal.trouble == "not-a-folder"
    event = journal.append("a")
    assert journal.unsaved == (event,)


@pytest.mark.slow
def test_real_processes_killed_at_random_moments_lose_nothing_acknowledged(folder):
    moment = random.Random(4)
    for _ in range(12):
        acknowledged, found = acknowledged_and_found(folder, moment.uniform(0.0, 0.05))
        assert acknowledged <= found
    journal = Journal.open(folder, version="1")
    journal.append("later")
    assert journal.trouble is None


@pytest.mark.slow
def test_processes_that_write_at_once_neither_lose_nor_repeat_an_event(folder):
    writers = [start_writer(folder, 40) for _ in range(4)]
    acknowledged = [line for writer in writers for line in writer.communicate()[0].split()]
    ids = [event.id.encode() for event in Journal.open(folder, version="1").events]
    assert sorted(ids) == sorted(acknowledged)
    assert len(set(ids)) == 160


def test_a_file_size_limit_of_the_system_is_a_sentence_and_the_session_goes_on(folder):
    code = (
        "import resource, sys, pathlib; from progress.journal import Journal\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, resource.RLIM_INFINITY))\n"
        "journal = Journal.open(pathlib.Path(sys.argv[1]), version='1')\n"
        "for number in range(40): journal.append('step', number=number)\n"
        "saved = len(journal.events) - len(journal.unsaved)\n"
        "print(saved, journal.trouble)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)\n"
        "print(journal.retry(), journal.trouble)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    saved, kind, retried, trouble = done.stdout.split()
    assert 0 < int(saved) < 40
    assert (kind, retried, trouble) == ("full", "True", "None")
    journal = Journal.open(folder, version="1")
    assert [event.payload["number"] for event in journal.events] == list(range(40))
    assert journal.set_aside == ()


@pytest.mark.slow
def test_sessions_that_append_while_the_doctor_mends_and_merges_lose_nothing(folder, tmp_path):
    other = tmp_path / "other" / "ana"
    _, theirs = session(other, Unhurried())
    writers = [start_writer(folder, 80) for _ in range(2)]
    rounds = 0
    while any(writer.poll() is None for writer in writers):
        with contextlib.suppress(FileNotFoundError):
            file = os.open(folder / "progress.toml", os.O_WRONLY | os.O_APPEND)
            os.write(file, b"\n[[event]]\nid = junk%d" % rounds)
            os.close(file)
        mend(folder)
        merge_file(folder, other / "progress.toml")
        rounds += 1
    acknowledged = {line.decode() for writer in writers for line in writer.communicate()[0].split()}
    ids = [event.id for event in Journal.open(folder, version="1").events]
    assert len(acknowledged) == 160
    assert acknowledged <= set(ids)
    assert {event.id for event in theirs} <= set(ids)
    assert len(ids) == len(set(ids)) == 160 + len(theirs)
