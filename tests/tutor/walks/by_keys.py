"""A walk by keys, at 80×24, with a look at every page."""

import asyncio
from collections.abc import Iterator

from lessons.course import LessonMode
from lessons.format import LANGUAGES
from lessons.lesson import Lesson
from lessons.page import Page
from tests.tutor.walks import keyboard
from tests.tutor.walks.alone import reviews
from tests.tutor.walks.keyboard import Saw
from tests.tutor.walks.record import Walk
from tests.tutor.walks.runs import Runs, WalkedSession
from tests.tutor.walks.seen import silent, strange
from tutor.learner import Learner
from tutor.tui.piloting import Hand, Unpainted, catch_up, session_of, unseen, words_on
from tutor.tui.screens.lesson import LessonScreen, ReviewScreen
from tutor.words.text import Text

SIZE = (80, 24)


def by_keys(walk: Walk, learner: Learner, place: LessonMode, runs: Runs) -> None:
    """From the first page of a lesson to its end; then, in its open mode, every other review in each language."""
    asyncio.run(walking(walk, learner, place, runs))


async def walking(walk: Walk, learner: Learner, place: LessonMode, runs: Runs) -> None:
    text = Text(walk.language)
    saw = looking(walk, place.lesson, text)
    app = Unpainted(learner, text)
    async with app.run_test(size=SIZE) as pilot:
        await catch_up(pilot)
        app.push_screen(LessonScreen(place, WalkedSession(learner, place, text, runs)))
        await catch_up(pilot)
        try:
            await keyboard.walk(pilot, saw)
            for number, review in enumerate(reviews(learner, place, text, runs)):
                if LANGUAGES[number % len(LANGUAGES)] != walk.language:  # its turn is in another language
                    review.pass_by()
                    continue
                app.push_screen(ReviewScreen((review.card,), 0, review))
                await catch_up(pilot)
                await keyboard.review(pilot, saw)
        except keyboard.Stuck:
            walk.arrive(session_of(pilot))
            walk.note(f"stays at {walk.where}: no key goes on.")


def looking(walk: Walk, lesson: Lesson, text: Text) -> Saw:
    """What looks at each page, and keeps what is wrong with it, if it is so the second time as well."""
    before: list[str] = []

    def saw(pilot: Hand) -> bool:
        session = session_of(pilot)
        walk.arrive(session)
        problems = list(problems_on(pilot, session.page, lesson, text))
        for problem in problems:
            if problem in before:
                walk.note(f"{walk.where}: {problem}")
        before[:] = problems
        return not problems

    return saw


def problems_on(pilot: Hand, page: Page, lesson: Lesson, text: Text) -> Iterator[str]:
    yield from silent(page, text)
    yield from strange(words_on(pilot), lesson, text)
    if count := unseen(pilot):
        yield f"{count} of its passages take no room on the screen."
