"""One learner's whole story: every lesson in every mode, how sure and how right they were, and what comes back."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from lessons.course import Course, LessonMode
from lessons.plan import Step
from lessons.recipes import steps_of
from lessons.state import State
from progress.activity import Activity, activity
from progress.calibration import Bin, Judged, Week, by_concept, calibration, judged, over_time
from progress.history import renamed
from progress.schedule import Card
from tutor.consent import packs_to_ask
from tutor.learner import Learner
from tutor.reports.calibration import Calibration, calibration_of
from tutor.understood import understood

SHORTEST_STREAK = 2


@dataclass(frozen=True)
class OwnLesson:
    """A lesson in one mode, begun or not, with what the learner did there."""

    place: LessonMode
    state: State
    may_run: bool = True  # not a pack's that the learner has not agreed to run

    @property
    def step(self) -> Step:
        """The furthest step reached."""
        return steps_of(self.place).all[self.state.furthest]

    @property
    def hints(self) -> int:
        """How many hints were taken."""
        return sum(self.state.hints.values())

    @property
    def reveals(self) -> str:
        """How much the last hint gave away: a key under `[reveals]`, or nothing where none was taken."""
        return self.place.lesson.hints[self.hints - 1].reveals if self.hints else ""

    @property
    def guesses(self) -> tuple[tuple[int, str], ...]:
        """What was suspected before each hint, by the hint's number."""
        return tuple(sorted(guess for guesses in self.state.guesses.values() for guess in guesses.items()))

    @property
    def points(self) -> int:
        """How many lines were pointed at."""
        return sum(map(len, self.state.points.values()))

    @property
    def tries(self) -> int:
        """How often the learner's code was judged."""
        return sum(self.state.tries.values())

    @property
    def own_line(self) -> str:
        """The learner's line of code that passed."""
        return next((judged.line.strip() for judged in self.state.judged.values() if judged.passed), "")

    @property
    def words(self) -> str:
        """What the learner wrote, in the order of the steps."""
        steps = (self.state.words.get(step.id, "").strip() for step in steps_of(self.place).all)
        return "\n".join(words for words in steps if words)

    @property
    def searched(self) -> bool:
        """Whether there is anything to tell of hints, lines and tries."""
        return bool(self.hints or self.guesses or self.points or self.tries or self.state.found)


@dataclass(frozen=True)
class Idea:
    """An idea that predictions were about, over all of them and the reviews; and what became of its reviews."""

    concept: str
    calibration: Calibration
    reviews: tuple[Judged, ...]

    @property
    def kept(self) -> int:
        """How many reviews were answered rightly."""
        return sum(each.right for each in self.reviews)

    @property
    def latest(self) -> Judged | None:
        return max(self.reviews, key=lambda each: each.day, default=None)

    @property
    def is_known(self) -> bool:
        """Whether it came back on a later day, and was answered rightly the last time."""
        return self.latest is not None and self.latest.right


@dataclass(frozen=True)
class LearnerReport:
    """Everything that one learner did, without a word in any language."""

    name: str
    made: date
    course: Course
    lessons: tuple[OwnLesson, ...]  # every lesson in every mode, in the order of the course
    activity: Activity
    judged: tuple[Judged, ...]
    cards: tuple[Card, ...]  # what comes back, what is due first in front
    ideas: tuple[Idea, ...]  # in the order of the course's list of concepts
    elsewhere: tuple[tuple[str, int], ...]  # lessons that this version does not have, and how many events
    damaged: bool

    @property
    def opened(self) -> tuple[OwnLesson, ...]:
        return tuple(lesson for lesson in self.lessons if lesson.state.opened)

    @property
    def finished(self) -> int:
        """How many lessons are done, in whichever mode."""
        return len({each.place.lesson.id for each in self.lessons if each.state.finished})

    @property
    def streak(self) -> int:
        """Days in a row, where there are enough of them to tell; else 0."""
        return self.activity.streak if self.activity.streak >= SHORTEST_STREAK else 0

    @property
    def reviews(self) -> int:
        return sum(each.mode is None for each in self.judged)

    @property
    def calibration(self) -> Calibration | None:
        return calibration_of(self.judged)

    @property
    def bins(self) -> tuple[Bin, ...]:
        return calibration(self.judged)

    @property
    def weeks(self) -> tuple[Week, ...]:
        return over_time(self.judged)


def build_report(learner: Learner, made: date | None = None) -> LearnerReport:
    """Read a learner's fold for people. What was judged before a reset stays judged: it was not known then."""
    made, course = made or learner.today(), learner.course
    events = renamed(understood(learner.journal.events), course.renamed)
    counted = judged(events)
    unknown = (event.lesson for event in events if event.lesson and event.lesson not in course.lessons)
    return LearnerReport(
        learner.name,
        made,
        course,
        own_lessons(learner),
        activity([event for event in events if event.lesson is not None], made),
        counted,
        learner.cards(),
        tuple(ideas(counted, course)),
        tuple(Counter(unknown).items()),
        bool(learner.journal.set_aside),
    )


def own_lessons(learner: Learner) -> tuple[OwnLesson, ...]:
    """Return every lesson in every mode. Of a pack whose code may not run nothing is trained again."""
    places, course = learner.course.places(), learner.course
    waiting = packs_to_ask(learner, (place.lesson.id for place in places))
    return tuple(
        OwnLesson(place, learner.state(place), course.pack_of(place.lesson.id) not in waiting)
        for place in places
    )


def ideas(counted: Sequence[Judged], course: Course) -> Iterator[Idea]:
    """Sum up each concept that a prediction was about, and how its reviews went."""
    groups = by_concept(counted, lambda each: concept_of(each, course))
    for concept in course.concepts:
        group = groups.get(concept, ())
        if found := calibration_of(group):
            yield Idea(concept, found, tuple(each for each in group if each.mode is None))


def concept_of(judged: Judged, course: Course) -> str | None:
    """Find the concept that a question asks for; of a review its own."""
    lesson = course.lessons.get(judged.lesson or "")
    if lesson is None:
        return None
    asked = lesson.question(judged.question) if judged.mode else lesson.review(judged.question)
    return asked.concept if asked else None
