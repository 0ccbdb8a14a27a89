"""Finding and reading the files that were handed in, and other names for whose they are."""

import os
from pathlib import Path

import pytest

from tests.tutor.reports.conftest import File
from tutor.reports.handed_in import KEY, HandedIn, Unread, gather, own_key, pseudonym


def reasons(*paths: Path) -> list[str]:
    return [found.reason for found in gather(paths) if isinstance(found, Unread)]


def names(*paths: Path) -> list[str]:
    return [found.name for found in gather(paths) if isinstance(found, HandedIn)]


@pytest.fixture
def school(tmp_path: Path) -> Path:
    for name in ("ana", "luis"):
        File(name).add("opened", mode="open").save(tmp_path / "learners" / name / "progress.toml")
    return tmp_path


def test_a_folder_is_searched_once_for_files_also_as_a_mailbox_renames_them(school: Path) -> None:
    assert names(school, school / "learners" / "ana" / "progress.toml", school) == ["ana", "luis"]
    (school / "learners" / "ana" / "progress.toml").rename(school / "progress (3).toml")
    (school / "learners" / "luis" / "progress.toml").rename(school / "Luis_assignment_progress.toml")
    assert names(school) == ["luis", "ana"]


def test_backups_beside_a_file_are_not_learners_but_a_folder_of_learners_may_be_called_so(school: Path) -> None:
    File("eve").add("opened").save(school / "learners" / "ana" / "backups" / "progress.toml")
    File("ben").add("opened").save(school / "backups" / "ben" / "progress.toml")
    assert names(school) == ["ben", "ana", "luis"]


def test_links_in_a_folder_are_listed_and_not_followed(school: Path) -> None:
    outside = File("eve").add("opened").save(school / "outside" / "progress.toml")
    (school / "learners" / "progress.toml").symlink_to(outside)
    (school / "learners" / "other").symlink_to(outside.parent, target_is_directory=True)
    assert names(school / "learners") == ["ana", "luis"]
    assert reasons(school / "learners") == ["link"]


def test_what_cannot_be_read_is_listed_with_its_reason(tmp_path: Path) -> None:
    assert reasons(tmp_path) == ["none_inside"]
    assert reasons(tmp_path / "nobody.toml", Path("x" * 5000)) == ["missing"] * 2
    os.mkfifo(tmp_path / "progress.toml")
    assert reasons(tmp_path) == ["not_a_file"]


TORN, ANOTHER = b"[[event]]\nid = 'x'\n", b"<html>Session expired</html>"


def test_a_file_in_which_nothing_can_be_read_is_listed(tmp_path: Path) -> None:
    for content in (bytes(range(256)) * 20, TORN, ANOTHER, b"[" * 200_000):
        (tmp_path / "progress.toml").write_bytes(content)
        assert reasons(tmp_path) == ["unreadable"]
    (tmp_path / "progress.toml").write_bytes(b"\n \n")
    assert reasons(tmp_path) == ["empty"]


def test_a_damaged_file_is_read_as_far_as_it_can_be_and_not_changed(school: Path) -> None:
    path = school / "learners" / "ana" / "progress.toml"
    path.write_bytes(before := path.read_bytes() + b"\n[[event]]\nid = \x00\xff broken\n")
    (found,) = gather([path])
    assert isinstance(found, HandedIn)
    assert (len(found.events), found.pieces) == (1, 1)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["progress.toml"]


def test_a_file_that_does_not_say_whose_it_is_goes_by_its_folder_or_its_name(tmp_path: Path) -> None:
    whole = File("ana").add("opened").content().decode().replace('learner = "ana"', "learner = 7")
    for place in ("marta/progress.toml", "jon-progress.toml"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(whole.replace("break", place[:3]), encoding="utf-8")
    assert sorted(names(tmp_path)) == ["jon-progress", "marta"]


def test_a_pseudonym_is_the_same_for_the_same_key_and_another_for_another() -> None:
    assert pseudonym("ana", b"k" * 32) == pseudonym(" ANA ", b"k" * 32)
    assert pseudonym("ana", b"k" * 32) != pseudonym("ana", b"q" * 32)
    assert len({pseudonym(f"learner {number}", b"k" * 32) for number in range(500)}) == 500


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    (tmp_path / KEY).write_bytes(b"cut short")
    first, kept = own_key(tmp_path)
    assert len(first) == 32
    assert kept
    assert own_key(tmp_path) == (first, True)
    assert (tmp_path / KEY).stat().st_mode & 0o077 == 0
