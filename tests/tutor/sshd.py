"""A real sshd of this user's own, on a loopback port, with a host key and a configuration in a folder of its own."""

import getpass
import grp
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import pytest

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
PRIVILEGES = Path("/run/sshd")  # where root's sshd leaves its privileges; the system makes it when it starts ssh
PATIENCE = 30.0  # seconds: no measure of anything, only an end


def what_is_missing() -> str:
    """Return why no sshd can be tried here, or ""."""
    if SSHD is None or shutil.which("ssh") is None:
        return "there is no sshd here, or no ssh"
    master, slave = os.openpty()
    owner = os.fstat(slave)
    os.close(master)
    os.close(slave)
    if os.getuid() and owner.st_gid != grp.getgrnam("tty").gr_gid:
        return "only root's sshd hands out terminals here: they are not of the group tty"
    return ""


NEEDED = pytest.mark.skipif(bool(what_is_missing()), reason=what_is_missing() or "there is one")
USER = getpass.getuser()
BASE = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
PidFile none
AuthorizedKeysFile {folder}/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
LogLevel VERBOSE
Subsystem sftp internal-sftp
"""


class Sshd:
    """One sshd, and the ssh that reaches it."""

    def __init__(self, folder: Path, configuration: str, environment: Mapping[str, str] | None = None) -> None:
        self.folder, self.port = folder, free_port()
        folder.mkdir(parents=True, exist_ok=True)
        self.key("host_key")
        shutil.copy(self.key("key").with_suffix(".pub"), folder / "authorized_keys")
        words = " ".join(f"{name}={value}" for name, value in {**own_environment(), **(environment or {})}.items())
        base = BASE.format(port=self.port, folder=folder) + f"SetEnv {words}\n"
        self.configuration = folder / "sshd_config"
        self.configuration.write_text(base + configuration)
        self.log = folder / "log"

    def key(self, name: str) -> Path:
        """A key pair of that name; the path of its private half."""
        if not (self.folder / name).exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(self.folder / name)]
            subprocess.run(command, check=True)
        return self.folder / name

    def __enter__(self) -> "Sshd":
        assert SSHD
        if os.getuid() == 0:
            PRIVILEGES.mkdir(mode=0o755, exist_ok=True)
        subprocess.run([SSHD, "-t", "-f", str(self.configuration)], check=True)
        self.process = subprocess.Popen(
            [SSHD, "-D", "-f", str(self.configuration), "-E", str(self.log)], stdin=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise TimeoutError(self.log.read_text())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait()

    def ssh(self, *options: str, key: str = "key", port: int = 0) -> list[str]:
        """The ssh that reaches it, with a terminal unless -T is among the options."""
        return [
            *("ssh", "-F", "none", "-p", str(port or self.port), "-i", str(self.key(key)), "-tt"),
            *("-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR"),
            *("-o", f"UserKnownHostsFile={self.folder / 'known_hosts'}", "-o", "SendEnv=LANG LC_*"),
            *(*options, f"{USER}@127.0.0.1"),
        ]  # fmt: skip


def own_environment() -> dict[str, str]:
    """Return the environment with which the tutor behind an sshd is this very one."""
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def tutor_command(*arguments: str) -> str:
    return " ".join([sys.executable, "-m", "tutor", *arguments])


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
