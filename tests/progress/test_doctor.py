"""The doctor explains before it mends, and mending loses nothing; whatever stands in the file's place."""

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stand_ins import findings, written

from progress import ProgressError
from progress.backups import backups, changes, read_backup, restore
from progress.doctor import examine, mend
from progress.journal import Journal
from progress.merge import merge_file
from progress.scan import scan


def header_of(folder: Path) -> dict:
    return dict(scan((folder / "progress.toml").read_bytes()).header)


def test_a_healthy_folder_has_no_findings_and_mending_changes_nothing(folder):
    assert findings(folder) == [("absent", False)]
    written(folder)
    before = (folder / "progress.toml").read_bytes()
    assert examine(folder) == ()
    assert mend(folder) is None
    assert (folder / "progress.toml").read_bytes() == before


def test_damage_is_explained_then_moved_aside_and_the_file_as_it_was_is_kept(folder, reopen):
    events = written(folder)
    path = folder / "progress.toml"
    broken = path.read_bytes() + b"\n[[event]]\nid = \x1b[31mtorn"
    path.write_bytes(broken)
    (finding,) = examine(folder)
    assert finding.kind == "damaged"
    assert str(finding).isprintable()
    assert finding.values["line"] == 1 + broken[: broken.rindex(b"[[event]]")].count(b"\n")
    assert finding.values["bytes"] == 24
    assert finding.values["reason"].kind == "not-toml"
    assert mend(folder).read_bytes() == broken
    assert examine(folder) == ()
    assert list(reopen().events) == events
    assert any(b"torn" in each.read_bytes() for each in (folder / "damaged").iterdir())


def test_damage_that_cannot_be_copied_stays_where_it_is_and_that_is_said(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes() + b"\njunk")
    before = path.read_bytes()
    (folder / "damaged").write_text("not a folder")
    assert [notice.kind for notice in reopen().notices] == ["left-in-file"]
    with pytest.raises(ProgressError, match="not-copied"):
        mend(folder)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("version = ", "xversion = ", "no-key"),
        ('version = "1"', "version = 1", "wrong-type"),
        ('lesson = "lesson"', "lesson = 1", "wrong-type"),
        ("+00:00", "", "no-offset"),
        ("version = ", "version = \udcff", "not-utf8"),
        ("number = 0", "number = " + "9" * 5000, "unreadable-value"),
    ],
)
def test_a_block_that_is_no_event_is_told_by_what_it_lacks(folder, old, new, reason):
    journal = Journal.open(folder, version="1", clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    journal.append("step", "lesson", number=0)
    path = folder / "progress.toml"
    head, block = path.read_text().split("\n[[event]]")
    path.write_bytes(f"{head}\n[[event]]{block.replace(old, new, 1)}".encode("utf-8", "surrogateescape"))
    (finding,) = examine(folder)
    assert finding.values["reason"].kind == reason


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (lambda text: text.replace("format = 1", "format : 1").encode(), ["damaged", "no-header"]),
        (lambda text: text.encode("utf-16"), ["wide"]),
    ],
)
def test_a_header_that_cannot_be_read_and_an_encoding_are_written_anew(folder, reopen, edit, found):
    events = written(folder)
    path = folder / "progress.toml"
    text = path.read_text()
    path.write_bytes(edit(text))
    assert findings(folder) == [(kind, True) for kind in found]
    mend(folder)
    assert examine(folder) == ()
    assert (list(reopen().events), header_of(folder)["learner"]) == (events, "ana")
    assert found != ["wide"] or path.read_text() == text


def test_a_header_keeps_what_it_said_when_the_file_is_rewritten(folder):
    written(folder)
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace("format = 1", 'format = 1\nmood = "curious"') + "junk")
    before = header_of(folder)
    mend(folder)
    assert header_of(folder) == before


def test_an_event_edited_by_hand_is_mentioned_but_left_alone(folder):
    written(folder)
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace("number = 1", "number = 100"))
    assert findings(folder) == [("edited", False)]
    assert mend(folder) is None


def test_modes_that_let_others_in_are_found_and_mended(folder):
    written(folder)
    folder.chmod(0o755)
    (folder / "progress.toml").chmod(0o644)
    draft = folder / ".progress.toml.0123.tmp"
    draft.touch()
    assert {finding.kind for finding in examine(folder)} == {"too-open", "draft"}
    mend(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "progress.toml").stat().st_mode) == 0o600
    assert not draft.exists()


def test_a_file_swapped_with_another_learners_is_loaded_and_named(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace('learner = "ana"', 'learner = "ben"'))
    journal = reopen()
    assert len(journal.events) == 3
    for sentence in (journal.notices[0], examine(folder)[0]):
        assert (sentence.kind, sentence.values) == ("swapped", {"other": "ben", "learner": "ana"})


def test_an_empty_file_is_no_error_and_gets_its_header_with_the_next_event(folder, reopen):
    folder.mkdir(parents=True, mode=0o700)
    (folder / "progress.toml").touch(0o600)
    assert reopen().events == ()
    assert findings(folder) == [("empty", False)]
    event = reopen().append("a")
    assert header_of(folder)["format"] == 1
    assert reopen().events == (event,)


def test_only_the_newest_ten_backups_stay(folder):
    written(folder, 1)
    path = folder / "progress.toml"
    for number in range(14):
        path.write_bytes(path.read_bytes() + b"junk %d" % number)
        mend(folder)
    kept = backups(folder)
    assert len(kept) == 10
    assert b"junk 13" in kept[0].read_bytes()
    assert b"junk 4" in kept[-1].read_bytes()


def test_restore_says_what_would_change_and_can_be_taken_back(folder, reopen):
    first = written(folder, 2)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes() + b"junk")
    backup = mend(folder)
    path.write_text(path.read_text().replace("number = 0", "number = 5"))
    later = reopen().append("later")
    would = changes(folder, backup)
    assert (would.gone, would.returned, would.changed) == ((later,), (), (first[0],))
    before_restoring = restore(folder, backup)
    assert list(reopen().events) == first
    assert changes(folder, before_restoring).returned == (later,)
    restore(folder, before_restoring)
    assert len(reopen().events) == 3


def test_a_backup_tells_when_it_was_made_and_an_empty_one_is_not_brought_back(folder):
    place = folder / "backups"
    place.mkdir(parents=True)
    (place / "2026-03-01T120000.000000Z.toml").touch()
    (place / "mine.toml").touch()
    os.utime(place / "mine.toml", (0, 0))
    assert [read_backup(path).made.year for path in backups(folder)] == [1970, 2026]
    for name, problem in (("mine.toml", "empty-backup"), ("absent.toml", "unreadable")):
        with pytest.raises(ProgressError, match=problem):
            restore(folder, place / name)


@pytest.fixture(params=["pipe", "folder"])
def odd(request, folder) -> Path:
    folder.mkdir(parents=True, mode=0o700)
    place = folder / "progress.toml"
    os.mkfifo(place, 0o600) if request.param == "pipe" else place.mkdir()
    return place


def test_what_is_no_file_in_the_files_place_is_trouble_and_is_left_alone(odd, folder, tmp_path):
    journal = Journal.open(folder, version="1")
    event = journal.append("a")
    assert (journal.trouble, journal.unsaved) == ("not-plain", (event,))
    assert ("not-plain", False) in findings(folder)
    mend(folder)
    other = tmp_path / "other" / "ana"
    written(other)
    with pytest.raises(ProgressError, match="not-rewritten"):
        merge_file(folder, other / "progress.toml")
    with pytest.raises(ProgressError, match="not-merged"):
        merge_file(other, odd)
    assert odd.exists()
    assert not odd.is_file()


def test_a_link_to_nothing_is_explained_and_nothing_is_made_where_it_points(folder, tmp_path):
    target = tmp_path / "unplugged" / "progress.toml"
    folder.mkdir(parents=True, mode=0o700)
    (folder / "progress.toml").symlink_to(target)
    journal = Journal.open(folder, version="1")
    event = journal.append("a")
    assert journal.unsaved == (event,)
    assert findings(folder) == [("dangling", False)]
    written(tmp_path / "other" / "ana")
    with pytest.raises(ProgressError, match="not-rewritten"):
        merge_file(folder, tmp_path / "other" / "ana" / "progress.toml")
    assert not target.parent.exists()
    target.parent.mkdir()
    assert journal.retry()
    assert target.is_file()


def test_nothing_is_for_others_even_where_the_system_would_allow_it(folder, tmp_path):
    before = os.umask(0)
    try:
        journal = Journal.open(folder, version="1")
        journal.append("a")
        journal.export_unsaved(tmp_path / "out" / "export.toml")
        (folder / "progress.toml").write_bytes((folder / "progress.toml").read_bytes() + b"junk")
        mend(folder)
    finally:
        os.umask(before)
    made = [*folder.rglob("*"), folder, folder.parent, tmp_path / "out", *(tmp_path / "out").iterdir()]
    assert [path for path in made if path.stat().st_mode & 0o077] == []


def test_a_folder_that_may_not_be_written_is_said_at_the_start_and_by_the_doctor(folder, reopen, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    assert reopen().trouble == "not-allowed"
    written(folder)
    assert findings(folder) == [("not-allowed", False)]
