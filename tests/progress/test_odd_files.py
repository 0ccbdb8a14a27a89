"""What may stand in a progress file's place: links, pipes, devices. Nothing waits for ever, nothing is lost."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from progress import ProgressError
from progress.doctor import examine, mend
from progress.journal import Journal
from progress.merge import merge_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Only POSIX has these pipes, devices and links.")


def learner_with(folder: Path, name: str = "progress.toml") -> Path:
    folder.mkdir(parents=True, mode=0o700)
    return folder / name


@pytest.fixture(params=["pipe", "device"])
def odd(request, folder) -> Path:
    place = learner_with(folder)
    if request.param == "pipe":
        os.mkfifo(place, 0o600)
    else:
        place.symlink_to("/dev/zero" if not sys.platform.startswith("linux") else "/dev/full")
    return place


def test_a_pipe_or_a_device_in_the_files_place_is_trouble_and_the_session_goes_on(odd, folder):
    journal = Journal.open(folder, version="1")
    assert journal.trouble == "not-plain"
    event = journal.append("a")
    assert journal.unsaved == (event,)
    assert journal.trouble == "not-plain"
    odd.unlink()
    assert journal.retry()


def test_the_doctor_names_it_and_touches_nothing(odd, folder):
    assert [(finding.kind, finding.mendable) for finding in examine(folder)] == [("not-plain", False)]
    assert mend(folder) is None
    assert not odd.is_file()


def test_merging_into_it_is_refused(odd, folder, tmp_path):
    other = tmp_path / "other" / "ana"
    Journal.open(other, version="1").append("a")
    with pytest.raises(ProgressError, match=r"not-rewritten.*not a plain file"):
        merge_file(folder, other / "progress.toml")


def test_merging_from_a_pipe_a_device_or_a_folder_is_refused_at_once(folder, reopen, tmp_path):
    reopen().append("a")
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(ProgressError, match="not-merged"):
            merge_file(folder, place)


def test_merging_a_file_with_itself_by_whatever_name_is_refused(folder, reopen, tmp_path):
    reopen().append("a")
    (tmp_path / "link.toml").symlink_to(folder / "progress.toml")
    for name in (folder / "progress.toml", tmp_path / "link.toml"):
        with pytest.raises(ProgressError, match="itself"):
            merge_file(folder, name)
    assert not (folder / "backups").exists()


def test_a_link_to_nothing_is_explained_and_nothing_is_made_where_it_points(folder, tmp_path):
    target = tmp_path / "unplugged" / "progress.toml"
    learner_with(folder).symlink_to(target)
    journal = Journal.open(folder, version="1")
    event = journal.append("a")
    assert journal.unsaved == (event,)
    assert [finding.kind for finding in examine(folder)] == ["dangling"]
    other = tmp_path / "other" / "ana"
    Journal.open(other, version="1").append("a")
    with pytest.raises(ProgressError, match="not-rewritten"):
        merge_file(folder, other / "progress.toml")
    assert not target.parent.exists()
    target.parent.mkdir()
    assert journal.retry()
    assert target.is_file()


def test_links_that_go_round_in_a_circle_are_trouble_and_no_traceback(folder):
    learner_with(folder).symlink_to("progress.toml")
    journal = Journal.open(folder, version="1")
    journal.append("a")
    assert journal.trouble is not None
    assert not any(finding.mendable for finding in examine(folder))


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
    made = [*folder.rglob("*"), folder, tmp_path / "out", *(tmp_path / "out").iterdir()]
    assert [path for path in made if path.stat().st_mode & 0o077] == []


def test_an_export_is_never_written_over_what_is_there(folder, tmp_path):
    journal = Journal.open(folder, version="1")
    journal.append("a")
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(ProgressError, match="taken"):
        journal.export_unsaved(tmp_path / "mine")
    for impossible in ("nul\0", "x" * 5000, "half a letter \ud800"):
        with pytest.raises(ProgressError, match="not-exported"):
            journal.export_unsaved(tmp_path / impossible)
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.fixture
def not_mine() -> Iterator[Path]:
    """A folder that whoever runs this test may read and not write; an administrator becomes nobody for it."""
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
