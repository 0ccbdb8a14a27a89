"""A walk through a lesson, and its reviews, by keys: the app without a terminal."""

from collections.abc import Callable
from dataclasses import replace

from lessons.course.page import Ask, Change, Choose, Find, Onward, Train, Write
from lessons.course.state import State
from tests.tutor.piloting import (
    Hand,
    burst,
    catch_up,
    editor,
    has_more,
    is_hurried,
    is_last_view,
    is_typing,
    session_of,
    settle,
    walk_to,
)
from tests.tutor.walks.answers import GUESS, WORDS, answer_keys, edited_place, right_code
from tutor.session import Session

Look = Callable[[Hand], None]  # at the page that is open


class Stuck(Exception):
    """Every key that a page names was pressed, and nothing has come of it."""


def nothing(pilot: Hand) -> None:
    """Look at no page."""


async def walk(pilot: Hand, look: Look = nothing) -> None:
    """From the page that is open to the end of the lesson; `look` is called on each page. Raises Stuck."""
    while not session_of(pilot).state.finished:
        await moved(pilot, look)


async def moved(pilot: Hand, look: Look) -> None:
    """Give a page what it wants; where nothing comes of it, once more and without any hurry. Raises Stuck."""
    session = session_of(pilot)
    before = progress(session.state)
    look(pilot)
    for wait in (catch_up, settle):
        await satisfy(pilot, session, look)
        await wait(pilot)
        if progress(session.state) == before:
            await settle(pilot)
        if progress(session.state) != before:
            return
    raise Stuck(session.step.id)


def progress(state: State) -> State:
    """What has been reached, without what may be done again and again."""
    return replace(state, points={}, guesses={}, tries={}, judged={}, words={})


async def satisfy(pilot: Hand, session: Session, look: Look) -> None:
    match session.page.want:
        case Onward():
            await leaf_through(pilot, len((*session.page.cards, *session.page.looks)), look)
            await read_on(pilot)
            await burst(pilot, "enter")
        case Ask() as want:
            again = [] if want.options else ["backspace"] * len(want.answer)
            await burst(pilot, *again, *answer_keys(want), "right", "enter")
        case Train():
            await burst(pilot, *([] if is_hurried(pilot) else ["f"]), "enter")
        case Find(hints_left=0):
            await point(pilot, session)
        case Find():
            await write(pilot, "enter", GUESS, "enter")
        case Choose():
            await burst(pilot, "enter")
        case Change():
            await mend(pilot, session)
        case Write() if session.place.lesson.is_short:  # has no box for a note
            await burst(pilot, "ctrl+s")
        case Write():
            await write(pilot, "tab", WORDS, "ctrl+s")


async def leaf_through(pilot: Hand, count: int, look: Look) -> None:
    """See one thing after the other, up to the last; each is on the screen before the next is asked for."""
    for _ in range(count):
        if is_last_view(pilot):
            return
        await burst(pilot, "right")
        await catch_up(pilot)
        look(pilot)


async def read_on(pilot: Hand) -> None:
    while has_more(pilot):
        await burst(pilot, "enter")
        await catch_up(pilot)


async def write(pilot: Hand, begin: str, words: str, end: str) -> None:
    """Open a box, write, and have it kept. Where no box opens, the letters would mean something else."""
    await burst(pilot, begin)
    await catch_up(pilot)
    if is_typing(pilot):
        await burst(pilot, *words, end)


async def point(pilot: Hand, session: Session) -> None:
    """Walk the source to the edited line, point at it, and come back."""
    await burst(pilot, "p")
    await catch_up(pilot)
    await walk_to(pilot, *edited_place(session.place))
    await burst(pilot, "enter")
    await catch_up(pilot)
    await burst(pilot, "enter")


async def mend(pilot: Hand, session: Session) -> None:
    """Have it judged as it is, and then as it should be."""
    await burst(pilot, "ctrl+s")
    await catch_up(pilot)
    editor(pilot).replace_all(right_code(session.place))
    await burst(pilot, "ctrl+s")
