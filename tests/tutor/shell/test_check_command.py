"""`lynx-tutor check`: what it prints, what it keeps, and how it watches the files of somebody who writes."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from lessons.check import families
from lessons.check.course import Folder, folder_at
from lessons.check.evidence import Evidence
from lessons.check.pages import Proof
from lessons.course.lesson.lesson import Lesson
from lessons.engine.pool import Pool
from lessons.format.files import CONTENT
from tests.lessons.check.lying import HONEST
from tutor.shell import check
from tutor.shell.check import asked_folder, proved_by_runs, told
from tutor.shell.request import NOTHING_ASKED
from tutor.shell.run import pack_at
from tutor.words.text import Text

KIND = "experiment"


@pytest.fixture
def pool() -> Iterator[Pool]:
    with closing(Pool(1)) as pool:
        yield pool


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    folder = tmp_path / "pack" / KIND
    shutil.copytree(HONEST / KIND, folder)
    return folder


def change(folder: Path, file: str, before: str, after: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert before in text
    (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")


def title(folder: Path) -> str:
    return (folder / "en.md").read_text(encoding="utf-8").splitlines()[0]


def test_what_was_proved_once_trains_nothing_again(lesson, home, monkeypatch, shell):
    shell("check", "--yes", lesson)
    assert list((home / "cache" / "check").glob("*.json"))

    def nothing(*given: object, **named: object) -> None:
        raise AssertionError("something is trained")

    monkeypatch.setattr(Pool, "items", nothing)
    *_, last = (said := shell("check", "--yes", lesson)).splitlines()
    assert "all hold" in said
    *listed, again = shell("check", "--yes", "--unproved", lesson).splitlines()
    assert last == again
    sentences = [line for line in listed if re.match(rf"{KIND}/e[ns]\.md:\d+  an? ", line)]
    assert f"proved; {len(sentences)} sentences" in last


def test_a_failure_says_what_and_where_it_is(lesson, shell):
    change(lesson, "en.md", "## observe\n", "## observe\nTODO: say more. ")
    summary, *lines = shell("check", "--yes", lesson, code=1).splitlines()
    assert "fail" in summary
    assert any(line.strip().startswith(f"{KIND}/en.md:") for line in lines)
    change(lesson, "en.md", "TODO: say more. ", "")
    told = (lesson / "en.md").read_text(encoding="utf-8")
    claim = re.search(r"^(\w+) = \{ \w+ = .*equals = \d+", told, re.MULTILINE)
    assert claim
    change(lesson, "en.md", claim[0], f"{claim[0]}77")
    assert f"claim {claim[1]}: says " in shell("check", "--yes", lesson, code=1)


def test_what_fails_is_said_in_the_authors_language(lesson, shell):
    change(lesson, "lesson.toml", "minutes = ", "minuts = ")
    said = shell("check", "--yes", lesson, "--lang", "es", code=1)
    assert "se carga: " in said
    assert "clave desconocida 'minuts'. ¿Querías decir minutes?" in said


def test_every_proof_has_a_name_in_the_authors_language(lesson, shell):
    names = [
        line.split(": ")[1]
        for line in shell("check", "--yes", lesson, "-v", "--lang", "es").splitlines()[1:-1]
        if ": " in line
    ]
    english = re.compile(r"\b(the|of|and|in|is|before|that|are|has)\b")
    assert len(names) > 40
    assert [name for name in names if english.search(name)] == []


def test_json_is_one_object_whatever_is_wrong(lesson, tmp_path, shell):
    (lesson / "lesson.toml").write_text("format = ", encoding="utf-8")
    assert json.loads(shell("check", "--yes", lesson, "--json", code=1))["holds"] is False
    assert json.loads(shell("check", tmp_path / "nowhere", "--json", code=1).splitlines()[0])["holds"] is False


NOTHING = {**NOTHING_ASKED, "json": False, "verbose": False, "unproved": False, "scheduler": None}
TEXT = Text("en")
STOPPED = Proof("quiet", "claims", "not judged: its code does not come to an end.", unjudged=True)


def test_each_lessons_line_comes_as_soon_as_it_is_proved(tmp_path, capsys):
    def proved() -> Iterator[tuple[str, list[Proof]]]:
        yield "loud", [Proof("loud", "it loads")]
        assert capsys.readouterr().out == "✓ loud: 1 proofs, all hold.\n"
        yield "quiet", [Proof("quiet", "it loads")]

    folder = Folder(tmp_path, (tmp_path / "quiet", tmp_path / "loud"))
    assert told(folder, proved(), SimpleNamespace(**NOTHING), TEXT) == 0


def test_what_a_limit_stopped_is_not_judged_and_not_said_to_fail(tmp_path, capsys):
    folder = Folder(tmp_path, (tmp_path / "quiet",))
    assert told(folder, iter([("quiet", [STOPPED])]), SimpleNamespace(**NOTHING), TEXT) == 1
    assert "FAILS" not in (said := capsys.readouterr().out)
    assert said.startswith("? quiet: 1 of 1 proofs is not judged")
    told(folder, iter([("quiet", [STOPPED])]), SimpleNamespace(**{**NOTHING, "json": True}), TEXT)
    (found,) = json.loads(capsys.readouterr().out)["lessons"][0]["proofs"]
    assert (found["holds"], found["unjudged"]) == (False, True)


@pytest.mark.parametrize(("times", "holds"), [(1, True), (2, False)])
def test_a_lesson_that_a_limit_stopped_is_tried_once_more_alone(monkeypatch, pool, times, holds):
    tried: list[str] = []

    def prove_runs(lesson: Lesson, *given: object) -> list[Proof]:
        tried.append(lesson.id)
        return [STOPPED] if tried.count("break") <= times and lesson.id == "break" else [Proof(lesson.id, "runs")]

    monkeypatch.setattr(families, "prove_pages", lambda *given: [])
    monkeypatch.setattr(families, "prove_runs", prove_runs)
    evidence = [Evidence(Lesson(name, Path()), pool) for name in ("break", "lab")]
    found = dict(proved_by_runs(evidence, TEXT))
    assert sorted(tried[:2]) == ["break", "lab"]
    assert tried[2:] == ["break"]
    assert [all(proof.holds for proof in found[name]) for name in ("break", "lab")] == [holds, True]


def test_a_lesson_of_the_course_is_asked_for_by_its_name(tmp_path):
    asked = [SimpleNamespace(**NOTHING, place=place) for place in ("xor-line", str(tmp_path), None)]
    assert list(map(asked_folder, asked)) == [CONTENT / "xor-line", tmp_path, CONTENT]


def test_a_folder_of_the_course_is_no_pack_however_one_comes_to_it(tmp_path):
    (tmp_path / "linked").symlink_to(CONTENT / "xor-line")
    folder = folder_at(tmp_path / "linked")
    assert pack_at(folder.path, folder.lessons, folder.course) is None
    assert CONTENT.resolve() == CONTENT


def hears_ctrl_c() -> None:
    """Take back that tests in the background ignore it, and all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def watching(lesson: Path, home: Path) -> "Iterator[subprocess.Popen[str]]":
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


def test_a_file_that_is_still_being_written_is_waited_for(tmp_path, monkeypatch):
    seen, half, whole = ({tmp_path: (time, size)} for time, size in ((1, 90), (2, 0), (3, 95)))
    looks = iter([seen, half, whole, whole])
    monkeypatch.setattr(check, "stamps", lambda path: next(looks))
    monkeypatch.setattr(check, "WATCH_INTERVAL_S", 0)
    assert check.next_save(tmp_path, seen) == whole


@pytest.mark.slow
def test_watching_proves_again_what_is_saved_and_ctrl_c_ends_it(lesson, watching):
    assert any("all hold" in line for line in until(watching, "Watching"))
    change(lesson, "en.md", title(lesson), title(lesson) + " TODO")
    assert any("FAILS" in line for line in until(watching, "Watching"))
    change(lesson, "en.md", " TODO", "")
    assert any("all hold" in line for line in until(watching, "Watching"))
    watching.send_signal(signal.SIGINT)
    assert watching.wait(20) == 130
