"""Finding and reading the files that were handed in."""

import os
from pathlib import Path

import pytest

from tests.tutor.reports.conftest import File
from tutor.reports import gather
from tutor.reports.gather import HandedIn, Unread


def reasons(*paths: Path) -> list[str]:
    return [found.reason for found in gather.gather(paths) if isinstance(found, Unread)]


def names(*paths: Path) -> list[str]:
    return [found.name for found in gather.gather(paths) if isinstance(found, HandedIn)]


def snapshot(folder: Path) -> list[tuple[str, int, int]]:
    return sorted(
        (str(path), path.stat().st_size, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.exists()
    )


@pytest.fixture
def school(tmp_path: Path) -> Path:
    for name in ("ana", "luis"):
        File(name).add("opened", mode="open").save(tmp_path / "learners" / name / "progress.toml")
    return tmp_path


def test_a_folder_is_searched_for_progress_files(school: Path) -> None:
    assert names(school) == ["ana", "luis"]


def test_files_that_a_mailbox_renamed_are_found(school: Path) -> None:
    (school / "learners" / "ana" / "progress.toml").rename(school / "progress (3).toml")
    (school / "learners" / "luis" / "progress.toml").rename(school / "Luis_assignment_progress.toml")
    assert names(school) == ["luis", "ana"]


def test_backups_and_damaged_pieces_beside_a_file_are_not_learners(school: Path) -> None:
    for folder in ("backups", "damaged", "workspace"):
        File("ana").add("opened").save(school / "learners" / "ana" / folder / "progress.toml")
    assert names(school) == ["ana", "luis"]


def test_a_folder_of_learners_may_be_called_backups(tmp_path: Path) -> None:
    File("ana").add("opened").save(tmp_path / "backups" / "ana" / "progress.toml")
    assert names(tmp_path) == ["ana"]


def test_links_in_a_folder_are_listed_and_not_followed(school: Path, tmp_path: Path) -> None:
    outside = File("eve").add("opened").save(tmp_path / "outside" / "progress.toml")
    inside = school / "learners" / "inside"
    inside.mkdir()
    (inside / "progress.toml").symlink_to(outside)
    (school / "learners" / "other").symlink_to(outside.parent, target_is_directory=True)
    assert names(school / "learners") == ["ana", "luis"]
    assert reasons(school / "learners") == ["link"]


def test_the_same_file_given_twice_is_read_once(school: Path) -> None:
    assert names(school, school / "learners" / "ana" / "progress.toml", school) == ["ana", "luis"]


def test_a_pipe_in_place_of_a_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "progress.toml")
    assert reasons(tmp_path) == ["not_a_file"]


def test_what_is_not_there_is_listed(tmp_path: Path) -> None:
    assert reasons(tmp_path / "nobody.toml", Path("a\0b"), Path("x" * 5000)) == ["missing"] * 3


def test_a_folder_without_progress_files_says_so(tmp_path: Path) -> None:
    assert reasons(tmp_path) == ["none_inside"]


def test_a_file_too_large_for_one_learner_is_not_read(school: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gather, "LARGEST", 100)
    assert reasons(school) == ["too_large", "too_large"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"\x00" * 5000, "unreadable"),
        (bytes(range(256)) * 20, "unreadable"),
        (b"[[event]]\nid = 'x'\n", "unreadable"),
        (b"<html>Session expired</html>", "unreadable"),
        (b"[" * 200_000, "unreadable"),
    ],
    ids=["nothing", "blank lines", "NULs", "every byte", "a torn event", "another page", "nesting"],
)
def test_a_file_in_which_nothing_can_be_read_is_listed(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "progress.toml"
    path.write_bytes(content)
    assert reasons(tmp_path) == [reason]


def test_a_damaged_file_is_read_as_far_as_it_can_be(school: Path) -> None:
    path = school / "learners" / "ana" / "progress.toml"
    path.write_bytes(path.read_bytes() + b"\n[[event]]\nid = \x00\xff broken\n")
    found = next(each for each in gather.gather([path]) if isinstance(each, HandedIn))
    assert len(found.events) == 1
    assert found.pieces == 1


def test_a_file_that_does_not_say_whose_it_is_goes_by_its_folder_or_its_name(tmp_path: Path) -> None:
    whole = "".join(File("ana").add("opened").parts).replace('learner = "ana"', "learner = 7")
    for place in ("marta/progress.toml", "jon-progress.toml"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(whole.replace("break", place[:3]), encoding="utf-8")
    assert sorted(names(tmp_path)) == ["jon-progress", "marta"]


def test_reading_writes_nothing_anywhere(school: Path) -> None:
    path = school / "learners" / "ana" / "progress.toml"
    path.write_bytes(path.read_bytes() + b"\x00\x00 torn")
    (school / "learners" / "old").mkdir()
    (school / "learners" / "old" / "progress.toml").write_text(
        '[[event]]\nat = 2026-01-01T00:00:00Z\nwhat = "opened"\n'
    )
    before = snapshot(school)
    assert len(list(gather.gather([school]))) == 3
    assert snapshot(school) == before
