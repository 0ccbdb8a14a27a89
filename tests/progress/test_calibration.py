"""Calibration, Brier score and days, from events alone."""

from datetime import UTC, datetime, timedelta

import pytest
from memory import Memory

from progress.calibration import brier_score, calibration, judged, over_time

START = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday


def journal_at(*days: float) -> Memory:
    times = iter(START + timedelta(days=day) for day in days)
    return Memory(lambda: next(times, START))


def say(journal, question, confidence, right, lesson="break"):
    journal.append("prediction", lesson, question=question, answer="x", confidence=confidence, experiment="main")
    journal.append("verdict", lesson, question=question, right=right, confidence=confidence)


def test_of_what_was_said_at_80_percent_the_share_that_came_true():
    journal = journal_at()
    for number in range(10):
        say(journal, f"q{number}", 0.8, right=number < 7)
    say(journal, "sure", 0.99, right=True)
    eighty, ninety = calibration(judged(journal.events))
    assert (eighty.low, eighty.count, eighty.accuracy) == (0.8, 10, 0.7)
    assert eighty.mean_confidence == pytest.approx(0.8)
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


def test_one_round_of_a_review_counts_once_also_where_two_windows_did_it_or_a_reset_came_between():
    journal = journal_at()
    for _ in range(2):
        journal.append("review", "break", concept="c", sibling="s", round=0, confidence=0.8, right=True)
    journal.append("reset", "break")
    journal.append("review", "break", concept="c", sibling="s", round=0, confidence=0.9, right=True)
    assert [each.confidence for each in judged(journal.events)] == [0.8]


def test_what_no_run_could_decide_counts_for_nothing():
    journal = journal_at()
    journal.append("verdict", "break", question="a", right=False, confidence=0.9, truth="")
    assert judged(journal.events) == ()
    say(journal, "a", 0.7, right=True)
    assert [each.confidence for each in judged(journal.events)] == [0.7]


def test_a_prediction_knows_its_mode_and_a_review_has_none():
    journal = journal_at()
    say(journal, "a", 0.9, right=True)
    journal.append("verdict", "break", question="b", right=True, confidence=0.9, mode="blind")
    journal.append("review", "break", concept="c", sibling="s", round=0, confidence=0.8, right=True)
    assert [each.mode for each in judged(journal.events)] == ["open", "blind", None]


SAID = {"question": "a", "right": True, "confidence": 0.8}
NONSENSE = [{}, SAID | {"question": 3}, SAID | {"question": ["a"]}, SAID | {"right": "yes"}]
NONSENSE += [SAID | {"confidence": value} for value in ("0.8", float("nan"), 80, True, -1.0)]


def test_what_was_said_without_a_confidence_stays_out_of_every_curve_and_mean():
    journal = journal_at()
    journal.append("verdict", "break", question="unsaid", right=False)
    said, found = SAID | {"right": True}, judged(journal.events)
    assert [each.confidence for each in found] == [None]
    assert (calibration(found), over_time(found), brier_score(found)) == ((), (), None)
    journal.append("verdict", "break", **said)
    (week,) = over_time(judged(journal.events))
    assert (week.count, week.mean_confidence) == (1, 0.8)


@pytest.mark.parametrize("payload", NONSENSE)
def test_events_edited_into_nonsense_are_passed_over(payload):
    journal = journal_at()
    journal.append("verdict", "break", **payload)
    assert judged(journal.events) == ()
