"""A walk in plain lines: all of them are written before the first is read."""

from lessons.course import LessonMode
from lessons.lesson import Lesson
from tests.tutor.walks.alone import reviews
from tests.tutor.walks.plain import Plain, answered, lines, own_editor
from tests.tutor.walks.record import Walk
from tests.tutor.walks.runs import Runs, WalkedSession
from tests.tutor.walks.seen import strange
from tutor.learner import Learner
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.words.text import Text


def by_lines(walk: Walk, learner: Learner, place: LessonMode, runs: Runs) -> None:
    """From the first page to the end of the lesson; and where it is open, through each of its reviews."""
    text, lesson = Text(walk.language), place.lesson
    session = WalkedSession(learner, place, text, runs)
    with own_editor(place, learner.folder.parent):
        hand_in(walk, lines(place, looking=True), session, lesson)
    for review in reviews(learner, place, text, runs):
        hand_in(walk, [*answered(review.review.question, place), "", ""], review, lesson)


def hand_in(walk: Walk, given: list[str], session: Session, lesson: Lesson) -> None:
    """Hand lines in, and see that they lead to the end, and that none is left over."""
    walk.arrive(session)
    plain = Plain(session.learner, walk.language)
    try:
        plain.go_through(given, session)
    finally:
        walk.arrive(session)
    if not is_done(session):
        walk.note(f"stays at {walk.where}: no line goes on.")
    elif plain.left:
        walk.note(f"ends with {len(plain.left)} lines that nothing asked for.")
    for problem in strange(plain.words, lesson, session.text):
        walk.note(f"{walk.where}: {problem}")


def is_done(session: Session) -> bool:
    """Whether a lesson is finished, or a review has come to its verdict."""
    return session.step.kind == "observe" if isinstance(session, ReviewSession) else session.state.finished
