"""docs/hosting.md as it is written: each of its blocks is run here, with other folders and this very account.

What differs is said in `here`: the folders, the account, the tutor that is tried (this one, which is not installed
anew), and what only root's own sshd can be told.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lessons.acts import Opened
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.sshd import NEEDED, SSHD, USER, Sshd, own_environment
from tests.tutor.terminal import Terminal

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
INSTALL, KEYS, RELOAD, LEARNER, BACKUP, REPORTS = (words for kind, words in BLOCKS if kind == "sh")
SETTINGS = next(words for kind, words in BLOCKS if kind == "sshd_config")
WRAPPER = next(words for kind, words in BLOCKS if kind == "kiosk.sh")

pytestmark = NEEDED


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
        words = re.sub(r"^python3 -m venv (\S+)$", r"mkdir -p \1/bin", words, flags=re.MULTILINE)
        return re.sub(r"^(\S+)/pip install \.$", rf"cp '{self.launcher()}' \1/lynx-tutor", words, flags=re.M)

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
    """One on which the first block was run."""
    made = Machine(tmp_path / "machine")
    made.sh(INSTALL)
    return made


def keys_of(machine: Machine, sshd: Sshd, *names: str) -> None:
    for name in names:
        shutil.copy(sshd.key(name).with_suffix(".pub"), machine.folder / "keys" / f"{name}.pub")
    machine.sh(KEYS)


def unforced() -> str:
    """The settings for a key each: the command stands with the key."""
    return "\n".join(line for line in SETTINGS.splitlines() if "ForceCommand" not in line) + "\n"


def test_the_installation_is_read_only_and_progress_is_for_its_account_alone(machine: Machine) -> None:
    for path in (machine.folder / "opt" / "lynx-tutor").rglob("*"):
        assert path.stat().st_mode & 0o022 == 0
    assert machine.home.stat().st_mode & 0o777 == 0o700


def test_sshd_takes_the_settings(machine: Machine) -> None:
    """`systemctl reload` is the one line that is not run: there is no system of this sshd."""
    assert "sshd -t\n" in RELOAD
    with machine.sshd() as sshd:
        asked = [
            str(SSHD),
            "-T",
            "-f",
            str(sshd.configuration),
            "-C",
            f"user={USER},host=here,addr=127.0.0.1",
        ]
        found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    for line in (
        "disableforwarding yes",
        "permituserrc no",
        "clientaliveinterval 30",
        "clientalivecountmax 4",
    ):
        assert line in found
    assert set(re.findall(r"^acceptenv (\S+)", found, re.MULTILINE)) == {"LANG", "LC_*"}


def test_one_account_asks_everybody_who_they_are(machine: Machine) -> None:
    settings = re.sub(r".*AuthorizedKeysFile.*\n", "", SETTINGS)
    with machine.sshd(settings) as sshd, Terminal(home=machine.home, command=sshd.ssh()) as terminal:
        terminal.wait_for("Who is learning?", "Your name:")
        terminal.press("ana", "enter")
        terminal.wait_for("ana is new here")
        terminal.press("enter")
        terminal.wait_for("Welcome.", "ana · EN")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert os.listdir(machine.home / "learners") == ["ana"]


@pytest.mark.parametrize(
    "sent", ["id", "sh -i", "lynx-tutor learn --learner ben --home /", "scp -f /etc/passwd"]
)
def test_a_command_that_is_sent_is_not_run(sent: str, machine: Machine) -> None:
    settings = re.sub(r".*AuthorizedKeysFile.*\n", "", SETTINGS)
    with machine.sshd(settings) as sshd:
        done = subprocess.run([*sshd.ssh("-T"), sent], input=b"", capture_output=True, timeout=60)
    assert done.stdout.startswith(b"Only the tutor runs here: the command that was sent is left out.\nWho is")
    assert b"uid=" not in done.stdout
    assert b"root:" not in done.stdout


def test_files_and_ports_are_not_forwarded(machine: Machine) -> None:
    settings = re.sub(r".*AuthorizedKeysFile.*\n", "", SETTINGS)
    with machine.sshd(settings) as sshd:
        sftp = subprocess.run(
            [*sshd.ssh("-T", "-s"), "sftp"], input=b"\0\0\0\5\1\0\0\0\3", capture_output=True
        )
        assert b"Who is learning?" in sftp.stdout
        forwarded = [*sshd.ssh("-T", "-W", "127.0.0.1:22")]
        done = subprocess.run([*forwarded], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        assert done.returncode != 0
        assert b"SSH-" not in done.stdout


def test_a_key_each_says_who_it_is_whatever_is_sent(machine: Machine) -> None:
    with machine.sshd(unforced()) as sshd:
        keys_of(machine, sshd, "ana", "ben")
        for name in ("ana", "ben"):
            sent = ["env", "LYNX_TUTOR_KIOSK=0", "bash"]
            with Terminal(home=machine.home, command=[*sshd.ssh(key=name), *sent]) as terminal:
                terminal.wait_for("Welcome.", f"{name} · EN")
                terminal.press("q")
                assert terminal.wait_for_end() == 0
        stranger = subprocess.run(sshd.ssh("-T", key="key"), stdin=subprocess.DEVNULL, capture_output=True)
        assert b"Permission denied" in stranger.stderr or stranger.returncode == 255
    assert sorted(os.listdir(machine.home / "learners")) == ["ana", "ben"]


def test_the_language_is_the_learners(machine: Machine) -> None:
    settings = re.sub(r".*AuthorizedKeysFile.*\n", "", SETTINGS)
    with (
        machine.sshd(settings) as sshd,
        Terminal(home=machine.home, command=sshd.ssh(), environment={"LC_ALL": "es_ES.UTF-8"}) as terminal,
    ):
        terminal.wait_for("¿Quién aprende?")


def test_a_backup_brings_a_learner_back(machine: Machine) -> None:
    make_learner(machine.home).record(Opened(), place_of())
    machine.sh(BACKUP)
    archive = next((machine.folder / "var" / "backups").glob("lynx-tutor-*.tar.gz"))
    file = machine.home / "learners" / "ana" / "progress.toml"
    before = file.read_bytes()
    shutil.rmtree(machine.home)
    subprocess.run(["tar", "-C", str(machine.folder / "srv"), "-xzf", str(archive)], check=True)
    assert file.read_bytes() == before


def test_the_reports_are_written(machine: Machine) -> None:
    for name in ("ana", "ben"):
        make_learner(machine.home, name).record(Opened(), place_of())
    machine.sh(REPORTS)
    assert "ana" in (machine.folder / "class.html").read_text(encoding="utf-8")
    table = (machine.folder / "class.csv").read_text(encoding="utf-8-sig")
    assert len(table.splitlines()) == 3
    assert "ana" not in table


def test_learners_are_told_a_command_that_ssh_takes() -> None:
    assert LEARNER == "ssh -t class@machine\n"
    taken = subprocess.run(["ssh", "-G", *LEARNER.split()[1:]], capture_output=True, text=True, check=True)
    assert "requesttty true" in taken.stdout


# ---- bubblewrap ---------------------------------------------------------------------


def can_wrap() -> bool:
    """Whether bubblewrap is here, and may do what it is for."""
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    return bool(shutil.which("bwrap")) and subprocess.run(command, capture_output=True).returncode == 0


def wrapper(machine: Machine) -> Path:
    """The script of the page; to what it shows of the disk comes where this very tutor and its Python are."""
    paths = own_environment()["PYTHONPATH"].split(os.pathsep)
    own = dict.fromkeys(map(str, (ROOT, sys.prefix, sys.base_prefix, *paths)))
    binds = " ".join(f"--ro-bind {path} {path}" for path in own if not path.startswith("/usr"))
    settings = " ".join(f"--setenv {name} '{value}'" for name, value in own_environment().items())
    words = machine.here(WRAPPER).replace("--chdir /home", f"{binds} {settings} --chdir /home")
    file = machine.folder / "opt" / "lynx-tutor" / "kiosk.sh"
    file.write_text(words)
    file.chmod(0o755)
    return file


@pytest.mark.skipif(not can_wrap(), reason="there is no bubblewrap here, or it may not make a namespace")
def test_in_bubblewrap_the_tutor_works_and_keeps_what_was_done(machine: Machine) -> None:
    settings = f"ForceCommand {wrapper(machine)} ana\nAcceptEnv LANG LC_*\n"
    with machine.sshd(settings) as sshd:
        for _ in range(2):
            with Terminal(home=machine.home, command=sshd.ssh()) as terminal:
                terminal.wait_until(lambda words: "ana · EN" in words and "q quit" in words, "the tutor")
                terminal.press_for("escape", "↑↓ choose")
                terminal.press_for("enter", "1 Read", "Enter read on")
                terminal.press("q")
                assert terminal.wait_for_end() == 0
    events = make_learner(machine.home).journal.events
    assert [event.kind for event in events] == ["opened"]


@pytest.mark.parametrize("name", ["", "../x", "a b", "-x", ".x", "a/b", "$(id)"])
def test_the_wrapper_takes_plain_names_only(name: str, machine: Machine) -> None:
    done = subprocess.run([str(wrapper(machine)), name], capture_output=True, timeout=60)
    assert done.returncode == 2
    assert not (machine.home / "learners").exists()
