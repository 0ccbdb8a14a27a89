"""docs/hosting.md as it is written: each of its blocks is run here, with other folders and this very account.

What differs is said in `here`: the folders, the account, the tutor that is tried (this one, which is not installed
anew), and what only root's own sshd can be told.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from lessons.course.lesson.state import Opened
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.sshd import NEEDED, SSHD, USER, Sshd, own_environment
from tests.tutor.terminal import PATIENCE, Terminal

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
INSTALL, ALL_KEYS, KEYS, RELOAD, _, BACKUP, REPORTS = (words for kind, words in BLOCKS if kind == "sh")
SETTINGS = next(words for kind, words in BLOCKS if kind == "sshd_config")

pytestmark = [NEEDED, pytest.mark.slow]


class Machine:
    """A machine to host a class on: its folders are in a temporary one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("etc/ssh", "opt", "srv", "var/backups", "keys"):
            (folder / name).mkdir(parents=True)

    def here(self, words: str) -> str:
        """The same words about this machine's folders, and about whoever runs the tests."""
        for path in ("/opt/lynx-tutor", "/srv", "/etc/ssh", "/var/backups"):
            words = re.sub(rf"(?<![\w.]){path}", f"{self.folder}{path}", words)
        words = words.replace("Match User class", f"Match User {USER}").replace("-o class", f"-o {USER}")
        words = re.sub(r"^/usr/bin/python3 -m venv (\S+)$", r"mkdir -p \1/bin", words, flags=re.MULTILINE)
        words = re.sub(r"^(useradd|systemctl) .*$", "true", words, flags=re.MULTILINE)
        words = words.replace("runuser -u class -- ", "").replace("sshd -t", f"{SSHD} -t -f sshd/sshd_config")
        return re.sub(r"^(\S+)/pip install .*$", rf"cp '{self.launcher()}' \1/lynx-tutor", words, flags=re.M)

    def launcher(self) -> Path:
        """A command that is this very tutor."""
        settings = "\n".join(f"export {name}='{value}'" for name, value in own_environment().items())
        file = self.folder / "launcher"
        file.write_text(f'#!/bin/sh\n{settings}\nexec "{sys.executable}" -m tutor "$@"\n')
        file.chmod(0o755)
        return file

    def sh(self, words: str) -> str:
        """Run a block as it is written; what it printed."""
        done = subprocess.run(
            ["sh", "-euc", self.here(words)], cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def sshd(self, settings: str = SETTINGS) -> Sshd:
        return Sshd(self.folder / "sshd", self.here(settings))

    @property
    def home(self) -> Path:
        return self.folder / "srv" / "lynx-tutor"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path / "machine")
    made.sh(INSTALL)
    return made


def keys_of(machine: Machine, sshd: Sshd, block: str, *names: str) -> None:
    for name in names:
        shutil.copy(sshd.key(name).with_suffix(".pub"), machine.folder / "keys" / f"{name}.pub")
    machine.sh(block)


def unforced() -> str:
    """The settings for a key each: the command stands with the key."""
    return "\n".join(line for line in SETTINGS.splitlines() if "ForceCommand" not in line) + "\n"


def test_the_installation_is_read_only_and_progress_is_for_its_account_alone(machine):
    for path in (machine.folder / "opt" / "lynx-tutor").rglob("*"):
        assert path.stat().st_mode & 0o022 == 0
    assert machine.home.stat().st_mode & 0o777 == 0o700


def test_what_is_installed_is_named_with_its_tested_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    tested = (ROOT / "docs" / "constraints.txt").read_text(encoding="utf-8")
    assert [each for each in needed if f"\n{re.split('[<>=]', each)[0]}==" not in tested] == []


def test_one_account_asks_everybody_who_they_are(machine):
    with machine.sshd() as sshd:
        keys_of(machine, sshd, ALL_KEYS, "key")
        with Terminal(home=machine.home, command=sshd.ssh()) as terminal:
            terminal.wait_for("Who is learning?", "Your name:")
            terminal.press("ana", "enter")
            terminal.wait_for("ana is new here")
            terminal.press("enter")
            terminal.wait_for("Welcome.", "ana · EN")
            terminal.press("q")
            assert terminal.wait_for_end() == 0


def test_a_command_that_is_sent_is_not_run(machine):
    with machine.sshd(without_keys()) as sshd:
        sent = "lynx-tutor learn --learner ben --home /; id"
        done = subprocess.run([*sshd.ssh("-T"), sent], input=b"", capture_output=True, timeout=PATIENCE)
    assert done.stdout.startswith(b"Only the tutor runs here: the command that was sent is left out.\nWho is")
    assert b"uid=" not in done.stdout


def without_keys() -> str:
    """The settings, for whoever has the key of the tests."""
    return re.sub(r".*AuthorizedKeysFile.*\n", "", SETTINGS)


def test_a_key_each_says_who_it_is_whatever_is_sent(machine):
    with machine.sshd(unforced()) as sshd:
        keys_of(machine, sshd, KEYS, "ana", "ben")
        for name in ("ana", "ben"):
            sent = ["env", "LYNX_TUTOR_KIOSK=0", "bash"]
            with Terminal(home=machine.home, command=[*sshd.ssh(key=name), *sent]) as terminal:
                terminal.wait_for("Welcome.", f"{name} · EN")
                terminal.press("q")
                assert terminal.wait_for_end() == 0
        stranger = subprocess.run(sshd.ssh("-T", key="key"), stdin=subprocess.DEVNULL, capture_output=True)
        assert b"Permission denied" in stranger.stderr or stranger.returncode == 255


def test_a_backup_brings_a_learner_back(machine):
    make_learner(machine.home).record(Opened(), place_of())
    machine.sh(BACKUP)
    archive = next((machine.folder / "var" / "backups").glob("lynx-tutor-*.tar.gz"))
    file = machine.home / "learners" / "ana" / "progress.toml"
    before = file.read_bytes()
    shutil.rmtree(machine.home)
    subprocess.run(["tar", "-C", str(machine.folder / "srv"), "-xzf", str(archive)], check=True)
    assert file.read_bytes() == before


def test_the_reports_are_written(machine):
    for name in ("ana", "ben"):
        make_learner(machine.home, name).record(Opened(), place_of())
    machine.sh(REPORTS)
    assert "ana" in (machine.folder / "class.html").read_text(encoding="utf-8")
    table = (machine.folder / "class.csv").read_text(encoding="utf-8-sig")
    assert len(table.splitlines()) == 3
    assert "ana" not in table
