"""Real journals with anything in their events, through every page or command: cases, and each class of failure.

python tests/benchmarks/payloads.py [pages | commands | app | matrix] [MINUTES] [SEED]
"""

import asyncio
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as some

from tests.tutor.payloads.commanded import DOCUMENTED, all_commands, written
from tests.tutor.payloads.harm import harm_in
from tests.tutor.payloads.in_app import screens
from tests.tutor.payloads.journals import Story, as_file, recorded, walked
from tests.tutor.payloads.shown import everything, learner_of
from tests.tutor.payloads.spoiling import matrix, stories
from tutor.words.text import Text

BATCH = 500
FAST = settings(
    max_examples=BATCH, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)  # fmt: skip
found: Counter[str] = Counter()
examples: dict[str, str] = {}


def note(name: str, about: str) -> None:
    found[name] += 1
    examples.setdefault(name, about)


def class_of(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if "clone" in each.filename or "lynx" in each.filename] or frames
    last = [f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in ours[-2:]]
    return f"{type(error).__name__} {' > '.join(last)}"


def try_one(folder: Path, story: Story, text: Text) -> int:
    count = 0
    learner = learner_of(folder, as_file(story))
    try:
        for layer, shown in everything(learner, text):
            count += 1
            if harm := harm_in(layer, shown):
                note(f"{layer.split()[-1]}: {harm[:40]}", harm)
    except Exception as error:
        note(class_of(error), f"{error!r:.300}\n" + "".join(traceback.format_exception(error)[-4:]))
    return count


def try_commands(folder: Path, story: Story, language: str) -> int:
    """Every command on this journal, and every page that was written."""
    home, other = folder, folder / "handed-in.toml"
    learner_of(home / "learners" / "ana", as_file(story))
    other.write_bytes(as_file(tuple(reversed(story)), "ben"))
    count = 0
    for command in all_commands(home, other, language):
        count += 1
        try:
            done = command()
        except BaseException as error:
            note(class_of(error), f"{error!r:.300}\n" + "".join(traceback.format_exception(error)[-4:]))
            continue
        if done.code not in DOCUMENTED:
            note(f"exit code {done.code} of {done.asked[0]}", done.err)
        for said in (done.out, done.err):
            if harm := harm_in(done.layer if said == done.out and not done.code else "terminal", said):
                note(f"{done.asked[:2]}: {harm[:40]}", harm)
    for name, page in written(home):
        if harm := harm_in(name, page):
            note(f"{name}: {harm[:40]}", harm)
    return count


def try_app(folder: Path, story: Story, language: str) -> int:
    """The app on this journal."""
    count = 0

    async def go() -> None:
        nonlocal count
        async for layer, shown in screens(learner_of(folder / "ana", as_file(story)), Text(language)):
            count += 1
            if harm := harm_in(layer, shown):
                note(f"{layer}: {harm[:40]}", harm)

    try:
        asyncio.run(go())
    except BaseException as error:
        note(class_of(error), f"{error!r:.300}\n" + "".join(traceback.format_exception(error)[-6:]))
    return count


def every_value(minutes: float, number: int) -> None:
    """Each key with each sharp value, of the journal of this number; as far as the time reaches."""
    cases, start = 0, time.monotonic()
    for name, story in matrix([*walked(), *recorded()][number]):
        if time.monotonic() - start > 60 * minutes:
            break
        cases += 1
        with tempfile.TemporaryDirectory() as folder:
            before = sum(found.values())
            try_one(Path(folder) / "ana", story, Text("en"))
            if sum(found.values()) > before:
                examples[list(found)[-1]] += f" ({name})"
    print(f"{cases:,} journals: {len(found)} classes of failures")
    for name, count in found.most_common():
        print(f"{count:6} {name}\n       {examples[name][:1500]}")


def main() -> None:
    layer = sys.argv[1] if len(sys.argv) > 1 else "pages"
    minutes, start = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0, time.monotonic()
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    os.fsync = lambda file: None  # none of these journals has to outlive a power cut
    if layer == "matrix":
        every_value(minutes, first)
        return
    cases = shown = 0
    while time.monotonic() - start < 60 * minutes:

        @seed(first)
        @FAST
        @given(stories(), some.sampled_from(["en", "es"]))
        def batch(story: Story, language: str) -> None:
            nonlocal cases, shown
            if time.monotonic() - start > 60 * minutes:
                return
            with tempfile.TemporaryDirectory() as name:
                if layer == "pages":
                    shown += try_one(Path(name) / "ana", story, Text(language))
                elif layer == "app":
                    shown += try_app(Path(name), story, language)
                else:
                    shown += try_commands(Path(name), story, language)
            cases += 1

        batch()
        first += 1
    taken = (time.monotonic() - start) / 60
    what = {"pages": "things shown", "commands": "commands", "app": "screens"}[layer]
    print(f"{cases:,} journals, {shown:,} {what}, {taken:.1f} minutes: {len(found)} classes of failures")
    for name, count in found.most_common():
        print(f"{count:6} {name}\n       {examples[name][:1500]}")


if __name__ == "__main__":
    main()
