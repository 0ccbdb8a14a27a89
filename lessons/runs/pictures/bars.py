"""Bars and histograms: a metric of each arm, or over what they vary; how sure each answer is; where the seeds ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import nan

import numpy as np

from lessons.course.asking.measurements import yardstick, yardstick_words
from lessons.course.asking.verdict_cards import room_of, with_spans
from lessons.course.lesson.metric import NUMBER, SHARE, metric_of
from lessons.course.lesson.pictures import Axis, Bar, Bars, Curve, Curves, Histogram, rounded, span_axis, value_axis
from lessons.course.lesson.summaries import Band, Summary, as_shown
from lessons.course.lesson.value_words import is_share, number, share, summary_words
from lessons.runs.experiment import Measured
from lessons.runs.metrics import accuracy, features
from lessons.runs.pictures.curves import with_bets, with_words
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.tasks import commonest
from lessons.runs.trained_model import Array, Trained

Summaries = Mapping[str, Summary]  # by arm
SIDES = ("median", "p5", "p95")
MAX_FAINT = 64  # lines of seeds


def numeric(metrics: Sequence[str]) -> Iterator[str]:
    return (each for each in metrics if (found := metric_of(each)) and found.kind in (NUMBER, SHARE))


def bars(labels: Labels, metric: str, summaries: Summaries, are_awaited: bool = False) -> tuple[Bars, ...]:
    """Draw the median of each arm, with whiskers as far as nine in ten seeds lie; `()` where none has or awaits one."""
    bands = bands_of(labels, summaries, metric, are_awaited)
    if not bands:
        return ()
    words = share if is_share(metric) else number
    found = tuple(
        Bar(labels.name(arm), labels.role(arm), value(band.median), band.p5, band.p95, words(band.median))
        for arm, band in bands.items()
    )
    ends = [end for band in bands.values() for end in (band.median, band.p5, band.p95)]
    parts = []
    for arm, band in bands.items():
        said = labels.text("says.none") if band.median is None else summary_words(band, is_share(metric))
        parts.append(labels.text("says.bar", arm=labels.name(arm), value=said))
    axis = value_axis("", ends, is_share(metric))  # the title names it
    says = labels.says("bars", parts, metric=labels.metric(metric))
    shares = labels.experiment.commonest or commonest(labels.experiment)
    always = yardstick(metric, replace(labels.experiment, commonest=shares), labels.text, bands)
    says = " ".join(filter(None, [says, yardstick_words([always])]))
    bets = labels.bets(metric)
    title = " · ".join([labels.metric(metric), *(bet.words for bet in bets if not bet.spans)])
    picture = Bars(title, found, axis, with_words(says, bets), always)
    return (with_spans(picture, [(bet.words, bet.spans, " ") for bet in bets], room_of(metric)),)


def trend(labels: Labels, metric: str, summaries: Summaries, measured: Measured | None = None) -> tuple[Curves, ...]:
    """Draw the median over the varied setting, its band, and every seed where they are at hand."""
    values, bands = labels.experiment.values, bands_of(labels, summaries, metric)
    if not values or len(bands) != len(values):
        return ()
    name = labels.metric(metric)
    sides = {side: tuple(value(getattr(band, side)) for band in bands.values()) for side in SIDES}
    seeds = zip(*(measured.values[arm][metric] for arm in bands), strict=True) if measured else ()
    faint = tuple(tuple(each if isinstance(each, float) else nan for each in seed) for seed in seeds)[:MAX_FAINT]
    many = any(band.p5 != band.p95 for band in bands.values())
    line = labels.text(f"picture.{labels.experiment.statistic(metric)}" if many else "picture.one")
    curve = Curve(line, "arm-1", values, sides["median"], sides["p5"], sides["p95"], faint)
    x = span_axis(labels.varied(), values)
    reached = [end for side in sides.values() for end in side]
    if is_share(metric):
        y = value_axis("", reached, share=True)
    else:  # over decades where the setting is, too: a power of it is then a straight line
        y = span_axis("", reached, factor=2) if x.log else span_axis("", reached)
    words = share if is_share(metric) else number
    places = zip(values, bands.values(), strict=True)
    parts = [labels.text("says.at", value=words(band.median), at=number(at)) for at, band in places]
    says = labels.sentence("says.trend", metric=name, setting=x.name, points=", ".join(parts))
    return (with_bets(Curves(name, (curve,), x, y, says), labels.bets(metric)),)


def bands_of(labels: Labels, summaries: Summaries, metric: str, are_awaited: bool = False) -> dict[str, Band]:
    """Return the bands of the arms that have numbers, if any has one, or will have."""
    statistic = labels.experiment.statistic(metric)
    bands = {arm: as_shown(found, metric, statistic) for arm, found in summaries.items() if isinstance(found, Band)}
    return bands if are_awaited or any(band.median is not None for band in bands.values()) else {}


def value(found: float | None) -> float:
    return nan if found is None else found


MOST = 12  # rows that are shown


def sureness(labels: Labels, runs: Runs) -> tuple[Bars, ...]:
    return tuple(
        answers(labels, arm, run)
        for arm, run in runs.items()
        if run.rows.classes and len(run.rows.y_out) and np.isfinite(run.outputs(run.rows.x_out)).all()
    )


def answers(labels: Labels, arm: str, run: Trained) -> Bars:
    """Draw the wrong answers first, and of each kind the surest first."""
    sure, right = accuracy.sure_and_right(run)
    order = np.lexsort((-sure, right))[:MOST].tolist()
    bars = []
    for row in order:
        said = run.rows.answer_words(row, int(run.outputs(run.rows.x_out[row : row + 1])[0].argmax()))
        name, role = (f"✓ {said}", "right") if right[row] else (f"✗ {said}", "wrong")
        bars.append(Bar(name, role, float(sure[row]), words=share(float(sure[row]))))
    shares = {"sure": share(float(sure.mean())), "wrong": "—" if right.all() else share(float(sure[~right].mean()))}
    says = labels.sentence("says.sureness", arm=labels.name(arm), count=len(sure), right=int(right.sum()), **shares)
    return Bars(labels.titled("sureness", arm), tuple(bars), Axis("", 0.0, 1.0), says)


BINS = 12


def histogram(labels: Labels, runs: Runs) -> tuple[Histogram, ...]:
    found = {arm: finite(features.hidden(run)) for arm, run in runs.items()}
    entries = {arm: each for arm, each in found.items() if each.size}
    if not entries:
        return ()
    parts = []
    for arm, each in entries.items():
        low, middle, high = (number(float(value)) for value in (each.min(), np.median(each), each.max()))
        counts = {"zeros": int((each == 0).sum()), "count": each.size}
        parts.append(labels.text("says.hidden", arm=labels.name(arm), low=low, high=high, middle=middle, **counts))
    return (histogram_of(labels, labels.text("picture.hidden"), entries, labels.says("histogram", parts)),)


def spread(labels: Labels, metric: str, measured: Measured) -> tuple[Histogram, ...]:
    """Draw where the seeds of the shown arms ended; `()` if no seed has a value."""
    arms, name = measured.experiment.shown or measured.experiment.names, labels.metric(metric)
    values = {arm: [each for each in measured.values[arm][metric] if isinstance(each, float)] for arm in arms}
    entries = {arm: finite(np.array(each)) for arm, each in values.items()}
    if not any(each.size for each in entries.values()):
        return ()
    found = histogram_of(labels, labels.text("picture.spread", metric=name), entries)
    ended = [
        labels.text("says.ended", arm=arm, count=count, low=number(low), high=number(high))
        for arm, bins in found.counts.items()
        for (low, high), count in zip(pairwise(found.edges), bins, strict=True)
        if count
    ]
    return (replace(found, says=labels.says("spread", ended, metric=name)),)


def histogram_of(labels: Labels, title: str, entries: Mapping[str, Array], says: str = "") -> Histogram:
    edges = shared_edges(np.concatenate(list(entries.values())))
    counts = {labels.name(arm): tuple(in_bins(each, edges)) for arm, each in entries.items()}
    roles = {labels.name(arm): labels.role(arm) for arm in entries}
    return Histogram(title, tuple(edges), counts, roles, says)


def finite(entries: Array | None) -> Array:
    """Return the entries that are numbers, end to end."""
    return np.array([]) if entries is None else entries[np.isfinite(entries)]


def shared_edges(entries: Array) -> list[float]:
    """Return round edges, 0 among them; twice, where an entry is exactly 0, so that those have a bin of their own."""
    low, high = min(0.0, float(entries.min())), max(0.0, float(entries.max()))
    step = rounded((high - low) / BINS) if high > low else 1.0
    first, last = int(np.floor(low / step)), int(np.ceil(high / step))
    edges = [place * step for place in range(first, max(last, first + 1) + 1)]
    return sorted([*edges, 0.0]) if (entries == 0).any() else edges


def in_bins(entries: Array, edges: list[float]) -> list[int]:
    """Return the number of entries in each bin. Exact zeros lie in the bin that has no width."""
    zeros = int((entries == 0).sum())
    single = [low == high for low, high in pairwise(edges)]
    if not any(single):
        return [int(count) for count in np.histogram(entries, edges)[0]]
    around = list(np.histogram(entries[entries != 0], sorted(set(edges)))[0])
    return [zeros if alone else int(around.pop(0)) for alone in single]
