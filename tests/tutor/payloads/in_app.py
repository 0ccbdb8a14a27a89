"""The app on any journal: the map, the learner's own pages, what is due, and every page of every lesson begun."""

from collections.abc import AsyncIterator

from textual.pilot import Pilot

from lessons.course import LessonMode
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.tui.piloting import catch_up, session_of, words_on
from tutor.tui.screens.lesson import LessonScreen
from tutor.words.text import Text

SIZE = (100, 30)


async def screens(learner: Learner, text: Text) -> AsyncIterator[tuple[str, str]]:
    """What stands on each screen, under its name."""
    app = LynxTutor(learner, text)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        for name, keys in (
            ("map", "jjk"),
            ("own pages", "m"),
            *[("own pages", "→")] * 4,
            ("map", "b"),
            ("due", "r"),
        ):
            await press(pilot, keys)
            yield name, words_on(pilot)
        await press(pilot, "⎋lt")
        for place in list(learner.fold.states):
            async for shown in pages(pilot, place):
                yield shown


async def pages(pilot: Pilot[None], place: LessonMode) -> AsyncIterator[tuple[str, str]]:
    """Every page of a lesson that may be looked at, and its source."""
    app = pilot.app
    assert isinstance(app, LynxTutor)
    app.open_place(place)
    await catch_up(pilot)
    if not isinstance(app.screen, LessonScreen):
        return
    for number in reversed(range(session_of(pilot).state.furthest + 1)):
        await app.screen.action_go(number)
        await catch_up(pilot)
        step = session_of(pilot).step
        yield f"{place.lesson.id} {step.id}", words_on(pilot)
        if step.kind in ("hints", "accuse"):
            await press(pilot, "c" if step.kind == "accuse" else "p")
            yield f"{step.id} source", words_on(pilot)
            if not isinstance(app.screen, LessonScreen):
                app.pop_screen()
        elif step.kind in ("observe", "run"):
            await press(pilot, "→↓")
            yield f"{step.id} next", words_on(pilot)
    app.show_map(app.screen)
    await catch_up(pilot)


async def press(pilot: Pilot[None], keys: str) -> None:
    names = {"→": "right", "↓": "down", "⎋": "escape"}
    await pilot.press(*(names.get(key, key) for key in keys))
    await catch_up(pilot)
