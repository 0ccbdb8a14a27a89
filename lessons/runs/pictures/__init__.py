"""Pictures made from runs, as frozen data; each says the same in a sentence of the page's language."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from lessons.lesson import Experiment, Prose
from lessons.pictures import Picture
from lessons.runs.experiment import Ways
from lessons.runs.functions import functions_of
from lessons.runs.measured import Measured
from lessons.runs.metrics import measure_one
from lessons.runs.pictures import bars, curves, spread
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained import Trained
from lessons.summaries import Summary, summarise
from lessons.text import Text
from lessons.vocabulary import PICTURES as NAMES

Runs = Mapping[str, Trained]  # by arm
Pictures = tuple[Picture, ...]

MEASURED = ("bars", "trend", "spread")  # pictures of a metric, which is measured at the end


def picture_of(experiment: Experiment, runs: Runs, page: Prose, text: Text) -> Pictures:
    """The experiment's pictures from the runs of one seed, live or at their end; the losses where none can be drawn.

    An arm that raised has a loss until then, and nothing else to look at.
    """
    labels = Labels(experiment, page, text)
    pictures: Pictures = ()
    for name in experiment.pictures:
        pictures += PICTURES[name](labels, runs if name == "curves" else whole_ones(runs))
    return pictures or curves.curves(labels, runs)


def live_pictures(experiment: Experiment, runs: Runs, page: Prose, text: Text) -> Pictures:
    """What can be drawn several times a second: the losses stand for a picture that has to be measured first."""
    return picture_of(drawn_live(experiment), runs, page, text)


def moment_pictures(experiment: Experiment, runs: Runs, page: Prose, text: Text) -> Pictures:
    """What the models are at this moment: the live pictures without the curves, which hold every moment."""
    names = tuple(name for name in drawn_live(experiment).pictures if name != "curves")
    labels = Labels(experiment, page, text)
    return tuple(picture for name in names for picture in PICTURES[name](labels, whole_ones(runs)))


def drawn_live(experiment: Experiment) -> Experiment:
    names = dict.fromkeys("curves" if name in MEASURED else name for name in experiment.pictures)
    return replace(experiment, pictures=tuple(names))


def picture_before(experiment: Experiment, runs: Runs, page: Prose, text: Text) -> Pictures:
    """The same before the first step: the models as they were drawn, and curves that have no point yet."""
    labels = Labels(experiment, page, text)
    if not experiment.steps:
        return ()
    pictures: Pictures = ()
    for name in drawn_live(experiment).pictures:
        pictures += (
            curves.blank(labels, runs) if name == "curves" else PICTURES[name](labels, whole_ones(runs))
        )
    return pictures or curves.blank(labels, runs)


def whole_ones(runs: Runs) -> Runs:
    return {arm: run for arm, run in runs.items() if not run.trouble}


def live_picture_of_sweep(experiment: Experiment, ways: Ways, page: Prose, text: Text) -> Pictures:
    """Every seed that is being trained, as far as it has come."""
    return curves.losses_so_far(Labels(experiment, page, text), ways)


def picture_of_sweep(measured: Measured, page: Prose, text: Text) -> Pictures:
    """Every seed in one picture: the experiment's first metric by arm, or over the varied setting, or the losses."""
    labels = Labels(measured.experiment, page, text)
    metric = next(bars.numeric(measured.experiment.metrics), None)
    found: Pictures = ()
    if metric is not None:
        summaries = {arm: measured.summary(metric, arm) for arm in measured.experiment.names}
        if "trend" in measured.experiment.pictures:
            found = bars.trend(labels, metric, summaries, measured)
        if "bars" in measured.experiment.pictures or not measured.experiment.steps:
            found = found or bars.bars(labels, metric, summaries)
        if "spread" in measured.experiment.pictures:
            found = found or spread.spread(labels, metric, measured)
    return found or curves.losses_of_sweep(labels, measured)


def bars_of_runs(labels: Labels, runs: Runs) -> Pictures:
    """The experiment's first metric, of one seed."""
    return tuple(
        picture
        for metric in [*bars.numeric(labels.experiment.metrics)][:1]
        for picture in bars.bars(labels, metric, measured_now(runs, metric))
    )


def trend_of_runs(labels: Labels, runs: Runs) -> Pictures:
    return tuple(
        picture
        for metric in [*bars.numeric(labels.experiment.metrics)][:1]
        for picture in bars.trend(labels, metric, measured_now(runs, metric))
    )


def measured_now(runs: Runs, metric: str) -> dict[str, Summary]:
    return {arm: summarise((measure_one(run, metric),)) for arm, run in runs.items()}


OF_MODELS: Mapping[str, Callable[[Labels, Runs], Pictures]] = functions_of(
    __name__, (name for name in NAMES if name not in MEASURED)
)
PICTURES: Mapping[str, Callable[[Labels, Runs], Pictures]] = {
    **OF_MODELS,
    "bars": bars_of_runs,
    "trend": trend_of_runs,
    "spread": OF_MODELS["curves"],  # of one seed there is nothing to spread
}
