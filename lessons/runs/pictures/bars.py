"""A metric of each arm: beside each other, or over the setting that they vary."""

from collections.abc import Iterator, Mapping, Sequence
from math import nan

from lessons.numbers import is_share, number, share, summary_words
from lessons.pictures import Axis, Bar, Bars, Curve, Curves
from lessons.runs.measured import Measured
from lessons.runs.pictures.axes import span_axis, value_axis
from lessons.runs.pictures.labels import Labels
from lessons.summaries import Band, Summary, as_shown
from lessons.vocabulary import NUMBER, SHARE, metric_of

Summaries = Mapping[str, Summary]  # by arm


def numeric(metrics: Sequence[str]) -> Iterator[str]:
    """The metrics that give numbers."""
    for metric in metrics:
        found = metric_of(metric)
        if found is not None and found.kind in (NUMBER, SHARE):
            yield metric


def bars(labels: Labels, metric: str, summaries: Summaries) -> tuple[Bars, ...]:
    """The median of each arm, with whiskers as far as nine in ten seeds lie; nothing where none has a value."""
    bands = bands_of(labels, summaries, metric)
    if not bands:
        return ()
    words = share if is_share(metric) else number
    found = tuple(
        Bar(labels.name(arm), labels.role(arm), value(band.median), band.p5, band.p95, words(band.median))
        for arm, band in bands.items()
    )
    ends = [end for band in bands.values() for end in (band.median, band.p5, band.p95)]
    parts = [said(labels, arm, metric, band) for arm, band in bands.items()]
    axis = value_axis("", ends, is_share(metric))  # the title names it
    says = labels.says("bars", parts, metric=labels.metric(metric))
    return (Bars(labels.metric(metric), found, axis, says),)


def said(labels: Labels, arm: str, metric: str, band: Band) -> str:
    words = labels.text("says.none") if band.median is None else summary_words(band, is_share(metric))
    return labels.text("says.bar", arm=labels.name(arm), value=words)


def trend(
    labels: Labels, metric: str, summaries: Summaries, measured: Measured | None = None
) -> tuple[Curves, ...]:
    """The median over the varied setting, its band, and every seed where they are at hand."""
    values, bands = labels.experiment.values, bands_of(labels, summaries, metric)
    if not values or len(bands) != len(values):
        return ()
    name = labels.metric(metric)
    sides = {side: tuple(value(getattr(band, side)) for band in bands.values()) for side in SIDES}
    faint = seed_lines(measured, metric) if measured else ()
    many = any(band.p5 != band.p95 for band in bands.values())
    line = labels.text(f"picture.{labels.experiment.statistic(metric)}" if many else "picture.one")
    curve = Curve(line, "arm-1", values, sides["median"], sides["p5"], sides["p95"], faint)
    x = span_axis(labels.varied(), values)
    y = trend_axis([end for side in sides.values() for end in side], is_share(metric), x.log)
    words = share if is_share(metric) else number
    parts = [
        labels.text("says.at", value=words(band.median), at=number(at))
        for at, band in zip(values, bands.values(), strict=True)
    ]
    says = labels.sentence("says.trend", metric=name, setting=x.name, points=", ".join(parts))
    return (Curves(name, (curve,), x, y, says),)


def trend_axis(reached: Sequence[float], is_a_share: bool, over_decades: bool) -> Axis:
    """Where the setting spans decades, so may the metric: a power of it is then a straight line. The title names it."""
    if is_a_share:
        return value_axis("", (), share=True)
    return span_axis("", reached, factor=2) if over_decades else span_axis("", reached)


SIDES = ("median", "p5", "p95")


def bands_of(labels: Labels, summaries: Summaries, metric: str) -> dict[str, Band]:
    """Return the bands of the arms that have numbers, if any has one."""
    statistic = labels.experiment.statistic(metric)
    bands = {
        arm: as_shown(found, metric, statistic) for arm, found in summaries.items() if isinstance(found, Band)
    }
    return bands if any(band.median is not None for band in bands.values()) else {}


def value(found: float | None) -> float:
    """A number to draw: what has none is not drawn."""
    return nan if found is None else found


def seed_lines(measured: Measured, metric: str, most: int = 64) -> tuple[tuple[float, ...], ...]:
    """Every seed's value in each arm."""
    columns = zip(*(measured.values[arm][metric] for arm in measured.experiment.names), strict=True)
    lines = (tuple(each if isinstance(each, float) else nan for each in seed) for seed in columns)
    return tuple(line for line, _ in zip(lines, range(most), strict=False))
