"""A learner's place in one lesson, which is loaded for it: in words, as a bar, on a card; and what follows it."""

from collections.abc import Iterator
from statistics import fmean

from lessons.course.asking.verdicts import verdicts
from lessons.course.course import Heading, LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Block, Words
from lessons.course.lesson.state import State
from lessons.course.lesson.values import LessonError, Mode
from lessons.course.steps import predictions
from lessons.course.steps.recipes import steps_of
from progress.calibration import judged
from tutor.course_rows import about_heading, listed_title, needs_words
from tutor.learner import Learner
from tutor.mystery import BLIND, of_the_day
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, when_words


def where_words(place: LessonMode, state: State, text: Text) -> str:
    """Write `done`, `step 3 of 7: Run`, or `about 20 min`."""
    if state.finished:
        return text("map.done")
    if not state.opened:
        return text("map.minutes", minutes=place.lesson.minutes)
    count = len(steps_of(place).all)
    return text("map.at", number=state.here + 1, count=count, step=here_words(place, state, text))


def bar_words(place: LessonMode, state: State, text: Text) -> str:
    """Draw a bar as far as the learner has ever been, and say where the lesson opens."""
    left = len(steps_of(place).all) - state.furthest - 1
    return f"{'▰' * (state.furthest + 1)}{'▱' * left} {here_words(place, state, text)}"


def here_words(place: LessonMode, state: State, text: Text) -> str:
    """Name the step at which a lesson opens; once a break met blind is repaired, the bets that are left."""
    steps = steps_of(place)
    return predictions.left_words(steps, state, text) or steps.all[state.here].name(text)


def standing_line(heading: Heading, mode: Mode, learner: Learner, text: Text) -> str:
    """Return a lesson in a line: its title, and how far the learner is, or why it cannot be opened.

    A lesson of the course that nobody has been in is not loaded for it.
    """
    state, where = None, text("map.minutes", minutes=heading.minutes)
    try:
        if (heading.id, mode) in learner.fold.events or learner.course.pack_of(heading.id):
            place = learner.fold.place((heading.id, mode))
            state = learner.state(place)
            where = where_words(place, state, text)
    except LessonError as error:
        where = author_words(str(error), text)
    parts = (listed_title(heading, mode, learner, text, state), where, needs_words(heading, learner, text))
    return "; ".join(part for part in parts if part)


def day_words(learner: Learner, text: Text) -> str:
    """Return a line to share once today's break is found, without naming the break."""
    today = learner.today()
    place = learner.fold.place((of_the_day(learner.course, today), BLIND))
    state = learner.state(place)
    found = verdicts(place.lesson, state, tuple(steps_of(place).questions.values()))
    decided = [each for each in found if each.truth is not None]
    right, count = sum(each.right for each in decided), len(decided)
    hints, tries = sum(state.hints.values()), max(1, sum(state.tries.values()))
    counts = {"looks": len(state.looks), "hints": hints, "tries": tries}
    return text("mystery.shared", day=today.isoformat(), right=right, count=count, **counts)


def card_blocks(heading: Heading, learner: Learner, text: Text) -> Iterator[Words]:
    """Return everything about one lesson; of one that does not load, what its heading says."""
    yield Words(listed_title(heading, "open", learner, text), "heading")
    summary, *notes = about_heading(heading, learner, text)
    yield Words(summary)
    yield from (Words(note, "note") for note in notes)
    lesson = learner.course.lessons.get(heading.id)
    if lesson is None:
        return
    place = learner.fold.place((heading.id, learner.way_into(heading)))
    state = learner.state(place)
    if learner.knows_edit(heading.id) or not heading.is_break:
        yield from taught(lesson, learner, text)
    here = f": {where_words(place, state, text)}" if state.opened else ""
    steps = []
    for number, step in enumerate(steps_of(place).all):
        is_here = state.opened and not state.finished and number == state.here
        mark = "●" if is_here else "✓" if state.finished or number < state.furthest else "○"
        steps.append(f"{mark}{step.name(text)}")
    yield Words(f"{text('map.steps')}{here}\n{' '.join(steps)}")
    if card := next((each for each in learner.cards() if each.lesson == heading.id), None):
        when = when_words(text, card.due, learner.today())
        yield Words(f"↻ {text('map.comes_back', when=when)}", "note")
    later = [each for each in learner.course.headings.values() if heading.id in each.needs]
    if titles := [f"· {listed_title(each, 'open', learner, text)}" for each in later]:
        yield Words("\n".join([text("map.leads"), *titles]))


def taught(lesson: Lesson, learner: Learner, text: Text) -> Iterator[Words]:
    concepts = dict.fromkeys(each.concept for each in lesson.asked if each.concept)
    names = [learner.course.concepts[name][text.language] for name in concepts if name in learner.course.concepts]
    if names:
        yield Words("\n".join([text("map.teaches"), *(f"· {name}" for name in names)]))


def what_follows(learner: Learner, place: LessonMode, text: Text) -> Iterator[Block]:
    course, lesson = learner.course, place.lesson.id
    if place.mode == BLIND:
        yield Words(text("end.mystery", title=course.headings[lesson].title(text.language, done=True)), "good")
        if lesson == of_the_day(course, learner.today()):  # a line to compare with friends
            yield Words(day_words(learner, text), "note")
    if cards := [card for card in learner.cards() if card.lesson == lesson]:
        yield Words(f"↻ {text('end.back', when=when_words(text, cards[0].due, learner.today()))}", "note")
    done = learner.fold.done
    if learner.has_finished_all():
        yield Words(course_words(learner, text), "good")
        yield Words(text("linear.now"), "note")
        return
    for track in course.tracks:
        if lesson in track.lessons and len(track.lessons) > 1 and done.issuperset(track.lessons):
            yield Words(text("end.track", track=track.title[text.language], count=len(track.lessons)), "good")
    if following := learner.opening_to_continue():
        heading = course.headings[following[0]]
        title = listed_title(heading, "open", learner, text)
        yield Words(text("end.next", title=title, minutes=heading.minutes), "heading")


def course_words(learner: Learner, text: Text) -> str:
    found = judged(learner.events())
    praise = text("end.course", lessons=len(learner.course.headings), predictions=len(found))
    said = [(each.confidence, each.right) for each in found if each.confidence is not None]
    if not said:
        return praise
    sure, right = map(fmean, zip(*said, strict=True))
    return f"{praise} {text('end.calibration', right=f'{100 * right:.0f} %', sure=f'{100 * sure:.0f} %')}"
