"""The class report as Markdown: short for a terminal; with names, marks and pictures for a page."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import median_high

from lessons.course import Course
from lessons.pictures import Picture
from tutor.reports.calibration import calibration_of
from tutor.reports.class_report import ClassReport, LessonReport, OneLearner, WrongAnswer
from tutor.reports.markdown import bullets, image, literal, page, table
from tutor.reports.pictures import CALIBRATION, bin_table, calibration_picture, steps_picture
from tutor.reports.rendering import html_page
from tutor.reports.words import (
    answer_words,
    day,
    lesson_words,
    mode_words,
    percent,
    question_words,
    step_keys,
    step_words,
    title_words,
)
from tutor.reports.work import DONE
from tutor.words.course import counted
from tutor.words.text import Text

MOST_WRONG, MOST_WRONG_IN_TERMINAL = 15, 8
MOST_ELSEWHERE, MOST_NAMES = 6, 60
LIMITS = ("files", "who", "time", "missing", "quiet", "first", "words")


def class_page(report: ClassReport, course: Course, text: Text) -> str:
    """Render the whole report as one HTML page, with its pictures."""
    markdown = class_markdown(report, course, text, whole=True)
    return html_page(text.language, text("report.title"), markdown, class_pictures(report, course, text))


def class_pictures(report: ClassReport, course: Course, text: Text) -> dict[str, Picture]:
    """Draw who is where in each lesson whose learners are at more than one step, and the calibration."""
    lessons = enumerate(shown_lessons(report, course)[0])
    drawn = {steps_name(n): steps_picture(each, course, text) for n, each in lessons if len(each.at) > 1}
    return drawn | ({CALIBRATION: calibration_picture(report.bins, text)} if report.bins else {})


def steps_name(number: int) -> str:
    """Name the picture of a lesson's steps by its place in the report: nothing from a file is in it."""
    return f"steps-{number + 1}.svg"


def limits(text: Text) -> list[str]:
    """Say what a report cannot know, a sentence or two each."""
    return [text(f"report.limit_{name}") for name in LIMITS]


def class_markdown(report: ClassReport, course: Course, text: Text, whole: bool) -> str:
    """Write the report. `whole`: with everything that is too wide for a terminal, and with its pictures."""
    return page(
        [
            f"# {text('report.title')}",
            " · ".join(opening(report, text)),
            f"**{found.words(text)}**" if (found := calibration_of(report.judged)) else "",
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


def opening(report: ClassReport, text: Text) -> Iterator[str]:
    """Say how many learners, from how many files, and when; and how far they are."""
    finished = sum(learner.finished for learner in report.learners)
    yield counted(text, "report.learners", len(report.learners))
    yield counted(text, "report.files_read", sum(len(learner.paths) for learner in report.learners))
    yield text("report.made", day=day(report.made.date()))
    yield f"{text('report.lessons_finished')}: {finished}"
    yield f"{text('report.quiet_for')}: {report.quiet}"


def where(report: ClassReport, course: Course, text: Text, whole: bool) -> Iterator[str]:
    """Say how far people are, a row a lesson and mode; and for the whole page a table of each lesson's steps."""
    shown, left_out = shown_lessons(report, course)
    yield f"## {text('report.where')}"
    yield text("report.where_steps")
    keys = ("lesson", "mode", "begun", "done", "most_at", "right", "hints_taken", "tries_needed")
    yield table(headings(keys, text), [lesson_row(each, course, text) for each in shown])
    yield text("report.more_lessons", count=left_out) if left_out else ""
    who = names_by_step(report)
    for number, lesson in enumerate(shown if whole else ()):
        yield f"### {literal(title_words(lesson.lesson, lesson.mode, course, text))}"
        yield image(steps_name(number), text("report.where")) if len(lesson.at) > 1 else ""
        yield steps_table(lesson, who, course, text)


def headings(keys: tuple[str, ...], text: Text) -> list[str]:
    return [text(f"report.{key}") for key in keys]


def shown_lessons(report: ClassReport, course: Course) -> tuple[list[LessonReport], int]:
    """Return the lessons of the course, and of those elsewhere the first few; and how many were left out."""
    known = [each for each in report.lessons if each.lesson in course.lessons]
    elsewhere = [each for each in report.lessons if each.lesson not in course.lessons]
    return [*known, *elsewhere[:MOST_ELSEWHERE]], max(0, len(elsewhere) - MOST_ELSEWHERE)


def lesson_row(lesson: LessonReport, course: Course, text: Text) -> list[str]:
    keys = [key for key in step_keys(lesson.lesson, lesson.mode, course) if key != DONE]
    most = max(keys, key=lambda key: lesson.at[key])
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


def names_by_step(report: ClassReport) -> dict[tuple[str, str, str], list[str]]:
    """Collect who is where: the names of learners by lesson, mode and step."""
    names = defaultdict(list)
    for learner in report.learners:
        for progress in learner.work.lessons:
            names[progress.lesson, progress.mode, progress.where].append(learner.name)
    return names


def steps_table(
    lesson: LessonReport, who: dict[tuple[str, str, str], list[str]], course: Course, text: Text
) -> str:
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
    return table(headings(("at_step", "people", "quiet", "who"), text), rows)


def some_of(names: list[str], text: Text) -> str:
    more = [text("report.more_names", count=len(names) - MOST_NAMES)] if len(names) > MOST_NAMES else []
    return ", ".join([*names[:MOST_NAMES], *more])


def wrong_answers(report: ClassReport, course: Course, text: Text, most: int) -> Iterator[str]:
    yield f"## {text('report.wrong')}"
    yield text("report.wrong_about" if report.wrong else "report.wrong_none")
    keys = ("how_many", "lesson", "question", "answer", "happened", "sure")
    yield table(headings(keys, text), [wrong_row(each, course, text) for each in report.wrong[:most]])


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
    if report.bins and whole:
        yield image(CALIBRATION, text("report.calibration_plot"))
        yield text("report.calibration_read")
    yield table(*bin_table(report.bins, text)) or text("report.calibration_none")


def learners(report: ClassReport, course: Course, text: Text, whole: bool) -> Iterator[str]:
    yield f"## {text('report.learner_table')}"
    yield text("report.learners_marks") if whole else ""
    keys = ("learner", "lessons" if whole else "done", "last_worked_on", "right", "days", "last_day")
    yield table(
        headings(keys, text), [learner_row(each, report, course, text, whole) for each in report.learners]
    )
    yield literal(text("report.quiet_mark", count=report.quiet))


def learner_row(
    learner: OneLearner, report: ClassReport, course: Course, text: Text, whole: bool
) -> list[str]:
    latest, found, last = learner.latest, calibration_of(learner.work.judged), "—"
    if latest:
        step = step_words(latest.lesson, latest.mode, latest.where, course, text)
        last = f"{title_words(latest.lesson, latest.mode, course, text)}, {step}"
    return [
        learner.name,
        marks(learner, course, text) if whole else str(learner.finished),
        last,
        text("report.of", part=found.right, count=found.count) if found else "—",
        str(len(learner.work.days)),
        f"{day(learner.last_day)}{' *' if learner.is_quiet(report.made.date()) else ''}",
    ]


def marks(learner: OneLearner, course: Course, text: Text) -> str:
    """Name each track that was begun, with a mark a lesson and mode: the step's number, ✓ for done, · for not begun."""
    begun = {
        (each.lesson, each.mode): "✓" if each.finished else str(each.number) for each in learner.work.lessons
    }
    lines = []
    for track in course.tracks:
        openings = [(name, mode) for name in track.lessons for mode in course.headings[name].modes]
        if any(opening in begun for opening in openings):
            row = " ".join(begun.get(opening, "·") for opening in openings)
            lines.append(f"{track.title[text.language]}: {row}")
    return "; ".join(lines)


def files(report: ClassReport, text: Text) -> Iterator[str]:
    """Say what could not be read, what came twice, and what is shared."""
    notes = {
        "unread": unread_lines(report, text),
        "damaged": [
            text("report.damaged_line", name=each.name, pieces=counted(text, "report.pieces", each.pieces))
            for each in report.learners
            if each.pieces
        ],
        "copies": [
            text("report.copies_line", name=each.name, count=len(each.paths))
            for each in report.learners
            if len(each.paths) > 1
        ],
        "newer": [text("report.newer_line", name=each.name) for each in report.learners if each.newer],
        "shared": [text("report.shared_line", names=", ".join(names)) for names in report.shared],
    }
    yield f"## {text('report.files')}"
    yield "" if any(notes.values()) else text("report.files_fine")
    for key, lines in notes.items():
        yield f"### {text(f'report.{key}')}" if lines else ""
        yield bullets(map(literal, lines))


def unread_lines(report: ClassReport, text: Text) -> list[str]:
    """Name each path that could not be read, and why; with pseudonyms only how many, as a path holds names."""
    if not report.pseudonyms:
        return [f"{found.path}: {text(f'report.{found.reason}')}" for found in report.unread]
    reasons = [found.reason for found in report.unread]
    return [
        text("report.unread_hidden", reason=text(f"report.{reason}"), count=reasons.count(reason))
        for reason in dict.fromkeys(reasons)
    ]


def pseudonyms(report: ClassReport, text: Text) -> Iterator[str]:
    if report.pseudonyms:
        yield f"## {text('report.pseudonyms_title')}"
        yield text("report.pseudonyms_about")
        yield text("report.pseudonyms_limit")
