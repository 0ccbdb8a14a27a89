"""Ideas come back on FSRS's days, from events alone: the same events give the same days, on every machine."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from progress.event import Event
from progress.schedule import ReviewCard, first_rating, schedule

START = datetime(2026, 11, 16, 12, tzinfo=UTC)
IDEAS = {"break": {"bend": ("a", "b"), "rank": ("c",)}}


def event(kind: str, day: float = 0.0, lesson: str = "break", **payload: object) -> Event:
    return Event("", START + timedelta(days=day), "t", kind, lesson, payload)


def verdict(question: str, right: bool, confidence: float = 0.8) -> Event:
    return event("verdict", question=question, right=right, confidence=confidence)


def review(day: float, right: bool, round: int = 0, confidence: float = 0.8, concept: str = "bend") -> Event:
    return event("review", day, concept=concept, sibling="s", round=round, right=right, confidence=confidence)


def card(*events: Event, concept: str = "bend") -> ReviewCard:
    return next(each for each in schedule(events, IDEAS) if each.concept == concept)


def days_until(due: datetime, day: float = 0.0) -> float:
    return (due - START) / timedelta(days=1) - day


def test_nothing_comes_back_before_its_lesson_is_finished():
    assert schedule([verdict("a", True)], IDEAS) == ()
    assert schedule([event("finished", lesson="another")], IDEAS) == ()
    assert {each.concept for each in schedule([event("finished")], IDEAS)} == {"bend", "rank"}


def test_what_was_known_comes_back_later_than_what_was_not():
    known = card(verdict("a", True, 0.95), verdict("b", True, 0.95), event("finished"))
    unsure = card(verdict("a", True, 0.6), verdict("b", True, 0.95), event("finished"))
    unknown = card(verdict("a", False), verdict("b", False), event("finished"))
    assert days_until(unknown.due) == 1
    assert days_until(unknown.due) <= days_until(unsure.due) < days_until(known.due)


def test_what_no_run_could_decide_was_not_forgotten():
    """The next sibling is asked on the day on which this one was due."""
    undecided = event("verdict", question="a", right=False, confidence=0.9, truth="")
    assert card(undecided, event("finished")).due == card(event("finished")).due
    before = card(event("finished"))
    asked = event("review", 9, concept="bend", sibling="s", round=0, right=False, confidence=0.9, truth="")
    after = card(event("finished"), asked)
    assert (after.due, after.round, after.answered) == (before.due, 1, None)


@pytest.mark.parametrize(
    ("ratings", "first"), [([], 3), ([1, 1, 4], 1), ([1, 3], 2), ([4, 3], 3), ([4, 4], 4), ([2, 4], 2)]
)
def test_the_first_rating_is_that_of_the_whole_lesson(ratings, first):
    assert first_rating(ratings) == first


def test_each_right_answer_lengthens_the_way_and_a_wrong_one_shortens_it():
    events = [event("finished")]
    lengths = []
    for round in range(3):
        due = days_until(card(*events).due)
        events.append(review(due, True, round))
        lengths.append(days_until(card(*events).due, due))
    assert lengths == sorted(lengths)
    assert lengths[0] > 2
    day = days_until(card(*events).due)
    assert days_until(card(*events, review(day, False, 3)).due, day) < lengths[-1]
    assert card(*events).round == 3


ONCE = [event("finished"), review(3, True)]
JUST_NOW = [event("finished", 2), review(2, True)]
AHEAD, UNSET = 5 * 365, -56 * 365  # days


@pytest.mark.parametrize(
    ("events", "same"),
    [
        pytest.param([*ONCE, review(3.1, False)], ONCE, id="a round that two machines did"),
        pytest.param([*ONCE, event("finished", 5)], ONCE, id="finished again"),
        pytest.param([event("finished", AHEAD), review(2, True)], JUST_NOW, id="a clock that was ahead"),
        pytest.param([event("finished", UNSET), review(2, True)], JUST_NOW, id="a clock that was not set"),
    ],
)
def test_what_changes_no_schedule(events, same):
    assert card(*events) == card(*same)


@pytest.mark.parametrize(("day", "due"), [(AHEAD, True), (UNSET, True), (0, False), (0.9, False)])
def test_what_a_wrong_clock_dated_comes_back_at_once(day, due):
    found = card(event("finished", day))
    assert found.is_due(START) == due
    assert not card(event("finished", day), review(0, True)).is_due(START)


def test_an_answer_that_no_run_has_judged_waits():
    recall = event("recall", 3, concept="bend", sibling="s", round=0, answer="zero", confidence=0.7)
    waiting = card(event("finished"), recall)
    assert waiting.answered == recall.payload
    assert card(event("finished"), recall, review(3, True)).answered is None


def test_a_day_at_the_end_of_time_changes_nothing():
    late = Event("", datetime(9999, 12, 31, tzinfo=UTC), "t", "finished", "break", {})
    assert schedule([late], IDEAS) == ()


junk = some.none() | some.booleans() | some.floats() | some.integers() | some.text(max_size=5)
odd = some.builds(
    lambda kind, payload, day: Event("", START + timedelta(days=day), "t", kind, "break", payload),
    some.sampled_from(["verdict", "finished", "recall", "review", "other"]),
    some.dictionaries(
        some.sampled_from(["question", "concept", "sibling", "round", "right", "confidence"]),
        junk | some.sampled_from(["a", "bend", "rank", 0, 1, 0.8, True]),
    ),
    some.integers(-400, 400),
)


@given(some.lists(odd, max_size=30))
def test_any_events_in_any_order_give_a_schedule(events):
    cards = schedule(events, IDEAS)
    assert [each.due for each in cards] == sorted(each.due for each in cards)
    assert all(each.round >= 0 for each in cards)
