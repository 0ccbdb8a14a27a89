"""`list` and `progress`: the course, and where the learner stands in it."""

import argparse
import json
from collections.abc import Sequence

from lessons.course import Heading, LessonMode
from lessons.format import LessonError, Mode
from lessons.recipes import steps_of
from progress.inert import inert
from tutor.learner import Learner
from tutor.mystery import BLIND
from tutor.shell.learners import chosen_text, open_learner
from tutor.standing import standing_line
from tutor.words.course import counted, title_of, where_words
from tutor.words.sentences import in_words
from tutor.words.text import Text


def list_course(asked: argparse.Namespace, text: Text) -> int:
    """Print the course, and where the learner stands."""
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    if asked.json:
        rows = [row_of(learner, heading.id, mode) for heading, mode in learner.course.openings()]
        print(json.dumps({"learner": learner.name, "lessons": rows, "reviews": reviews(learner)}))
        return 0
    hidden = [each for each in learner.course.openings() if is_hidden(*each, learner)]
    for track in learner.course.tracks:
        print(track.title[text.language])
        for heading, mode in learner.course.openings():
            if heading.id in track.lessons and (heading, mode) not in hidden:
                print(
                    f"  {name_of(heading, mode, learner):<29} {inert(standing_line(heading, mode, learner, text))}"
                )
    if hidden:
        print(f"{'mystery':<31} {mystery_line(hidden, learner, text)}")
    if due := learner.due():
        print(counted(text, "review.waiting", len(due)))
    return 0


def name_of(heading: Heading, mode: Mode, learner: Learner) -> str:
    """Return what a lesson is opened by; nothing for a break never met, whose id says what is broken."""
    if heading.is_break and not learner.knows_edit(heading.id):
        return ""
    return heading.id if mode == "open" else f"{heading.id} --blind"


def is_hidden(heading: Heading, mode: Mode, learner: Learner) -> bool:
    """Whether this is a blind break that the learner has not solved: its id beside it would tell too much."""
    return mode == BLIND and (heading.id, mode) not in learner.fold.finished


def mystery_line(hidden: Sequence[tuple[Heading, Mode]], learner: Learner, text: Text) -> str:
    """How far the learner is in the mystery under way; or how many there are."""
    for heading, mode in hidden:
        if (heading.id, mode) in learner.fold.events:
            return inert(standing_line(heading, mode, learner, text))
    return f"{text('map.mystery')}; {counted(text, 'mystery.left', len(hidden))}"


COUNTS = ("predictions", "hints", "tries")


def reviews(learner: Learner) -> list[dict[str, object]]:
    """Every idea on the schedule, as plain data."""
    return [
        {"lesson": card.lesson, "concept": card.concept, "due": card.due.isoformat(), "reviews": card.round}
        for card in learner.cards()
    ]


def row_of(learner: Learner, lesson: str, mode: Mode) -> dict[str, object]:
    """Where the learner stands in a lesson and mode; of a lesson that does not load, why."""
    try:
        return standing(learner, learner.fold.place((lesson, mode)))
    except LessonError as error:
        return {"lesson": lesson, "mode": mode, "problem": str(error)}


def standing(learner: Learner, place: LessonMode) -> dict[str, object]:
    """Where the learner stands in one lesson and mode, as plain data."""
    state, steps = learner.state(place), steps_of(place).all
    return {
        "lesson": place.lesson.id,
        "mode": place.mode,
        "begun": state.opened,
        "stage": steps[state.here].id,
        "finished": state.finished,
        "predictions": len(state.answers),
        "hints": sum(state.hints.values()),
        "tries": sum(state.tries.values()),
    }


def show_progress(asked: argparse.Namespace, text: Text) -> int:
    """What the learner has done, lesson by lesson."""
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    begun = [place for place in learner.course.places() if learner.state(place).opened]
    file = learner.folder / "progress.toml"
    if asked.json:
        rows = [standing(learner, place) for place in begun]
        print(json.dumps({"learner": learner.name, "events": len(learner.journal.events), "lessons": rows}))
        return 0
    print(text("cli.events", name=learner.name, events=len(learner.journal.events), file=file))
    for place in begun:
        row = standing(learner, place)
        where = where_words(place, learner.state(place), text)
        title = title_of(place, learner.course, text, learner.state(place))
        counts = " · ".join(counted(text, f"cli.{name}", int(str(row[name]))) for name in COUNTS)
        print(f"{title}: {where} · {counts}")
    if not begun:
        print(text("cli.no_events"))
    if kind := learner.journal.trouble:
        print(f"! {text(f'trouble.{kind}')}")
    for notice in learner.journal.notices:
        print(f"! {in_words(notice, text)}")
    for kept in learner.journal.set_aside:
        if kept.file and not kept.is_new:
            print(text("cli.set_aside", file=file, kept=kept.file))
    return 0
