"""What a journal promises: events are on the disk, in order, as TOML that people can read."""

import errno
import math
import os
import stat
import tomllib
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from progress import ProgressError
from progress.disk import Disk
from progress.doctor import mend
from progress.journal import Journal


def test_an_event_is_on_the_disk_when_append_returns(folder, reopen):
    event = reopen().append(
        "prediction", "break-gelu-identity", question="steps", answer="fewer", confidence=0.8
    )
    assert reopen().events == (event,)
    assert event.payload == {"question": "steps", "answer": "fewer", "confidence": 0.8}
    assert event.lesson == "break-gelu-identity"
    assert event.time.utcoffset() is not None


def test_opening_an_absent_journal_creates_nothing(folder, reopen):
    assert reopen().events == ()
    assert not folder.exists()


def test_the_whole_file_is_toml_with_a_header_and_one_table_for_each_event(folder, reopen):
    journal = reopen()
    for number in range(3):
        journal.append("run", "l", seed=number, nested={"a b": [1, 2.5, "x", {"deep": True}]})
    table = tomllib.loads((folder / "progress.toml").read_text())
    assert table["format"] == 1
    assert table["learner"] == "ana"
    assert len(table["journal"]) == 32
    assert [event["payload"]["seed"] for event in table["event"]] == [0, 1, 2]
    assert table["event"][0]["payload"]["nested"] == {"a b": [1, 2.5, "x", {"deep": True}]}


@pytest.mark.parametrize(
    "text",
    [
        'say "so"',
        "C:\\temp",
        "two\nlines\r\n",
        "tab\tnul\0",
        "\x1b[31mred",
        "né 🐈 日本",
        "[[event]]\nid = 1",
        "\u202egnp",
        "\x85",
    ],
)
def test_any_text_comes_back_as_it_was(reopen, text):
    reopen().append("reflection", text, text=text, **{"key " + text: text})
    (event,) = reopen().events
    assert (event.lesson, event.payload["text"], event.payload["key " + text]) == (text, text, text)


def test_what_is_not_a_number_survives(reopen):
    reopen().append("run", None, loss=math.nan, high=math.inf, low=-math.inf, tiny=1e-300, count=10**18)
    payload = reopen().events[0].payload
    assert math.isnan(payload["loss"])
    assert (payload["high"], payload["low"], payload["tiny"]) == (math.inf, -math.inf, 1e-300)
    assert payload["count"] == 10**18


@pytest.mark.parametrize("value", [None, [1, None], {"deep": {"er": None}}, object(), 1j, b"bytes"])
def test_what_toml_cannot_hold_is_refused_before_anything_is_written(folder, reopen, value):
    with pytest.raises(ProgressError, match=r"payload\.answer"):
        reopen().append("prediction", answer=value)
    assert not (folder / "progress.toml").exists()


def test_a_date_is_kept_as_text(reopen):
    event = reopen().append("a", day=datetime(2026, 11, 21, tzinfo=UTC).date())
    assert reopen().events == (event,)
    assert event.payload == {"day": "2026-11-21"}


def test_what_is_nested_too_deep_is_refused(reopen):
    value: list = []
    for _ in range(100):
        value = [value]
    with pytest.raises(ProgressError, match=r"payload\.answer"):
        reopen().append("prediction", answer=value)


def test_a_whole_number_too_large_for_toml_is_refused(reopen):
    with pytest.raises(ProgressError, match=r"payload\.number"):
        reopen().append("a", number=2**63)


def test_what_is_not_a_number_is_the_same_event_when_read_again(reopen):
    event = reopen().append("run", loss=math.nan)
    assert reopen().events == (event,)


def test_an_event_is_written_and_flushed_before_append_returns(folder):
    done = []

    class Watched(Disk):
        def write(self, file, content):
            done.append(content)
            return super().write(file, content)

        def flush(self, file):
            super().flush(file)
            done.append("flushed")

    event = Journal.open(folder, version="1", disk=Watched()).append("a")
    assert event.id.encode() in done[-2]
    assert done[-1] == "flushed"


def test_a_path_that_no_system_can_have_is_trouble_and_no_traceback(tmp_path):
    journal = Journal.open(tmp_path / ("x" * 5000) / "ana", version="1")
    event = journal.append("a")
    assert journal.trouble is not None
    assert journal.unsaved == (event,)


def test_a_progress_file_that_is_a_link_stays_one(folder, reopen, tmp_path):
    folder.mkdir(parents=True, mode=0o700)
    (tmp_path / "cloud").mkdir()
    (folder / "progress.toml").symlink_to(tmp_path / "cloud" / "progress.toml")
    reopen().append("a")
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes() + b"junk")
    assert mend(folder) is not None
    assert path.is_symlink()
    assert len(reopen().events) == 1


def test_two_sessions_see_each_other_after_refresh(reopen):
    first, second = reopen(), reopen()
    a = first.append("a")
    b = second.append("b")
    assert second.events == (a, b)
    first.refresh()
    assert first.events == (a, b)


def test_files_and_folders_are_for_their_owner_only(folder, reopen):
    reopen().append("a")
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(folder / "progress.toml").st_mode) == 0o600


def test_a_clock_that_goes_backwards_changes_neither_order_nor_ids(folder):
    times = [datetime(2026, 5, 5, tzinfo=UTC) - timedelta(hours=hour) for hour in range(5)]
    ticking = iter([times[0], *times])
    journal = Journal.open(folder, version="1", clock=lambda: next(ticking, times[-1]))
    made = [journal.append("step", number=number) for number in range(3)]
    assert [event.id for event in made] == sorted(event.id for event in made)
    assert [event.payload["number"] for event in Journal.open(folder, version="1").events] == [0, 1, 2]


def test_an_offset_with_seconds_is_written_as_toml_can(folder):
    odd = timezone(timedelta(minutes=17, seconds=30))
    journal = Journal.open(folder, version="1", clock=lambda: datetime(2026, 1, 1, tzinfo=odd))
    event = journal.append("a")
    assert Journal.open(folder, version="1").events == (event,)


def replaced_by_a_rewrite(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"junk")
    mend(path.parent)


def replaced_by_an_editor(path: Path) -> None:
    content = path.read_bytes()
    path.rename(path.with_name("progress.toml~"))
    path.write_bytes(content)


def replaced_by_a_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere.toml"))
    path.symlink_to("elsewhere.toml")


@pytest.mark.parametrize("looks_first", [False, True])
@pytest.mark.parametrize(
    "replace", [replaced_by_a_rewrite, replaced_by_an_editor, replaced_by_a_link, Path.unlink]
)
def test_a_session_writes_to_the_file_that_is_there_now(folder, reopen, replace, looks_first):
    journal = reopen()
    first = journal.append("a")
    replace(folder / "progress.toml")
    if looks_first:
        journal.refresh()
    second = journal.append("b")
    assert journal.unsaved == ()
    assert reopen().events == (first, second)
    assert journal.events == (first, second)


def test_a_disk_that_went_away_and_came_back_is_opened_anew(folder, reopen):
    class Unplugged(Disk):
        """Whatever was open when it was pulled out can never be written again."""

        dead: set[int] = set()

        def write(self, file, content):
            if file in self.dead:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return super().write(file, content)

        def open_to_append(self, path):
            file = super().open_to_append(path)
            self.dead.discard(file)
            return file

    disk = Unplugged()
    journal = Journal.open(folder, version="1", disk=disk)
    first = journal.append("a")
    disk.dead.update(range(1000))
    second = journal.append("b")
    third = journal.append("c")
    assert journal.unsaved == ()
    assert reopen().events == (first, second, third)


def test_a_journal_holds_nothing_open_between_appends(folder, reopen):
    journal = reopen()
    first = journal.append("a")
    if os.path.isdir("/proc/self/fd"):
        names = {os.path.realpath(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")}
        assert not any(str(folder) in name for name in names)
    second = journal.append("b")
    assert reopen().events == (first, second)
