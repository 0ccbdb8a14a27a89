"""Calibration, Brier score and days, from events alone."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from memory import Memory

from progress.activity import activity
from progress.calibration import brier_score, by_concept, calibration, judged, over_time

START = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday


def journal_at(*days: float) -> Memory:
    times = iter(START + timedelta(days=day) for day in days)
    return Memory(lambda: next(times, START))


def say(journal, question, confidence, right, lesson="break"):
    journal.append(
        "prediction", lesson, question=question, answer="x", confidence=confidence, experiment="main"
    )
    journal.append("verdict", lesson, question=question, right=right, confidence=confidence)


def test_of_what_was_said_at_80_percent_the_share_that_came_true():
    journal = journal_at()
    for number in range(10):
        say(journal, f"q{number}", 0.8, right=number < 7)
    say(journal, "sure", 0.99, right=True)
    eighty, ninety = calibration(judged(journal.events))
    assert (eighty.low, eighty.count, eighty.mean_confidence, eighty.accuracy) == (
        0.8,
        10,
        pytest.approx(0.8),
        0.7,
    )
    assert (ninety.count, ninety.accuracy) == (1, 1.0)


def test_the_brier_score_is_the_mean_squared_distance_from_what_happened():
    journal = journal_at()
    say(journal, "a", 0.9, right=True)
    say(journal, "b", 0.6, right=False)
    assert brier_score(judged(journal.events)) == pytest.approx((0.1**2 + 0.6**2) / 2)
    assert brier_score(()) is None


def test_only_the_first_verdict_on_a_question_counts_whatever_was_said_later():
    journal = journal_at()
    say(journal, "a", 0.9, right=True)
    journal.append("verdict", "break", question="a", right=True, confidence=0.9)
    journal.append("reset", "break")
    say(journal, "a", 0.7, right=False)
    assert [each.confidence for each in judged(journal.events)] == [0.9]


def test_every_review_counts_because_each_asks_something_new():
    journal = journal_at()
    for round, right in enumerate((False, True)):
        journal.append("review", "break", concept="c", sibling="s", round=round, confidence=0.8, right=right)
    assert [(each.question, each.right) for each in judged(journal.events)] == [("s", False), ("s", True)]


def test_one_round_of_a_review_counts_once_also_where_two_windows_did_it_or_a_reset_came_between():
    journal = journal_at()
    for _ in range(2):
        journal.append("review", "break", concept="c", sibling="s", round=0, confidence=0.8, right=True)
    journal.append("reset", "break")
    journal.append("review", "break", concept="c", sibling="s", round=0, confidence=0.9, right=True)
    assert [each.confidence for each in judged(journal.events)] == [0.8]


def test_what_no_run_could_decide_counts_for_nothing():
    journal = journal_at()
    undecided = {"question": "a", "right": False, "confidence": 0.9, "truth": ""}
    journal.append("verdict", "break", **undecided)
    assert judged(journal.events) == ()
    say(journal, "a", 0.7, right=True)
    assert [each.confidence for each in judged(journal.events)] == [0.7]


def test_a_prediction_knows_its_mode_and_a_review_has_none():
    journal = journal_at()
    say(journal, "a", 0.9, right=True)
    journal.append("verdict", "break", question="b", right=True, confidence=0.9, mode="blind")
    journal.append("review", "break", concept="c", sibling="s", round=0, confidence=0.8, right=True)
    assert [each.mode for each in judged(journal.events)] == ["open", "blind", None]


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"question": 3, "right": True, "confidence": 0.8},
        {"question": "a", "right": "yes", "confidence": 0.8},
    ]
    + [
        {"question": "a", "right": True, "confidence": value}
        for value in ("0.8", float("nan"), 80, True, -1.0)
    ]
    + [{"question": ["a"], "right": True, "confidence": 0.8}],
)
def test_events_edited_into_nonsense_are_passed_over(payload):
    journal = journal_at()
    journal.append("verdict", "break", **payload)
    assert judged(journal.events) == ()


def test_predictions_can_be_told_apart_by_concept():
    journal = journal_at()
    say(journal, "a", 0.9, right=True, lesson="one")
    say(journal, "b", 0.6, right=False, lesson="two")
    groups = by_concept(judged(journal.events), lambda each: {"one": "linearity"}.get(each.lesson))
    assert {name: len(group) for name, group in groups.items()} == {"linearity": 1}


def test_weeks_show_how_it_went_over_time():
    journal = journal_at(0, 0, 6, 6, 7, 7)
    for question, right in (("a", False), ("b", True), ("c", True)):
        say(journal, question, 0.8, right)
    first, second = over_time(judged(journal.events))
    assert (first.monday, first.count, first.accuracy) == (date(2026, 11, 16), 2, 0.5)
    assert (second.monday, second.count, second.accuracy) == (date(2026, 11, 23), 1, 1.0)


def test_a_streak_lasts_until_a_whole_day_has_passed():
    journal = journal_at(0, 1, 1.2, 2, 4, 5)
    for _ in range(6):
        journal.append("opened")
    days = [START.date() + timedelta(days=day) for day in range(8)]
    assert activity(journal.events, days[5]).streak == 2
    assert activity(journal.events, days[6]).streak == 2
    assert activity(journal.events, days[7]).streak == 0
    assert activity(journal.events, days[5]).longest == 3
    assert len(activity(journal.events, days[5]).days) == 5


def test_a_day_is_the_learners_own():
    late = datetime(2026, 11, 16, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    journal = Memory(lambda: late)
    journal.append("opened")
    assert activity(journal.events, late.date()).days == (date(2026, 11, 16),)


@pytest.mark.parametrize("day", [date.min, date.max])
def test_the_ends_of_the_calendar_are_days_too(day):
    journal = Memory(lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
    journal.append("opened")
    assert activity(journal.events, day).streak == 1
