"""A walk through a lesson, and its reviews, by keys: the app without a terminal."""

from collections.abc import Callable
from dataclasses import replace

from lessons.course.lesson.page import Ask, Change, Choose, Find, Measure, Onward, Train, Write
from lessons.course.lesson.state import State
from tests.tutor import piloting
from tests.tutor.walks.answers import GUESS, WORDS, answer_keys, edited_place, right_code
from tutor.session import Session

Look = Callable[[piloting.Hand], None]  # at the page that is open


class Stuck(Exception):
    """Every key that a page names was pressed, and nothing has come of it."""


def nothing(pilot: piloting.Hand) -> None:
    """Look at no page."""


async def walk(pilot: piloting.Hand, look: Look = nothing) -> None:
    """From the page that is open to the end of the lesson; `look` is called on each page. Raises Stuck."""
    while not piloting.session_of(pilot).state.finished:
        await moved(pilot, look)


async def moved(pilot: piloting.Hand, look: Look) -> None:
    """Give a page what it wants. Raises Stuck where nothing comes of it."""
    session = piloting.session_of(pilot)
    before = progress(session.state)
    look(pilot)
    await satisfy(pilot, session, look)
    await piloting.settle(pilot)
    if progress(session.state) == before:
        raise Stuck(session.step.id)


def progress(state: State) -> State:
    """Return what has been reached, without what may be done again and again."""
    return replace(state, points={}, guesses={}, tries={}, judged={}, words={})


async def satisfy(pilot: piloting.Hand, session: Session, look: Look) -> None:
    match session.page.want:
        case Onward():
            await leaf_through(pilot, len((*session.page.cards, *session.page.looks)), look)
            await read_on(pilot)
            await piloting.burst(pilot, "enter")
        case Ask() as want:
            again = [] if want.options else ["backspace"] * len(want.answer)
            await piloting.burst(pilot, *again, *answer_keys(want), "right", "enter")
        case Train():
            await piloting.burst(pilot, *([] if piloting.is_hurried(pilot) else ["f"]), "enter")
        case Find(hints_left=0):
            await point(pilot, session)
        case Find():
            await write(pilot, "enter", GUESS, "enter")
        case Choose():
            await piloting.burst(pilot, "enter")
        case Measure() as want:
            await piloting.burst(pilot, *("18" if want.seen else "3"), "enter")
        case Change():
            await mend(pilot, session)
        case Write() if session.place.lesson.is_short:  # has no box for a note
            await piloting.burst(pilot, "ctrl+s")
        case Write():
            await write(pilot, "tab", WORDS, "ctrl+s")


async def leaf_through(pilot: piloting.Hand, count: int, look: Look) -> None:
    """See one thing after the other, up to the last; each is on the screen before the next is asked for."""
    for _ in range(count):
        if piloting.is_last_view(pilot):
            return
        await piloting.burst(pilot, "right")
        await piloting.settle(pilot)
        look(pilot)


async def read_on(pilot: piloting.Hand) -> None:
    while piloting.has_more(pilot):
        await piloting.burst(pilot, "enter")
        await piloting.settle(pilot)


async def write(pilot: piloting.Hand, begin: str, words: str, end: str) -> None:
    """Open a box, write, and have it kept. Where no box opens, the letters would mean something else."""
    await piloting.burst(pilot, begin)
    await piloting.settle(pilot)
    if piloting.is_typing(pilot):
        await piloting.burst(pilot, *words, end)


async def point(pilot: piloting.Hand, session: Session) -> None:
    """Walk the source to the edited line, point at it, and come back."""
    await piloting.burst(pilot, "p")
    await piloting.settle(pilot)
    await piloting.walk_to(pilot, *edited_place(session.place))
    await piloting.burst(pilot, "enter")
    await piloting.settle(pilot)
    await piloting.burst(pilot, "enter")


async def mend(pilot: piloting.Hand, session: Session) -> None:
    """Have it judged as it is, and then as it should be."""
    await piloting.burst(pilot, "ctrl+s")
    await piloting.settle(pilot)
    piloting.editor(pilot).replace_all(right_code(session.place))
    await piloting.burst(pilot, "ctrl+s")
