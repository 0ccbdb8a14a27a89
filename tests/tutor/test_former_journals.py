"""Every journal of an earlier version folds to the same answers, verdicts, hints, words and finished lessons."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course import LessonMode
from lessons.flow import replay
from lessons.format import MODES
from lessons.load import load_course
from lessons.recipes import steps_of
from lessons.state import State
from lessons.verdicts import verdicts
from progress.journal import Journal
from progress.scan import scan
from tutor.learner import Learner
from tutor.records import BY_KIND, from_event

BREAK = load_course().lessons["break-gelu-identity"]
Happened = tuple[str, Mapping[str, Any]]
JOURNALS = sorted((Path(__file__).parent / "journals").glob("*.toml"))


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


@pytest.fixture(params=JOURNALS, ids=lambda path: path.stem)
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Learner, Mapping[str, Any]]:
    """A learner whose journal was recorded, and what the version of then made of it."""
    shutil.copy(request.param, tmp_path / "progress.toml")
    learner = Learner("ana", tmp_path, Journal.open(tmp_path, version="test"), load_course())
    return learner, json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))


def test_a_recorded_journal_gives_the_same_facts(recorded: tuple[Learner, Mapping[str, Any]]) -> None:
    learner, then = recorded
    for mode in set(MODES) & set(then):
        now = facts(learner.state(LessonMode(BREAK, mode)))
        assert now == {name: then[mode][name] for name in now}


def test_a_recorded_journal_gives_the_same_verdicts(recorded: tuple[Learner, Mapping[str, Any]]) -> None:
    learner, then = recorded
    for mode in set(MODES) & set(then):
        now = verdicts(BREAK, learner.state(LessonMode(BREAK, mode)))
        decided = {
            name: found for name, found in then[mode]["verdicts"].items() if found["truth"] is not None
        }
        assert {each.question.id: {"truth": each.truth, "right": each.right} for each in now} == decided


def test_a_recorded_learner_goes_on_at_a_step_of_the_same_kind(
    recorded: tuple[Learner, Mapping[str, Any]],
) -> None:
    learner, then = recorded
    for mode in set(MODES) & set(then):
        place = LessonMode(BREAK, mode)
        kind = steps_of(place).all[learner.state(place).here].kind
        assert {"accuse": "hints"}.get(kind, kind) == then[mode]["stage"]  # who is shown the line accuses


def test_a_recorded_journal_gives_the_same_reviews_and_preferences(
    recorded: tuple[Learner, Mapping[str, Any]],
) -> None:
    learner, then = recorded
    cards = [
        {"lesson": c.lesson, "concept": c.concept, "due": c.due.isoformat(), "round": c.round}
        for c in learner.cards()
    ]
    assert cards == then["cards"]
    assert learner.fold.preferences == then["preferences"]


junk = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
keys = some.sampled_from(
    ["stage", "question", "answer", "confidence", "experiment", "metrics", "rung", "passed", "step", "x"]
)
odd_event = some.tuples(some.sampled_from([*BY_KIND, "unknown"]), some.dictionaries(keys, junk, max_size=5))
recorded_events = [
    (event.kind, event.payload) for path in JOURNALS for event in scan(path.read_bytes()).events
]
real_event = some.sampled_from(recorded_events)


@given(some.lists(odd_event | real_event, max_size=40))
def test_any_events_in_any_order_fold_to_a_well_formed_state(happened: list[Happened]) -> None:
    steps = steps_of(LessonMode(BREAK))
    acts = [act for kind, payload in happened if (act := from_event(kind, payload))]
    state = replay(steps, acts)
    assert 0 <= state.here <= state.furthest < len(steps.all)
    assert 0 <= state.hints.get("hints", 0) <= len(BREAK.hints)
    assert state.locked <= set(state.answers)
    assert not state.finished or "repair" in state.passed
