"""Acts and events are each other's image, and nothing that a journal may hold is more than an act can be made of."""

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from lessons import acts
from lessons.acts import Act, Locked, Moved, Pointed
from progress.errors import ProgressError
from progress.event import MODE
from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of
from tutor.records import BY_ACT, BY_KIND, FORMS, as_event, from_event

words = some.text(some.characters(exclude_categories=("C", "Zl", "Zp")), max_size=12)
names = some.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=12)
numbers = some.integers(-(2**31), 2**31)
sure = some.floats(0, 1)
summaries = some.dictionaries(names, some.floats(allow_nan=False, allow_infinity=False), max_size=3)
metrics = some.dictionaries(names, some.dictionaries(names, summaries, max_size=2), max_size=2)

ACTS = {
    acts.Opened: some.builds(acts.Opened),
    acts.Moved: some.builds(acts.Moved, names),
    acts.Predicted: some.builds(acts.Predicted, words, words, sure),
    acts.Locked: some.builds(acts.Locked, some.just("") | names),
    acts.Ran: some.builds(acts.Ran, words, numbers, metrics),
    acts.Swept: some.builds(acts.Swept, words, metrics, numbers),
    acts.Graded: some.builds(acts.Graded, words, words, sure, some.booleans(), words),
    acts.Guessed: some.builds(acts.Guessed, numbers, words, some.just("") | names),
    acts.TookHint: some.builds(acts.TookHint, numbers, some.just("") | names),
    acts.Accused: some.builds(acts.Accused, words, some.just("") | names),
    acts.Pointed: some.builds(acts.Pointed, words, numbers, some.booleans(), some.just("") | names),
    acts.Judged: some.builds(
        acts.Judged, some.booleans(), words, words, words, some.just("") | names, some.none() | metrics
    ),
    acts.Wrote: some.builds(acts.Wrote, words, some.just("") | names),
    acts.Finished: some.builds(acts.Finished),
    acts.Reset: some.builds(acts.Reset),
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
]  # fmt: skip
keys = some.sampled_from(KEYS)
payloads = some.dictionaries(keys, data, max_size=8)


def test_every_act_has_one_form_and_every_form_one_kind() -> None:
    assert set(BY_ACT) == set(get_args(Act)) == set(ACTS)
    assert len(BY_KIND) == len(BY_ACT) == len(FORMS)


@given(any_act)
def test_an_act_comes_back_from_its_event(act: Act) -> None:
    assert from_event(*as_event(act)) == act


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.lists(any_act, min_size=1, max_size=4))
def test_acts_come_back_from_a_file(tmp_path: Path, done: list[Act]) -> None:
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    journal = Journal.open(folder, version="test")
    for act in done:
        kind, payload = as_event(act)
        journal.append(kind, "a-lesson", **payload)
    events = Journal.open(folder, version="test").events
    assert [from_event(event.kind, event.payload) for event in events] == done


@given(some.sampled_from([*BY_KIND, "preference", "recall", "undo", "unknown"]), payloads)
def test_any_payload_gives_an_act_or_none(kind: str, payload: dict[str, object]) -> None:
    act = from_event(kind, payload)
    assert act is None or type(act) is BY_KIND[kind].act


@given(some.sampled_from(sorted(BY_KIND)), payloads)
def test_what_gives_an_act_gives_the_same_one_after_it_was_written_again(
    kind: str, payload: dict[str, object]
) -> None:
    act = from_event(kind, payload)
    if act is not None and act != Moved("") and not holds_nan(act):
        assert from_event(*as_event(act)) == act


def holds_nan(act: Act) -> bool:
    return any("nan" in repr(value) for value in vars(act).values() if not isinstance(value, str))


def test_events_of_earlier_versions_say_stage_and_rung() -> None:
    assert from_event("moved", {"stage": "predict"}) == Moved("predict")
    assert from_event("rung", {"rung": 2}) == acts.TookHint(2)
    assert from_event("locked", {}) == Locked()


@pytest.mark.parametrize("found", [1, "true", "yes", 1.0, [True], None])
def test_only_true_is_true(found: object) -> None:
    assert from_event("pointed", {"file": "f", "line": 3, "found": found}) == Pointed("f", 3, found=False)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("prediction", {"question": "steps", "answer": "same"}),
        ("prediction", {"question": "steps", "answer": "same", "confidence": "very"}),
        ("run", {"experiment": "additive", "seed": float("nan")}),
        ("sweep", {"experiment": "additive", "metrics": [1, 2]}),
        ("rung", {"rung": float("inf")}),
        ("moved", {}),
        ("unknown", {"anything": 1}),
    ],
)
def test_what_lacks_a_field_or_has_it_of_another_kind_is_no_act(
    kind: str, payload: dict[str, object]
) -> None:
    assert from_event(kind, payload) is None


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(happened=some.lists(some.tuples(some.sampled_from([*BY_KIND, "unknown"]), payloads), max_size=6))
def test_any_journal_can_be_folded(home: Path, happened: list[tuple[str, dict[str, object]]]) -> None:
    learner = make_learner(home)
    for kind, payload in happened:
        try:
            learner.journal.append(kind, place_of().lesson.id, **payload)
        except ProgressError:  # what TOML cannot hold is no event
            continue
    state = learner.state(place_of())
    assert 0 <= state.here <= state.furthest
