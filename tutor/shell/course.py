"""`list`, `progress` and `glossary`: the course, where the learner stands in it, and what the field's words mean."""

import json
from collections.abc import Sequence
from typing import Any

from lessons.course.course import Heading, LessonMode
from lessons.course.lesson.glossary import in_order, named
from lessons.course.lesson.values import LessonError, Mode
from lessons.course.steps.recipes import steps_of
from lessons.format.glossary import course_terms
from progress.sentence import inert
from tutor.exits import DONE, FAILED, Refused
from tutor.learner import Learner
from tutor.lesson_status import standing_line, where_words
from tutor.linear.lines import entry, names, unknown
from tutor.mystery import BLIND
from tutor.shell.request import Asked, break_name, learner_here
from tutor.words.text import Text, counted, in_words, title_of


def list_course(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    if asked.json:
        rows = [row_of(learner, heading.id, mode) for heading, mode in learner.course.openings()]
        reviews = [
            {"lesson": card.lesson, "concept": card.concept, "due": card.due.isoformat(), "reviews": card.round}
            for card in learner.cards()
        ]
        print(json.dumps({"learner": learner.name, "lessons": rows, "reviews": reviews}))
        return DONE
    openings, solved = learner.course.openings(), learner.fold.finished
    # The id of a blind break that the learner has not solved would tell too much.
    hidden = [each for each in openings if each[1] == BLIND and (each[0].id, BLIND) not in solved]
    for track in learner.course.tracks:
        print(track.title[text.language])
        for heading, mode in openings:
            if heading.id in track.lessons and (heading, mode) not in hidden:
                name, where = name_of(heading, mode, learner), standing_line(heading, mode, learner, text)
                print(f"  {name:<29} {inert(where)}")
    if hidden:
        print(f"{'mystery':<31} {mystery_line(hidden, learner, text)}")
    if due := learner.due():
        print(counted(text, "review.waiting", len(due)))
    return DONE


def name_of(heading: Heading, mode: Mode, learner: Learner) -> str:
    """Return the name that opens a lesson; of a break never met its number, because its id says what is broken."""
    if heading.is_break and not learner.knows_edit(heading.id):
        return break_name(heading.id, learner.course)
    return heading.id if mode == "open" else f"{heading.id} --blind"


def mystery_line(hidden: Sequence[tuple[Heading, Mode]], learner: Learner, text: Text) -> str:
    for heading, mode in hidden:
        if (heading.id, mode) in learner.fold.events:
            return inert(standing_line(heading, mode, learner, text))
    return f"{text('map.mystery')}; {counted(text, 'mystery.left', len(hidden))}"


def row_of(learner: Learner, lesson: str, mode: Mode) -> dict[str, object]:
    try:
        return standing(learner, learner.fold.place((lesson, mode)))
    except LessonError as error:
        return {"lesson": lesson, "mode": mode, "problem": str(error)}


def standing(learner: Learner, place: LessonMode) -> dict[str, Any]:
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


def show_progress(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    begun = [place for place in learner.begun() if learner.state(place).opened]
    file = learner.folder / "progress.toml"
    if asked.json:
        rows = [standing(learner, place) for place in begun]
        print(json.dumps({"learner": learner.name, "events": len(learner.journal.events), "lessons": rows}))
        return DONE
    print(text("cli.events", name=learner.name, events=len(learner.journal.events), file=file))
    for place in begun:
        row = standing(learner, place)
        where = where_words(place, learner.state(place), text)
        title = title_of(place, learner.course, text, learner.state(place))
        counts = " · ".join(counted(text, f"cli.{name}", row[name]) for name in ("predictions", "hints", "tries"))
        print(f"{title}: {where} · {counts}")
    if not begun:
        print(text("cli.no_events"))
    if kind := learner.journal.trouble:
        print(f"! {text(f'trouble.{kind}')}")
    for notice in learner.journal.notices:
        print(f"! {in_words(notice, text)}")
    kept = learner.journal.set_aside
    if kept and kept.file and not kept.is_new:
        print(text("cli.set_aside", file=file, kept=kept.file))
    return DONE


def glossary(asked: Asked, text: Text) -> int:
    """Print one entry of the glossary, or the names of all. Exit code 1 where there is no such term."""
    learner, text = learner_here(asked, text)
    terms = course_terms(learner.course, text.language)
    words = " ".join(asked.term)
    term = named(words, terms) if words else None
    if words and not term:
        raise Refused(inert(unknown(words, terms, text)), FAILED)
    print(inert(entry(term) if term else names(in_order(terms)), lines=True))
    return DONE
