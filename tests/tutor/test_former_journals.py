"""Every journal of an earlier version folds to the same answers, verdicts, hints, words and finished lessons."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import verdicts
from lessons.course.course import LessonMode
from lessons.course.lesson.page import Train
from lessons.course.lesson.state import Act, Locked, Moved, Predicted, Ran, State, Swept
from lessons.course.lesson.values import MODES
from lessons.course.steps.flow import replay
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
from progress.journal import Journal
from tutor.learner import Learner
from tutor.session import Session
from tutor.words.text import Text

BREAK = load_course().lessons["break-gelu-identity"]
JOURNALS = sorted((Path(__file__).parent / "journals").glob("*.toml"))


LATER = {
    ("open", "hints", "repair"),  # who is shown the line mends it,
    ("open", "hints", "observe"),  # and before that stands a trial
    ("blind", "predict", "read"),  # who meets it blind measures first, and bets once the line is found
}


def facts(state: State) -> dict[str, Any]:
    """Return a state of today in the words of then."""
    return {
        "opened": state.opened,
        "answers": {name: [answer.value, answer.confidence] for name, answer in state.answers.items()},
        "locked": bool(state.begun),
        "runs": [list(run) for run in state.runs],
        "record": state.record,
        "guesses": {str(number): guess for number, guess in state.guesses.get("hints", {}).items()},
        "hints": state.hints.get("hints", 0),
        "points": [[point.file, point.line] for point in state.points.get("hints", ())],
        "found": "hints" in state.found,
        "tries": state.tries.get("repair", 0),
        "passed": "repair" in state.passed,
        "reflection": state.words.get("why", ""),
        "finished": state.finished,
    }


def still_asked(said: dict[str, Any]) -> dict[str, Any]:
    """Return what was said without the questions that the lesson has dropped since."""
    return {name: each for name, each in said.items() if BREAK.question(name)}


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_recorded_journal_gives_the_same_facts_verdicts_step_and_reviews(path, tmp_path):
    shutil.copy(path, tmp_path / "progress.toml")
    learner = Learner("ana", tmp_path, Journal.open(tmp_path, version="test"), load_course())
    then = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    for mode in set(MODES) & set(then):
        place = LessonMode(BREAK, mode)
        state = learner.state(place)
        now = facts(state)
        then[mode]["answers"] = still_asked(then[mode]["answers"])
        assert now == {name: then[mode][name] for name in now}
        judged = {
            each.question.id: {"truth": each.truth, "right": each.right} for each in verdicts(BREAK, state, BREAK.asked)
        }
        found = still_asked(then[mode]["verdicts"]).items()
        assert judged == {name: each for name, each in found if each["truth"] is not None}
        kind = steps_of(place).all[state.here].kind
        stage = then[mode]["stage"]
        assert kind == stage or (mode, stage, kind) in LATER
    cards = [
        {"lesson": c.lesson, "concept": c.concept, "due": c.due.isoformat(), "round": c.round} for c in learner.cards()
    ]
    assert cards == then["cards"]
    assert learner.fold.preferences == then["preferences"]


def test_a_bare_share_of_a_former_journal_means_what_it_meant_and_typed_today_what_it_means_today(tmp_path):
    shutil.copy(JOURNALS[0].with_name("open-midway-run.toml"), tmp_path / "progress.toml")
    learner = Learner("ana", tmp_path, Journal.open(tmp_path, version="test"), load_course())
    question = BREAK.question("accuracy-agreement")
    assert question
    answer = learner.state(LessonMode(BREAK)).answers[question.id].value
    kind = kind_of(question)
    assert answer == "0,75"
    assert kind.understood(question, answer) == 0.75
    assert kind.typed(question, answer) == "75 %"
    assert kind.understood(question, kind.kept(question, answer, "es")) == 0.0075


def test_rounds_that_became_one_keep_what_was_said_and_run_in_them():
    place = LessonMode(load_course().lessons["label-off-by-one"], "blind")
    first, last = {"reported": {"curve": {}}}, {"checked": {"final_loss": {}}}
    acts = [
        *(Predicted("mended", "more", 0.9), Locked("run-reported"), Ran("reported", 7)),
        *(Swept(name, record) for name, record in first.items()),
        *(Moved("predict-checked"), Predicted("dearest", "first < half < broken", 0.9), Locked("run-checked")),
        *(Swept(name, record) for name, record in last.items()),
    ]
    state = replay(steps_of(place), acts)
    assert state.locked == {"mended", "dearest"}
    assert state.runs == (("reported", 7),)
    assert state.record == first | last


def test_whoever_was_at_a_step_of_a_round_that_was_joined_is_at_the_step_of_today():
    steps = steps_of(LessonMode(BREAK))
    said = {"accuracy-additive": "same", "steps": "more", "accuracy-agreement": "0.77"}
    first: list[Act] = [
        Moved("predict-additive"),
        *(Predicted(name, answer, 0.9) for name, answer in list(said.items())[:2]),
        *(Moved("run-additive"), Locked("run-additive"), Swept("additive", {"m": {}}), Moved("observe-additive")),
    ]
    half = replay(steps, first)
    assert half.locked == {"accuracy-additive", "steps"}
    assert steps.all[half.here].id == "predict"
    both = [Predicted("accuracy-agreement", "0.77", 0.9), Locked("run-agreement"), Swept("agreement", {"m": {}})]
    whole = replay(steps, [*first, *both, Moved("observe-agreement")])
    assert whole.locked == set(said)
    assert steps.all[whole.here].id == "observe"
    inside: list[Act] = [
        Moved("predict-inside-agreement"),
        Predicted("rank", "same", 0.9),
        Predicted("gap", "zero", 0.9),
    ]
    seen = replay(
        steps, [*first, *both, *inside, Locked("predict-inside-agreement"), Moved("observe-inside-agreement")]
    )
    assert seen.locked == {*said, "rank", "gap"}
    assert steps.all[seen.here].id == "observe-inside"


def test_what_is_answered_after_half_of_a_joined_round_was_run_is_locked_by_the_rest_of_it(tmp_path):
    place = LessonMode(BREAK)
    learner = Learner("ana", tmp_path, Journal.open(tmp_path, version="test"), load_course())
    half = [Predicted("accuracy-additive", "same", 0.9), Predicted("steps", "more", 0.9), Locked("run-additive")]
    for act in (*half, Swept("additive", {"m": {}}), Predicted("accuracy-agreement", "0.77", 0.9), Moved("run")):
        learner.record(act, place)
    session = Session(learner, place, Text("en"))
    assert "accuracy-agreement" not in session.state.locked
    want = session.page.want
    assert isinstance(want, Train)
    session.train(want)
    assert session.state.locked == {"accuracy-additive", "steps", "accuracy-agreement"}
