"""A learner's own story as one HTML page, with their runs drawn again."""

from collections.abc import Iterator

from progress.inert import inert
from tutor.reports.html_page import bullets, html_page, paragraph, section, table, tile, tiles
from tutor.reports.markup import Markup, tag, together
from tutor.reports.own_report import OwnPlace, OwnPrediction, OwnReport
from tutor.reports.svg_plot import LossCurves, calibration_plot, curves_plot
from tutor.reports.wording import counted, day, percent, score, stage_name
from tutor.text import Text

CLASSES = {True: "good", False: "bad", None: "muted"}


def learner_page(report: OwnReport, text: Text) -> str:
    title = text("export.title")
    return html_page(
        text.language,
        f"{title} · {report.name}",
        heading(report, text),
        summary(report, text),
        *(place_section(place, text) for place in report.places),
        *calibration(report, text),
        *elsewhere(report, text),
        tag("footer", text("export.footer")),
    )


def heading(report: OwnReport, text: Text) -> Markup:
    line = f"{text('export.by', name=report.name, day=day(report.made))} · {counted(text, 'export.days', report.days)}"
    damaged = [paragraph(text("export.damaged"), "bad")] if report.damaged else []
    return tag(
        "header",
        paragraph("lynx-tutor", "kicker"),
        tag("h1", text("export.title")),
        paragraph(line),
        *damaged,
    )


def summary(report: OwnReport, text: Text) -> Markup:
    decided = sum(each.count for each in report.bins)
    right = sum(each.came_true * each.count for each in report.bins)
    return tiles(
        tile(str(sum(place.where == "done" for place in report.places)), text("report.lessons_finished")),
        tile(percent(right / decided if decided else None), text("report.predictions_right")),
        tile(score(report.brier), text("report.brier")),
        tile(str(report.days), text("report.days")),
    )


def place_section(place: OwnPlace, text: Text) -> Markup:
    return section(
        place.title,
        paragraph(stage_name(text, place.where), "about"),
        *curves(place, text),
        *predictions(place, text),
        *search(place, text),
        *own_words(place, text),
    )


def curves(place: OwnPlace, text: Text) -> Iterator[Markup]:
    if not place.curves:
        return
    drawn = []
    for each in place.curves:
        title = text("export.curves", task=each.experiment, seed=each.seed)
        lines = LossCurves(each.healthy, each.broken, text("side.healthy"), text("side.broken"))
        plot = curves_plot(lines, title, text("export.step"), text("export.loss"))
        drawn.append(tag("div", tag("h3", title), plot, class_="card"))
    yield tag("div", *drawn, class_="cards")
    yield paragraph(text("export.curves_about"), "about")


def predictions(place: OwnPlace, text: Text) -> Iterator[Markup]:
    if not place.predictions:
        return
    yield tag("h4", f"{text('export.predictions')} · {score_words(place, text)}")
    headings = [
        text("report.question"),
        text("export.said"),
        text("export.sure"),
        text("export.happened"),
    ]
    yield table(headings, [prediction_row(each) for each in place.predictions], {2})


def score_words(place: OwnPlace, text: Text) -> str:
    decided = [each for each in place.predictions if each.right is not None]
    return text("export.score", right=sum(each.right is True for each in decided), decided=len(decided))


def prediction_row(each: OwnPrediction) -> list[str]:
    said = tag("span", f"{each.mark} {each.said}", class_=CLASSES[each.right])
    detail = [Markup("<br>"), tag("span", each.measured, class_="muted")] if each.measured else []
    return [each.question, said, percent(each.confidence), together(each.happened, *detail)]


def search(place: OwnPlace, text: Text) -> Iterator[Markup]:
    if not (place.rungs or place.guesses or place.attempts):
        return
    yield tag("h4", text("export.search"))
    lines = [text("export.rungs", rungs=place.rungs, count=place.hints)]
    if place.attempts:
        lines.append(text("export.attempts", count=place.attempts))
    yield paragraph(" ".join(lines))
    if place.guesses:
        yield tag("h4", text("export.guesses"))
        yield bullets([f"{text('export.guess', rung=rung)}: {guess}" for rung, guess in place.guesses])
    if place.repair:
        yield tag("p", f"{text('export.repair')}: ", tag("code", place.repair))


def own_words(place: OwnPlace, text: Text) -> Iterator[Markup]:
    """What the learner wrote, in the lines in which they wrote it."""
    if place.words:
        lines = inert(place.words, lines=True).split("\n")
        broken = [part for line in lines for part in (line, Markup("<br>"))][:-1]
        yield tag("h4", text("export.words"))
        yield tag("blockquote", *broken)


def calibration(report: OwnReport, text: Text) -> Iterator[Markup]:
    if not report.bins:
        return
    plot = calibration_plot(
        report.bins, text("report.calibration_plot"), text("report.said"), text("report.came_true")
    )
    about = [
        paragraph(text("export.calibration_about"), "about"),
        paragraph(f"{text('report.brier')}: {score(report.brier)}. {text('report.brier_about')}", "about"),
    ]
    body = tag("div", tag("div", plot, class_="card"), tag("div", *about), class_="side")
    yield section(text("report.calibration"), body)


def elsewhere(report: OwnReport, text: Text) -> Iterator[Markup]:
    if report.elsewhere:
        lines = [
            counted(text, "export.elsewhere_line", count, lesson=lesson) for lesson, count in report.elsewhere
        ]
        yield section(text("export.elsewhere"), bullets(lines))
