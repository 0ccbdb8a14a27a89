"""What else there is to see: a look trains what was watched again, bit for bit, and gives the blocks of its probe."""

from collections.abc import Iterator
from typing import Protocol

from lessons.lesson import Experiment, Prose
from lessons.page import Block, Look, Words
from lessons.runs.experiment import WatchedRun
from lessons.runs.first_difference import Difference, parting
from lessons.runs.pictures.labels import Labels
from lessons.runs.probes import OF_RECORDS, OF_RUNS, Seen, differences
from lessons.runs.training import begin
from lessons.summaries import Record
from lessons.text import Text

KEPT = 4  # runs that stay at hand, so that leafing through the probes trains each of them once

Blocks = tuple[Block, ...]


class Sections(Protocol):
    """The page of a lesson in one mode."""

    def prose(self, text: Text) -> Prose: ...

    def blocks(self, name: str, text: Text) -> tuple[Block, ...]: ...


def look(at: Look, seed: int, steps: Sections, record: Record, text: Text) -> Iterator[Blocks | None]:
    """Show what a probe shows of a seed: None for every step trained, so that it can be stopped; at last the blocks."""
    words = caption(at, steps, text)
    if at.experiment is None:
        yield words
        return
    labels = Labels(at.experiment, steps.prose(text), text)
    nothing = (Words(text("looks.nothing"), "note"),)
    for found in shown(at.probe, labels, seed, record):
        yield None if found is None else (*words, *(found or nothing))


def caption(at: Look, steps: Sections, text: Text) -> Blocks:
    """The page's own words about a probe: of this very experiment, or of any."""
    names = [f"probe {at.probe}"]
    if at.experiment is not None:
        names.insert(0, f"probe {at.probe} {at.experiment.id}")
    return next((blocks for name in names if (blocks := steps.blocks(name, text))), ())


def shown(probe: str, labels: Labels, seed: int, record: Record) -> Iterator[Blocks | None]:
    """The blocks of a probe, after whatever it has to train."""
    if probe in OF_RECORDS:
        yield OF_RECORDS[probe](labels, record)
    elif probe == "first-difference":
        yield from parted(labels, seed)
    else:
        for run in trained_again(labels.experiment, seed):
            yield None if run is None else OF_RUNS[probe](Seen(labels, run, record))


def trained_again(experiment: Experiment, seed: int) -> Iterator[WatchedRun | None]:
    """Train the arms that were watched, and give the run at its end."""
    key = experiment, seed
    if key not in FINISHED:
        run = WatchedRun(experiment, seed, arms=experiment.shown)
        for _ in run:
            yield None
        while len(FINISHED) >= KEPT:
            FINISHED.pop(next(iter(FINISHED)))
        FINISHED[key] = run
    yield FINISHED[key]


FINISHED: dict[tuple[Experiment, int], WatchedRun] = {}


def parted(labels: Labels, seed: int) -> Iterator[Blocks | None]:
    """Train every arm beside the first, step by step, until they part."""
    first, *others = labels.experiment.arms
    found: dict[str, Difference | None] = {}
    for arm in others:
        for difference in parting(begin(first, seed), begin(arm, seed)):
            found[arm.name] = difference
            yield None
    yield differences(labels, found)
