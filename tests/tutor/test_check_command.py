"""`lynx-tutor check`: what it prints, what it keeps, and how it watches the files of somebody who writes."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lessons.check.workers import Workers
from tests.lessons.check.lying import HONEST
from tutor.shell.main import main

KIND = "experiment"


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A small honest lesson of its own."""
    folder = tmp_path / "pack" / KIND
    shutil.copytree(HONEST / KIND, folder)
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYNX_TUTOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def change(folder: Path, file: str, before: str, after: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert before in text
    (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")


def title(folder: Path) -> str:
    return (folder / "en.md").read_text(encoding="utf-8").splitlines()[0]


def test_what_was_proved_once_trains_nothing_again(
    lesson: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--yes", str(lesson)]) == 0
    assert list((home / "cache" / "check").glob("*.json"))
    capsys.readouterr()

    def nothing(*given: object, **named: object) -> None:
        raise AssertionError("something is trained")

    monkeypatch.setattr(Workers, "ask", nothing)
    assert main(["check", "--yes", str(lesson)]) == 0
    assert "all hold" in capsys.readouterr().out


def test_a_damaged_cache_is_trained_again(lesson: Path, home: Path) -> None:
    assert main(["check", "--yes", str(lesson)]) == 0
    for kept in (home / "cache" / "check").glob("*.json"):
        kept.write_text("{", encoding="utf-8")
    assert main(["check", "--yes", str(lesson)]) == 0


def test_a_failure_says_where_it_is(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(lesson, "en.md", "## observe\n", "## observe\nTODO: say more. ")
    assert main(["check", "--yes", str(lesson)]) == 1
    summary, *lines = capsys.readouterr().out.splitlines()
    assert "fail" in summary
    assert any(line.strip().startswith(f"{KIND}/en.md:") for line in lines)


def test_json_is_one_object_whatever_is_wrong(
    lesson: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (lesson / "lesson.toml").write_text("format = ", encoding="utf-8")
    assert main(["check", "--yes", str(lesson), "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["holds"] is False
    assert main(["check", str(tmp_path / "nowhere"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False


def hears_ctrl_c() -> None:
    """Take back that tests in the background ignore it, and all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def watching(lesson: Path) -> "Iterator[subprocess.Popen[str]]":
    process = subprocess.Popen(
        [sys.executable, "-m", "tutor.shell.main", "check", "--yes", str(lesson), "--watch", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=hears_ctrl_c,
    )
    yield process
    process.kill()
    process.communicate()


def until(process: "subprocess.Popen[str]", words: str) -> list[str]:
    """The lines up to one that holds these words."""
    assert process.stdout is not None
    found: list[str] = []
    for line in process.stdout:
        found.append(line)
        if words in line:
            return found
    raise AssertionError(f"{words!r} never came:\n{''.join(found)}")


@pytest.mark.slow
def test_watching_proves_again_what_is_saved_and_ctrl_c_ends_it(
    lesson: Path, watching: "subprocess.Popen[str]"
) -> None:
    assert any("all hold" in line for line in until(watching, "Watching"))
    change(lesson, "en.md", title(lesson), title(lesson) + " TODO")
    assert any("FAILS" in line for line in until(watching, "Watching"))
    change(lesson, "en.md", " TODO", "")
    assert any("all hold" in line for line in until(watching, "Watching"))
    watching.send_signal(signal.SIGINT)
    assert watching.wait(20) == 130
