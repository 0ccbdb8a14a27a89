"""Renamed lessons keep their history, and a reset is an event that can be undone."""

from datetime import UTC, date, datetime, timedelta

import pytest
from memory import Memory

from progress.history import activity, present_name, renamed, resets_in_force, that_count
from progress.sentence import inert


def test_a_renamed_lesson_keeps_its_history():
    journal = Memory()
    journal.append("run", "gelu-break")
    journal.append("run", "other")
    journal.append("language", None, to="es")
    names = {"gelu-break": "break-gelu", "break-gelu": "break-gelu-identity"}
    found = [event.lesson for event in renamed(journal.events, names)]
    assert found == ["break-gelu-identity", "other", None]


def test_a_rename_table_that_goes_in_circles_still_ends():
    assert present_name("a", {"a": "b", "b": "a"}) in ("a", "b")


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
    shown = inert("a\x1b[2Jb\0\x7f\x9b\u202ec\u200bé 日本 🐈")
    assert shown.isprintable()
    assert shown == "a␛[2Jb␀␡⟨U+009B⟩⟨U+202E⟩c⟨U+200B⟩é 日本 🐈"


START = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday


def test_a_streak_lasts_until_a_whole_day_has_passed():
    times = iter(START + timedelta(days=day) for day in (0, 1, 1.2, 2, 4, 5))
    journal = Memory(lambda: next(times))
    for _ in range(6):
        journal.append("opened")
    days = [START.date() + timedelta(days=day) for day in range(8)]
    assert activity(journal.events, days[5]).streak == 2
    assert activity(journal.events, days[6]).streak == 2
    assert activity(journal.events, days[7]).streak == 0
    assert activity(journal.events, days[5]).longest == 3
    assert len(activity(journal.events, days[5]).days) == 5


@pytest.mark.parametrize("day", [date.min, date.max])
def test_the_ends_of_the_calendar_are_days_too(day):
    journal = Memory(lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
    journal.append("opened")
    assert activity(journal.events, day).streak == 1
