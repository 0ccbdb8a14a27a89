"""The learner's own story as pages of blocks: where they are, how sure and how right, concepts, weeks, hints."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lessons.page import Block, Table, Words
from tutor.learner import Learner
from tutor.reports.learner_report import LearnerReport, OwnLesson
from tutor.reports.pictures import FEWEST_WEEKS, bin_table, calibration_picture, weeks_picture
from tutor.reports.words import concept_words, counted, day, percent, score
from tutor.standing import listed_title
from tutor.words.course import title_of, when_words, where_words
from tutor.words.text import Text

Blocks = Iterator[Block]


@dataclass(frozen=True)
class OwnPage:
    """One page, by the key of its title under `[mine]`."""

    name: str
    blocks: tuple[Block, ...]


def own_pages(report: LearnerReport, learner: Learner, text: Text) -> tuple[OwnPage, ...]:
    """Tell everything; a page that has nothing to tell yet says what it will show."""
    found = []
    for name, told in PAGES.items():
        blocks = tuple(told(report, learner, text))
        found.append(OwnPage(name, blocks or (Words(text(f"mine.{name}_none"), "note"),)))
    return tuple(found)


def overview(report: LearnerReport, learner: Learner, text: Text) -> Blocks:
    """How far, on how many days; every lesson; what comes back."""
    yield Words(" · ".join(figures(report, text)), "heading")
    rows = [
        (
            mark_of(lesson),
            listed_title(
                report.course.headings[lesson.place.lesson.id], lesson.place.mode, learner, text, lesson.state
            ),
            where_words(lesson.place, lesson.state, text),
        )
        for lesson in report.lessons
    ]
    yield Table(("", text("report.lesson"), ""), tuple(rows))
    yield Words(text("mine.comes_back"), "heading")
    if not report.cards:
        yield Words(text("mine.comes_back_none"), "note")
        return
    cards = [
        (when_words(text, card.due, learner.today()), concept_words(card.concept, report.course, text))
        for card in report.cards
    ]
    yield Table(("", text("export.idea")), tuple(cards))


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


def confidence(report: LearnerReport, learner: Learner, text: Text) -> Blocks:
    """The picture, in words what it comes to, and a row for each stretch of confidence."""
    if found := report.calibration:
        against = text(f"mine.against_{found.against_chance}")
        yield Words(
            text(
                "mine.average",
                said=percent(found.mean_confidence),
                came_true=percent(found.accuracy),
                leaning=text(f"calibration.{found.verdict}"),
            ),
            "heading",
        )
        yield calibration_picture(report.bins, text)
        yield Words(text("mine.score", score=score(found.brier), against=against), "note")
        headings, rows = bin_table(report.bins, text)
        yield as_table(headings, rows)


def concepts(report: LearnerReport, learner: Learner, text: Text) -> Blocks:
    """A row for each concept, and what it comes to in words."""
    rows = [
        (
            concept_words(concept, report.course, text),
            percent(found.mean_confidence),
            percent(found.accuracy),
            str(found.count),
            text(f"calibration.{found.verdict}"),
        )
        for concept, found in report.concepts
    ]
    keys = ("export.idea", "report.confidence", "report.came_true", "report.how_many")
    if rows:
        yield as_table([*map(text, keys), ""], rows)


def weeks(report: LearnerReport, learner: Learner, text: Text) -> Blocks:
    """Confidence and accuracy, week by week."""
    if len(report.weeks) >= FEWEST_WEEKS:
        yield weeks_picture(report.weeks, text)
    rows = [
        (
            day(each.monday),
            percent(each.mean_confidence),
            percent(each.accuracy),
            score(each.brier),
            str(each.count),
        )
        for each in report.weeks
    ]
    keys = ("mine.week_of", "report.confidence", "report.came_true", "report.brier", "report.how_many")
    if rows:
        yield as_table([*map(text, keys)], rows)


def hints(report: LearnerReport, learner: Learner, text: Text) -> Blocks:
    """For each search how far up the ladder, and what it took."""
    rows = [
        (title_of(each.place, report.course, text, each.state), *search_words(each, text))
        for each in report.lessons
        if each.searched and each.place.lesson.hints
    ]
    if rows:
        yield as_table([text("report.lesson"), "", ""], rows)


def search_words(lesson: OwnLesson, text: Text) -> tuple[str, str]:
    """Whether the line was found, and after how many hints, guesses, lines and tries."""
    counts = {"guesses": len(lesson.guesses), "points": lesson.points, "attempts": lesson.tries}
    told = [counted(text, f"mine.{key}", count) for key, count in counts.items() if count]
    taken = text("mine.hints_taken", rungs=lesson.hints, count=len(lesson.place.lesson.hints))
    return text("mine.found" if lesson.found else "mine.searching"), " · ".join([taken, *told])


def as_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(tuple(headings), tuple(map(tuple, rows)))


PAGES: dict[str, Callable[[LearnerReport, Learner, Text], Blocks]] = {
    "overview": overview,
    "confidence": confidence,
    "concepts": concepts,
    "weeks": weeks,
    "hints": hints,
}
