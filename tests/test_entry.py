"""The command `lynx-tutor`, where another package has put a module of its own in the place of one of ours."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lynx_tutor import MODULES, REPLACED

ROOT = Path(__file__).parents[1]
START = "import sys, lynx_tutor; sys.exit(lynx_tutor.main())"
STRANGER = '"""Somebody else\'s."""\n__version__ = "99"\n'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder as pip would have installed it, but for the dependencies, which are where they were."""
    shutil.copy(ROOT / "lynx_tutor.py", tmp_path)
    for name in MODULES:
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def started(site: Path, *words: str, language: str = "en") -> "subprocess.CompletedProcess[str]":
    environ = {
        **os.environ,
        "PYTHONPATH": str(site),
        "LC_ALL": f"{language}.UTF-8",
        "LYNX_TUTOR_HOME": str(site / "home"),
    }
    return subprocess.run([sys.executable, "-P", *words], env=environ, capture_output=True, encoding="utf-8", cwd=site)


def replace(site: Path, name: str, words: str | None) -> None:
    (site / name).unlink()
    (site / name).mkdir()
    if words is not None:
        (site / name / "__init__.py").write_text(words, encoding="utf-8")


def test_both_ways_in_lead_to_the_tutor(site):
    for words in (("-c", START, "--version"), ("-m", "tutor", "--version")):
        assert started(site, *words).stdout.startswith("lynx-tutor ")


@pytest.mark.parametrize("language", REPLACED)
@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_somebody_else_is_named_in_a_sentence(site, name, language):
    replace(site, name, STRANGER)
    done = started(site, "-c", START, "list", language=language)
    assert (done.returncode, done.stderr) == (1, REPLACED[language].format(names=f"`{name}`") + "\n")


def test_so_is_one_that_has_gone_when_the_other_was_uninstalled(site):
    replace(site, "tutor", None)
    replace(site, "progress", STRANGER)
    done = started(site, "-S", "-c", START)  # no other folder has one
    assert (done.returncode, done.stderr) == (1, REPLACED["en"].format(names="`progress`, `tutor`") + "\n")


def test_python_m_tutor_says_it_of_the_others(site):
    replace(site, "progress", STRANGER)
    done = started(site, "-m", "tutor", "list")
    assert (done.returncode, done.stderr) == (1, REPLACED["en"].format(names="`progress`") + "\n")
