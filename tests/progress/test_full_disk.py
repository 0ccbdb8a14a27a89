"""A real file system that is full, and a real one that may not be written."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from progress.journal import Journal


def mount(*arguments: str) -> bool:
    try:
        return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1024))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with room for a few pages."""
    place = tmp_path / "disk"
    place.mkdir()
    if not sys.platform.startswith("linux") or not mount("-t", "tmpfs", "-o", "size=64k", "none", str(place)):
        pytest.skip(
            "Mounting needs Linux and an administrator; a file size limit is tested in test_faults.py instead."
        )
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_said_and_what_waited_is_saved_once_there_is_room(small_disk):
    ballast = small_disk / "ballast"
    folder = small_disk / "learners" / "ana"
    journal = Journal.open(folder, version="1")
    first = journal.append("step", number=0)
    fill(ballast)
    made = [first, *(journal.append("step", number=number, text="x" * 300) for number in range(1, 40))]
    assert journal.trouble_kind == "full"
    assert list(journal.events) == made
    on_disk = Journal.open(folder, version="1")
    assert 1 <= len(on_disk.events) < 40
    assert list(on_disk.events) == made[: len(on_disk.events)]
    assert on_disk.set_aside == ()
    ballast.unlink()
    assert journal.retry()
    journal.close()
    assert list(Journal.open(folder, version="1").events) == made


def test_a_disk_that_became_read_only_is_said_and_reading_goes_on(small_disk):
    folder = small_disk / "learners" / "ana"
    with contextlib.closing(Journal.open(folder, version="1")) as journal:
        first = journal.append("step", number=0)
    assert mount("-o", "remount,ro", str(small_disk))
    journal = Journal.open(folder, version="1")
    assert journal.events == (first,)
    assert journal.trouble is not None
    second = journal.append("step", number=1)
    assert journal.trouble_kind == "read-only"
    assert mount("-o", "remount,rw", str(small_disk))
    assert journal.retry()
    journal.close()
    assert Journal.open(folder, version="1").events == (first, second)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="An administrator may write anywhere."
)
def test_a_folder_that_may_not_be_written_is_said_at_the_start(tmp_path):
    tmp_path.chmod(0o500)
    journal = Journal.open(tmp_path / "learners" / "ana", version="1")
    assert journal.trouble_kind == "not-allowed"
    tmp_path.chmod(0o700)
    assert journal.append("a")
    assert journal.trouble is None
