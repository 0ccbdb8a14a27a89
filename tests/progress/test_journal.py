"""A journal keeps events on the disk, in order, as TOML that people can read."""

import shutil
import tomllib
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from progress import ProgressError
from progress.doctor import mend
from progress.event import is_as_written
from progress.home import check_name, default_learner, home_folder, learner_folder, learners
from progress.journal import Journal
from progress.scan import scan


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


@pytest.mark.parametrize("value", [None, [1, None], {"deep": {"er": None}}, object(), {1: 2}])
def test_what_toml_cannot_hold_is_refused_before_anything_is_written(folder, reopen, value):
    with pytest.raises(TypeError):
        reopen().append("prediction", answer=value)
    assert not (folder / "progress.toml").exists()


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


def test_a_clock_that_goes_backwards_changes_neither_order_nor_ids(folder):
    times = [datetime(2026, 5, 5, tzinfo=UTC) - timedelta(hours=hour) for hour in range(5)]
    ticking = iter([times[0], *times])
    journal = Journal.open(folder, version="1", clock=lambda: next(ticking, times[-1]))
    made = [journal.append("step", number=number) for number in range(3)]
    assert [event.id for event in made] == sorted(event.id for event in made)
    assert [event.payload["number"] for event in Journal.open(folder, version="1").events] == [0, 1, 2]


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
@pytest.mark.parametrize("replace", [replaced_by_a_rewrite, replaced_by_an_editor, replaced_by_a_link, Path.unlink])
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


FORMAT_1 = Path(__file__).parent / "formats" / "progress-1.toml"  # by the version that wrote TOML by hand


@pytest.mark.parametrize("line_break", [b"\n", b"\r\n"])
def test_a_file_of_an_earlier_version_says_the_same_and_its_checksums_hold(line_break):
    content = FORMAT_1.read_bytes().replace(b"\n", line_break)
    scanned = scan(content)
    tables = tomllib.loads(content.decode())["event"]
    assert len(tables) == 12
    assert scanned.damage == []
    for event, table in zip(scanned.events, tables, strict=True):
        assert (event.id, event.time, event.version) == (table["id"], table["time"], table["version"])
        assert (event.kind, event.lesson) == (table["kind"], table.get("lesson"))
        assert repr(event.payload) == repr(table["payload"])  # nan too
    edited = [event.lesson for event in scanned.events if not is_as_written(event)]
    assert edited == ['a "quoted" \\ lesson\n']  # no lesson has such a name


def test_adding_to_such_a_file_leaves_it_as_it_is(folder, reopen):
    folder.mkdir(parents=True)
    shutil.copy(FORMAT_1, folder / "progress.toml")
    before = reopen().events
    event = reopen().append("later", text="a tab\t")
    assert reopen().events == (*before, event)
    assert (folder / "progress.toml").read_bytes().startswith(FORMAT_1.read_bytes())


def test_a_file_of_a_newer_format_is_shown_but_never_written(folder, reopen):
    event = reopen().append("a")
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace("format = 1", "format = 7"))
    before = path.read_bytes()
    journal = reopen()
    assert journal.events == (event,)
    assert (journal.notices[0].kind, journal.notices[0].values) == ("newer", {"number": 7})
    later = journal.append("b")
    assert journal.trouble == "newer-format"
    assert journal.unsaved == (later,)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["ana", "José", "Zoë B", "李雷", "a.b", "x_1", "O’Neill", "علی\u200cرضا", "ශ්\u200dරී"])
def test_plain_names_are_welcome(name):
    assert check_name(name) == name


PATHS = ["", " ", "../x", "a/b", "a\\b", ".", "..", ".hidden", "a.", "a:b", "CON", "nul.txt", "x" * 300]
MARKS = ["a\0b", "a\nb", "\x1b[31m", "a\u202eb", "a\u200b", "a\u200cb", "\u200dරී", "علی\u200c", "\ud800"]
SHELL = ["-rf", "$(id)", "`id`", "a;b", "a$b", "_ana"]


@pytest.mark.parametrize("name", PATHS + MARKS + SHELL)
def test_other_names_are_refused(name):
    with pytest.raises(ProgressError, match="bad-name") as caught:
        check_name(name)
    assert str(caught.value).isprintable()


def test_home_is_what_was_asked_for_then_the_variable_then_the_platforms(tmp_path, monkeypatch):
    monkeypatch.setenv("LYNX_TUTOR_HOME", str(tmp_path / "variable"))
    assert home_folder(str(tmp_path / "explicit")) == tmp_path / "explicit"
    assert home_folder(None) == tmp_path / "variable"
    monkeypatch.delenv("LYNX_TUTOR_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert home_folder(None).name == "lynx-tutor"


def test_whoever_has_a_folder_here_is_a_learner_by_name(tmp_path):
    assert learners(tmp_path) == ()
    for name in ("ben", "ana"):
        Journal.open(learner_folder(tmp_path, name), version="1").append("a")
    assert learners(tmp_path) == ("ana", "ben")


def test_someone_without_a_home_folder_is_asked_to_name_one(monkeypatch):
    import pwd

    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    for variable in ("HOME", "XDG_DATA_HOME", "LYNX_TUTOR_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(ProgressError, match="no-home"):
        home_folder(None)


def test_a_machine_without_a_user_name_still_has_a_learner(monkeypatch):
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert default_learner() == "learner"
    monkeypatch.setattr("getpass.getuser", lambda: "DOMAIN\\José")
    assert default_learner() == "DOMAIN-José"


def test_a_folder_whose_name_another_system_spelled_otherwise_is_still_the_learners(tmp_path):
    spelled = unicodedata.normalize("NFD", "Zoë")
    Journal.open(tmp_path / "learners" / spelled, version="1").append("a")
    found = learner_folder(tmp_path, "Zoë")
    assert len(Journal.open(found, version="1").events) == 1
    assert Journal.open(found, version="1").notices == ()
    assert learner_folder(tmp_path, spelled) == found


def test_of_two_folders_that_sound_alike_the_one_spelled_as_typed_is_opened(tmp_path):
    for form in ("NFC", "NFD"):
        (tmp_path / "learners" / unicodedata.normalize(form, "José")).mkdir(parents=True)
    assert learner_folder(tmp_path, "José").name == unicodedata.normalize("NFC", "José")
