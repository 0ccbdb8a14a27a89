"""Probes: each shows one seed at its end, trained again bit for bit, or all seeds as they were recorded."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.page import Block, Look, Strings, Table, Words
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.summaries import Record, recorded
from lessons.course.lesson.value_words import number, share, summary_words
from lessons.course.steps.plan import Steps
from lessons.runs.experiment import WatchedRun, as_float
from lessons.runs.metrics import measure_one
from lessons.runs.metrics.accuracy import log_shares
from lessons.runs.metrics.gradients import gradients
from lessons.runs.pictures import OF_MODELS, bars, curves
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array, Trained

Blocks = tuple[Block, ...]
Rows = Iterable[tuple[str, ...]]

MAX_HARDEST = 10  # rows
ACCURACIES = ("train_accuracy", "val_accuracy")
CLOSE_LOSS = 1e-2  # below it an answer in numbers counts as right


@dataclass(frozen=True, eq=False)
class ProbedRun:
    """One seed of an experiment, trained to its end, and what the sweep of all seeds recorded."""

    labels: Labels
    run: WatchedRun
    record: Record

    @property
    def runs(self) -> dict[str, Trained]:
        """Return the arms that came to their end."""
        return {arm: run for arm, run in self.run.trained.items() if not run.trouble}

    def table(self, rows: Rows) -> Table:
        names = (self.labels.name(arm) for arm in self.runs)
        roles = (self.labels.role(arm) for arm in self.runs)
        return Table(("", *names), tuple(rows), ("", *roles))


def symptom(seen: ProbedRun) -> Blocks:
    """Draw the losses, and tell which rows were right and what was answered most: all that one sees from outside."""
    labels, runs = seen.labels, seen.runs.values()
    rows = [(labels.text("run.loss"), *(number(run.losses[-1] if run.losses else None) for run in runs))]
    if all(run.rows.classes for run in runs):
        for name in ACCURACIES:
            rows.append((labels.metric(name), *(share(as_float(measure_one(run, name))) for run in runs)))
        rows.append((labels.text("observe.commonest"), *map(share, map(commonest, runs))))
    troubles = (Words(f"{labels.name(arm)}: {run.trouble}") for arm, run in seen.run.trained.items() if run.trouble)
    return (*losses(seen), seen.table(rows), *troubles)


def commonest(run: Trained) -> float:
    """Return the share of the training rows that get the commonest of the answers."""
    answers = run.outputs(run.rows.x).argmax(-1).reshape(-1)
    return float(np.bincount(answers).max() / len(answers))


def picture_probe(picture: Callable[[Labels, Runs], tuple[Picture, ...]]) -> Callable[[ProbedRun], Blocks]:
    return lambda seen: picture(seen.labels, seen.runs)


def losses(seen: ProbedRun) -> Blocks:
    """Draw the losses of every arm, also of one that raised on the way."""
    return curves.curves(seen.labels, seen.run.trained)


def accuracy(seen: ProbedRun) -> Blocks:
    rows = [
        (seen.labels.metric(name), *(share(as_float(measure_one(run, name))) for run in seen.runs.values()))
        for name in ACCURACIES
    ]
    return (*curves.accuracies(seen.labels, seen.run.accuracies), seen.table(rows))


def once_and_always(seen: ProbedRun, metric: str) -> Blocks:
    labels, experiment = seen.labels, seen.labels.experiment
    values = (measure_one(run, metric) for run in seen.runs.values())
    once = (number(value if isinstance(value, float) else None) for value in values)
    rows = [(labels.text("observe.once", seed=seen.run.seed), *once)]
    if metric in seen.record.get(experiment.id, {}):
        found = summaries(labels, seen.record, metric)
        always = (summary_words(found[arm]) for arm in seen.runs)
        rows.append((labels.text("observe.seeds", seeds=experiment.seeds), *always))
    return (seen.table(rows),)


def gradient_norms(seen: ProbedRun) -> Blocks:
    found = {
        arm: {name: float(np.linalg.norm(each)) for name, each in gradients(run).items()}
        for arm, run in seen.runs.items()
    }
    names = dict.fromkeys(name for norms in found.values() for name in norms)
    return (seen.table((name, *(number(norms.get(name)) for norms in found.values())) for name in names),)


def hardest_rows(seen: ProbedRun) -> Blocks:
    rows, text = hardest(seen.runs, seen.labels), seen.labels.text
    if not rows:
        return (Words(text("looks.no_rows"), "note"),)
    headings, roles = [text("observe.form_right")], [""]
    for arm in reversed(seen.runs):
        headings += [seen.labels.name(arm), text("run.loss")]
        roles += [seen.labels.role(arm)] * 2
    return (Table(tuple(headings), tuple(rows), tuple(roles)),)


def hardest(runs: Runs, labels: Labels) -> list[tuple[str, ...]]:
    """Return the rows with the highest loss of the last arm: its answer and loss first, the first arm's last."""
    last = [*runs.values()][-1]
    names, y = last.rows.names, last.rows.y_out
    worst = np.argsort(-held_out_losses(last), kind="stable")[:MAX_HARDEST] if len(y) else ()
    found = []
    for row in map(int, worst):
        label = str(int(y[row])) if last.rows.classes else numbers_words(y[row])
        right = names[row] if row < len(names) else labels.text("looks.row", row=row + 1, label=label)
        found.append((right, *(each for run in reversed([*runs.values()]) for each in arm_answer(run, last, row))))
    return found


def arm_answer(run: Trained, last: Trained, row: int) -> tuple[str, str]:
    """Return an arm's answer on a row of the last arm, found by its input in the arm's own rows, and its loss."""
    same = (run.rows.x_out == last.rows.x_out[row]).reshape(len(run.rows.x_out), -1).all(axis=1)
    place = row if same[row] or not same.any() else int(same.argmax())
    outputs = run.outputs(run.rows.x_out[place : place + 1])[0]
    loss, words = float(held_out_losses(run)[place]), numbers_words(outputs)
    right = loss < CLOSE_LOSS
    if run.rows.classes:
        answer = int(outputs.argmax())
        words, right = run.rows.answer_words(place, answer), answer == int(run.rows.y_out[place])
    return f"{'✓' if right else '✗'} {words}", number(loss)


def numbers_words(values: Array) -> str:
    return ", ".join(number(float(value)) for value in values)


def held_out_losses(run: Trained) -> Array:
    """Return the loss of each held-out row: -log p of its label, or its squared distance. NaN counts as the highest."""
    outputs, y = run.outputs(run.rows.x_out), run.rows.y_out
    if not run.rows.classes:
        return np.square(outputs - y).mean(axis=-1)
    return np.nan_to_num(-log_shares(outputs)[np.arange(len(y)), y], nan=np.inf)


def over_seeds(picture: Callable[..., Blocks]) -> Callable[[Labels, Record], Blocks]:
    return lambda labels, record: tuple(
        each
        for metric in bars.numeric(labels.experiment.metrics)
        for each in picture(labels, metric, summaries(labels, record, metric))
    )


def summaries(labels: Labels, record: Record, metric: str) -> bars.Summaries:
    experiment = labels.experiment
    return {arm: recorded(record, experiment.id, metric, arm) for arm in experiment.names}


OF_RUNS: Mapping[str, Callable[[ProbedRun], Blocks]] = {
    **{name: picture_probe(picture) for name, picture in OF_MODELS.items()},
    "curves": losses,
    "symptom": symptom,
    "accuracy": accuracy,
    "hidden": picture_probe(bars.histogram),
    "rank": partial(once_and_always, metric="rank_w2w1"),
    "gap": partial(once_and_always, metric="interaction_gap"),
    "gradients": gradient_norms,
    "hardest": hardest_rows,
}
OF_RECORDS: Mapping[str, Callable[[Labels, Record], Blocks]] = {
    "bars": over_seeds(bars.bars),
    "trend": over_seeds(bars.trend),
}


MAX_KEPT = 4  # runs that stay at hand, so that leafing through the probes trains each of them once


def look(at: Look, seed: int, steps: Steps, record: Record, text: Strings) -> Iterator[Blocks | None]:
    """Show what a probe shows of a seed: None for every step trained, so that it can be stopped; at last the blocks."""
    own = steps.blocks(f"probe {at.probe} {at.experiment.id}", text)
    words = (*at.lead, *(own or steps.blocks(f"probe {at.probe}", text)))
    labels = Labels(at.experiment, steps.prose(text), text)
    nothing = (Words(text("looks.nothing"), "note"),)
    for blocks in probe_blocks(at.probe, labels, seed, record):
        yield None if blocks is None else (*words, *(blocks or nothing))


def probe_blocks(probe: str, labels: Labels, seed: int, record: Record) -> Iterator[Blocks | None]:
    if probe in OF_RECORDS:
        yield OF_RECORDS[probe](labels, record)
    else:
        for run in trained_again(labels.experiment, seed):
            yield None if run is None else OF_RUNS[probe](ProbedRun(labels, run, record))


def trained_again(experiment: Experiment, seed: int) -> Iterator[WatchedRun | None]:
    """Train the arms that were watched, and give the run at its end."""
    key = experiment, seed
    if key not in FINISHED:
        run = WatchedRun(experiment, seed, arms=experiment.shown)
        for _ in run:
            yield None
        while len(FINISHED) >= MAX_KEPT:
            FINISHED.pop(next(iter(FINISHED)))
        FINISHED[key] = run
    yield FINISHED[key]


FINISHED: dict[tuple[Experiment, int], WatchedRun] = {}
