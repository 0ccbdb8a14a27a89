"""Write the atlas: which instrument sees which break of the course.

`python docs/make_atlas.py` reads both arms of each break with every instrument on 16 seeds, as they are before any
training, and writes `docs/atlas.md`, and the rows for the app beside the instruments: some minutes on two cores.
"""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path

from lessons.course.lesson.instrument import FOLDER, MOST, SEEDS, about
from lessons.course.lesson.lesson import Arm
from lessons.engine.pool import cores
from lessons.format.course import load_course
from lessons.instruments.table import instruments, read_all
from lessons.runs.setups import setup_of

ATLAS = Path(__file__).with_name("atlas.md")
ROWS = FOLDER / "atlas.json"
UNSEEN = """\
## What no instrument sees

The instruments look at one batch, and at what happens to it in twenty steps. They say nothing about:

- **a label that is left out on purpose**: `ignore_index` hides the end of a sentence too, where it is the padding's
  number, and a network that never saw the end never stops. Count the labels that the loss gets.
- **accidents of time**: a checkpoint without the optimizer's memory, a schedule that ends too early, a loss that rises
  after a day. Here twenty steps are all there is.
- **data that are wrong alike**: labels of the wrong experts, a column that tells the answer, rows from another year.
  The batch is taken as it is given; the held-out rows are as wrong as the others.
- **the wrong question**: a loss, a metric and a task that agree with each other, and not with the world.
- **a running mean that belongs to another layer**: the answers in `eval()` are the same twice, alone and together.
- **first weights that are a little too small**: a signal that loses a factor of 4 in each layer is slow, and not gone.
- **a missing activation** where another one, such as a softmax at the end, bends the outputs.
- **a straight-through estimator** is a wrong gradient on purpose: the difference quotients see it, and can't know.
"""


def findings(arm: Arm) -> Counter[str]:
    """Count the seeds on which each reading, `instrument: finding`, is out of order, and not so without edits."""
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        found.update(out_of_order(arm, seed) - (out_of_order(arm.unedited(), seed) if arm.edits else set()))
    return found


def out_of_order(arm: Arm, seed: int) -> set[str]:
    return {f"{each.instrument}: {each.finding}" for each in read_all(setup_of(arm, seed)) if each.is_out}


def told_apart(seen: dict[str, Counter[str]]) -> tuple[list[tuple[str, str]], int]:
    """Return the pairs of breaks with the same readings, and how many pairs there are."""
    kept = {name: {each for each, count in found.items() if count >= MOST} for name, found in seen.items()}
    pairs = list(combinations(kept, 2))
    return [pair for pair in pairs if kept[pair[0]] == kept[pair[1]]], len(pairs)


def page(healthy: dict[str, Counter[str]], broken: dict[str, Counter[str]]) -> str:
    columns = [
        name
        for name in instruments()
        if any(each.startswith(f"{name}:") for found in broken.values() for each in found)
    ]
    words = {name: about(name, "name", "en") for name in instruments()}
    same, pairs = told_apart(broken)
    lines = [
        "# The atlas: which instrument sees which break",
        "",
        f"Each cell counts the seeds, of {SEEDS}, on which the instrument reads something out of the ordinary in the",
        "broken library, and not the same in the healthy one, before any training of the lesson's own.",
        "`python docs/make_atlas.py` writes this page; words and bounds are in `lessons/instruments/`.",
        "",
        "| break | " + " | ".join(words[name] for name in columns) + " |",
        "|---|" + "---|" * len(columns),
    ]
    for name, found in broken.items():
        cells = [
            max((count for each, count in found.items() if each.startswith(f"{own}:")), default=0) for own in columns
        ]
        lines.append(f"| {name} | " + " | ".join(str(cell or "") for cell in cells) + " |")
    unseen = [name for name, found in broken.items() if max(found.values(), default=0) < MOST]
    silent = [words[name] for name in instruments() if name not in columns]
    alarms = [f"{name} ({each}, {count})" for name, found in healthy.items() for each, count in found.items()]
    return "\n".join(
        [
            *lines,
            "",
            "## In numbers",
            "",
            f"- Breaks that an instrument sees on half of the seeds: {len(broken) - len(unseen)} of {len(broken)}"
            + (f"; not {', '.join(unseen)}." if unseen else "."),
            f"- Pairs of breaks that are told apart: {pairs - len(same)} of {pairs}"
            + (f"; not {', '.join(map(' and '.join, same))}." if same else "."),
            f"- Readings out of the ordinary in the healthy arms: {'; '.join(alarms) or 'none'}.",
            f"- Instruments that no break of the course needs: {', '.join(silent)}. They are for networks of your own.",
            "",
            UNSEEN,
        ]
    )


def row(found: Counter[str]) -> dict[str, dict[str, int]]:
    """Return the counts by instrument and finding."""
    by_name: dict[str, dict[str, int]] = {}
    for each, count in sorted(found.items()):
        name, _, finding = each.partition(": ")
        by_name.setdefault(name, {})[finding] = count
    return by_name


if __name__ == "__main__":
    arms = {each.id: each.symptom.arms for each in load_course().lessons.values() if each.symptom}
    with ProcessPoolExecutor(cores()) as pool:
        read = list(pool.map(findings, [arm for pair in arms.values() for arm in pair]))
    healthy, broken = (dict(zip(arms, each, strict=True)) for each in (read[::2], read[1::2]))
    ATLAS.write_text(page(healthy, broken), encoding="utf-8")
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(row(each))}" for name, each in broken.items())
    ROWS.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
