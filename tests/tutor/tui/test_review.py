"""Ideas come back: on the map, in the app by keyboard, and in the shell; a fresh run says who was right."""

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from lessons.course.lesson.lesson import Question
from lessons.course.lesson.source import edited_lines
from lessons.course.lesson.state import Answer, Finished, Graded
from lessons.course.steps.recipes import review_of
from lessons.format.course import load_course
from progress.journal import Journal
from tests.tutor.conftest import (
    LESSON,
    MakeApp,
    answer,
    make_learner,
    opened,
    place_of,
    press,
    press_all,
    session_of,
    words_on,
)  # fmt: skip
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.review_session import ReviewSession
from tutor.session import notes
from tutor.tui.screens.course import CourseScreen
from tutor.words.text import Text

ENGLISH_ONLY = ["Enter keep", "Review", "seeds", "healthy", "broken", "steps", "Comes", "answer", "done"]
CONCEPTS = set(place_of().lesson.concepts())
pytestmark = pytest.mark.usefixtures("few_seeds")


def finish(home: Path, days_ago: float = 30, right: bool = True) -> Learner:
    """A learner who finished the lesson so long ago."""
    then = datetime.now(UTC) - timedelta(days=days_ago)
    folder = home / "learners" / "ana"
    journal = Journal.open(folder, version="test", clock=lambda: then)
    learner = Learner("ana", folder, journal, load_course())
    place = place_of()
    work_up_to(learner, place, "why")
    for question in place.lesson.questions:
        learner.record(Graded(question.id, "x", 0.8, right, "y"), place)
    learner.record(Finished(), place)
    return learner


def reviews(learner: Learner) -> list[dict[str, object]]:
    return [dict(event.payload) for event in learner.journal.events if event.kind == "review"]


@asynccontextmanager
async def reviewing(make_app: MakeApp) -> AsyncIterator[Pilot[None]]:
    async with opened(make_app(), notifications=True) as pilot:
        await press(pilot, "r")
        yield pilot


def asked(pilot: Pilot[None]) -> Question:
    session = session_of(pilot)
    assert isinstance(session, ReviewSession)
    return session.review.question


async def answer_and_run(pilot: Pilot[None]) -> None:
    await answer(pilot)
    await press(pilot, "enter")


async def test_everything_due_is_reviewed_by_keyboard_alone(make_app, home):
    finish(home)
    app = make_app("es")
    async with opened(app) as pilot:
        assert "3 ideas" in words_on(pilot)
        before = len(app.learner.journal.events)
        await press(pilot, "r")
        for number in range(3):
            assert f"{number + 1} de 3" in words_on(pilot)
            await answer_and_run(pilot)
            shown = words_on(pilot)
            assert "✓" in shown or "✗" in shown
            assert "Vuelve" in shown
            assert [word for word in ENGLISH_ONLY if f" {word} " in shown] == []
            while "Intro seguir leyendo" in words_on(pilot):
                await press(pilot, "enter")
            await press(pilot, "enter")
        kinds = [event.kind for event in app.learner.journal.events[before:]]
        assert kinds == ["recall", "review"] * 3
        assert {each["concept"] for each in reviews(app.learner)} == CONCEPTS
        assert "próximo repaso" in words_on(pilot)
    assert make_learner(home).due() == ()
    notes.wait(app.learner)
    written = (home / "learners" / "ana" / "notes" / "breaks.md").read_text(encoding="utf-8")
    assert "## Repasos" in written
    for concept in CONCEPTS:
        assert load_course().concepts[concept]["es"] in written


def test_a_handful_at_a_time_first_what_was_surely_wrong_then_what_is_most_overdue(home):
    learner = finish(home, right=False)
    late, sure, later = learner.due()  # by their day alone: all were wrong, and equally sure
    for card, confidence, right in ((late, 0.5, True), (sure, 0.95, False), (later, 0.5, False)):
        said = {"concept": card.concept, "sibling": "s", "round": 0, "answer": "x", "confidence": confidence}
        learner.journal.append("review", LESSON, **said, right=right, truth="y")
    assert [card.concept for card in learner.due()] == [sure.concept, later.concept, late.concept]


@pytest.mark.parametrize(("handful", "told"), [(2, "Enough for now: 1 more is due"), (5, "Nothing else is due.")])
async def test_after_five_minutes_it_is_enough_and_what_is_left_is_said(make_app, home, monkeypatch, handful, told):
    monkeypatch.setattr("tutor.tui.opening.HANDFUL", handful)
    finish(home)
    async with opened(make_app()) as pilot:
        assert "3 ideas are due, five minutes at a time" in words_on(pilot)
        await press(pilot, "r")
        for _ in range(min(handful, 3) - 1):
            await answer_and_run(pilot)
            assert "Enough" not in words_on(pilot)
            await press(pilot, "enter")
        await answer_and_run(pilot)
        assert told in words_on(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, CourseScreen)
        assert ("1 idea is due" in words_on(pilot)) == (handful == 2)


async def test_an_answer_given_before_the_line_dropped_is_not_asked_again(make_app, home):
    learner = finish(home)
    card = learner.due()[0]
    lesson = learner.course.lessons[LESSON]
    review = review_of(lesson, card.concept, card.round)
    given = {"number": "77 %", "shape": "5 x 23", "choice": "zero"}.get(review.question.kind, "same")
    learner.record_answer(card, review, Answer(given, 0.85))
    async with reviewing(make_app) as pilot:
        assert session_of(pilot).step.kind == "run"
        await press(pilot, "enter")
        assert "Comes back" in words_on(pilot)
        (judged,) = reviews(pilot.app.learner)  # type: ignore[attr-defined]
        assert (judged["answer"], judged["confidence"], judged["sibling"]) == (given, 0.85, review.id)


@pytest.mark.parametrize("days_ago", [-5 * 365, 56 * 365])
async def test_what_a_wrong_clock_dated_comes_back_now_and_one_review_puts_its_days_right(make_app, home, days_ago):
    learner = finish(home, days_ago)
    count = len(learner.due())
    assert count == len(CONCEPTS)
    wrong = learner.cards()[0].reviewed.year
    async with reviewing(make_app) as pilot:
        await answer_and_run(pilot)
        assert f"had dated this {wrong}-" in words_on(pilot)
    learner = make_learner(home)
    assert len(learner.due()) == count - 1
    assert any(timedelta() < card.due - datetime.now(UTC) < timedelta(days=20) for card in learner.cards())


async def test_the_source_in_a_review_is_what_the_review_changed(make_app, home):
    finish(home)
    async with reviewing(make_app) as pilot:
        session = session_of(pilot)
        await answer(pilot)
        await press(pilot, "c")
        (edit,) = session.edits
        assert edit != place_of().lesson.edits[0]
        assert edit.file in words_on(pilot)
        place = edited_lines((edit,), edit.file)[0] - 1
        line = pilot.app.screen.query_one("#source", OptionList).get_option_at_index(place)
        assert edit.after in str(line.prompt)


async def test_an_idea_that_another_window_reviewed_meanwhile_is_not_asked_again(make_app, home):
    finish(home)
    async with reviewing(make_app) as late:
        async with reviewing(make_app) as early:
            await answer_and_run(early)
        await answer(late)
        words = words_on(late)
        assert "Review 2 of 3" in words
        assert "reviewed elsewhere" in words
        assert len(reviews(late.app.learner)) == 1  # type: ignore[attr-defined]


def test_the_shell_says_what_comes_back_and_when(home, shell):
    finish(home, days_ago=0)
    assert "dentro de 2 días" in shell("review", "--learner", "ana", "--lang", "es")
    found = json.loads(shell("list", "--learner", "ana", "--json"))["reviews"]
    assert {each["concept"] for each in found} == CONCEPTS


def test_without_a_terminal_what_is_due_is_asked_in_plain_lines(home, shell, monkeypatch):
    finish(home)
    monkeypatch.setattr("sys.stdin", io.StringIO("75\n\n"))
    assert "Your answer" in shell("review", "--learner", "ana", "--lang", "en")
    assert "3 due for review" in shell("list", "--learner", "ana", "--lang", "en")


def test_a_reset_lesson_has_nothing_on_the_schedule_until_it_is_undone(home):
    learner = finish(home)
    learner.reset(place_of().lesson)
    assert learner.cards() == ()
    learner.undo_reset()
    assert len(learner.cards()) == 3


def test_what_no_run_could_decide_is_called_so_in_the_notes(home):
    learner = finish(home)
    said = {"concept": "composition", "sibling": "three-times", "round": 0, "answer": "zero"}
    learner.journal.append("review", LESSON, **said, confidence=0.7, right=False, truth="")
    (line,) = notes.review_lines(learner, Text("es"))
    assert line.startswith("○")
    assert line.endswith(": sin decidir")


def test_a_review_is_no_place_to_come_back_to(home):
    learner = finish(home)

    before = learner.opening_to_continue()
    learner.record_answer(learner.due()[0], place_of().lesson.reviews[0], Answer("same", 0.7))
    assert make_learner(home, course=learner.course).opening_to_continue() == before


def test_an_answer_to_what_this_version_does_not_have_makes_nothing_due(home):
    learner = finish(home, days_ago=0)
    newer = replace(place_of().lesson.reviews[0].question, id="from-a-newer-version")
    review = replace(place_of().lesson.reviews[0], question=newer)
    learner.record_answer(learner.cards()[0], review, Answer("zero", 0.8))
    assert learner.due() == ()


async def test_nothing_that_was_just_learnt_is_due(make_app, home):
    finish(home, days_ago=0)
    app = make_app("en")
    async with opened(app) as pilot:
        assert "next review in 2 days" in words_on(pilot)
        await press(pilot, "r")
        assert "Nothing is due" in words_on(pilot)
        await press_all(pilot, "enter")
        assert "Break it to understand it" in words_on(pilot)
