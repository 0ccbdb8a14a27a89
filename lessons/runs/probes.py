"""What each probe shows: of one seed at its end, or of all seeds as they were recorded."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite

import numpy as np

from lessons.numbers import number, share, summary_words
from lessons.page import Block, Table, Words
from lessons.pictures import Picture
from lessons.runs.experiment import WatchedRun, as_float
from lessons.runs.first_difference import Difference
from lessons.runs.hardest import HardRow, hardest
from lessons.runs.metrics import measure_one
from lessons.runs.metrics.gradients import gradients
from lessons.runs.pictures import OF_MODELS, bars, curves, hidden
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained import Trained
from lessons.summaries import Record, recorded

Blocks = tuple[Block, ...]
Rows = Iterable[tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class Seen:
    """One seed of an experiment, trained to its end, and what the sweep of all seeds recorded."""

    labels: Labels
    run: WatchedRun
    record: Record

    @property
    def runs(self) -> dict[str, Trained]:
        """The arms that came to their end."""
        return {arm: run for arm, run in self.run.trained.items() if not run.trouble}

    def table(self, rows: Rows) -> Table:
        """A column an arm."""
        names = (self.labels.name(arm) for arm in self.runs)
        roles = (self.labels.role(arm) for arm in self.runs)
        return Table(("", *names), tuple(rows), ("", *roles))


def drawn(
    picture: Callable[[Labels, Mapping[str, Trained]], tuple[Picture, ...]],
) -> Callable[[Seen], Blocks]:
    """A probe that is nothing but a picture."""
    return lambda seen: picture(seen.labels, seen.runs)


def losses(seen: Seen) -> Blocks:
    """Of every arm, also of one that raised on the way."""
    return curves.curves(seen.labels, seen.run.trained)


def accuracy(seen: Seen) -> Blocks:
    """The accuracy over the steps, and both accuracies at the end."""
    rows = [
        (seen.labels.metric(name), *(share(as_float(measure_one(run, name))) for run in seen.runs.values()))
        for name in ("train_accuracy", "val_accuracy")
    ]
    return (*curves.accuracies(seen.labels, seen.run.accuracies), seen.table(rows))


def rank(seen: Seen) -> Blocks:
    return once_and_always(seen, "rank_w2w1")


def gap(seen: Seen) -> Blocks:
    return once_and_always(seen, "interaction_gap")


def once_and_always(seen: Seen, metric: str) -> Blocks:
    """A metric of this run, and of all seeds where they were measured."""
    labels, experiment = seen.labels, seen.labels.experiment
    values = (measure_one(run, metric) for run in seen.runs.values())
    once = (number(value if isinstance(value, float) else None) for value in values)
    rows = [(labels.text("observe.once", seed=seen.run.seed), *once)]
    if metric in seen.record.get(experiment.id, {}):
        found = summaries(labels, seen.record, metric)
        always = (summary_words(found[arm]) for arm in seen.runs)
        rows.append((labels.text("observe.seeds", seeds=experiment.seeds), *always))
    return (seen.table(rows),)


def gradient_norms(seen: Seen) -> Blocks:
    """How hard the loss still pulls on each parameter."""
    found = {
        arm: {name: float(np.linalg.norm(each)) for name, each in gradients(run).items()}
        for arm, run in seen.runs.items()
    }
    names = dict.fromkeys(name for norms in found.values() for name in norms)
    return (seen.table((name, *(number(norms.get(name)) for norms in found.values())) for name in names),)


def hardest_rows(seen: Seen) -> Blocks:
    """The held-out rows that cost the last arm most, and what every arm says of them."""
    rows, text = hardest(seen.runs), seen.labels.text
    if not rows:
        return (Words(text("looks.no_rows"), "note"),)
    headings, roles = [text("observe.form_right")], [""]
    for arm in reversed(seen.runs):
        headings += [seen.labels.name(arm), text("run.loss")]
        roles += [seen.labels.role(arm)] * 2
    table = tuple(row_words(row, seen.labels) for row in rows)
    return (Table(tuple(headings), table, tuple(roles)),)


def row_words(row: HardRow, labels: Labels) -> tuple[str, ...]:
    words = [row.right or labels.text("looks.row", row=row.number + 1, label=row.label)]
    for said in row.said:
        words += [f"{'✓' if said.right else '✗'} {said.words}", number(said.loss)]
    return tuple(words)


def differences(labels: Labels, found: Mapping[str, Difference | None]) -> Blocks:
    """A sentence for each arm: where its numbers first part from those of the first arm."""
    first = labels.name(labels.experiment.names[0])
    return tuple(Words(parting_words(labels, labels.name(arm), first, each)) for arm, each in found.items())


def parting_words(labels: Labels, arm: str, first: str, found: Difference | None) -> str:
    if found is None:
        return labels.sentence("looks.same", arm=arm, first=first)
    size = (
        labels.text("looks.by", size=number(found.size))
        if isfinite(found.size)
        else labels.text("looks.unlike")
    )
    name = f"`{found.name}`"
    return labels.sentence(
        f"looks.{found.phase}", arm=arm, first=first, name=name, step=found.step, size=size
    )


def all_bars(labels: Labels, record: Record) -> Blocks:
    """Every metric that gives numbers, by arm."""
    return tuple(
        picture
        for metric in bars.numeric(labels.experiment.metrics)
        for picture in bars.bars(labels, metric, summaries(labels, record, metric))
    )


def all_trends(labels: Labels, record: Record) -> Blocks:
    """Every metric that gives numbers, over the varied setting."""
    return tuple(
        picture
        for metric in bars.numeric(labels.experiment.metrics)
        for picture in bars.trend(labels, metric, summaries(labels, record, metric))
    )


def summaries(labels: Labels, record: Record, metric: str) -> bars.Summaries:
    experiment = labels.experiment
    return {arm: recorded(record, experiment.id, metric, arm) for arm in experiment.names}


OF_RUNS: Mapping[str, Callable[[Seen], Blocks]] = {
    **{name: drawn(picture) for name, picture in OF_MODELS.items()},
    "curves": losses,
    "accuracy": accuracy,
    "hidden": drawn(hidden.histogram),
    "rank": rank,
    "gap": gap,
    "gradients": gradient_norms,
    "hardest": hardest_rows,
}
OF_RECORDS: Mapping[str, Callable[[Labels, Record], Blocks]] = {"bars": all_bars, "trend": all_trends}
