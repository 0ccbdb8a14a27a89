"""Renamed lessons keep their history, and a reset is an event that can be undone."""

from memory import Memory

from progress.history import present_name, read_history, renamed, resets_in_force, that_count
from progress.inert import inert


def test_a_renamed_lesson_keeps_its_history():
    journal = Memory()
    journal.append("run", "gelu-break")
    journal.append("run", "other")
    journal.append("language", None, to="es")
    names = {"gelu-break": "break-gelu", "break-gelu": "break-gelu-identity"}
    assert [event.lesson for event in renamed(journal.events, names)] == [
        "break-gelu-identity",
        "other",
        None,
    ]


def test_a_history_holds_all_events_and_those_that_count():
    journal = Memory()
    journal.append("run", "gelu-break")
    journal.append("reset", "break-gelu")
    later = journal.append("run", "break-gelu")
    history = read_history(journal.events, {"gelu-break": "break-gelu"})
    assert [event.lesson for event in history.events] == ["break-gelu"] * 3
    assert history.counting == (later,)


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


def test_line_breaks_can_stay():
    assert inert("a\r\nb\n\x07", lines=True) == "a\nb\n␇"
    assert inert("a\nb") == "a␊b"
