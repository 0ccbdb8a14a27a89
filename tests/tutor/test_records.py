"""Acts and events are each other's image, whatever a journal holds, and whichever threads fold it at once."""

import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from lessons.course.course import LessonMode
from lessons.course.lesson import state
from lessons.course.lesson.state import Act, Graded, Locked, Moved, Opened, Pointed, State
from lessons.course.steps.flow import advance, replay
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_lesson
from progress.event import MODE, Event
from progress.history import that_count
from tests.lessons.conftest import KEPT
from tests.lessons.course.steps.test_inside import INSIDE, SEEN, answered
from tests.tutor.conftest import LESSON, make_learner, place_of
from tutor.consequences import of as following
from tutor.records import BY_ACT, BY_KIND, as_event, from_event

words = some.text(some.characters(exclude_categories=("C", "Zl", "Zp")), max_size=12)
names = some.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=12)
numbers = some.integers(-(2**31), 2**31)
sure = some.floats(0, 1)
summaries = some.dictionaries(names, some.floats(allow_nan=False, allow_infinity=False), max_size=3)
metrics = some.dictionaries(names, some.dictionaries(names, summaries, max_size=2), max_size=2)

ACTS = {
    state.Opened: some.builds(state.Opened),
    state.Moved: some.builds(state.Moved, names),
    state.Predicted: some.builds(state.Predicted, words, words, sure),
    state.Locked: some.builds(state.Locked, some.just("") | names),
    state.Ran: some.builds(state.Ran, words, numbers, metrics),
    state.Swept: some.builds(state.Swept, words, metrics, numbers),
    state.Graded: some.builds(state.Graded, words, words, sure, some.booleans(), words),
    state.Guessed: some.builds(state.Guessed, numbers, words, some.just("") | names),
    state.TookHint: some.builds(state.TookHint, numbers, some.just("") | names),
    state.Accused: some.builds(state.Accused, words, some.just("") | names),
    state.ChoseTest: some.builds(state.ChoseTest, names, some.just("") | names),
    state.Looked: some.builds(state.Looked, names, some.lists(metrics, max_size=2)),
    state.Weighed: some.builds(state.Weighed, names, words),
    state.Pointed: some.builds(state.Pointed, words, numbers, some.booleans(), some.just("") | names),
    state.Judged: some.builds(
        state.Judged, some.booleans(), words, words, words, some.just("") | names, some.none() | metrics
    ),
    state.Wrote: some.builds(state.Wrote, words, some.just("") | names),
    state.Finished: some.builds(state.Finished),
    state.Reset: some.builds(state.Reset),
}
any_act = some.one_of(*ACTS.values())

data = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=8) | some.dates(),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = [
    "stage", "question", "answer", "confidence", "experiment", "seed", "seeds", "metrics", "rung", "guess", "file",
    "line", "found", "passed", "reason", "detail", "text", "right", "truth", "step", "behaviour", MODE, "x",
    "instrument", "readings", "word",
]  # fmt: skip
keys = some.sampled_from(KEYS)
payloads = some.dictionaries(keys, data, max_size=8)


def test_every_act_has_one_form_and_every_form_one_kind():
    assert set(BY_ACT) == set(get_args(Act)) == set(ACTS)
    assert len(BY_KIND) == len(BY_ACT)


@given(any_act)
def test_an_act_comes_back_from_its_event(act):
    assert from_event(*as_event(act)) == act


@given(some.sampled_from([*BY_KIND, "preference", "recall", "undo", "unknown"]), payloads)
def test_any_payload_gives_an_act_or_none(kind, payload):
    act = from_event(kind, payload)
    assert act is None or type(act) is BY_KIND[kind]


def test_events_of_earlier_versions_say_stage_and_rung():
    assert from_event("moved", {"stage": "predict"}) == Moved("predict")
    assert from_event("rung", {"rung": 2}) == state.TookHint(2)
    assert from_event("locked", {}) == Locked()


@pytest.mark.parametrize("found", [1, "true", "yes", 1.0, [True], None])
def test_only_true_is_true(found):
    assert from_event("pointed", {"file": "f", "line": 3, "found": found}) == Pointed("f", 3, found=False)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("prediction", {"question": "steps", "confidence": 0.8}),
        ("prediction", {"question": "steps", "answer": "same", "confidence": "very"}),
        ("run", {"experiment": "additive", "seed": float("nan")}),
        ("sweep", {"experiment": "additive", "metrics": [1, 2]}),
        ("rung", {"rung": float("inf")}),
        ("moved", {}),
        ("unknown", {"anything": 1}),
    ],
)
def test_what_lacks_a_field_or_has_it_of_another_kind_is_no_act(kind, payload):
    assert from_event(kind, payload) is None


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(happened=some.lists(some.tuples(some.sampled_from([*BY_KIND, "unknown"]), payloads), max_size=6))
def test_any_journal_can_be_folded(home, happened):
    learner = make_learner(home)
    for kind, payload in happened:
        try:
            learner.journal.append(kind, place_of().lesson.id, **payload)
        except TypeError:  # what TOML cannot hold is no event
            continue
    state = learner.state(place_of())
    assert 0 <= state.here <= state.furthest


MEETING_S = 0.05


def test_threads_that_catch_up_at_once_take_an_event_once(home, monkeypatch):
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    both = threading.Barrier(2)

    def meet(events: Iterable[Event]) -> tuple[Event, ...]:
        with suppress(threading.BrokenBarrierError):
            both.wait(MEETING_S)
        return tuple(that_count(tuple(events)))

    monkeypatch.setattr("tutor.fold.that_count", meet)
    threads = [threading.Thread(target=lambda: learner.fold) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(learner.fold.events[LESSON, "open"]) == 1


def test_going_on_from_questions_of_the_inside_locks_and_grades_them_once():
    steps = steps_of(LessonMode(load_lesson(KEPT / "break-gelu-identity")))
    states = [replay(steps, [*SEEN, *answered(INSIDE)])]
    written: list[Act] = []

    def now() -> State:
        return states[-1]

    for name in ("observe-inside-agreement", "observe-agreement", "observe-inside-agreement"):
        states.append(advance(steps, now(), Moved(name)))
        for act in following(Moved(name), steps, now):
            states.append(advance(steps, now(), act))
            written.append(act)
    assert written[0] == Locked("predict-inside-agreement")
    assert [act.question for act in written[1:] if isinstance(act, Graded)] == list(INSIDE)
    assert len(written) == 1 + len(INSIDE)
