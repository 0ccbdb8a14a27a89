"""A disk that fills up in the middle of any write: a sentence, a documented exit code, and nothing lost."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lessons.acts import Moved
from progress.journal import Journal
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.payloads.commanded import DOCUMENTED, Done, run
from tests.tutor.payloads.journals import as_file, walked
from tests.tutor.work import work_up_to
from tutor.reports import export

pytestmark = pytest.mark.slow
LIMITS = (0, 700, 40_000)  # bytes that a file may have


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file grows beyond so many bytes: a write stops in its middle, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def events_in(folder: Path) -> list[str]:
    return [event.id for event in Journal.open(folder, version="test").events]


def files_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


COMMANDS = {
    "learn": ("learn", LESSON, "--plain"),
    "export": ("export", "--to", "{home}/mine.html"),
    "export as files": ("export", "--to", "{home}/pages"),
    "report": (
        "report",
        "{home}",
        "--html",
        "{home}/class.html",
        "--csv",
        "{home}/class.csv",
        "--pseudonyms",
    ),
    "merge": ("merge", "{home}/other.toml"),
    "mend": ("doctor", "--mend"),
    "restore": ("restore", "1", "--yes"),
    "reset": ("reset", "--all"),
    "undo": ("undo",),
}
LINES = ("judge", "1 import math", "judge", "m", "q")


@pytest.fixture
def there(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A learner before a repair, with a reset, a damaged piece and a backup; and another's file to merge."""
    monkeypatch.setattr(export, "trained_again", lambda *_: {})
    learner = make_learner(home)
    work_up_to(learner, place_of("blind"), "hints")
    work_up_to(learner, place_of(), "repair")
    learner.reset(place_of("open", "xor-line").lesson)
    file = learner.folder / "progress.toml"
    run("doctor", "--mend", "--learner", "ana")
    (learner.folder / "backups").mkdir()
    (learner.folder / "backups" / "2026-01-01T000000.000000Z.toml").write_bytes(file.read_bytes())
    file.write_bytes(file.read_bytes() + b"\n[[event]]\nbroken")
    (home / "other.toml").write_bytes(as_file(walked()[2], "ben"))
    return home


@pytest.mark.slow
@pytest.mark.parametrize("size", LIMITS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_said_and_loses_nothing(there: Path, name: str, size: int) -> None:
    folder = there / "learners" / "ana"
    before, kept = set(events_in(folder)), files_in(there)
    with room_for(size):
        done: Done = run(
            *(word.format(home=there) for word in COMMANDS[name]), "--learner", "ana", lines=LINES
        )
    assert done.code in DOCUMENTED, done
    assert "Traceback" not in done.err
    assert before <= set(events_in(folder))
    left = files_in(there)
    for path, content in kept.items():
        assert path in left, path
        assert path.name == "progress.toml" or left[path] == content, path


@pytest.mark.slow
def test_a_repair_that_cannot_be_kept_is_said_in_plain_lines(there: Path) -> None:
    with room_for(0):
        done = run("learn", LESSON, "--plain", "--learner", "ana", lines=LINES)
    assert "Your copy could not be written" in done.out
    assert done.code == 0  # nothing else was done
    assert not list(there.rglob("*.new"))


@pytest.mark.slow
def test_what_happened_while_there_was_no_room_is_saved_once_there_is(there: Path) -> None:
    learner = make_learner(there)
    with room_for(0):
        learner.record(Moved("read"), place_of())
        assert learner.journal.trouble == "full"
    assert learner.journal.retry()
    assert [event.kind for event in make_learner(there).journal.events][-1] == "moved"
