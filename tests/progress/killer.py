"""Real processes that write to a journal, and are killed without warning."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from progress.journal import Journal

WRITER = """
import os, pathlib, sys
from progress.journal import Journal
journal = Journal.open(pathlib.Path(sys.argv[1]), version="1", patience=60)
os.write(1, b"ready\\n") if sys.argv[3] == "announce" else None
for number in range(int(sys.argv[2])):
    event = journal.append("step", "lesson", number=number, text="x" * (number * 7919 % 40_000))
    if journal.unsaved:
        sys.exit(journal.trouble)
    os.write(1, event.id.encode() + b"\\n")
"""


def start_writer(folder: Path, count: int, announce: bool = False) -> subprocess.Popen[bytes]:
    """A process that appends `count` events and prints each id once the event is acknowledged."""
    arguments = [str(folder), str(count), "announce" if announce else "quiet"]
    return subprocess.Popen([sys.executable, "-c", WRITER, *arguments], stdout=subprocess.PIPE)


def acknowledged_and_found(folder: Path, seconds: float) -> tuple[set[str], set[str]]:
    """Kill a writer after some seconds of writing: the ids it had acknowledged, and those in the file afterwards."""
    writer = start_writer(folder, 100_000, announce=True)
    assert writer.stdout is not None
    writer.stdout.readline()
    time.sleep(seconds)
    os.kill(writer.pid, signal.SIGKILL)
    printed = writer.communicate()[0].decode()
    acknowledged = {line for line in printed.splitlines(keepends=False) if len(line) == 32}
    return acknowledged, {event.id for event in Journal.open(folder, version="1").events}
