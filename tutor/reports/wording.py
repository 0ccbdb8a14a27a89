"""The words of the reports: titles, stages, questions and answers, and counts that know one from many."""

from collections.abc import Sequence
from datetime import date

from lessons.schema import Course
from progress.calibration import Bin
from tutor.reports.class_report import ClassReport, PlaceReport, WrongAnswer
from tutor.text import Text
from tutor.wording import counted, short_answer

LONGEST_ID, MOST_ELSEWHERE = 40, 6  # a lesson that this course does not have may be called anything
LIMITS = ("files", "who", "time", "missing", "quiet", "first", "words")
Table = tuple[list[str], list[list[str]]]  # headings, and rows

STAGES = ("read", "predict", "run", "observe", "hints", "repair", "why", "done")


def lesson_title(text: Text, course: Course, lesson: str) -> str:
    found = course.lessons.get(lesson)
    return found.prose[text.language].title if found else f"{lesson[:LONGEST_ID]} ({text('report.unknown')})"


def shown_places(report: ClassReport, course: Course) -> tuple[list[PlaceReport], int]:
    """The places of the course, and of those elsewhere the first few; and how many were left out."""
    known = [place for place in report.places if place.lesson in course.lessons]
    elsewhere = [place for place in report.places if place.lesson not in course.lessons]
    return [*known, *elsewhere[:MOST_ELSEWHERE]], max(0, len(elsewhere) - MOST_ELSEWHERE)


def place_title(text: Text, course: Course, lesson: str, mode: str) -> str:
    return f"{lesson_title(text, course, lesson)} · {text(f'mode.{mode}')}"


def stage_name(text: Text, key: str) -> str:
    return text(f"report.stage_{key}") if key in ("done", "unknown") else text(f"stage.{key}")


def metric_name(text: Text, metric: str) -> str:
    return text(f"metric.{metric}") if text.has(f"metric.{metric}") else metric


def question_name(text: Text, course: Course, lesson: str, name: str) -> str:
    """What a question is about, in a few words."""
    found = course.lessons.get(lesson)
    question = found.question(name) if found else None
    return f"{metric_name(text, question.metric)}, {question.experiment}" if question else name


def answer_name(text: Text, course: Course, lesson: str, name: str, answer: str) -> str:
    """An answer as learners see it, in a word or two."""
    found = course.lessons.get(lesson)
    question = found.question(name) if found else None
    if found is None or question is None:
        return answer
    return short_answer(text, found.prose[text.language], question, answer)


def wrong_words(text: Text, course: Course, wrong: WrongAnswer) -> tuple[str, str, str]:
    """The question, what they said, and what happened."""
    return (
        question_name(text, course, wrong.lesson, wrong.question),
        answer_name(text, course, wrong.lesson, wrong.question, wrong.answer),
        answer_name(text, course, wrong.lesson, wrong.question, wrong.truth),
    )


def percent(share: float | None) -> str:
    return "—" if share is None else f"{100 * share:.0f} %"


def score(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f}"


def day(when: date | None) -> str:
    return "—" if when is None else when.isoformat()


def limits(text: Text) -> list[str]:
    """What a report cannot know, a sentence or two each."""
    return [text(f"report.limit_{name}") for name in LIMITS]


def opening(text: Text, report: ClassReport) -> list[str]:
    """What every class report begins with: how many learners, from how many files, and when."""
    return [
        counted(text, "report.learners", len(report.learners)),
        counted(text, "report.files_read", sum(len(learner.paths) for learner in report.learners)),
        text("report.made", day=day(report.made.date())),
    ]


def unread_lines(text: Text, report: ClassReport) -> list[str]:
    """Each path that could not be read, and why; with pseudonyms only how many, as a path holds names."""
    if not report.pseudonyms:
        return [f"{found.path}: {text(f'report.{found.reason}')}" for found in report.unread]
    reasons = [found.reason for found in report.unread]
    return [
        text("report.unread_hidden", reason=text(f"report.{reason}"), count=reasons.count(reason))
        for reason in dict.fromkeys(reasons)
    ]


def file_notes(text: Text, report: ClassReport) -> list[tuple[str, list[str]]]:
    """What is to be said about the files: a heading, and a line for each."""
    noted = {
        "unread": unread_lines(text, report),
        "damaged": [
            text(
                "report.damaged_line",
                name=learner.name,
                pieces=counted(text, "report.pieces", learner.pieces),
            )
            for learner in report.damaged
        ],
        "copies": [
            text("report.copies_line", name=learner.name, count=len(learner.paths))
            for learner in report.learners
            if len(learner.paths) > 1
        ],
        "newer": [
            text("report.newer_line", name=learner.name) for learner in report.learners if learner.newer
        ],
        "shared": [text("report.shared_line", names=", ".join(names)) for names in report.shared],
    }
    return [(text(f"report.{key}"), lines) for key, lines in noted.items() if lines]


def bin_table(bins: Sequence[Bin], text: Text) -> Table:
    """Of what was said, how much came true: headings and rows."""
    headings = [text("report.sureness"), text("report.came_true"), text("report.how_many")]
    return headings, [[percent(each.said), percent(each.came_true), str(each.count)] for each in bins]
