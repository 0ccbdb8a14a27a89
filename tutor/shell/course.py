"""`list` and `progress`: the course, and where the learner stands in it."""

import argparse
import json

from lessons.lesson import LessonMode
from lessons.recipes import steps_of
from tutor.learner import Learner
from tutor.shell.learners import chosen_text, open_learner, write_plainly
from tutor.words.course import counted, lesson_line, title_of, where_words
from tutor.words.sentences import in_words
from tutor.words.text import Text


def list_course(asked: argparse.Namespace, text: Text) -> int:
    """Print the course, and where the learner stands."""
    write_plainly()
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    if asked.json:
        rows = [standing(learner, place) for place in learner.course.places()]
        print(json.dumps({"learner": learner.name, "lessons": rows, "reviews": reviews(learner)}))
        return 0
    for track in learner.course.tracks:
        print(track.title[text.language])
        for place in learner.course.places():
            if place.lesson.id in track.lessons:
                name = place.lesson.id if place.mode == "open" else f"{place.lesson.id} --blind"
                print(f"  {name:<30}{lesson_line(place, learner.state(place), learner.course, text)}")
    if due := learner.due():
        print(counted(text, "review.waiting", len(due)))
    return 0


COUNTS = ("predictions", "hints", "tries")


def reviews(learner: Learner) -> list[dict[str, object]]:
    """Every idea on the schedule, as plain data."""
    return [
        {"lesson": card.lesson, "concept": card.concept, "due": card.due.isoformat(), "reviews": card.round}
        for card in learner.cards()
    ]


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
    write_plainly()
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
        title = title_of(place, learner.course, text)
        print(text("cli.standing", lesson=title, where=where, **{name: row[name] for name in COUNTS}))
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
