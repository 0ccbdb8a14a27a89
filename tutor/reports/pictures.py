"""The pictures of reports: who is at which step, confidence beside accuracy, and both week by week."""

from collections.abc import Sequence
from math import nan

from lessons.course import Course
from lessons.pictures import Axis, Bar, Bars, Curve, Curves, Picture
from progress.calibration import Bin, Week
from tutor.reports.calibration import wilson
from tutor.reports.class_report import ClassReport, LessonReport
from tutor.reports.words import day, percent, step_keys, step_words, title_words
from tutor.words.text import Text

CALIBRATION, WEEKS = "calibration.svg", "weeks.svg"
FEWEST_WEEKS = 2  # a line needs two ends
SHARE = (0.0, 100.0)


def steps_name(number: int) -> str:
    """Name the picture of a lesson's steps by its place in the report: nothing from a file is in it."""
    return f"steps-{number + 1}.svg"


def class_pictures(
    report: ClassReport, shown: Sequence[LessonReport], course: Course, text: Text
) -> dict[str, Picture]:
    """Give every picture of a class report by its name."""
    steps = {steps_name(number): steps_picture(each, course, text) for number, each in enumerate(shown)}
    return {**steps, **({CALIBRATION: calibration_picture(report.bins, text)} if report.bins else {})}


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
    says = "; ".join(
        text(
            "report.bin_says",
            sure=percent(each.mean_confidence),
            true=percent(each.accuracy),
            count=each.count,
        )
        for each in bins
    )
    x, y = Axis(f"{text('report.confidence')}, %", *SHARE), Axis(f"{text('report.came_true')}, %", *SHARE)
    return Curves(text("report.calibration"), curves, x, y, f"{says}.")


def weeks_picture(weeks: Sequence[Week], text: Text) -> Picture:
    """Draw two lines over the weeks: the mean confidence, and the accuracy."""
    first = weeks[0].monday
    x = tuple((each.monday - first).days / 7 for each in weeks)
    sides = {
        "arm-2": (text("report.confidence"), tuple(100 * each.mean_confidence for each in weeks)),
        "arm-1": (text("report.came_true"), tuple(100 * each.accuracy for each in weeks)),
    }
    says = "; ".join(
        text(
            "report.week_says",
            day=day(each.monday),
            sure=percent(each.mean_confidence),
            true=percent(each.accuracy),
        )
        for each in weeks
    )
    return Curves(
        text("mine.weeks"),
        tuple(Curve(name, role, x, y) for role, (name, y) in sides.items()),
        Axis(text("report.weeks_since", day=day(first)), 0, x[-1]),
        Axis("%", *SHARE),
        f"{says}.",
    )


def bin_table(bins: Sequence[Bin], text: Text) -> tuple[list[str], list[list[str]]]:
    """Give the headings and a row a bin: of what was said, how much came true."""
    headings = [text(f"report.{key}") for key in ("confidence", "came_true", "how_many")]
    return headings, [
        [percent(each.mean_confidence), percent(each.accuracy), str(each.count)] for each in bins
    ]
