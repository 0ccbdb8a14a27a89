"""`run`: a lesson's experiment in the shell: progress on stderr; pictures and a table, or JSON, on stdout."""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Rows

from lessons.course import Pack
from lessons.lesson import Experiment, Lesson, Prose
from lessons.measurements import experiment_words, metric_words, said
from lessons.pictures import Curves, Grid, Picture
from lessons.questions.arms import named
from lessons.runs.chunks import Items, Sweep, here, sweep_all
from lessons.runs.confined import Apart, CodeEnded
from lessons.runs.experiment import Sweeping, WatchedRun, sweep_seeds
from lessons.runs.measured import Measured
from lessons.runs.pictures import picture_of, picture_of_sweep
from lessons.summaries import Band, Value, summarise
from tutor.exits import WRONG_USAGE, Refused
from tutor.pack_runs import ended_words
from tutor.plots import draw
from tutor.shell.executors import executor
from tutor.shell.permission import ask_first, chosen_lesson, pack_of
from tutor.terminals.codec import speaks_unicode
from tutor.words.text import Text

WIDEST, HEIGHT = 100, 16
MAX_SEEDS = 100_000  # more would not fit into memory
STRIP = 5  # rows of a grid that lies on its side


def run(asked: argparse.Namespace, text: Text) -> int:
    """Train every seed of every experiment, and show what came out."""
    lesson = chosen_lesson(asked, text)
    for name in ("seeds", "steps", "processes"):
        if getattr(asked, name) is not None and getattr(asked, name) < 1:
            raise Refused(text("cli.too_few", name=f"--{name}"), WRONG_USAGE)
    if (asked.seeds or 0) > MAX_SEEDS:
        raise Refused(text("cli.too_many", name="--seeds", most=MAX_SEEDS), WRONG_USAGE)
    if asked.seed is not None and asked.seed < 0:
        raise Refused(text("cli.seed_range"), WRONG_USAGE)
    if not lesson.experiments:
        raise Refused(text("cli.nothing_to_run", lesson=lesson.id))
    pack = pack_of(lesson, asked)
    ask_first(pack, asked, text)
    try:
        results = measure(lesson, pack, asked, text)
    except CodeEnded as ended:
        raise Refused(ended_words(ended, text)) from None
    if asked.json:
        print(json.dumps(as_json(lesson, results)))
        return 0
    for measured in results:
        show(measured, lesson, pack, text)
    return 0


def measure(lesson: Lesson, pack: Pack | None, asked: argparse.Namespace, text: Text) -> list[Measured]:
    """Sweep every experiment, with a bar on stderr where that is a terminal."""
    sweeps = [
        Sweep(each, sweep_seeds(asked.seed or 0, asked.seeds or each.seeds), asked.steps)
        for each in lesson.experiments.values()
    ]
    found: dict[int, Measured] = {}
    console = Console(stderr=True)
    with (
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
        nullcontext(apart) if pack and asked.scheduler is None else executor(asked, sweeps, text) as train,
    ):
        bars = [progress.add_task(name, total=None) for name in lesson.experiments]
        for place, item in sweep_all(sweeps, train):
            if isinstance(item, Sweeping):
                progress.update(bars[place], completed=item.done, total=item.total)
            else:
                found[place] = item
    return [found[place] for place in range(len(sweeps))]


def apart(chunks: Sequence[Sweep]) -> Items:
    """The executor of a pack's code: one process with limits."""
    return iter(Apart(here, chunks))


def as_json(lesson: Lesson, results: list[Measured]) -> dict[str, object]:
    """The promised object. A value that does not exist, or is not a finite number, is null."""
    return {
        "lesson": lesson.id,
        "seeds": len(results[0].seeds),
        "experiments": {each.experiment.id: {"metrics": metrics(each)} for each in results},
    }


def metrics(measured: Measured) -> dict[str, object]:
    return {
        metric: {arm: side_json(values[metric]) for arm, values in measured.values.items()}
        for metric in measured.experiment.metrics
        if measured.is_number(metric)
    }


def side_json(values: tuple[Value, ...]) -> dict[str, object]:
    band = summarise(values)
    assert isinstance(band, Band)
    return {
        "median": finite(band.median),
        "p5": finite(band.p5),
        "p95": finite(band.p95),
        "values": [finite(value) for value in values],
    }


def finite(value: Value) -> float | None:
    return value if isinstance(value, float) and math.isfinite(value) else None


def show(measured: Measured, lesson: Lesson, pack: Pack | None, text: Text) -> None:
    """Print one experiment: a header, its pictures, the table."""
    console = Console()
    width = min(console.width, WIDEST)
    unicode = speaks_unicode(sys.stdout)
    page = lesson.prose[text.language]
    first, last, count = measured.seeds[0], measured.seeds[-1], len(measured.seeds)
    key = "cli.header" if count > 1 else "cli.header_one"
    name = experiment_words(measured.experiment.id, page)
    print(text(key, task=name, seeds=count, first=first, last=last, steps=measured.experiment.steps))
    for picture in picture_of_sweep(measured, page, text):
        print(draw(picture, width, HEIGHT, unicode).text())
        print(picture.says)
        if isinstance(picture, Curves) and (drawn := drawn_seeds(measured)) < count:
            print(text("cli.drawn", drawn=drawn, seeds=count))
    inputs = measured.experiment, measured.seeds[0], steps_of(measured), page, Text(text.language)
    if companions := Apart(of_first_seed, *inputs).call("") if pack else of_first_seed(*inputs):
        print(text("cli.first_seed", seed=first))
    for picture in companions:
        print(draw(picture, width, STRIP, unicode).text())
        print(picture.says)
    console.print(table(measured, lesson, text))


def steps_of(measured: Measured) -> int:
    return max(map(len, measured.losses.values()), default=0)


def of_first_seed(
    experiment: Experiment, seed: int, steps: int, page: Prose, text: Text
) -> tuple[Picture, ...]:
    """What else the experiment shows, of one seed: a grid is a model's own, and has no median."""
    if not steps or "grid" not in experiment.pictures:
        return ()
    run = WatchedRun(experiment, seed, steps, experiment.shown)
    for _ in run:
        pass
    return tuple(each for each in picture_of(experiment, run.trained, page, text) if isinstance(each, Grid))


def drawn_seeds(measured: Measured) -> int:
    """Of how many seeds the losses were kept."""
    return min(each.shape[1] for each in measured.losses.values())


def table(measured: Measured, lesson: Lesson, text: Text) -> Rows:
    """A row a metric, a column an arm."""
    page, arms = lesson.prose[text.language], measured.experiment.names
    found = Rows(box=None, pad_edge=False)
    for heading in ("", *(named(arm, page, text) for arm in arms)):
        found.add_column(heading)
    for metric in measured.experiment.metrics:
        words = [said(measured.summary(metric, arm), metric, text) for arm in arms]
        found.add_row(metric_words(metric, text), *words)
    return found
