"""The class report as Markdown: short for a terminal; with names, marks and pictures for a page."""

from collections.abc import Iterator

from lessons.course import Course
from tutor.reports.class_lessons import learners, shown_lessons, where
from tutor.reports.class_report import ClassReport, WrongAnswer
from tutor.reports.file_notes import file_notes
from tutor.reports.html_page import html_page
from tutor.reports.json_page import limits
from tutor.reports.markdown import bullets, image, literal, page, table
from tutor.reports.pictures import CALIBRATION, bin_table, class_pictures
from tutor.reports.question_words import answer_words, question_words
from tutor.reports.words import day, lesson_words, percent, score
from tutor.words.course import counted
from tutor.words.text import Text

MOST_WRONG, MOST_WRONG_IN_TERMINAL = 15, 8


def class_markdown(report: ClassReport, course: Course, text: Text, whole: bool) -> str:
    """Write the report. `whole`: with everything that is too wide for a terminal, and with its pictures."""
    return page(
        [
            f"# {text('report.title')}",
            " · ".join(opening(report, text)),
            summary(report, text),
            *where(report, course, text, whole),
            *wrong_answers(report, course, text, MOST_WRONG if whole else MOST_WRONG_IN_TERMINAL),
            *confidence(report, text, whole),
            *learners(report, course, text, whole),
            *files(report, text),
            f"## {text('report.limits')}",
            bullets(limits(text)),
            *pseudonyms(report, text),
        ]
    )


def class_page(report: ClassReport, course: Course, text: Text) -> str:
    """Render the whole report as one HTML page, with its pictures."""
    pictures = class_pictures(report, shown_lessons(report, course)[0], course, text)
    return html_page(
        text.language, text("report.title"), class_markdown(report, course, text, whole=True), pictures
    )


def opening(report: ClassReport, text: Text) -> list[str]:
    """Say how many learners, from how many files, and when."""
    return [
        counted(text, "report.learners", len(report.learners)),
        counted(text, "report.files_read", sum(len(learner.paths) for learner in report.learners)),
        text("report.made", day=day(report.made.date())),
    ]


def summary(report: ClassReport, text: Text) -> str:
    right = sum(lesson.right for lesson in report.lessons)
    decided = sum(lesson.decided for lesson in report.lessons)
    figures = {
        "people": str(len(report.learners)),
        "lessons_finished": str(sum(learner.finished for learner in report.learners)),
        "predictions_right": percent(right / decided if decided else None),
        "brier": score(report.brier),
        "quiet_for": str(report.quiet),
    }
    return table([text(f"report.{key}") for key in figures], [list(figures.values())])


def wrong_answers(report: ClassReport, course: Course, text: Text, most: int) -> Iterator[str]:
    yield f"## {text('report.wrong')}"
    if not report.wrong:
        yield text("report.wrong_none")
        return
    yield text("report.wrong_about")
    keys = ("how_many", "lesson", "question", "answer", "happened", "sure")
    rows = [wrong_row(wrong, course, text) for wrong in report.wrong[:most]]
    yield table([text(f"report.{key}") for key in keys], rows)


def wrong_row(wrong: WrongAnswer, course: Course, text: Text) -> list[str]:
    return [
        text("report.of", part=wrong.count, count=wrong.decided),
        lesson_words(wrong.lesson, course, text),
        question_words(wrong.lesson, wrong.question, course, text),
        f"✗ {answer_words(wrong.lesson, wrong.question, wrong.answer, course, text)}",
        f"✓ {answer_words(wrong.lesson, wrong.question, wrong.truth, course, text)}",
        percent(wrong.confidence),
    ]


def confidence(report: ClassReport, text: Text, whole: bool) -> Iterator[str]:
    """Set how sure people were beside how right they were."""
    yield f"## {text('report.calibration')}"
    if not report.bins:
        yield text("report.calibration_none")
        return
    if whole:
        yield image(CALIBRATION, text("report.calibration_plot"))
        yield text("report.calibration_read")
    yield table(*bin_table(report.bins, text))
    yield f"{text('report.brier')}: {score(report.brier)}. {text('report.brier_about')}"


def files(report: ClassReport, text: Text) -> Iterator[str]:
    yield f"## {text('report.files')}"
    notes = file_notes(report, text)
    yield "" if notes else text("report.files_fine")
    for title, lines in notes:
        yield f"### {title}"
        yield bullets(map(literal, lines))


def pseudonyms(report: ClassReport, text: Text) -> Iterator[str]:
    if report.pseudonyms:
        yield f"## {text('report.pseudonyms_title')}"
        yield text("report.pseudonyms_about")
        yield text("report.pseudonyms_limit")
