"""The doctor tries what a save needs, an append, a lock, a claim, a clock, and says what is in its way."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stand_ins import FULL, INPUT_OUTPUT, NOT_ALLOWED, READ_ONLY, disk, findings, written

from progress.claim import SessionClaim
from progress.disk import WriteLock
from progress.doctor import examine
from progress.journal import Journal

ERRORS = {"full": FULL, "not-allowed": NOT_ALLOWED, "read-only": READ_ONLY, "failing": INPUT_OUTPUT}


def everything_in(folder: Path) -> list[tuple[Path, bytes]]:
    return [(each, each.read_bytes() if each.is_file() else b"") for each in sorted(folder.rglob("*"))]


def test_the_doctor_tries_an_append_and_leaves_nothing_behind(folder, tmp_path):
    assert findings(folder) == [("absent", False)]
    assert everything_in(tmp_path) == []
    written(folder)
    before = everything_in(tmp_path)
    assert examine(folder) == ()
    assert everything_in(tmp_path) == before


@pytest.mark.parametrize("kind", [*ERRORS])
def test_whatever_keeps_an_append_from_the_disk_is_told(folder, kind):
    written(folder)
    before = everything_in(folder)
    with disk(0, ERRORS[kind], lasting=1000):
        assert findings(folder) == [("closed" if kind == "not-allowed" else "unusable", False)]
    assert everything_in(folder) == before


def test_a_lock_that_cannot_be_taken_is_told_from_the_start_and_by_the_doctor(folder, reopen):
    written(folder)
    lock = folder / "progress.toml.lock"
    lock.unlink()
    lock.mkdir()
    journal = reopen()
    assert journal.trouble == "foreign-lock"
    journal.append("a")
    assert journal.trouble == "foreign-lock"
    assert findings(folder) == [("lock", False)]
    lock.rmdir()
    assert journal.retry()
    assert findings(folder) == []


def test_a_lock_that_another_holds_is_told(folder, monkeypatch):
    written(folder)
    monkeypatch.setattr("progress.disk.WriteLock.__init__.__defaults__", (0.01,))
    with WriteLock(folder / "progress.toml.lock"):
        assert findings(folder) == [("in-use", False)]


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").touch()
    assert findings(tmp_path / "file" / "learners" / "ana") == [("unusable", False)]
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("content", [b"", b"a = " + b"[" * 50_000, b"\xff"])
def test_a_claim_that_cannot_be_read_is_told(folder, content):
    written(folder)
    SessionClaim(folder, "xor-line.open")
    assert findings(folder) == []
    (folder / "sessions" / "xor-line.open.toml").write_bytes(content)
    assert findings(folder) == [("no-claim", False)]


@pytest.mark.parametrize(("year", "kinds"), [(1970, ["misdated"]), (2600, ["misdated"]), (2026, [])])
def test_what_a_wrong_clock_dated_is_told(folder, year, kinds):
    Journal.open(folder, version="1", clock=lambda: datetime(year, 1, 2, tzinfo=UTC)).append("a")
    assert [finding.kind for finding in examine(folder)] == kinds


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_hides_nothing_else(folder):
    Journal.open(folder, version="test").append("opened", "xor-line")
    folder.chmod(0o755)
    (folder / "progress.toml").chmod(0)
    assert {finding.kind for finding in examine(folder)} == {"too-open", "closed"}
