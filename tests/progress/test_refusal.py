"""A refusal of the system is said with the place, whose it is, and what to type."""

import errno
import os
from pathlib import Path

import pytest

from progress.refusal import refusal

POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


def refused(code: int, file: Path | None = None) -> OSError:
    return OSError(code, os.strerror(code), *([str(file)] if file else []))


def somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 4_000_000)


@POSIX
@pytest.mark.parametrize("below", [".", "learners/ana", "learners/ana/progress.toml"])
def test_a_place_of_another_account_is_given_back_by_one_command(tmp_path, monkeypatch, below):
    home = tmp_path / "my home"
    home.mkdir()
    somebody_else(monkeypatch)
    told = refusal(refused(errno.EACCES, home / below), home)
    assert told.kind == "foreign"
    assert told.values["place"] == str(home)
    assert told.values["owner"] == home.owner()
    assert told.values["command"] == f"sudo chown -R 4000000 '{home}'"


@POSIX
def test_an_own_place_that_is_closed_is_opened_by_one_command(tmp_path):
    told = refusal(refused(errno.EACCES, tmp_path / "learners"), tmp_path)
    assert (told.kind, told.values["command"]) == ("closed", f"chmod -R u+rwX {tmp_path}")


@POSIX
@pytest.mark.parametrize("home", [None, "elsewhere", "not/there/yet"])
def test_nobody_is_told_to_take_what_is_not_theirs(tmp_path, monkeypatch, home):
    somebody_else(monkeypatch)
    told = refusal(refused(errno.EPERM, tmp_path / "not"), home and tmp_path / home)
    assert (told.kind, set(told.values)) == ("not-yours", {"place", "owner"})


@pytest.mark.parametrize("ending", ["lock", "soft-lock"])
@pytest.mark.parametrize("code", [errno.EACCES, errno.EISDIR])
def test_a_lock_that_is_in_the_way_is_named_with_the_command_that_removes_it(tmp_path, ending, code):
    lock = tmp_path / f"progress.toml.{ending}"
    lock.touch()
    told = refusal(refused(code, lock), tmp_path)
    assert (told.kind, told.values["command"]) == ("lock", f"rm -r {lock}")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (refused(errno.ENOENT), "no-folder"),
        (refused(errno.ENOSPC), "unwritten"),
        (refused(errno.EAGAIN), "stopped"),
        (OSError("in other words"), "unwritten"),
        (refused(errno.ENAMETOOLONG, Path("a" * 5000)), "unusable"),
        (refused(errno.ELOOP, Path("loop")), "unusable"),
    ],
)
def test_every_other_error_is_a_sentence_too(error, kind):
    told = refusal(error)
    assert told.kind == kind
    assert len(str(told)) < 400
