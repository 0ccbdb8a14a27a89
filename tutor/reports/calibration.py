"""Compare how sure people were with how right: a group of predictions in numbers, words, rows and pictures."""

from collections.abc import Sequence
from math import nan, sqrt

from lessons.course.lesson.pictures import Axis, Curve, Curves, Picture
from lessons.course.lesson.value_words import share
from progress.calibration import Bin, ResolvedPrediction, Week, calibration
from tutor.reports.words import day
from tutor.words.text import Text

FEW = 20  # predictions; below this a group is not judged
NINE_IN_TEN_SD = 1.645  # standard deviations either side that hold nine in ten
SHARE = (0.0, 100.0)  # in percent
GROUP_KEYS = ("report.confidence", "report.came_true", "report.how_many")  # of the cells of `group_row`


Group = Bin | Week


def calibration_of(predictions: Sequence[ResolvedPrediction]) -> Bin | None:
    """Sum up those of a group with a confidence; None if there are none."""
    return next(iter(calibration(predictions, (0.0, 1.0))), None)


def verdict_of(group: Group) -> str:
    """Return the key of what it comes to: calibrated means that the confidence is within what chance allows."""
    low, high = wilson(group.accuracy, group.count)
    if group.count < FEW:
        return "too_few"
    if group.mean_confidence > high:
        return "overconfident"
    return "underconfident" if group.mean_confidence < low else "calibrated"


def verdict_words(group: Group, text: Text) -> str:
    """Say `said 33 %, came true 0 %, of 62`, and what it comes to."""
    return f"{said('said_true', group, text)}: {text(f'calibration.{verdict_of(group)}', few=FEW)}"


def wilson(share: float, count: int) -> tuple[float, float]:
    """Compute Wilson's interval (1927): where the true share lies nine times in ten, if `share` of `count` were so."""
    z = NINE_IN_TEN_SD
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, min(share, (middle - reach) / scale)), min(1.0, max(share, (middle + reach) / scale))


def group_row(group: Group | None) -> tuple[str, str, str]:
    """Return the cells under `GROUP_KEYS`."""
    if group is None:
        return "—", "—", "0"
    return share(group.mean_confidence), share(group.accuracy), str(group.count)


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
    told = "; ".join(said("bin_says", each, text) for each in bins)
    return Curves(text("report.calibration"), curves, x, y, f"{told}.")


def weeks_picture(weeks: Sequence[Week], text: Text) -> Picture:
    first = weeks[0].monday
    x = tuple((each.monday - first).days / 7 for each in weeks)
    curves = (
        Curve(text("report.confidence"), "arm-2", x, tuple(100 * each.mean_confidence for each in weeks)),
        Curve(text("report.came_true"), "arm-1", x, tuple(100 * each.accuracy for each in weeks)),
    )
    since = Axis(text("report.weeks_since", day=day(first)), 0, x[-1])
    told = "; ".join(said("week_says", each, text, day=day(each.monday)) for each in weeks)
    return Curves(text("mine.weeks"), curves, since, Axis("%", *SHARE), f"{told}.")


def said(key: str, group: Group, text: Text, **when: str) -> str:
    """Say of a group how sure people were, and how much came true."""
    sure, true = share(group.mean_confidence), share(group.accuracy)
    return text(f"report.{key}", said=sure, sure=sure, true=true, count=group.count, **when)
