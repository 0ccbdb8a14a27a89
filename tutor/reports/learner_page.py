"""A learner's own story as one HTML page, with their runs drawn again."""

from collections.abc import Iterator

from progress.inert import inert
from tutor.reports.html_page import bullets, html_page, paragraph, section, table, tile, tiles
from tutor.reports.markup import Markup, tag, together
from tutor.reports.own_places import OwnPlace, OwnPrediction
from tutor.reports.own_report import OwnReport
from tutor.reports.own_words import (
    average_words,
    idea_table,
    score_words,
    search_words,
    week_table,
    work_words,
)
from tutor.reports.pictures import calibration_picture, loss_picture, loss_title, weeks_picture
from tutor.reports.wording import bin_table, day, percent, score, stage_name
from tutor.text import Text
from tutor.wording import counted

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
        *ideas(report, text),
        *weeks(report, text),
        *elsewhere(report, text),
        tag("footer", text("export.footer")),
    )


def heading(report: OwnReport, text: Text) -> Markup:
    line = [text("export.by", name=report.name, day=day(report.made)), *work_words(report, text)]
    damaged = [paragraph(text("export.damaged"), "bad")] if report.damaged else []
    return tag(
        "header",
        paragraph("lynx-tutor", "kicker"),
        tag("h1", text("export.title")),
        paragraph(" · ".join(line)),
        *damaged,
    )


def summary(report: OwnReport, text: Text) -> Markup:
    found = report.sureness
    return tiles(
        tile(
            text("report.of", part=report.finished, count=len(report.lessons)),
            text("report.lessons_finished"),
        ),
        tile(percent(found.came_true if found else None), text("report.predictions_right")),
        tile(score(found.brier if found else None), text("report.brier")),
        tile(str(report.reviews), text("export.reviews_done")),
        tile(str(len(report.activity.days)), text("report.days")),
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
        drawn.append(tag("div", tag("h3", loss_title(each, text)), loss_picture(each, text), class_="card"))
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


def prediction_row(each: OwnPrediction) -> list[str]:
    said = tag("span", f"{each.mark} {each.said}", class_=CLASSES[each.right])
    detail = [Markup("<br>"), tag("span", each.measured, class_="muted")] if each.measured else []
    return [each.question, said, percent(each.confidence), together(each.happened, *detail)]


def search(place: OwnPlace, text: Text) -> Iterator[Markup]:
    found = place.search
    if not found.began:
        return
    yield tag("h4", text("export.search"))
    yield paragraph(" ".join(search_words(found, text)))
    if found.guesses:
        yield tag("h4", text("export.guesses"))
        yield bullets([f"{text('export.guess', rung=rung)}: {guess}" for rung, guess in found.guesses])
    if found.repair:
        yield tag("p", f"{text('export.repair')}: ", tag("code", found.repair))


def own_words(place: OwnPlace, text: Text) -> Iterator[Markup]:
    """What the learner wrote, in the lines in which they wrote it."""
    if place.words:
        lines = inert(place.words, lines=True).split("\n")
        broken = [part for line in lines for part in (line, Markup("<br>"))][:-1]
        yield tag("h4", text("export.words"))
        yield tag("blockquote", *broken)


def calibration(report: OwnReport, text: Text) -> Iterator[Markup]:
    plot, found = calibration_picture(report, text), report.sureness
    if plot is None or found is None:
        return
    about = [
        paragraph(average_words(found, text)),
        table(*bin_table(report.bins, text), {0, 1, 2}),
        paragraph(text("export.calibration_about"), "about"),
        paragraph(f"{text('report.brier')}: {score(found.brier)}. {text('report.brier_about')}", "about"),
    ]
    body = tag("div", tag("div", plot, class_="card"), tag("div", *about), class_="side")
    yield section(text("report.calibration"), body)


def ideas(report: OwnReport, text: Text) -> Iterator[Markup]:
    if report.ideas:
        body = table(*idea_table(report, text), {1, 2, 3, 4})
        yield section(text("mine.ideas"), paragraph(text("export.ideas_about"), "about"), body)


def weeks(report: OwnReport, text: Text) -> Iterator[Markup]:
    if report.weeks:
        plot = weeks_picture(report, text)
        drawn = [tag("div", plot, class_="card")] if plot else []
        numbers = table(*week_table(report, text), {1, 2, 3, 4})
        yield section(text("mine.weeks"), tag("div", *drawn, numbers, class_="side"))


def elsewhere(report: OwnReport, text: Text) -> Iterator[Markup]:
    if report.elsewhere:
        lines = [
            counted(text, "export.elsewhere_line", count, lesson=lesson) for lesson, count in report.elsewhere
        ]
        yield section(text("export.elsewhere"), bullets(lines))
