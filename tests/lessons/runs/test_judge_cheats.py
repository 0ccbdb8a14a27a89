"""Nothing passes the judge but what is right; nothing hangs it, and nothing is left behind."""

import os
import tempfile
from pathlib import Path

import pytest

from lessons.runs import judgement
from lessons.runs.judge import judge_text
from tests.lessons.runs.cheats.cheat import Cheat
from tests.lessons.runs.cheats.every import CHEATS
from tutor.words.text import Text

MARK = "LYNX_TUTOR_TEST_MARK"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The home and the folder for passing files, both empty; every process that is started bears a mark."""
    for name in ("home", "passing"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "passing"))
    return tmp_path / "home", tmp_path / "passing"


def marked_processes(mark: str) -> list[str]:
    """The numbers of the processes that bear the mark, this one aside."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (
                process.name != str(os.getpid())
                and f"{MARK}={mark}".encode() in (process / "environ").read_bytes()
            ):
                found.append(process.name)
        except OSError:  # it has ended, or is another's
            continue
    return found


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: f"{cheat.family}: {cheat.way}")
def test_it_does_not_pass_and_leaves_nothing(cheat: Cheat, places: tuple[Path, Path], tmp_path: Path) -> None:
    found = judge_text(cheat.lesson, cheat.files(), cheat.seconds)
    assert found.reason in cheat.reasons.split(), found
    assert not found.passed
    assert found.detail.isprintable()
    assert [list(place.iterdir()) for place in places] == [[], []]
    assert marked_processes(str(tmp_path)) == []


def test_there_are_enough_of_them_in_every_family() -> None:
    families = [cheat.family for cheat in CHEATS]
    assert len(CHEATS) >= 35
    assert min(families.count(family) for family in families) >= 5


REASONS = {value for name, value in vars(judgement).items() if name.isupper() and isinstance(value, str)}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_reason_has_words(language: str) -> None:
    text = Text(language)
    assert [reason for reason in sorted(REASONS) if not text.has(f"repair.{reason}")] == []
    assert all(text(f"repair.{reason}", detail="THIS") for reason in REASONS)
