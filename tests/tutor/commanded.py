"""The command line in this process: every command that reads a learner's file, with what it printed and wrote."""

import contextlib
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.shell.main import main

DOCUMENTED = (0, 1, 2)


@dataclass(frozen=True)
class Done:
    asked: tuple[str, ...]
    code: int
    out: str
    err: str


def run(*asked: str, lines: Sequence[str] = ()) -> Done:
    """Do one command, as the shell would, with these lines typed. What it raises, it raises here."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True, newline="\n") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), "utf-8")
    before, sys.stdin = sys.stdin, given
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(list(asked))
            except SystemExit as ended:
                code = int(ended.code or 0)
    finally:
        sys.stdin = before
    said = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]  # type: ignore[attr-defined]
    return Done(asked, code, *said)
