"""`diagnose`: the instruments on a model of one's own: progress on stderr; the report, or JSON, on stdout."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from lessons.course.lesson.instrument import UNREAD, InstrumentReading, about, instrument_names
from progress.sentence import inert
from tutor.diagnose import Diagnosis
from tutor.exits import DONE, FAILED, WRONG_USAGE, Refused
from tutor.own_setup import UnusableFile, read_file
from tutor.shell.request import Asked
from tutor.shell.terminal import say
from tutor.words.text import Text


def diagnose(asked: Asked, text: Text) -> int:
    """Read a file's model with every instrument. Exit code 1 where a reading is out of the ordinary, 2 for no file."""
    file = Path(asked.file).absolute()
    if not file.is_file():
        raise Refused(text("diagnose.no_file", file=inert(asked.file)), WRONG_USAGE)
    print(text("diagnose.own_code", file=inert(asked.file)), file=sys.stderr, flush=True)
    try:
        found = Diagnosis(tuple(read_with_progress(file, text)), text)
    except UnusableFile as problem:
        values = {name: inert(str(value)) for name, value in problem.values.items()}
        raise Refused(text(f"diagnose.{problem.reason}", file=inert(asked.file), **values), WRONG_USAGE) from None
    if asked.json:
        for each in (each for each in found.readings if each.finding == UNREAD):
            print(f"- {found.name(each)}: {found.says(each)}", file=sys.stderr)
        print(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        say(str(found))
    return DONE if found.is_ordinary else FAILED


def read_with_progress(file: Path, text: Text) -> list[InstrumentReading]:
    """Return a file's readings; meanwhile stderr says which instrument looks."""
    console, readings = Console(stderr=True), []
    names = [about(name, "name", text.language) for name in instrument_names()]
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(text("diagnose.making"), total=1 + len(names))
        for name, found in zip([*names, ""], read_file(file), strict=True):
            readings += found
            progress.update(bar, advance=1, description=name)
    return readings
