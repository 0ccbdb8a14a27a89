"""A disk that fills up in the middle of any write: a sentence, a documented exit code, and nothing lost."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from progress.journal import Journal
from tests.tutor.commanded import DOCUMENTED, run
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.stories import as_file, stories_told
from tests.tutor.work import work_up_to

pytestmark = pytest.mark.slow


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


COMMANDS = {
    "learn": ("learn", LESSON, "--plain"),
    "export": ("export", "--to", "{home}/mine.html"),
    "merge": ("merge", "{home}/other.toml"),
    "mend": ("doctor", "--mend"),
    "reset": ("reset", "--all"),
}


@pytest.fixture
def there(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A learner before a repair, with a damaged piece; and another's file to merge."""
    learner = make_learner(home)
    work_up_to(learner, place_of(), "repair")
    file = learner.folder / "progress.toml"
    file.write_bytes(file.read_bytes() + b"\n[[event]]\nbroken")
    (home / "other.toml").write_bytes(as_file(stories_told()[-1], "ben"))
    return home


@pytest.mark.parametrize("size", [0, 700, 40_000])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_said_and_loses_nothing(there, name, size):
    folder = there / "learners" / "ana"
    before = set(events_in(folder))
    with room_for(size):
        words = (word.format(home=there) for word in COMMANDS[name])
        done = run(*words, "--learner", "ana", lines=("judge", "1 import math", "judge", "m", "q"))
    assert done.code in DOCUMENTED, done
    assert "Traceback" not in done.err
    assert before <= set(events_in(folder))
