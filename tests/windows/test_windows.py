"""Without POSIX (see sitecustomize.py): a lesson and its repair, a run on all cores, an editor, the app, its server."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.tutor.conftest import place_of
from tests.tutor.terminal import Terminal
from tests.tutor.walks.answers import right_code
from tests.tutor.walks.plain import COPY, lines

LESSON = "break-gelu-identity"


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process from here on: none of them is told a locale or a terminal's name."""
    for name in ("LANG", "LC_ALL", "TERM", "COLORTERM", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *sys.path[:1]]))


def python(home: Path, *words: str, typed: str = "", **more: str) -> str:
    """Return what a process prints, which ends well and has nothing to complain about."""
    environ = {**os.environ, "LYNX_TUTOR_HOME": str(home), **more}
    done = subprocess.run([sys.executable, *words], input=typed, env=environ, capture_output=True, encoding="utf-8")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    return done.stdout


def test_nothing_of_posix_is_there(tmp_path):
    asked = "import tutor.terminals.kinds as k; print(k.sys.platform, k.termios, hasattr(k.os, 'getuid'))"
    assert python(tmp_path, "-c", asked) == "win32 None False\n"


def test_more_seeds_than_one_process_takes_are_trained(tmp_path):
    said = python(tmp_path, "-m", "tutor", "run", "one-neuron", "--seeds", "65", "--steps", "3", "--json")
    assert json.loads(said)["seeds"] == 65


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (r"C:\Windows\notepad.exe", [r"C:\Windows\notepad.exe"]),
        (r'"C:\Program Files\Vim\vim.exe" -f', [r"C:\Program Files\Vim\vim.exe", "-f"]),
        (f'{Path(sys.executable).name} -c "a b"', [sys.executable, "-c", "a b"]),  # as `code` is found as code.cmd
    ],
)
def test_an_editors_path_keeps_its_backslashes_and_its_program_is_found(tmp_path, chosen, words):
    asked = "import tutor.plain_editor as e; print(e.editor_words(), e.has_window())"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    assert python(tmp_path, "-c", asked, VISUAL=chosen, PATH=path) == f"{words} {'notepad' in chosen}\n"


def test_what_a_code_page_has_goes_into_a_file_as_it_is_and_the_rest_as_marks():
    asked = "from tutor.shell.terminal import prepare; prepare(False); print('¿Qué? ✓ ▸')"
    environ = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run([sys.executable, "-c", asked], env=environ, capture_output=True)
    assert done.stdout.decode("cp1252").strip() == "¿Qué? + >"


@pytest.mark.slow
def test_a_lesson_is_walked_with_its_repair_in_an_editor(tmp_path):
    right = tmp_path / "right.py"
    right.write_text(right_code(place_of(lesson=LESSON)), encoding="utf-8")
    editor = subprocess.list2cmdline([sys.executable, "-I", "-S", "-c", COPY, str(right)])
    typed = "".join(f"{line}\n" for line in lines(place_of(lesson=LESSON)))
    home = tmp_path / "home"
    python(home, "-m", "tutor", "learn", LESSON, "--plain", "--learner", "ana", typed=typed, VISUAL=editor)
    course = json.loads(python(home, "-m", "tutor", "list", "--json", "--learner", "ana"))
    assert [each["lesson"] for each in course["lessons"] if each["finished"]] == [LESSON]


@pytest.mark.slow
def test_the_app_paints_what_a_windows_terminal_has(tmp_path):
    environ = {"LC_ALL": "", "TERM": "xterm-256color"}  # the latter for Rich, which is on a POSIX here
    with Terminal("learn", "xor-line", "--learner", "ana", home=tmp_path / "home", environment=environ) as terminal:
        terminal.wait_for("Enter predict")
        assert b"38;5;" in terminal.printed
        terminal.press("q")
        assert terminal.wait_for_end() == 0


@pytest.mark.slow
def test_the_app_is_served_until_ctrl_c(tmp_path):
    served = pytest.importorskip("tests.tutor.web.serving", reason="the extra [web] is not installed").served
    with served(tmp_path / "home", "ana") as server:
        assert urlopen(server.links[0]).status == 200
        assert server.end() == 0
        assert "Traceback" not in server.said
