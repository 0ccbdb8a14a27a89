"""A learner's own story as Markdown."""

from collections.abc import Container, Iterator

from tutor.reports.calibration import Calibration
from tutor.reports.knowledge import certificate
from tutor.reports.learner_report import LearnerReport, OwnLesson
from tutor.reports.lesson_markdown import lesson_parts
from tutor.reports.lesson_progress import DONE
from tutor.reports.markdown import bullets, image, literal, page, table
from tutor.reports.pictures import CALIBRATION, WEEKS, bin_table
from tutor.reports.runs_again import own_runs, picture_names
from tutor.reports.words import concept_words, day, own_title, percent, score, step_words
from tutor.words.course import counted
from tutor.words.text import Text


class Shown:
    """Writes the pictures that there are, as they lie in a folder beside the page."""

    def __init__(self, pictures: Container[str], folder: str) -> None:
        self.pictures, self.folder = pictures, f"{folder}/" if folder else ""

    def image(self, name: str, words: str) -> str:
        return image(self.folder + name, words) if name in self.pictures else ""


def learner_markdown(
    report: LearnerReport, text: Text, pictures: Container[str] = (), folder: str = ""
) -> str:
    """Write the whole story. `pictures` are the names of those that are shown, `folder` is where they lie."""
    shown = Shown(pictures, folder)
    return page(
        [
            f"# {text('export.title')}",
            byline(report, text),
            f"*{text('export.damaged')}*" if report.damaged else "",
            *certificate(report, text),
            *(part for lesson in report.opened for part in lesson_section(lesson, report, text, shown)),
            *confidence(report, text, shown),
            *elsewhere(report, text),
        ]
    )


def byline(report: LearnerReport, text: Text) -> str:
    """Say who, when, and on how many days; a streak only where there is one."""
    words = [
        text("export.by", name=literal(report.name), day=day(report.made)),
        counted(text, "export.days", len(report.activity.days)),
    ]
    if report.streak:
        words.append(text("export.streak", count=report.streak))
    if report.reviews:
        words.append(counted(text, "export.reviews", report.reviews))
    return " · ".join(words)


def lesson_section(lesson: OwnLesson, report: LearnerReport, text: Text, shown: Shown) -> Iterator[str]:
    place, prose = lesson.place, lesson.place.lesson.prose[text.language]
    where = DONE if lesson.state.finished else lesson.step.id
    yield f"## {literal(own_title(place, lesson.state, report.course, text))}"
    yield f"*{step_words(place.lesson.id, place.mode, where, report.course, text)}*"
    drawn = [
        shown.image(name, run.title(prose, text)) for run in own_runs(lesson) for name in picture_names(run)
    ]
    yield from drawn
    yield text("export.curves_about") if any(drawn) else ""
    yield from lesson_parts(lesson, text)


def confidence(report: LearnerReport, text: Text, shown: Shown) -> Iterator[str]:
    """Say how sure and how right: all together, concept by concept, week by week."""
    if report.calibration is None:
        return
    yield f"## {text('report.calibration')}"
    picture = shown.image(CALIBRATION, text("export.calibration_plot"))
    yield picture
    yield text("export.calibration_about") if picture else ""
    yield average_words(report.calibration, text)
    yield table(*bin_table(report.bins, text))
    yield f"{text('report.brier')}: {score(report.calibration.brier)}. {text('report.brier_about')}"
    if report.concepts:
        yield f"## {text('mine.concepts')}"
        yield text("export.ideas_about")
        yield concept_table(report, text)
    yield f"## {text('mine.weeks')}"
    yield shown.image(WEEKS, text("export.weeks_plot"))
    yield week_table(report, text)


def average_words(found: Calibration, text: Text) -> str:
    return text(
        "export.average_said",
        confidence=percent(found.mean_confidence),
        accuracy=percent(found.accuracy),
        verdict=text(f"calibration.{found.verdict}"),
    )


def concept_table(report: LearnerReport, text: Text) -> str:
    """Write a row a concept; the last column says in words what it comes to."""
    keys = ("export.idea", "report.confidence", "report.came_true", "report.brier", "report.how_many")
    rows = [
        [
            concept_words(concept, report.course, text),
            percent(found.mean_confidence),
            percent(found.accuracy),
            score(found.brier),
            str(found.count),
            text(f"calibration.{found.verdict}"),
        ]
        for concept, found in report.concepts
    ]
    return table([*map(text, keys), ""], rows)


def week_table(report: LearnerReport, text: Text) -> str:
    keys = ("mine.week_of", "report.confidence", "report.came_true", "report.brier", "report.how_many")
    rows = [
        [
            day(week.monday),
            percent(week.mean_confidence),
            percent(week.accuracy),
            score(week.brier),
            str(week.count),
        ]
        for week in report.weeks
    ]
    return table([*map(text, keys)], rows)


def elsewhere(report: LearnerReport, text: Text) -> Iterator[str]:
    """Name what this version does not know, rather than drop it."""
    if report.elsewhere:
        yield f"## {text('export.elsewhere')}"
        yield bullets(
            counted(text, "export.elsewhere_line", count, lesson=literal(lesson))
            for lesson, count in report.elsewhere
        )
