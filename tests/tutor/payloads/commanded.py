"""The command line in this process: every command that reads a learner's file, with what it printed and wrote."""

import contextlib
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor.shell.main import main

DOCUMENTED = (0, 1, 2)
LINES = (
    "1?",
    "p",
    "",
    "1",
    "60",
    "b",
    "?",
    "g",
    "d",
    "m",
    "1",
    "step 3",
    "step 9",
    "my own words",
    "m",
    "r",
    "1",
    "50",
    "m",
    "q",
)


@dataclass(frozen=True)
class Done:
    """One command: what was asked, its exit code, what it said, and what it wrote."""

    asked: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def layer(self) -> str:
        """What its output has to be fit for."""
        if "--csv" in self.asked:
            return "report csv"
        if "--json" in self.asked:
            return "json"
        return "export html" if "html" in self.asked else "terminal"


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


def all_commands(home: Path, other: Path, language: str) -> Iterator[Callable[[], Done]]:
    """Each command on the learner `ana` of this home; `other` is a file to merge, or to report on."""
    folder = home / "learners" / "ana"
    common = ("--home", str(home), "--learner", "ana", "--lang", language)
    exported = str(home / "exported.html")
    for words in (
        ("list",),
        ("list", "--json"),
        ("progress",),
        ("progress", "--json"),
        ("doctor",),
        ("export", "--to", "-", "--format", "md"),
        ("export", "--to", "-", "--format", "html"),
        ("export", "--to", exported),
        ("report", str(folder)),
        ("report", str(folder), str(other), "--csv", "-"),
        ("report", str(folder), str(other), "--json"),
        ("report", str(folder), "--html", str(home / "class.html")),
        ("report", str(folder), "--csv", "-", "--pseudonyms"),
        ("learn", "--plain"),
        ("learn", "break-gelu-identity", "--plain"),
        ("review", "--plain"),
        ("mystery", "--plain"),
        ("list",),
        ("undo",),
        ("merge", str(other)),
        ("doctor", "--mend"),
        ("restore",),
        ("restore", "1", "--yes"),
        ("reset", "--all"),
    ):
        yield lambda words=words: run(words[0], *words[1:], *common, lines=LINES)  # type: ignore[misc]
    yield lambda: run("list", "--home", str(home), "--learner", "ana")  # in the learner's own language


def written(home: Path) -> Iterator[tuple[str, str]]:
    """The pages that the commands left: notes, exports and reports."""
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.suffix in (".md", ".html", ".svg"):
            yield f"{path.name} {path.suffix[1:]}", path.read_text(encoding="utf-8")
