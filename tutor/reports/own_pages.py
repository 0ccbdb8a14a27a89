"""The learner's own story as pages of blocks: where they are, how sure and how right, concepts, weeks, hints."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lessons.page import Block, Table, Words
from tutor.learner import Learner
from tutor.reports.learner_report import LearnerReport, OwnLesson
from tutor.reports.pictures import FEWEST_WEEKS, bin_table, calibration_picture, shares, weeks_picture
from tutor.reports.words import concept_words, day, percent
from tutor.standing import listed_title
from tutor.words.course import counted, title_of, when_words, where_words
from tutor.words.text import Text

Blocks = Iterator[Block]


@dataclass(frozen=True)
class OwnPage:
    """One page, by the key of its title under `[mine]`."""

    name: str
    blocks: tuple[Block, ...]


def own_pages(report: LearnerReport, learner: Learner, text: Text) -> tuple[OwnPage, ...]:
    """Tell everything; a page that has nothing to tell yet says what it will show."""
    told: dict[str, Blocks] = {
        "overview": overview(report, learner, text),
        **{name: page(report, text) for name, page in EXPORTED.items()},
        "hints": hints(report, text),
    }
    return tuple(
        OwnPage(name, tuple(blocks) or (Words(text(f"mine.{name}_none"), "note"),))
        for name, blocks in told.items()
    )


def overview(report: LearnerReport, learner: Learner, text: Text) -> Blocks:
    """How far, on how many days; every lesson; what comes back."""
    yield Words(" · ".join(figures(report, text)), "heading")
    headings, course = report.course.headings, report.course
    rows = [
        (
            mark_of(lesson),
            listed_title(headings[lesson.place.lesson.id], lesson.place.mode, learner, text, lesson.state),
            where_words(lesson.place, lesson.state, text),
        )
        for lesson in report.lessons
    ]
    yield table(("", text("report.lesson"), ""), rows)
    yield Words(text("mine.comes_back"), "heading")
    cards = [
        (when_words(text, card.due, learner.today()), concept_words(card.concept, course, text))
        for card in report.cards
    ]
    none = Words(text("mine.comes_back_none"), "note")
    yield table(("", text("export.idea")), cards) if cards else none


def mark_of(lesson: OwnLesson) -> str:
    return "✓" if lesson.state.finished else "●" if lesson.state.opened else "○"


def figures(report: LearnerReport, text: Text) -> Iterator[str]:
    """What there is to count. A streak is only told where there is one."""
    yield text("mine.finished", count=report.finished, total=len(report.course.lessons))
    if found := report.calibration:
        yield counted(text, "mine.predictions", found.count, right=str(found.right))
    if report.activity.days:
        yield counted(text, "mine.days", len(report.activity.days))
    if report.streak:
        yield text("mine.streak", count=report.streak)
    if report.reviews:
        yield counted(text, "mine.reviews", report.reviews)


def confidence(report: LearnerReport, text: Text) -> Blocks:
    """What it comes to in words, the picture, and a row for each stretch of confidence."""
    if found := report.calibration:
        yield Words(found.words(text), "heading")
        yield calibration_picture(report.bins, text)
        yield table(*bin_table(report.bins, text))


def concepts(report: LearnerReport, text: Text) -> Blocks:
    """A row for each concept, and what it comes to in words."""
    rows = [
        (
            concept_words(idea.concept, report.course, text),
            percent(idea.calibration.mean_confidence),
            percent(idea.calibration.accuracy),
            str(idea.calibration.count),
            text(f"calibration.{idea.calibration.verdict}"),
        )
        for idea in report.ideas
    ]
    keys = ("export.idea", "report.confidence", "report.came_true", "report.how_many")
    if rows:
        yield table([*map(text, keys), ""], rows)


def weeks(report: LearnerReport, text: Text) -> Blocks:
    """Confidence and accuracy, week by week."""
    if len(report.weeks) >= FEWEST_WEEKS:
        yield weeks_picture(report.weeks, text)
    rows = [(day(each.monday), *map(percent, shares(each)), str(each.count)) for each in report.weeks]
    keys = ("mine.week_of", "report.confidence", "report.came_true", "report.how_many")
    if rows:
        yield table([*map(text, keys)], rows)


def hints(report: LearnerReport, text: Text) -> Blocks:
    """For each search how far up the ladder, and what it took."""
    rows = [
        (title_of(each.place, report.course, text, each.state), *search_words(each, text))
        for each in report.lessons
        if each.searched and each.place.lesson.hints
    ]
    if rows:
        yield table([text("report.lesson"), "", ""], rows)


def search_words(lesson: OwnLesson, text: Text) -> tuple[str, str]:
    """Whether the line was found, and after how many hints, guesses, lines and tries."""
    counts = {"guesses": len(lesson.guesses), "points": lesson.points, "attempts": lesson.tries}
    told = [counted(text, f"mine.{key}", count) for key, count in counts.items() if count]
    taken = text("mine.hints_taken", rungs=lesson.hints, count=len(lesson.place.lesson.hints))
    return text("mine.found" if lesson.state.found else "mine.searching"), " · ".join([taken, *told])


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(tuple(headings), tuple(map(tuple, rows)))


EXPORTED: dict[str, Callable[[LearnerReport, Text], Blocks]] = {
    "confidence": confidence,
    "concepts": concepts,
    "weeks": weeks,
}
PAGES = ("overview", *EXPORTED, "hints")
