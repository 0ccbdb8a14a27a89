"""What follows a finished lesson: when its ideas come back, which lesson is next, and what is behind the learner."""

from collections.abc import Iterator
from statistics import fmean

from lessons.course import LessonMode, Track
from lessons.page import Block, Words
from progress.calibration import judged
from tutor.learner import Learner
from tutor.mystery import BLIND, day_words, of_the_day
from tutor.standing import listed_title
from tutor.words.course import when_words
from tutor.words.text import Text


def what_follows(learner: Learner, place: LessonMode, text: Text) -> Iterator[Block]:
    """Reviews, a track or a course that is done, and the next lesson. FSRS takes a moment to import."""
    if place.mode == BLIND:
        yield from what_it_was(learner, place, text)
    cards = [card for card in learner.cards() if card.lesson == place.lesson.id]
    if cards:
        yield Words(f"↻ {text('end.back', when=when_words(text, cards[0].due, learner.today()))}", "note")
    done = {lesson for lesson, _ in learner.fold.finished}
    if learner.has_finished_all():
        yield Words(course_words(learner, text), "good")
        yield Words(text("linear.now"), "note")
        return
    for track in learner.course.tracks:
        if place.lesson.id in track.lessons and is_done(track, done):
            yield Words(text("end.track", track=track.title[text.language], count=len(track.lessons)), "good")
    if following := learner.opening_to_continue():
        heading = learner.course.headings[following[0]]
        title = listed_title(heading, "open", learner, text)
        yield Words(text("end.next", title=title, minutes=heading.minutes), "heading")


def what_it_was(learner: Learner, place: LessonMode, text: Text) -> Iterator[Block]:
    """The name of a break that was found blind; of the day's one, a line to compare with friends."""
    yield Words(
        text("end.mystery", title=learner.course.headings[place.lesson.id].titles[text.language]), "good"
    )
    if place.lesson.id == of_the_day(learner.course, learner.today()):
        yield Words(day_words(learner, text), "note")


def is_done(track: Track, done: set[str]) -> bool:
    return len(track.lessons) > 1 and set(track.lessons) <= done


def course_words(learner: Learner, text: Text) -> str:
    """A few words of praise, with facts: lessons, predictions, and how sure beside how right."""
    found = judged(learner.events())
    praise = text("end.course", lessons=len(learner.course.headings), predictions=len(found))
    if not found:
        return praise
    right, sure = (
        fmean(values) for values in ([each.right for each in found], [each.confidence for each in found])
    )
    return f"{praise} {text('end.calibration', right=f'{100 * right:.0f} %', sure=f'{100 * sure:.0f} %')}"
