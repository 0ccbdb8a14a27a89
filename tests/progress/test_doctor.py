"""The doctor explains before it mends, and mending loses nothing."""

import stat

import pytest

from progress.backups import backups, changes, restore
from progress.doctor import examine, mend
from progress.journal import Journal


def written(folder, count=3) -> list:
    journal = Journal.open(folder, version="1")
    return [journal.append("step", "lesson", number=number) for number in range(count)]


def test_a_healthy_folder_has_no_findings_and_mending_changes_nothing(folder):
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
    assert finding.mendable
    assert str(finding.sentence).isprintable()
    line = 1 + broken[: broken.rindex(b"[[event]]")].count(b"\n")
    assert finding.sentence.values["line"] == line
    assert finding.sentence.values["bytes"] == 24
    assert finding.sentence.values["reason"].kind == "not-toml"
    assert mend(folder).read_bytes() == broken
    assert examine(folder) == ()
    assert list(reopen().events) == events
    assert any(b"torn" in each.read_bytes() for each in (folder / "damaged").iterdir())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_file_saved_in_another_encoding_loads_and_can_be_added_to(folder, reopen, encoding):
    events = written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_text().encode(encoding))
    journal = reopen()
    assert list(journal.events) == events
    assert journal.set_aside == ()
    later = journal.append("later")
    assert list(reopen().events) == [*events, later]
    mend(folder)
    assert list(reopen().events) == [*events, later]


def test_an_event_edited_by_hand_is_mentioned_but_left_alone(folder):
    written(folder)
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace("number = 1", "number = 100"))
    (finding,) = examine(folder)
    assert (finding.kind, finding.mendable) == ("edited", False)
    assert mend(folder) is None


def test_a_folder_in_the_files_place_is_trouble_and_is_left_alone(folder, reopen):
    (folder / "progress.toml").mkdir(parents=True)
    journal = reopen()
    event = journal.append("a")
    assert (journal.trouble, journal.unsaved) == ("not-a-file", (event,))
    assert ("not-a-file", False) in [(finding.kind, finding.mendable) for finding in examine(folder)]


def test_modes_that_let_others_in_are_found_and_mended(folder):
    written(folder)
    folder.chmod(0o755)
    (folder / "progress.toml").chmod(0o644)
    assert {finding.kind for finding in examine(folder)} == {"too-open"}
    mend(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "progress.toml").stat().st_mode) == 0o600


def test_a_file_swapped_with_another_learners_is_loaded_and_named(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace('learner = "ana"', 'learner = "ben"'))
    journal = reopen()
    assert len(journal.events) == 3
    for sentence in (journal.notices[0], examine(folder)[0].sentence):
        assert (sentence.kind, sentence.values) == ("swapped", {"other": "ben", "learner": "ana"})


def test_an_empty_file_is_no_error_and_gets_its_header_with_the_next_event(folder, reopen):
    folder.mkdir(parents=True, mode=0o700)
    (folder / "progress.toml").touch(0o600)
    assert reopen().events == ()
    assert [finding.kind for finding in examine(folder)] == ["empty"]
    event = reopen().append("a")
    assert reopen().header["format"] == 1
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
    later = reopen().append("later")
    would = changes(folder, backup)
    assert would.gone == (later,)
    assert would.returned == ()
    assert list(reopen().events) == [*first, later]
    before_restoring = restore(folder, backup)
    assert list(reopen().events) == first
    assert changes(folder, before_restoring).returned == (later,)
    restore(folder, before_restoring)
    assert list(reopen().events) == [*first, later]
