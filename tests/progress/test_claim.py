"""Of those who have something open the newest claim is in force; whoever has died holds nothing."""

import os
import platform
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progress.claim import FOLDER, SessionClaim, read_owner, was_left

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
CLAIMS_AND_DIES = """
import os, sys
from pathlib import Path
from progress.claim import SessionClaim

SessionClaim(Path(sys.argv[1]), "lesson.open")
os._exit(9)
"""


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def claim(folder: Path, minutes: int = 0) -> SessionClaim:
    return SessionClaim(folder, "lesson.open", clock=lambda: at(minutes))


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
    subprocess.run([sys.executable, "-c", CLAIMS_AND_DIES, str(tmp_path)], check=False)
    assert was_left(tmp_path, "lesson.open")
    with_us = claim(tmp_path)
    assert with_us.before is None
    assert not was_left(tmp_path, "lesson.open")
    with_us.give_back()
    assert not was_left(tmp_path, "lesson.open")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process began")
def test_a_process_that_has_ended_is_dead_though_nobody_has_asked_how(tmp_path):
    died = subprocess.Popen([sys.executable, "-c", CLAIMS_AND_DIES, str(tmp_path)])
    os.waitid(os.P_PID, died.pid, os.WEXITED | os.WNOWAIT)
    assert was_left(tmp_path, "lesson.open")
    died.wait()


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


@pytest.mark.parametrize("content", [b"", b"\xff", b"since = 1", b"x = [", b"x = " + b"[" * 50_000, WRONG_TYPES])
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
