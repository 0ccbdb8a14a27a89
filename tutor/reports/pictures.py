"""A learner's plots, each under the name of its file: drawn once, for the page and for the files beside it."""

import re

from tutor.reports.curves import OwnCurves
from tutor.reports.html_page import PAGE_STYLE, PLOT_STYLE
from tutor.reports.markup import Markup, tag
from tutor.reports.own_places import OwnPlace
from tutor.reports.own_report import OwnReport
from tutor.reports.svg_plot import LossCurves, curves_plot
from tutor.reports.svg_sureness import calibration_plot, weeks_plot
from tutor.text import Text

FEWEST_WEEKS = 2  # a line needs two ends
VARIABLE = re.compile(r"--([\w-]+): ([^;]+);")
OURS = '<svg xmlns="http://www.w3.org/2000/svg" id="lynx-tutor" '  # how each plot that is a file begins


def calibration_picture(report: OwnReport, text: Text) -> Markup | None:
    if not report.bins:
        return None
    return calibration_plot(
        report.bins, text("export.calibration_plot"), text("export.sureness"), text("report.came_true")
    )


def weeks_picture(report: OwnReport, text: Text) -> Markup | None:
    if len(report.weeks) < FEWEST_WEEKS:
        return None
    return weeks_plot(report.weeks, text("export.weeks_plot"), text("mine.said"), text("report.came_true"))


def loss_picture(curves: OwnCurves, text: Text) -> Markup:
    lines = LossCurves(curves.healthy, curves.broken, text("side.healthy"), text("side.broken"))
    return curves_plot(lines, loss_title(curves, text), text("export.step"), text("export.loss"))


def loss_title(curves: OwnCurves, text: Text) -> str:
    return text("export.curves", task=curves.experiment, seed=curves.seed)


def loss_name(place: OwnPlace, curves: OwnCurves) -> str:
    """A name of lesson, mode and experiment, which are ours: nothing from the learner's file is in it."""
    return f"{place.id}-loss-{curves.experiment}.svg"


def picture_files(report: OwnReport, text: Text) -> dict[str, str]:
    """Every plot as a file that stands alone."""
    drawn = {"calibration.svg": calibration_picture(report, text), "weeks.svg": weeks_picture(report, text)}
    drawn |= {
        loss_name(place, curves): loss_picture(curves, text)
        for place in report.places
        for curves in place.curves
    }
    return {name: alone(drawing) for name, drawing in drawn.items() if drawing is not None}


def alone(drawing: Markup) -> str:
    """The plot with its style in it, on a light ground: legible wherever it is shown, and by any program."""
    style = PLOT_STYLE.read_text(encoding="utf-8")
    for name, value in light_colours().items():
        style = style.replace(f"var(--{name})", value)
    ground = tag("rect", width="100%", height="100%", fill=light_colours()["card"])
    opening, title, rest = drawing.partition("</title>")
    opening = opening.replace("<svg ", OURS, 1)
    return f"{opening}{title}<style>\n{style}</style>{ground}{rest}\n"


def light_colours() -> dict[str, str]:
    """The variables that the page's style defines first. Programs that draw SVG need not know variables."""
    return dict(VARIABLE.findall(PAGE_STYLE.read_text(encoding="utf-8").partition("}")[0]))
