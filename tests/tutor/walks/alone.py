"""A learner of one lesson alone, wherever its folder stands."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import tutor
from lessons.course import Course, Heading, LessonMode, Track
from lessons.format import MODES, LessonError
from lessons.lesson import Lesson
from lessons.load import load_course
from progress.journal import Journal
from tests.tutor.walks.runs import Runs, WalkedReview
from tutor.learner import Learner
from tutor.words.text import Text


def learner_of(lesson: Lesson, home: Path) -> Learner:
    """Somebody who has done nothing yet."""
    folder = home / "learners" / "walker"
    return Learner("walker", folder, Journal.open(folder, version=tutor.__version__), course_of(lesson))


def course_of(lesson: Lesson) -> Course:
    """A course of one lesson."""
    titles = {language: page.title for language, page in lesson.prose.items()}
    summaries = {language: page.sections.get("summary", "") for language, page in lesson.prose.items()}
    heading = Heading(lesson.id, lesson.minutes, lesson.modes, titles, summaries)
    track = Track("walk", titles, (lesson.id,))
    concepts = {name: dict.fromkeys(titles, name) for name in lesson.concepts()}
    return Course(
        (track,),
        {lesson.id: lesson},
        concepts={**concepts, **words_of_concepts(lesson)},
        headings={lesson.id: heading},
    )


def words_of_concepts(lesson: Lesson) -> Mapping[str, Mapping[str, str]]:
    """As the course.toml beside the lesson has them, where there is one that can be read."""
    try:
        return load_course(lesson.folder.parent).concepts
    except LessonError:
        return {}


def reviews(learner: Learner, place: LessonMode, text: Text, runs: Runs) -> Iterator[WalkedReview]:
    """Each review of a finished lesson once, due or not: its concept comes as often as it has reviews."""
    if place.mode != MODES[0] or not learner.state(place).finished:
        return
    for review in place.lesson.reviews:
        card = next(card for card in learner.cards() if card.concept == review.concept)
        yield WalkedReview(learner, card, text, runs)
