"""`lynx-tutor run`: a lesson's paired experiment in the shell: a bar on stderr; plot and table, or JSON, on stdout."""

import argparse
import json
import math
import shutil
import sys
import time
from collections.abc import Iterator

from lessons.experiment import Sweeping, run_lesson
from lessons.measured import Band, Measured, Value, summarise
from lessons.schema import Lesson
from tutor.cli import WRONG_USAGE, Refused
from tutor.plot import Curve, draw_curves, loss_axes
from tutor.start import asked_lesson
from tutor.text import Text, number


def run(asked: argparse.Namespace, text: Text) -> int:
    """Train every seed of every experiment, and show what came out."""
    lesson = asked_lesson(asked.lesson, text)
    for name in ("seeds", "steps"):
        if getattr(asked, name) is not None and getattr(asked, name) < 1:
            raise Refused(text("cli.too_few", name=f"--{name}"), WRONG_USAGE)
    if asked.seed is not None and asked.seed < 0:
        raise Refused(text("cli.seed_range"), WRONG_USAGE)
    results = list(measure(lesson, asked, text))
    if asked.json:
        print(json.dumps(as_json(lesson, results)))
    else:
        print("\n\n".join(page(measured, text) for measured in results))
    return 0


def measure(lesson: Lesson, asked: argparse.Namespace, text: Text) -> Iterator[Measured]:
    seeds = {name: asked.seeds or experiment.seeds for name, experiment in lesson.experiments.items()}
    bar = Bar()
    for name, item in run_lesson(lesson, asked.seed or 0, asked.seeds, asked.steps):
        if isinstance(item, Sweeping):
            bar.show(
                item, text("cli.running", task=name, done=item.done, total=item.total, seeds=seeds[name])
            )
        else:
            yield item
    bar.clear()


class Bar:
    """A progress bar on stderr, where stderr is a terminal. At most ten times a second."""

    def __init__(self) -> None:
        self.shown = 0.0
        self.width = 0

    def show(self, progress: Sweeping, words: str) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - self.shown < 0.1 and progress.done < progress.total):
            return
        self.shown = now
        full = round(20 * progress.done / progress.total)
        line = f"{'█' * full}{'░' * (20 - full)} {words}"
        sys.stderr.write(f"\r{line:<{self.width}}")
        sys.stderr.flush()
        self.width = len(line)

    def clear(self) -> None:
        if self.width:
            sys.stderr.write(f"\r{'':<{self.width}}\r")
            sys.stderr.flush()


def as_json(lesson: Lesson, results: list[Measured]) -> dict[str, object]:
    """The promised object. A value that does not exist, or is not a finite number, is null."""
    return {
        "lesson": lesson.id,
        "seeds": len(results[0].seeds),
        "experiments": {measured.experiment: {"metrics": metrics(measured)} for measured in results},
    }


def metrics(measured: Measured) -> dict[str, object]:
    sides = {"healthy": measured.healthy, "broken": measured.broken}
    return {
        metric: {side: side_json(values[metric]) for side, values in sides.items()}
        for metric in numeric(measured)
    }


def numeric(measured: Measured) -> list[str]:
    """The metrics whose values are numbers; a matrix shape or the kind of a curve is none."""
    return [name for name, values in measured.healthy.items() if not isinstance(values[0], str)]


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


def page(measured: Measured, text: Text) -> str:
    """One experiment: a header, the plot, the table."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    curves = [
        Curve(role, tuple(range(len(losses))), losses)
        for role, losses in zip(("healthy", "broken"), measured.median_losses, strict=True)
    ]
    picture = draw_curves(curves, loss_axes(measured.steps), width, 14, unicode)
    parts = [header(measured, text), text("cli.plot"), picture.text(), *table(measured, text)]
    words = "\n".join(parts)
    return words if unicode else words.encode("ascii", "replace").decode()


def header(measured: Measured, text: Text) -> str:
    first, last, count = measured.seeds[0], measured.seeds[-1], len(measured.seeds)
    key = "cli.header" if count > 1 else "cli.header_one"
    return text(key, task=measured.experiment, seeds=count, first=first, last=last, steps=measured.steps)


def table(measured: Measured, text: Text) -> Iterator[str]:
    """A row a metric: healthy, broken, and broken over healthy."""
    rows = [["", text("side.healthy"), text("side.broken"), text("cli.ratio")]]
    for metric in numeric(measured):
        bands = [band_text(measured.summary(metric, side)) for side in ("healthy", "broken", "ratio")]
        rows.append([text(f"metric.{metric}"), *bands])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def band_text(band: object) -> str:
    """`0.93 [0.88–1.00]`, or one number where the band has no width."""
    assert isinstance(band, Band)
    middle = number(band.median)
    if band.p5 == band.p95:
        return middle
    return f"{middle} [{number(band.p5)}–{number(band.p95)}]"
