"""docs/shell.md names what there is: exit codes and variables; and the script it tells of completes commands."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tutor.commanded import run
from tutor import exits
from tutor.shell.main import COMMANDS
from tutor.shell.options import SHELLS
from tutor.tui.app import HUNG_UP

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "shell.md").read_text(encoding="utf-8")
FOR_TESTS = {"LYNX_TUTOR_STRICT"}
TYPED = (
    "source {script}; COMP_WORDS=(lynx-tutor {words}); COMP_CWORD={place}; _shtab_lynx_tutor; echo ${{COMPREPLY[@]}}"
)

pytest.importorskip("shtab", reason="the extra [completion] is not installed")


def test_it_names_every_exit_code():
    codes = {exits.DONE, exits.FAILED, exits.WRONG_USAGE, exits.INTERRUPTED, HUNG_UP}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)} == codes


def test_it_names_every_variable_of_ours():
    read = {name for file in (ROOT / "tutor").rglob("*.py") for name in variables(file.read_text(encoding="utf-8"))}
    read |= set(variables((ROOT / "progress" / "home.py").read_text(encoding="utf-8")))
    assert set(variables(PAGE)) == read - FOR_TESTS


def variables(words: str) -> list[str]:
    return re.findall(r"LYNX_TUTOR_[A-Z]+", words)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_for_each_shell_has_every_command(shell, home):
    done = run("completion", shell)
    assert done.code == 0
    assert [name for name in COMMANDS if name not in done.out] == []


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(("words", "place", "completed"), [("ru", 1, "run"), ("serve --n", 2, "--new-links")])
def test_bash_completes_by_it(words, place, completed, home, tmp_path):
    script = tmp_path / "lynx-tutor"
    script.write_text(run("completion", "bash").out, encoding="utf-8")
    typed = TYPED.format(script=script, words=words, place=place)
    assert subprocess.run(["bash", "-c", typed], capture_output=True, text=True).stdout.split() == [completed]


def test_without_shtab_it_says_what_to_install(home, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    done = run("completion", "bash")
    assert (done.code, "lynx-tutor[completion]" in done.err) == (1, True)
