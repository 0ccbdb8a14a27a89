"""The short commands: `list`, `check`, `progress`."""

import argparse
import json

from lessons.load import CONTENT, load_course
from lessons.schema import Lesson
from tutor.learner import Learner, Place
from tutor.sentences import in_words
from tutor.start import chosen_text, open_learner
from tutor.text import Text
from tutor.wording import counted


def list_course(asked: argparse.Namespace, text: Text) -> int:
    """The course, and where the learner stands."""
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    rows = [standing(learner, place) for place in learner.places()]
    if asked.json:
        print(json.dumps({"learner": learner.name, "lessons": rows, "reviews": reviews(learner)}))
        return 0
    for track in learner.course.tracks:
        print(track.title[text.language])
        for name in track.lessons:
            lesson = learner.course.lessons[name]
            print(f"  {name:<28}{lesson.prose[text.language].title}")
            for row in rows:
                if row["lesson"] == name:
                    print(f"    {text('mode.' + str(row['mode'])):<26}{where(row, text)}")
    if due := learner.due():
        print(counted(text, "review.waiting", len(due)))
    return 0


def reviews(learner: Learner) -> list[dict[str, object]]:
    """Every idea on the schedule, as plain data."""
    return [
        {"lesson": card.lesson, "concept": card.concept, "due": card.due.isoformat(), "reviews": card.round}
        for card in learner.cards()
    ]


def standing(learner: Learner, place: Place) -> dict[str, object]:
    """Where the learner stands in one lesson and mode, as plain data."""
    state = learner.state(place)
    return {
        "lesson": place.lesson.id,
        "mode": place.mode,
        "begun": state.opened,
        "stage": state.stage.key,
        "finished": state.finished,
        "predictions": len(state.answers),
        "rungs": state.rungs,
        "repairs_tried": state.attempts,
    }


def where(row: dict[str, object], text: Text) -> str:
    if row["finished"]:
        return text("cli.done")
    return text(f"stage.{row['stage']}") if row["begun"] else text("cli.not_begun")


def show_progress(asked: argparse.Namespace, text: Text) -> int:
    """What the learner has done, lesson by lesson."""
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    rows = [row for row in (standing(learner, place) for place in learner.places()) if row["begun"]]
    file = learner.folder / "progress.toml"
    if asked.json:
        print(json.dumps({"learner": learner.name, "events": len(learner.journal.events), "lessons": rows}))
        return 0
    print(text("cli.events", name=learner.name, events=len(learner.journal.events), file=file))
    for row in rows:
        print(
            text(
                "cli.standing",
                lesson=row["lesson"],
                mode=text(f"mode.{row['mode']}"),
                where=where(row, text),
                answers=row["predictions"],
                rungs=row["rungs"],
                attempts=row["repairs_tried"],
            )
        )
    if not rows:
        print(text("cli.no_events"))
    if kind := learner.journal.trouble_kind:
        print(f"! {text(f'trouble.{kind}')}")
    for notice in learner.journal.notices:
        print(f"! {in_words(notice, text)}")
    for kept in learner.journal.set_aside:
        if kept.file and not kept.is_new:
            print(text("cli.set_aside", file=file, kept=kept.file))
    return 0


def check(asked: argparse.Namespace, text: Text) -> int:
    """Prove every lesson. Exit code 1, and what fails, if one proof does."""
    from lessons.verify import prove, sweeps_of

    def proofs(lesson: Lesson) -> list[bool]:
        held = []
        for proof in prove(lesson, sweeps_of(lesson)):
            mark = text("cli.holds") if proof.holds else text("cli.fails")
            print(f"{mark:<6}{proof.lesson}: {proof.what}{': ' if proof.problem else ''}{proof.problem}")
            held.append(proof.holds)
        return held

    lessons = load_course(asked.path or CONTENT).in_order()
    held = [proof for lesson in lessons for proof in proofs(lesson)]
    if all(held):
        print(text("cli.checked", lessons=len(lessons), proofs=len(held)))
        return 0
    print(text("cli.check_failed", failed=held.count(False), proofs=len(held)))
    return 1
