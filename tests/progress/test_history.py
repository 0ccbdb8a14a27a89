"""Renamed lessons, resets and undoing; calibration, Brier score and days: all from events alone."""

from datetime import UTC, date, datetime, timedelta

import pytest
from stand_ins import Memory

from progress.calibration import brier_score, calibration, judged, over_time
from progress.history import activity, present_name, renamed, resets_in_force, that_count
from progress.sentence import inert

START = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday


def test_a_renamed_lesson_keeps_its_history():
    journal = Memory()
    journal.append("run", "gelu-break")
    journal.append("run", "other")
    journal.append("language", None, to="es")
    names = {"gelu-break": "break-gelu", "break-gelu": "break-gelu-identity"}
    found = [event.lesson for event in renamed(journal.events, names)]
    assert found == ["break-gelu-identity", "other", None]
    assert present_name("a", {"a": "b", "b": "a"}) in ("a", "b")  # a circle, too, ends


def test_a_reset_puts_a_lesson_behind_and_undo_brings_it_back():
    journal = Memory()
    first = journal.append("run", "a")
    other = journal.append("run", "b")
    reset = journal.append("reset", "a")
    later = journal.append("run", "a")
    assert that_count(journal.events) == (other, later)
    assert resets_in_force(journal.events) == (reset,)
    undo = journal.append("undo", event=reset.id)
    assert that_count(journal.events) == (first, other, later)
    assert resets_in_force(journal.events) == ()
    journal.append("undo", event=undo.id)
    assert that_count(journal.events) == (other, later)


def test_resetting_everything_leaves_what_belongs_to_no_lesson():
    journal = Memory()
    journal.append("run", "a")
    language = journal.append("language", None, to="es")
    journal.append("reset", None)
    assert that_count(journal.events) == (language,)


def test_active_characters_are_shown_inert():
    shown = inert("a\x1b[2Jb\0\x7f\x9b\u202ec\u200b\u200dé 日本 🐈")
    assert shown.isprintable()
    assert shown == "a␛[2Jb␀␡⟨U+009B⟩⟨U+202E⟩c⟨U+200B⟩⟨U+200D⟩é 日本 🐈"


@pytest.mark.parametrize("name", ["علی\u200cرضا", "ශ්\u200dරී"])
def test_what_joins_the_letters_of_a_script_is_part_of_its_words(name):
    assert inert(name) == name


def test_a_streak_lasts_until_a_whole_day_has_passed():
    times = iter(START + timedelta(days=day) for day in (0, 1, 1.2, 2, 4, 5))
    journal = Memory(lambda: next(times))
    for _ in range(6):
        journal.append("opened")
    days = [START.date() + timedelta(days=day) for day in range(8)]
    assert activity(journal.events, days[5]).streak == 2
    assert activity(journal.events, days[6]).streak == 2
    assert activity(journal.events, days[7]).streak == 0
    assert len(activity(journal.events, days[5]).days) == 5


@pytest.mark.parametrize("day", [date.min, date.max])
def test_the_ends_of_the_calendar_are_days_too(day):
    journal = Memory(lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
    journal.append("opened")
    assert activity(journal.events, day).streak == 1


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
