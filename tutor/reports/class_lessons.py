"""Who is where: the parts of a class report about lessons and about learners, as Markdown."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import median_high

from lessons.course import Course
from progress.calibration import brier_score
from tutor.reports.class_report import ClassReport, LessonReport
from tutor.reports.copies import OneLearner
from tutor.reports.lesson_progress import DONE
from tutor.reports.markdown import image, literal, table
from tutor.reports.pictures import steps_name
from tutor.reports.words import (
    day,
    lesson_words,
    mode_words,
    percent,
    score,
    step_keys,
    step_words,
    title_words,
)
from tutor.words.text import Text

Names = dict[tuple[str, str, str], list[str]]
MOST_ELSEWHERE, MOST_NAMES = 6, 60


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
        str(median_high(lesson.hints.elements())) if lesson.hints else "—",
        "—" if lesson.tries is None else f"{lesson.tries:g}",
    ]


def names_by_step(report: ClassReport) -> Names:
    """Collect who is where: the names of learners by lesson, mode and step."""
    names: Names = defaultdict(list)
    for learner in report.learners:
        for progress in learner.work.lessons:
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


def learners(report: ClassReport, course: Course, text: Text, whole: bool) -> Iterator[str]:
    yield f"## {text('report.learner_table')}"
    yield text("report.learners_marks") if whole else ""
    keys = ("learner", "lessons" if whole else "done", "last_worked_on", "right", "brier", "days", "last_day")
    rows = [learner_row(learner, report, course, text, whole) for learner in report.learners]
    yield table([text(f"report.{key}") for key in keys], rows)
    yield literal(text("report.quiet_mark", count=report.quiet))


def learner_row(
    learner: OneLearner, report: ClassReport, course: Course, text: Text, whole: bool
) -> list[str]:
    latest, right = learner.latest, sum(each.right for each in learner.work.judged)
    last = "—"
    if latest:
        title = title_words(latest.lesson, latest.mode, course, text)
        last = f"{title}, {step_words(latest.lesson, latest.mode, latest.where, course, text)}"
    return [
        learner.name,
        marks(learner, course) if whole else str(learner.finished),
        last,
        text("report.of", part=right, count=len(learner.work.judged)) if learner.work.judged else "—",
        score(brier_score(learner.work.judged)),
        str(len(learner.work.days)),
        f"{day(learner.last_day)}{' *' if learner.is_quiet(report.made.date()) else ''}",
    ]


def marks(learner: OneLearner, course: Course) -> str:
    """Give a mark a lesson and mode, in their order: the number of the step, ✓ for done, · for not begun."""
    begun = {
        (each.lesson, each.mode): "✓" if each.finished else str(each.number) for each in learner.work.lessons
    }
    return " ".join(begun.get((heading.id, mode), "·") for heading, mode in course.openings())
