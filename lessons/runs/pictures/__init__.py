"""Pictures made from runs, as frozen data; each says the same in a sentence of the page's language."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.summaries import summarise
from lessons.course.lesson.vocabulary import PICTURES as NAMES
from lessons.runs.experiment import Measured, Ways, measure_all, trained_first
from lessons.runs.functions import functions_of
from lessons.runs.metrics import measure_one
from lessons.runs.pictures import bars, curves
from lessons.runs.pictures.labels import Labels, Runs

Pictures = tuple[Picture, ...]

Draw = Callable[[Labels, Runs], Pictures]

MEASURED = ("bars", "trend", "spread")  # pictures of a metric, which is measured at the end


def picture_of(labels: Labels, runs: Runs) -> Pictures:
    """Draw the experiment's pictures from one seed's runs at their end, or else the losses; and what was bet on."""
    found, bets = draw_all(labels, runs, labels.experiment.pictures), bet_bars(labels, runs)
    return (tuple(each for each in found if each not in bets) or curves.curves(labels, runs)) + bets


def draw_all(labels: Labels, runs: Runs, names: Iterable[str], losses: Draw = curves.curves) -> Pictures:
    whole = {arm: run for arm, run in runs.items() if not run.trouble}  # of others a loss is all that there is
    found = (losses(labels, runs) if name == "curves" else PICTURES[name](labels, whole) for name in names)
    return tuple(picture for pictures in found for picture in pictures)


def drawn_live(experiment: Experiment) -> list[str]:
    """Return the pictures that can be drawn several times a second: losses for one that has to be measured first."""
    return list(dict.fromkeys("curves" if name in MEASURED else name for name in experiment.pictures))


def live_pictures(labels: Labels, runs: Runs) -> Pictures:
    found = draw_all(labels, runs, drawn_live(labels.experiment)) or curves.curves(labels, runs)
    return found + bet_bars(labels, runs)


def moment_pictures(labels: Labels, runs: Runs) -> Pictures:
    """Draw what the models are at this moment: the live pictures without the curves, which hold every moment."""
    names = [name for name in drawn_live(labels.experiment) if name != "curves"]
    return draw_all(labels, runs, names) + bet_bars(labels, runs)


def picture_before(labels: Labels, runs: Runs) -> Pictures:
    """Draw the same before the first step: the models as they were drawn, and curves that have no point yet."""
    if not labels.experiment.steps:
        return ()
    shown = draw_all(labels, runs, drawn_live(labels.experiment), curves.blank) or curves.blank(labels, runs)
    return shown + bet_bars(labels, runs)


def bet_bars(labels: Labels, runs: Runs) -> Pictures:
    """Draw a metric that was bet on beside losses that are alone: their axis cannot hold the bet."""
    metric = bet_on(labels, curves.ON_AXIS) if drawn_live(labels.experiment) == ["curves"] else None
    known = metric_of(metric or "")
    if known is None or known.is_yes_or_no:  # which says little of one seed
        return ()
    return of_one_seed(bars.bars, metric)(labels, {arm: run for arm, run in runs.items() if not run.trouble})


def bet_on(labels: Labels, drawn: tuple[str, ...]) -> str | None:
    """Return the first metric that was bet on and that bars can show, but for those that are drawn."""
    asked = (question.metric for question, _ in labels.experiment.bets)
    return next(bars.numeric([each for each in asked if not each.startswith(drawn)]), None)


def bet_bars_so_far(labels: Labels, ways: Ways, seeds: int) -> Pictures:
    """Draw a metric that was bet on, of the seeds that are in; as long as there is none, what was said of it alone."""
    if (metric := bet_on(labels, curves.ON_AXIS)) is None:
        return ()
    runs = {arm: trained_first(ways.get(arm, []), seeds) for arm in labels.experiment.names}
    measured = measure_all(replace(labels.experiment, metrics=(metric,)), (), runs)
    summaries = {arm: measured.summary(metric, arm) for arm in labels.drawn}
    return bars.bars(labels, metric, summaries, are_awaited=True)


def picture_of_sweep(labels: Labels, measured: Measured) -> Pictures:
    """Draw every seed in one picture: the first metric by arm, over the varied setting, or the losses; and the bet."""
    experiment, names = labels.experiment, labels.experiment.pictures
    metric = next(bars.numeric(experiment.metrics), None)
    found: Pictures = ()
    if metric is not None:
        summaries = {arm: measured.summary(metric, arm) for arm in experiment.names}
        if "trend" in names:
            found = bars.trend(labels, metric, summaries, measured)
        if "bars" in names or not experiment.steps:
            found = found or bars.bars(labels, metric, summaries)
        if "spread" in names:
            found = found or bars.spread(labels, metric, measured)
    bet = bet_on(labels, (metric,) if found and metric else curves.ON_AXIS)
    summaries = {arm: measured.summary(bet, arm) for arm in labels.drawn} if bet else {}
    return (found or curves.losses_of_sweep(labels, measured)) + (bars.bars(labels, bet, summaries) if bet else ())


def of_one_seed(picture: Callable[..., Pictures], metric: str | None = None) -> Draw:
    """Draw a metric of one seed with a picture of many: by default the experiment's first."""

    def draw(labels: Labels, runs: Runs) -> Pictures:
        drawn = metric or next(bars.numeric(labels.experiment.metrics), None)
        if drawn is None:
            return ()
        first = next(iter(runs.values()), None)
        beside = {arm: replace(run, reference=None if run is first else first) for arm, run in runs.items()}
        values = {arm: summarise((measure_one(run, drawn),)) for arm, run in beside.items()}
        return picture(labels, drawn, values)

    return draw


OF_MODELS: Mapping[str, Draw] = functions_of(__name__, (name for name in NAMES if name not in MEASURED))
PICTURES: Mapping[str, Draw] = {
    **OF_MODELS,
    "bars": of_one_seed(bars.bars),
    "trend": of_one_seed(bars.trend),
    "spread": OF_MODELS["curves"],  # of one seed there is nothing to spread
}
