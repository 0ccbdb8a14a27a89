"""The class report as Markdown: short for a terminal; with names, marks and pictures for a page."""

from collections import defaultdict
from collections.abc import Iterator

from lessons.lesson import Course
from progress.calibration import brier_score
from tutor.reports_new.class_report import ClassReport, LessonReport, OneReport, WrongAnswer
from tutor.reports_new.file_notes import file_notes
from tutor.reports_new.html_page import html_page
from tutor.reports_new.json_page import limits
from tutor.reports_new.lesson_progress import DONE
from tutor.reports_new.markdown import bullets, image, literal, page, table
from tutor.reports_new.pictures import CALIBRATION, bin_table, class_pictures, steps_name
from tutor.reports_new.question_words import answer_words, question_words
from tutor.reports_new.words import (
    day,
    lesson_words,
    mode_words,
    percent,
    score,
    step_keys,
    step_words,
    title_words,
)
from tutor.words.course import counted
from tutor.words.text import Text

Names = dict[tuple[str, str, str], list[str]]
MOST_ELSEWHERE, MOST_NAMES = 6, 60
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


def where(report: ClassReport, course: Course, text: Text, whole: bool) -> Iterator[str]:
    """Say how far people are, a row a lesson and mode; and for the whole page a table of each lesson's steps."""
    shown, left_out = shown_lessons(report, course)
    who = names_by_step(report) if whole else {}
    yield f"## {text('report.where')}"
    yield text("report.where_steps")
    keys = ("lesson", "mode", "begun", "done", "most_at", "right", "hints_taken", "tries_needed")
    yield table([text(f"report.{key}") for key in keys], [lesson_row(each, course, text) for each in shown])
    yield text("report.more_lessons", count=left_out) if left_out else ""
    for number, lesson in enumerate(shown if whole else ()):
        yield f"### {literal(title_words(lesson.lesson, lesson.mode, course, text))}"
        yield image(steps_name(number), text("report.where"))
        yield steps_table(lesson, who, course, text)


def shown_lessons(report: ClassReport, course: Course) -> tuple[list[LessonReport], int]:
    """Give the lessons of the course, and of those elsewhere the first few; and how many were left out."""
    known = [each for each in report.lessons if each.lesson in course.lessons]
    elsewhere = [each for each in report.lessons if each.lesson not in course.lessons]
    return [*known, *elsewhere[:MOST_ELSEWHERE]], max(0, len(elsewhere) - MOST_ELSEWHERE)


def lesson_row(lesson: LessonReport, course: Course, text: Text) -> list[str]:
    keys = step_keys(lesson.lesson, lesson.mode, course)
    most = max((key for key in keys if key != DONE), key=lambda key: lesson.at[key])
    where = step_words(lesson.lesson, lesson.mode, most, course, text)
    return [
        lesson_words(lesson.lesson, course, text),
        mode_words(lesson.lesson, lesson.mode, course, text) or "—",
        str(lesson.begun),
        str(lesson.finished),
        f"{where} ({lesson.at[most]})" if lesson.at[most] else "—",
        percent(lesson.right / lesson.decided if lesson.decided else None),
        middle(sorted(lesson.hints.elements())),
        "—" if lesson.tries is None else f"{lesson.tries:g}",
    ]


def middle(ranked: list[int]) -> str:
    """Give the middle one of numbers in order."""
    return str(ranked[len(ranked) // 2]) if ranked else "—"


def names_by_step(report: ClassReport) -> Names:
    """Collect who is where: the names of learners by lesson, mode and step."""
    names: Names = defaultdict(list)
    for learner in report.learners:
        for progress in learner.lessons:
            names[progress.lesson, progress.mode, progress.where].append(learner.name)
    return names


def steps_table(lesson: LessonReport, who: Names, course: Course, text: Text) -> str:
    """Write a row for each step somebody is at: how many, how many of them are quiet, and who they are."""
    rows = [
        [
            step_words(lesson.lesson, lesson.mode, key, course, text),
            str(lesson.at[key]),
            str(lesson.quiet[key]),
            some_of(who[lesson.lesson, lesson.mode, key], text),
        ]
        for key in step_keys(lesson.lesson, lesson.mode, course)
        if lesson.at[key]
    ]
    return table([text(f"report.{key}") for key in ("at_step", "people", "quiet", "who")], rows)


def some_of(names: list[str], text: Text) -> str:
    left_out = len(names) - MOST_NAMES
    return ", ".join(
        [*names[:MOST_NAMES], *([text("report.more_names", count=left_out)] if left_out > 0 else [])]
    )


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


def learners(report: ClassReport, course: Course, text: Text, whole: bool) -> Iterator[str]:
    yield f"## {text('report.learner_table')}"
    yield text("report.learners_marks") if whole else ""
    keys = ("learner", "lessons" if whole else "done", "last_worked_on", "right", "brier", "days", "last_day")
    rows = [learner_row(learner, report, course, text, whole) for learner in report.learners]
    yield table([text(f"report.{key}") for key in keys], rows)
    yield literal(text("report.quiet_mark", count=report.quiet))


def learner_row(
    learner: OneReport, report: ClassReport, course: Course, text: Text, whole: bool
) -> list[str]:
    latest, right = learner.latest, sum(each.right for each in learner.judged)
    last = "—"
    if latest:
        title = title_words(latest.lesson, latest.mode, course, text)
        last = f"{title}, {step_words(latest.lesson, latest.mode, latest.where, course, text)}"
    return [
        learner.name,
        marks(learner, course) if whole else str(learner.finished),
        last,
        text("report.of", part=right, count=len(learner.judged)) if learner.judged else "—",
        score(brier_score(learner.judged)),
        str(len(learner.work.days)),
        f"{day(learner.last_day)}{' *' if learner.is_quiet(report.made.date()) else ''}",
    ]


def marks(learner: OneReport, course: Course) -> str:
    """Give a mark a lesson and mode, in their order: the number of the step, ✓ for done, · for not begun."""
    begun = {(each.lesson, each.mode): "✓" if each.finished else str(each.number) for each in learner.lessons}
    return " ".join(begun.get((heading.id, mode), "·") for heading, mode in course.openings())


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
