"""The class report as a page for a terminal, as one HTML page with names, marks and pictures, as CSV and as JSON."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median_high

from lessons.course.asking.question_words import answer_words, question_name
from lessons.course.course import Course
from lessons.course.lesson.page import Table
from lessons.course.lesson.value_words import share
from lessons.course.steps import recipes
from progress import calibration, sentence
from tutor.reports.calibration import GROUP_KEYS, calibration_of, calibration_picture, group_row, verdict_words
from tutor.reports.class_report import ClassReport, OneLearner, Row
from tutor.reports.pages import html_page, markdown
from tutor.reports.words import DONE, Part, bullets, day, literal, place_of, table, with_pack
from tutor.words.text import Text, counted

MAX_WRONG = 12  # answers
LIMITS = ("files", "who", "time", "missing", "quiet", "first", "words")
COLUMNS = (
    "learner", "lesson", "mode", "stage", "finished", "predictions", "right", "wrong", "mean_confidence", "brier",
    "rungs", "found_line", "repair_tries", "repaired", "days", "first_day", "last_day", "unread_pieces", "problem",
    "file",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def class_page(report: ClassReport, course: Course, text: Text) -> str:
    return html_page(text.language, text("report.title"), ClassPage(report, course, text, whole=True).parts())


def class_markdown(report: ClassReport, course: Course, text: Text) -> str:
    """Write the report as Markdown, without what is too wide for a terminal."""
    return markdown(ClassPage(report, course, text, whole=False).parts())


class ClassPage:
    """A report as Markdown, tables and pictures; one that is not `whole` leaves out what is wide."""

    def __init__(self, report: ClassReport, course: Course, text: Text, whole: bool) -> None:
        self.report, self.course, self.text, self.whole = report, course, text, whole

    def parts(self) -> Iterator[Part]:
        report, text = self.report, self.text
        yield f"# {text('report.title')}"
        yield " · ".join(self.opening())
        yield f"**{verdict_words(found, text)}**" if (found := calibration_of(report.judged)) else ""
        yield f"## {text('report.where')}\n\n{text('report.where_steps')}"
        keys = "lesson mode begun done most_at right hints_taken tries_needed"
        yield self.table(keys, [self.lesson_cells(row) for row in report.lessons])
        yield f"## {text('report.wrong')}"
        yield text("report.wrong_about" if report.wrong else "report.wrong_none")
        keys = "how_many lesson question answer happened sure"
        yield self.table(keys, [self.wrong_cells(row) for row in report.wrong[:MAX_WRONG]])
        yield f"## {text('report.calibration')}"
        if report.bins and self.whole:
            yield calibration_picture(report.bins, text)
            yield text("report.calibration_read")
        about = table(map(text, GROUP_KEYS), map(group_row, report.bins))
        yield about if report.bins else text("report.calibration_none")
        yield f"## {text('report.learner_table')}"
        yield text("report.learners_marks") if self.whole else ""
        keys = f"learner {'lessons' if self.whole else 'done'} last_worked_on right days last_day"
        yield self.table(keys, [self.learner_cells(each) for each in report.learners])
        yield literal(text("report.quiet_mark", count=report.quiet))
        yield from self.files()
        yield f"## {text('report.limits')}\n\n{bullets(limits(text))}"
        if report.pseudonyms:
            yield "## " + "\n\n".join(text(f"report.pseudonyms_{key}") for key in ("title", "about", "limit"))

    def table(self, keys: str, rows: Iterable[Sequence[str]]) -> Table:
        return table([self.text(f"report.{key}") for key in keys.split()], rows)

    def opening(self) -> Iterator[str]:
        report, text = self.report, self.text
        yield counted(text, "report.learners", len(report.learners))
        yield counted(text, "report.files_read", sum(len(learner.file.paths) for learner in report.learners))
        yield text("report.made", day=day(report.made.date()))
        yield f"{text('report.lessons_finished')}: {sum(row['finished'] for row in report.lessons)}"
        yield f"{text('report.quiet_for')}: {report.quiet}"

    def lesson_cells(self, row: Row) -> list[str]:
        lesson, mode = row["lesson"], row["mode"]
        waiting = [f"{self.step(lesson, mode, at)} ({n})" for at, n in row["at"].most_common() if at != DONE]
        decided, tries = row["right"] + row["wrong"], row["median_repair_tries"]
        return [
            self.lesson(lesson),
            self.mode(lesson, mode) or "—",
            str(row["begun"]),
            str(row["finished"]),
            waiting[0] if waiting else "—",
            share(row["right"] / decided if decided else None),
            str(median_high(row["rungs"].elements())) if row["rungs"] else "—",
            "—" if tries is None else f"{tries:g}",
        ]

    def wrong_cells(self, row: Row) -> list[str]:
        name, answer, truth = row["question"], row["answer"], row["truth"]
        lesson = self.course.lessons.get(row["lesson"])
        question = lesson.question(name) if lesson else None
        if lesson and question:  # else they stay as the file has them
            prose = lesson.prose[self.text.language]
            name = question_name(question, lesson, prose, self.text)
            answer, truth = (answer_words(question, each, prose, self.text) for each in (answer, truth))
        count = self.text("report.of", part=row["count"], count=row["decided"])
        return [count, self.lesson(row["lesson"]), name, f"✗ {answer}", f"✓ {truth}", share(row["confidence"])]

    def learner_cells(self, learner: OneLearner) -> list[str]:
        right, last = sum(each.right for each in learner.judged), "—"
        stages = {(row["lesson"], row["mode"]): row["stage"] for row in learner.lessons}
        if learner.latest:
            title = " · ".join(filter(None, (self.lesson(learner.latest[0]), self.mode(*learner.latest))))
            last = f"{title}, {self.step(*learner.latest, stages[learner.latest])}"
        done = sum(stage == DONE for stage in stages.values())
        return [
            learner.name,
            self.marks(stages) if self.whole else str(done),
            last,
            self.text("report.of", part=right, count=len(learner.judged)) if learner.judged else "—",
            str(len(learner.days)),
            f"{day(learner.last_day)}{' *' if learner.is_quiet(self.report.made.date()) else ''}",
        ]

    def marks(self, stages: dict[tuple[str, str], str]) -> str:
        """Name each track that was begun, a mark a lesson and mode: the step's number, ✓ for done, · for not begun."""
        lines = []
        for track in self.course.tracks:
            keys = [(name, mode) for name in track.lessons for mode in self.course.headings[name].modes]
            if not stages.keys().isdisjoint(keys):
                marks = []
                for key in keys:
                    numbers = {step: str(number) for number, step in enumerate(self.kinds(*key), 1)}
                    marks.append({DONE: "✓", **numbers}.get(stages.get(key, ""), "·"))
                lines.append(f"{track.title[self.text.language]}: {' '.join(marks)}")
        return "; ".join(lines)

    def files(self) -> Iterator[str]:
        """Yield the files that could not be read, those that came twice, and those that are shared."""
        text = self.text
        lines = unread_lines(self.report, text)
        for name, file in ((each.name, each.file) for each in self.report.learners):
            if file.pieces:
                pieces = counted(text, "report.pieces", file.pieces)
                lines.append(text("report.damaged_line", name=name, pieces=pieces))
            if len(file.paths) > 1:
                lines.append(text("report.copies_line", name=name, count=len(file.paths)))
            if file.newer:
                lines.append(text("report.newer_line", name=name))
        lines += [text("report.shared_line", names=", ".join(names)) for names in self.report.shared]
        yield f"## {text('report.files')}"
        yield bullets(map(literal, lines)) or text("report.files_fine")

    # Names, also of what this course does not have.

    def lesson(self, lesson: str) -> str:
        found = self.course.headings.get(lesson)
        if found is None:
            return f"{lesson} ({self.text('report.unknown')})"
        return with_pack(lesson, found.titles[self.text.language])

    def mode(self, lesson: str, mode: str) -> str:
        """Name the mode, where the lesson has more than one."""
        found = self.course.headings.get(lesson)
        return "" if found and len(found.modes) == 1 else self.text(f"mode.{mode}")

    def step(self, lesson: str, mode: str, where: str) -> str:
        """Return the step of a learner: `done`, or a number and kind."""
        kinds = self.kinds(lesson, mode)
        if where not in kinds:
            return self.text("report.stage_done" if where == DONE else "report.stage_unknown")
        number, step = [*kinds].index(where) + 1, self.text(f"stage.{kinds[where]}")
        return self.text("map.at", number=number, count=len(kinds), step=step)

    def kinds(self, lesson: str, mode: str) -> dict[str, str]:
        """Return the kind of every step of a lesson by its id, in order."""
        place = place_of(lesson, mode, self.course)
        return {step.id: step.kind for step in recipes.steps_of(place).all} if place else {}


def limits(text: Text) -> list[str]:
    return [text(f"report.limit_{name}") for name in LIMITS]


def unread_lines(report: ClassReport, text: Text) -> list[str]:
    """Name each path that could not be read, and why; with pseudonyms only how many, as a path holds names."""
    if not report.pseudonyms:
        return [f"{found.path}: {text(f'report.{found.reason}')}" for found in report.unread]
    counts = Counter(text(f"report.{found.reason}") for found in report.unread)
    return [text("report.unread_hidden", reason=reason, count=count) for reason, count in counts.items()]


def csv_page(report: ClassReport) -> str:
    """Write a row a lesson and mode, one for whoever has not begun, and one for each path that could not be read."""
    page = io.StringIO()
    writer = csv.DictWriter(page, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for learner in report.learners:
        person = {"learner": learner.name, "unread_pieces": learner.file.pieces, "file": paths_of(learner, report)}
        rows: list[Row] = [{**row, "predictions": len(row["predictions"])} for row in learner.lessons]
        for row in rows or [{}]:
            writer.writerow({key: cell(value) for key, value in {**person, **row}.items()})
    for found in report.unread:
        writer.writerow({"problem": found.reason, "file": "" if report.pseudonyms else cell(found.path)})
    return page.getvalue()


def cell(value: object) -> object:
    """Write a value as a spreadsheet may have it: yes or no, a number, or text that no spreadsheet would run."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, int | float):
        return value
    words = sentence.inert("; ".join(value) if isinstance(value, list) else str(value))
    return f"'{words}" if words.lstrip().startswith(FORMULA) else words


def paths_of(learner: OneLearner, report: ClassReport) -> list[str]:
    """Return a learner's files; `[]` with pseudonyms, as a path holds names."""
    return [] if report.pseudonyms else [str(path) for path in learner.file.paths]


def json_page(report: ClassReport, text: Text) -> str:
    """Write one object; only ASCII, so no terminal obeys any of it."""
    bins = [
        {"from": each.low, "count": each.count, "said": each.mean_confidence, "right": each.accuracy}
        for each in report.bins
    ]
    unread = [{"path": None if report.pseudonyms else str(each.path), "reason": each.reason} for each in report.unread]
    return json.dumps(
        {
            "made": report.made.isoformat(timespec="seconds"),
            "pseudonyms": report.pseudonyms,
            "learners": [learner_data(learner, report) for learner in report.learners],
            "places": report.lessons,
            "wrong": report.wrong,
            "calibration": {"brier": calibration.brier_score(report.judged), "bins": bins},
            "unread": unread,
            "shared": report.shared,
            "cannot_know": limits(text),
        }
    )


def learner_data(learner: OneLearner, report: ClassReport) -> Row:
    return {
        "name": learner.name,
        "files": paths_of(learner, report),
        "unread_pieces": learner.file.pieces,
        "newer_format": learner.file.newer,
        "quiet": learner.is_quiet(report.made.date()),
        "days": len(learner.days),
        "last_day": learner.last_day.isoformat() if learner.last_day else None,
        "reviews": sum(each.mode is None for each in learner.judged),
        "brier": calibration.brier_score(learner.judged),
        "lessons": learner.lessons,
    }
