"""The process of judged code has two walls around it, of which each holds alone; and the judge waits for nobody."""

import os
import sys
import time

import pytest

from lessons.runs import judged_process
from lessons.runs.judge import judge_text, what_is_not_limited
from lessons.runs.judged_process import JudgedProcess, ending, environment
from lessons.runs.judging import Request
from lessons.runs.limits import LIMITED
from tests.lessons.runs.cheats.cheat import Cheat
from tests.lessons.runs.cheats.every import CHEATS
from tutor.words.text import Text

START = "import sys; sys.path.append(sys.argv[1]); from lessons.runs import judging; CHANGE; judging.main()"
WALLS = {
    "the guard alone": f"judging.limit = lambda *a: {LIMITED!r}",
    "the system alone": "judging.guard = lambda *a: None",
}
TRIED = [
    cheat
    for cheat in CHEATS
    if cheat.family in ("another name", "writing")
    or "network" in cheat.way
    or "fork" in cheat.way
    or "child" in cheat.way
]
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's own means")


@LINUX
@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("cheat", TRIED, ids=lambda cheat: f"{cheat.family}: {cheat.way}")
def test_each_wall_holds_alone(cheat: Cheat, wall: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if wall == "the system alone" and what_is_not_limited():
        pytest.skip("this system has not all of its means")
    monkeypatch.setattr(judged_process, "START", START.replace("CHANGE", WALLS[wall]))
    before = set(os.listdir("/tmp"))
    assert not judge_text(cheat.lesson, cheat.files(), min(cheat.seconds, 4)).passed
    assert not {"array.npy", "folder-of-mine", "pipe-of-mine"} & (set(os.listdir("/tmp")) - before)


def test_what_is_not_limited_has_words_in_both_languages() -> None:
    assert set(what_is_not_limited()) <= set(LIMITED)
    for language in ("en", "es"):
        assert [name for name in LIMITED if not Text(language).has(f"limits.{name}")] == []


def test_a_process_that_cannot_be_asked_is_not_limited_in_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged_process, "START", "raise SystemExit(3)")
    assert what_is_not_limited() == LIMITED


def listened(monkeypatch: pytest.MonkeyPatch, start: str, seconds: float) -> JudgedProcess:
    """A process of these lines, listened to until it says no more."""
    monkeypatch.setattr(judged_process, "START", start)
    with JudgedProcess(time.monotonic() + seconds, seconds) as process:
        process.ask(Request({}))
        assert list(process.answers()) == []
        process.silent = process.silence()  # type: ignore[attr-defined]
    return process


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_grandchild_that_keeps_the_pipe_open_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    start = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(5)\nos._exit(7)"
    process = listened(monkeypatch, start, 600)
    assert process.silent.reason == "died"  # type: ignore[attr-defined]
    assert process.silent.detail == "7"  # type: ignore[attr-defined]


def test_a_process_that_stops_answering_and_goes_on_has_closed_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    process = listened(monkeypatch, "import os, time; os.close(1); time.sleep(600)", 600)
    assert process.silent.reason == "closed"  # type: ignore[attr-defined]


def test_one_that_never_reads_its_request_is_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    process = listened(monkeypatch, "import time; time.sleep(600)", 1)
    assert process.silent.reason == "time"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "reason", "detail"),
    [
        (0, "died", "0"),
        (-9, "killed", "SIGKILL"),
        (-11, "crashed", "SIGSEGV"),
        (-24, "time", "20"),
        (93, "closed", ""),
    ],
)
def test_every_end_has_its_reason(code: int, reason: str, detail: str) -> None:
    found = ending(code, 20)
    assert (found.reason, found.detail) == (reason, detail)


def test_nothing_that_is_set_for_python_changes_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    found = environment()
    assert {name for name in found if name.startswith("PYTHON")} == {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
