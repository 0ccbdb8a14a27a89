"""Play in plain lines: knobs by number, `3 = tanh` turns one, Enter trains, `c` compares, `s` keeps a finding."""

from collections.abc import Iterator

from lessons.course.lesson.page import Knob
from lessons.course.lesson.values import LessonError
from lessons.course.play.knobs import MINE, NUMBERS, ROWS, Found, PlayAct, PutBack, Turned, meant, typed_number
from lessons.course.play.rows import OwnRows
from lessons.course.play.rows_words import rows_lines
from tutor.exits import Refused
from tutor.linear import compare
from tutor.linear.code import change_library
from tutor.linear.lines import Again, Back, Command, Lines, ToMap, picked
from tutor.own_rows import rows_in
from tutor.play_session import PlaySession, chosen_task
from tutor.words.author_sentences import author_words
from tutor.words.text import Text

KEEP, COMPARE, EDIT, BACK = "s", "c", "e", "r"


def open_play(lines: Lines, task: str | OwnRows = "", lesson: str = "") -> None:
    """Play with a model, for a task or a lesson's own; `b` and `m` lead back to where it was opened."""
    try:
        chosen = chosen_task(task, lines.text) if isinstance(task, str) else task
    except Refused as error:
        lines.say(str(error))
    else:
        play(lines, PlaySession(lines.learner, lines.text, chosen, "" if task else lesson))


def play(lines: Lines, session: PlaySession) -> None:
    """Turn, train and keep, until the learner wants out."""
    say_rows(lines, session)
    show(lines, session)
    while True:
        try:
            satisfy(lines, session, lines.asked(lines.text("play.asked")))
        except Again:  # in another language
            show(lines, session)
        except Command as command:
            say_unknown(lines, session, f"{command.name} {command.rest}".strip())
        except (Back, ToMap):
            return


def show(lines: Lines, session: PlaySession) -> None:
    session.text = lines.text
    lines.say(f"\n== {lines.text('play.title')}")
    lines.say_all(knob_lines(session))
    lines.say(session.want.words)
    lines.say(lines.text("play.how"))


def say_rows(lines: Lines, session: PlaySession) -> None:
    """Say what was read of a file."""
    if own := session.play.own:
        lines.say_all(rows_lines(own, lines.text))


def ask_rows(lines: Lines, session: PlaySession) -> None:
    """Ask for a file, and begin anew with its rows."""
    lines.say(lines.text("rows.path_about"))
    if path := lines.asked(lines.text("rows.path"), free=True):
        try:
            session.open_rows(rows_in(path, "", lines.text))
        except Refused as error:
            lines.say(str(error))
        else:
            say_rows(lines, session)
            show(lines, session)


def satisfy(lines: Lines, session: PlaySession, words: str) -> None:
    name, sign, value = words.partition("=")
    if not words:
        train(lines, session)
    elif words == KEEP or lines.means(words, "keep"):
        keep(lines, session)
    elif words == EDIT or lines.means(words, "edit"):
        edit(lines, session)
    elif words == COMPARE or lines.means(words, "compare"):
        compare.choose(lines, session.pairing())
    elif words.split()[0] == BACK:
        put_back(lines, session, words.removeprefix(BACK).strip())
    elif (knob := knob_called(name, session)) is None:
        say_unknown(lines, session, words)
    elif sign:
        turn(lines, session, knob, value)
    else:
        lines.say_all(told(knob, lines.text))


def say_unknown(lines: Lines, session: PlaySession, words: str) -> None:
    lines.say(lines.text("play.unknown", words=words, count=len(session.want.knobs)))


def knob_lines(session: PlaySession) -> list[str]:
    """Write every knob with its number and its value: as it is typed, and what it means where that is another word."""
    lines = []
    for number, knob in enumerate(session.want.knobs, 1):
        is_another_word = knob.applies and not knob.said().startswith(knob.value)
        value = f"{knob.value} ({knob.said()})" if is_another_word else knob.said()
        lines.append(f"  {number} {knob.name} = {value}")
    return lines


def told(knob: Knob, text: Text) -> Iterator[str]:
    yield f"{knob.name}: {knob.about}"
    if not knob.applies:
        yield text("play.means_nothing")
    between = f" {text('play.or_between')}" if knob.id in NUMBERS else ""
    yield text("play.may_be", values=", ".join(knob.values), value=knob.value) + between


def knob_called(words: str, session: PlaySession) -> Knob | None:
    """Return a knob by its number, or by its name in any language."""
    knobs, typed = session.want.knobs, words.strip().lower()
    if number := picked(typed, len(knobs)):
        return knobs[number - 1]
    return next((knob for knob in knobs if typed in (knob.id, knob.name.lower())), None)


def turn(lines: Lines, session: PlaySession, knob: Knob, typed: str) -> None:
    """Turn a knob to what was typed; a value that it cannot be is answered with those that it can."""
    by_words = {knob.words.get(value, value).lower(): value for value in knob.values}
    value = meant(knob.id, typed, knob.values) or by_words.get(typed.strip().lower(), "")
    value = value or typed_number(knob.id, typed, knob.values)
    if not value:
        lines.say(lines.text("play.no_value", name=knob.name, value=typed.strip()))
        lines.say_all(told(knob, lines.text))
        return
    if (knob.id, value) == ("task", ROWS):
        ask_rows(lines, session)
        return
    if (knob.id, value) == ("break", MINE) and not session.change.edits:
        edit(lines, session)
        return
    do(lines, session, Turned(knob.id, value))


def edit(lines: Lines, session: PlaySession) -> None:
    """Change minimodel, and turn the break to what was changed."""
    session.change.text = lines.text
    change_library(lines, session.change)
    if session.change.edits:
        do(lines, session, Turned("break", MINE))


def put_back(lines: Lines, session: PlaySession, name: str) -> None:
    knob = knob_called(name, session) if name else None
    if name and knob is None:
        say_unknown(lines, session, name)
        return
    do(lines, session, PutBack(knob.id if knob else ""))


def do(lines: Lines, session: PlaySession, act: PlayAct) -> None:
    """Do an act, and say each knob that has another value now: turning one may turn another."""
    before = knob_lines(session)
    session.do(act)
    lines.say_all(line for line in knob_lines(session) if line not in before)
    lines.say(session.want.words)


def train(lines: Lines, session: PlaySession) -> None:
    try:
        run = session.training(session.wanted())
    except LessonError as error:  # a break that does not load
        lines.say(author_words(str(error), lines.text))
        return
    lines.drive(run)
    pictures = [picture for picture in run.outcome.pictures if picture.says] if run.outcome else ()
    page = session.ended(run)
    lines.say(session.want.words)
    lines.say_blocks((*pictures, *page.blocks))


def keep(lines: Lines, session: PlaySession) -> None:
    lines.say(session.finding_about())
    if words := lines.asked(lines.text("play.finding"), free=True):
        session.do(Found(words))
        lines.say(session.kept_words())
