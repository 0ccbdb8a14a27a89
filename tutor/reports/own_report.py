"""Everything that one learner did, ready for a screen or a page: in their language, in the order of the course."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from lessons.cascade import Stage
from lessons.schema import Course
from progress.activity import Activity, activity
from progress.calibration import Bin, Judged, Week, by_concept, calibration, over_time
from progress.event import Event
from progress.history import renamed, that_count
from progress.schedule import schedule
from tutor.learner import MODES
from tutor.reports.curves import Curves, own_curves
from tutor.reports.own_places import OwnPlace, own_places
from tutor.reports.standing import Standing, by_place
from tutor.reports.sureness import Sureness, sureness
from tutor.reports.work import work
from tutor.text import Text

SHORTEST_STREAK = 2


@dataclass(frozen=True)
class OwnStep:
    """How far a lesson has come in one mode: 0 stages where it was never opened."""

    mode: str
    stage: int
    finished: bool


@dataclass(frozen=True)
class OwnLesson:
    """A lesson of the course, begun or not."""

    title: str
    steps: tuple[OwnStep, ...]

    @property
    def finished(self) -> bool:
        return any(step.finished for step in self.steps)


@dataclass(frozen=True)
class OwnTrack:
    """A row of lessons."""

    title: str
    lessons: tuple[OwnLesson, ...]


@dataclass(frozen=True)
class OwnIdea:
    """An idea of the course, and how sure and how right the learner was about it."""

    name: str
    sureness: Sureness


@dataclass(frozen=True)
class OwnCard:
    """An idea that comes back: when it is due, and how many reviews it has had."""

    idea: str
    lesson: str
    due: datetime
    reviews: int


@dataclass(frozen=True)
class OwnReport:
    """One learner's whole story."""

    name: str
    made: date
    tracks: tuple[OwnTrack, ...]
    places: tuple[OwnPlace, ...]
    activity: Activity
    reviews: int
    cards: tuple[OwnCard, ...]
    sureness: Sureness | None
    bins: tuple[Bin, ...]
    ideas: tuple[OwnIdea, ...]
    weeks: tuple[Week, ...]
    elsewhere: tuple[tuple[str, int], ...]  # lessons that this version does not have, and how many events
    damaged: bool

    @property
    def lessons(self) -> tuple[OwnLesson, ...]:
        return tuple(lesson for track in self.tracks for lesson in track.lessons)

    @property
    def streak(self) -> int:
        """Days in a row, where there are enough of them to tell; else 0."""
        return self.activity.streak if self.activity.streak >= SHORTEST_STREAK else 0

    @property
    def finished(self) -> int:
        """How many lessons are done, in whichever mode."""
        return sum(lesson.finished for lesson in self.lessons)


def own_report(
    name: str,
    events: Sequence[Event],
    course: Course,
    text: Text,
    made: date,
    damaged: bool = False,
    curves: Curves = own_curves,
) -> OwnReport:
    """Fold the events once more, for people. `curves` trains the learner's runs again: it takes a moment."""
    events = renamed(events, course.renamed)
    found = work(events, course)
    return OwnReport(
        name,
        made,
        tuple(own_tracks(found.standings, course, text)),
        tuple(own_places(found.standings, by_place(that_count(events)), course, text, curves)),
        activity([event for event in events if event.lesson is not None], made),
        found.reviews,
        tuple(own_cards(events, found.standings, course, text)),
        sureness(found.judged),
        calibration(found.judged),
        tuple(own_ideas(found.judged, course, text)),
        over_time(found.judged),
        tuple(elsewhere(events, course)),
        damaged,
    )


def own_tracks(found: Sequence[Standing], course: Course, text: Text) -> Iterator[OwnTrack]:
    by_name = {(standing.lesson, standing.mode): standing for standing in found}
    for track in course.tracks:
        lessons = (
            OwnLesson(
                course.lessons[name].prose[text.language].title,
                tuple(own_step(mode, by_name.get((name, mode))) for mode in MODES),
            )
            for name in track.lessons
        )
        yield OwnTrack(track.title[text.language], tuple(lessons))


def own_step(mode: str, standing: Standing | None) -> OwnStep:
    if standing is None or standing.stage is None or not standing.opened:
        return OwnStep(mode, 0, False)
    return OwnStep(mode, len(Stage) if standing.finished else int(standing.stage), standing.finished)


def own_ideas(judged: Sequence[Judged], course: Course, text: Text) -> Iterator[OwnIdea]:
    """In the order of the course's list of them."""
    groups = by_concept(judged, lambda each: concept_of(each, course))
    for concept, names in course.concepts.items():
        if found := sureness(groups.get(concept, ())):
            yield OwnIdea(names[text.language], found)


def concept_of(judged: Judged, course: Course) -> str | None:
    """The idea that a question asks for; in a review the one that its sibling does."""
    lesson = course.lessons.get(judged.lesson or "")
    if lesson is None:
        return None
    asked = lesson.question(judged.question) if judged.mode else lesson.sibling(judged.question)
    return asked.concept if asked else None


def own_cards(
    events: Sequence[Event], found: Sequence[Standing], course: Course, text: Text
) -> Iterator[OwnCard]:
    """What comes back, what is due first in front. Without a finished lesson nothing does."""
    if not any(standing.finished for standing in found):
        return
    ideas = {lesson.id: lesson.ideas() for lesson in course.in_order()}
    for card in schedule(that_count(events), ideas):
        yield OwnCard(
            course.concepts.get(card.concept, {}).get(text.language, card.concept),
            course.lessons[card.lesson].prose[text.language].title,
            card.due,
            card.round,
        )


def elsewhere(events: Sequence[Event], course: Course) -> Iterator[tuple[str, int]]:
    """Each lesson that this version does not have, and how many events it has."""
    names = (event.lesson for event in events if event.lesson and event.lesson not in course.lessons)
    return iter(Counter(names).items())
