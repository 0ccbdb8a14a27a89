"""The pictures of reports: who is at which step, confidence beside accuracy, and both week by week; runs once more.

The same seed gives the same run, bit for bit, so no picture of a run needs to be stored.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan

from lessons.course import Course
from lessons.format import LessonError
from lessons.lesson import Experiment
from lessons.measurements import experiment_words
from lessons.page import Train
from lessons.pictures import Axis, Bar, Bars, Curve, Curves, Picture
from progress.calibration import Bin, Week
from tutor.pack_runs import run_of
from tutor.reports.calibration import wilson
from tutor.reports.class_report import LessonReport
from tutor.reports.learner_report import OwnLesson
from tutor.reports.words import day, percent, step_keys, step_words, title_words
from tutor.training import Watching
from tutor.words.text import Text

CALIBRATION = "calibration.svg"
FEWEST_WEEKS = 2  # a line needs two ends
LARGEST_SEED = 2**32
SHARE = (0.0, 100.0)
Wanted = Callable[[], bool]


def steps_picture(lesson: LessonReport, course: Course, text: Text) -> Picture:
    """Draw how many are at each step of a lesson."""
    counts = {
        step_words(lesson.lesson, lesson.mode, key, course, text): lesson.at[key]
        for key in step_keys(lesson.lesson, lesson.mode, course)
    }
    bars = tuple(Bar(name, "healthy", count, words=str(count)) for name, count in counts.items())
    says = "; ".join(f"{name}: {count}" for name, count in counts.items() if count)
    title = title_words(lesson.lesson, lesson.mode, course, text)
    return Bars(title, bars, Axis(text("report.people"), 0, max(lesson.begun, 1)), f"{title}. {says}.")


def calibration_picture(bins: Sequence[Bin], text: Text) -> Picture:
    """Draw a point for each bin of confidence, where the true share may lie, and the line of being as right as sure."""
    sure = [100 * each.mean_confidence for each in bins]
    reach = [wilson(each.accuracy, each.count) for each in bins]
    # A line goes on from number to number: a missing x between two of these parts them.
    across = tuple(x for each in sure for x in (each, each, nan))
    up = tuple(100 * share for least, most in reach for share in (least, most, most))
    curves = (
        Curve(text("report.as_right_as_sure"), "ideal", SHARE, SHARE),
        Curve(text("report.may_lie"), "healthy", across, up),
        Curve(text("report.came_true"), "mark", tuple(sure), tuple(100 * each.accuracy for each in bins)),
    )
    x, y = Axis(f"{text('report.confidence')}, %", *SHARE), Axis(f"{text('report.came_true')}, %", *SHARE)
    return Curves(text("report.calibration"), curves, x, y, said("bin_says", bins, text))


def weeks_picture(weeks: Sequence[Week], text: Text) -> Picture:
    """Draw two lines over the weeks: the mean confidence, and the accuracy."""
    first = weeks[0].monday
    x = tuple((each.monday - first).days / 7 for each in weeks)
    sure, true = (tuple(100 * share for share in side) for side in zip(*map(shares, weeks), strict=True))
    curves = (
        Curve(text("report.confidence"), "arm-2", x, sure),
        Curve(text("report.came_true"), "arm-1", x, true),
    )
    since = Axis(text("report.weeks_since", day=day(first)), 0, x[-1])
    return Curves(text("mine.weeks"), curves, since, Axis("%", *SHARE), said("week_says", weeks, text))


def shares(group: Bin | Week) -> tuple[float, float]:
    return group.mean_confidence, group.accuracy


def said(key: str, groups: Sequence[Bin | Week], text: Text) -> str:
    """Say of each group how sure people were, and how much came true."""
    days = [{"day": day(each.monday)} if isinstance(each, Week) else {} for each in groups]
    sides = [map(percent, shares(each)) for each in groups]
    told = [
        text(f"report.{key}", sure=sure, true=true, count=each.count, **when)
        for each, (sure, true), when in zip(groups, sides, days, strict=True)
    ]
    return f"{'; '.join(told)}."


def bin_table(bins: Sequence[Bin], text: Text) -> tuple[list[str], list[list[str]]]:
    """Return the headings and a row a bin: of what was said, how much came true."""
    headings = [text(f"report.{key}") for key in ("confidence", "came_true", "how_many")]
    return headings, [[*map(percent, shares(each)), str(each.count)] for each in bins]


# A learner's own runs.


@dataclass(frozen=True)
class OwnRun:
    """The run of an experiment that a learner watched last. `name` begins the names of its pictures."""

    name: str
    experiment: Experiment
    seed: int


def own_runs(lesson: OwnLesson) -> Iterator[OwnRun]:
    """Find the runs to train again. The names hold lesson, mode and experiment, and nothing from the file."""
    last, place = dict(lesson.state.runs), lesson.place
    for name, experiment in place.lesson.experiments.items() if lesson.may_run else ():
        if 0 <= last.get(name, -1) < LARGEST_SEED:
            yield OwnRun(f"{place.lesson.id.replace('/', '-')}-{place.mode}-{name}", experiment, last[name])


def trained_again(lesson: OwnLesson, text: Text, wanted: Wanted) -> dict[str, Picture]:
    """Train a lesson's runs again for their pictures. What cannot be run has none; it ends once it is not `wanted`."""
    prose, drawn = lesson.place.lesson.prose[text.language], dict[str, Picture]()
    for run in own_runs(lesson):
        title = text("export.run", task=experiment_words(run.experiment.id, prose), seed=run.seed)
        try:
            watching = run_of(
                "/" in lesson.place.lesson.id, Watching, Train(run.experiment, run.seed), prose, text
            )
            if not all(wanted() for _ in watching):
                return {}
            pictures = watching.pictures()
        except (LessonError, ValueError):
            continue
        for number, each in enumerate(pictures, 1):
            drawn[f"{run.name}-{number}.svg"] = replace(each, title=f"{title} · {each.title}")
    return drawn
