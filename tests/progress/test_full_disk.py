"""A real file system that is full, and a real one that may not be written."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from progress.doctor import examine
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
    assert journal.trouble == "full"
    assert list(journal.events) == made
    on_disk = Journal.open(folder, version="1")
    assert 1 <= len(on_disk.events) < 40
    assert list(on_disk.events) == made[: len(on_disk.events)]
    assert on_disk.set_aside == ()
    ballast.unlink()
    assert journal.retry()
    assert list(Journal.open(folder, version="1").events) == made


def test_a_disk_that_became_read_only_is_said_and_reading_goes_on(small_disk):
    folder = small_disk / "learners" / "ana"
    first = Journal.open(folder, version="1").append("step", number=0)
    assert mount("-o", "remount,ro", str(small_disk))
    journal = Journal.open(folder, version="1")
    assert journal.events == (first,)
    assert journal.trouble is not None
    second = journal.append("step", number=1)
    assert journal.trouble == "read-only"
    assert mount("-o", "remount,rw", str(small_disk))
    assert journal.retry()
    assert Journal.open(folder, version="1").events == (first, second)


@pytest.fixture
def not_mine() -> Iterator[Path]:
    """A folder that whoever runs this test may read and not write; an administrator becomes nobody for it."""
    if os.name != "posix":
        pytest.skip("Only POSIX has the modes that this is about.")
    place = Path(tempfile.mkdtemp())
    (place / "hidden").mkdir(0o000)
    place.chmod(0o555)
    was_administrator = os.geteuid() == 0
    if was_administrator:
        os.seteuid(65534)
    yield place
    if was_administrator:
        os.seteuid(0)
    place.chmod(0o700)
    (place / "hidden").rmdir()
    place.rmdir()


def test_a_folder_that_may_not_be_written_is_said_at_the_start(not_mine):
    journal = Journal.open(not_mine / "learners" / "ana", version="1")
    assert journal.trouble == "not-allowed"
    event = journal.append("a")
    assert journal.trouble == "not-allowed"
    assert journal.unsaved == (event,)


def test_a_folder_that_may_not_even_be_looked_into_is_trouble_and_no_traceback(not_mine):
    folder = not_mine / "hidden" / "learners" / "ana"
    journal = Journal.open(folder, version="1")
    journal.append("a")
    assert journal.trouble == "not-allowed"
    assert {finding.mendable for finding in examine(folder)} == {False}
