"""The class report as one HTML page."""

from collections.abc import Iterator

from lessons.cascade import Stage
from lessons.schema import Course
from progress.calibration import brier_score
from tutor.learner import MODES
from tutor.reports.class_report import ClassReport, LearnerReport, PlaceReport
from tutor.reports.html_page import bullets, html_page, paragraph, section, table, tile, tiles
from tutor.reports.markup import Markup, tag, together
from tutor.reports.svg_plot import Bar, bars
from tutor.reports.svg_sureness import calibration_plot
from tutor.reports.wording import (
    STAGES,
    bin_table,
    day,
    file_notes,
    lesson_title,
    limits,
    opening,
    percent,
    place_title,
    score,
    shown_places,
    stage_name,
    wrong_words,
)
from tutor.text import Text, number

MOST_WRONG = 15


def class_page(report: ClassReport, course: Course, text: Text) -> str:
    return html_page(
        text.language,
        text("report.title"),
        heading(report, text),
        summary(report, text),
        section(
            text("report.where"), paragraph(text("report.where_about"), "about"), cards(report, course, text)
        ),
        section(text("report.wrong"), *wrong_answers(report, course, text)),
        section(text("report.calibration"), *calibration(report, text)),
        section(
            text("report.learner_table"),
            paragraph(text("report.learners_about"), "about"),
            learner_table(report, course, text),
        ),
        section(text("report.files"), *files(report, text)),
        section(text("report.limits"), bullets(limits(text))),
        pseudonyms(report, text),
    )


def heading(report: ClassReport, text: Text) -> Markup:
    return tag(
        "header",
        paragraph("lynx-tutor", "kicker"),
        tag("h1", text("report.title")),
        paragraph(" · ".join(opening(text, report))),
    )


def summary(report: ClassReport, text: Text) -> Markup:
    right, decided = right_of(report.places)
    return tiles(
        tile(str(len(report.learners)), text("report.people")),
        tile(str(sum(learner.finished for learner in report.learners)), text("report.lessons_finished")),
        tile(percent(right / decided if decided else None), text("report.predictions_right")),
        tile(score(report.brier), text("report.brier")),
        tile(str(report.quiet), text("report.quiet_for")),
    )


def right_of(places: tuple[PlaceReport, ...]) -> tuple[int, int]:
    right = sum(place.right for place in places)
    return right, right + sum(place.wrong for place in places)


def cards(report: ClassReport, course: Course, text: Text) -> Markup:
    who = names_by_place(report)
    shown, left_out = shown_places(report, course)
    drawn = tag("div", *(card(place, who, report, course, text) for place in shown), class_="cards")
    return together(drawn, paragraph(text("report.more_lessons", count=left_out)) if left_out else "")


def names_by_place(report: ClassReport) -> dict[tuple[str, str, str], list[str]]:
    names: dict[tuple[str, str, str], list[str]] = {}
    for learner in report.learners:
        for standing in learner.standings:
            names.setdefault((standing.lesson, standing.mode, standing.where), []).append(learner.name)
    return names


def card(
    place: PlaceReport,
    who: dict[tuple[str, str, str], list[str]],
    report: ClassReport,
    course: Course,
    text: Text,
) -> Markup:
    """One lesson in one mode: who is where, the names behind it, and how many hints it took."""
    title = place_title(text, course, place.lesson, place.mode)
    stages = [stage for stage in STAGES if place.lesson in course.lessons] or ["unknown"]
    rows = [Bar(stage_name(text, stage), place.at[stage], place.quiet[stage]) for stage in stages]
    named = [
        part
        for stage in stages
        if (names := who.get((place.lesson, place.mode, stage)))
        for part in (tag("dt", stage_name(text, stage)), tag("dd", ", ".join(names)))
    ]
    return tag(
        "div",
        tag("h3", title),
        bars(rows, f"{text('report.where')}: {title}", len(report.learners)),
        tag("details", tag("summary", text("report.who")), tag("dl", *named)),
        *hint_depth(place, course, text),
        paragraph(figures(place, text)),
        class_="card",
    )


def hint_depth(place: PlaceReport, course: Course, text: Text) -> Iterator[Markup]:
    lesson = course.lessons.get(place.lesson)
    if lesson and place.rungs:
        rows = [Bar(str(rungs), place.rungs[rungs]) for rungs in range(len(lesson.hints) + 1)]
        yield tag("h4", text("report.hints"))
        yield bars(rows, text("report.hints"), place.begun)


def figures(place: PlaceReport, text: Text) -> str:
    """The numbers of a place in one line."""
    decided = place.right + place.wrong
    parts = [
        text("report.right_of", right=place.right, decided=decided),
        f"{text('report.brier')} {score(place.brier)}",
    ]
    if place.attempts is not None:
        parts.append(text("report.tries", count=number(place.attempts)))
    return " · ".join(parts)


def wrong_answers(report: ClassReport, course: Course, text: Text) -> Iterator[Markup]:
    if not report.wrong:
        yield paragraph(text("report.wrong_none"))
        return
    yield paragraph(text("report.wrong_about"), "about")
    rows = []
    for wrong in report.wrong[:MOST_WRONG]:
        question, said, happened = wrong_words(text, course, wrong)
        rows.append(
            [
                together(
                    question,
                    Markup("<br>"),
                    tag("span", lesson_title(text, course, wrong.lesson), class_="muted"),
                ),
                tag("span", f"✗ {said}", class_="bad"),
                tag("span", f"✓ {happened}", class_="good"),
                text("report.of", part=wrong.count, count=wrong.decided),
                percent(wrong.confidence),
            ]
        )
    headings = [text(f"report.{key}") for key in ("question", "answer", "happened", "how_many", "sure")]
    yield table(headings, rows, {3, 4})


def calibration(report: ClassReport, text: Text) -> Iterator[Markup]:
    if not report.bins:
        yield paragraph(text("report.calibration_none"))
        return
    plot = calibration_plot(
        report.bins, text("report.calibration_plot"), text("report.said"), text("report.came_true")
    )
    words = [
        paragraph(text("report.calibration_about"), "about"),
        table(*bin_table(report.bins, text), {0, 1, 2}),
        paragraph(f"{text('report.brier')}: {score(report.brier)}. {text('report.brier_about')}", "about"),
    ]
    yield tag("div", tag("div", plot, class_="card"), tag("div", *words), class_="side")


def learner_table(report: ClassReport, course: Course, text: Text) -> Markup:
    headings = [
        text(f"report.{key}")
        for key in ("learner", "lessons", "last_worked_on", "right", "brier", "days", "last_day")
    ]
    rows = [learner_row(learner, report, course, text) for learner in report.learners]
    return table(headings, rows, {3, 4, 5, 6})


def learner_row(learner: LearnerReport, report: ClassReport, course: Course, text: Text) -> list[str]:
    latest = learner.latest
    where = (
        f"{place_title(text, course, latest.lesson, latest.mode)}: {stage_name(text, latest.where)}"
        if latest
        else "—"
    )
    right = sum(each.right for each in learner.judged)
    last = day(learner.last_day)
    quiet = (
        tag("span", f"{text('report.quiet')} · ", class_="muted")
        if learner.is_quiet(report.made.date())
        else ""
    )
    return [
        learner.name,
        steps(learner, course, text),
        where,
        text("report.of", part=right, count=len(learner.judged)) if learner.judged else "—",
        score(brier_score(learner.judged)),
        str(len(learner.work.days)),
        together(quiet, last),
    ]


def steps(learner: LearnerReport, course: Course, text: Text) -> Markup:
    """A mark for each lesson and mode, in the order of the course: the stage, ✓ for done, · for not begun."""
    found = {(standing.lesson, standing.mode): standing for standing in learner.standings}
    marks = []
    for lesson in course.in_order():
        for mode in MODES:
            standing = found.get((lesson.id, mode))
            if standing is None:
                marks.append(tag("i", "·", class_="none"))
            elif standing.finished:
                marks.append(tag("i", "✓", class_="done"))
            else:
                marks.append(tag("i", str(int(standing.stage or Stage.READ))))
    return tag("span", *marks, class_="steps")


def files(report: ClassReport, text: Text) -> Iterator[Markup]:
    notes = file_notes(text, report)
    if not notes:
        yield paragraph(text("report.files_fine"))
    for title, lines in notes:
        yield tag("h4", title)
        yield bullets(lines)


def pseudonyms(report: ClassReport, text: Text) -> Markup:
    if not report.pseudonyms:
        return Markup("")
    return section(
        text("report.pseudonyms_title"),
        paragraph(text("report.pseudonyms_about")),
        paragraph(text("report.pseudonyms_limit")),
    )
