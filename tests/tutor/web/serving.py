"""`lynx-tutor serve` in a process of its own, and the links that it prints."""

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tutor.terminal import PATIENCE, TUTOR, surroundings

LINK = re.compile(r"http://\S+/")
LAST = "Ctrl+C"  # with which the last line begins that it prints before it waits


class Served:
    """A server, what it has printed, and the processes behind its pages."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.said = ""

    @property
    def links(self) -> list[str]:
        return LINK.findall(self.said)

    def read_links(self) -> None:
        """Read until it serves. Raises EOFError if it ends before."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + PATIENCE
        while LAST not in self.said.rpartition("\n- ")[2]:
            if not select.select([self.process.stdout], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError(self.said)
            if not (printed := self.process.stdout.read(4096)):
                raise EOFError(self.said)
            self.said += printed.decode()

    def apps(self) -> list[int]:
        """The processes behind its pages (Linux)."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in children.read_text(encoding="utf-8").split()]

    def end(self, number: int = signal.SIGINT) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        self.said += rest.decode()
        return self.process.returncode


@contextmanager
def served(home: Path, *arguments: str) -> Iterator[Served]:
    """A server on a free port. Leave the `with` block, and it is gone."""
    home.parent.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [*TUTOR, "serve", "--port", "0", *arguments],
        env=surroundings(home, {}),
        cwd=home.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        # A child of tests in the background would ignore Ctrl+C as they do.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    server = Served(process)
    try:
        server.read_links()
        yield server
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
