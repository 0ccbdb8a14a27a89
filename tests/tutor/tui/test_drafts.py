"""Typed words are kept soon, and never over what was written elsewhere and not read here."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.state import Wrote
from tests.tutor.conftest import make_learner, opened, place_of, press, press_all, session_of, settle, words_on
from tests.tutor.work import work_up_to
from tutor.session import Session
from tutor.tui.pages.page import PageView
from tutor.words.text import Text

OURS, THEIRS = "ours = 1\n", "theirs = 2\n"


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft is kept when a test says so, however long its keys take."""
    monkeypatch.setattr("tutor.tui.pages.page.DRAFT_DELAY_S", 600.0)


def session_at(home: Path, step: str = "repair") -> Session:
    learner = make_learner(home)
    work_up_to(learner, place_of(), step)
    return Session(learner, place_of(), Text("en"))


def again(home: Path) -> Session:
    """Another window."""
    return Session(make_learner(home), place_of(), Text("en"))


def file_of(session: Session) -> Path:
    return session.workbench.workspace / session.workbench.file


def aside(session: Session) -> list[str]:
    file = file_of(session)
    return [each.read_text() for each in sorted(file.parent.glob(f"{file.name}-before-*"))]


async def look(pilot: Pilot[None]) -> None:
    """A second goes by."""
    pilot.app.look_elsewhere()
    await settle(pilot)


def test_where_nothing_was_typed_nothing_is_written(home):
    session = session_at(home)
    session.workbench.go_on_from(OURS)
    session.keep_code(OURS)
    assert not file_of(session).exists()


def test_an_older_window_writes_over_nothing_newer(home):
    older = session_at(home)
    older.workbench.go_on_from("")
    newer = again(home)
    newer.workbench.go_on_from("")
    newer.keep_code(THEIRS)
    older.keep_code(OURS)
    assert file_of(older).read_text() == THEIRS
    assert aside(older) == []


def test_the_newest_window_goes_on_and_sets_aside_what_was_written_meanwhile(home):
    session = session_at(home)
    session.workbench.go_on_from("")
    session.keep_code("first\n")
    file_of(session).write_text(THEIRS)  # in an editor of the learner's own
    session.keep_code(OURS)
    assert file_of(session).read_text() == OURS
    assert aside(session) == [THEIRS]


def test_words_of_an_older_window_give_way_to_those_written_since(home):
    older = session_at(home, "why")
    assert older.words_to_keep("typed", "") == Wrote("typed")
    newer = again(home)
    newer.do(Wrote("newer"))
    older.learner.journal.refresh()
    assert older.words_to_keep("typed", "") is None
    assert newer.words_to_keep("typed here", "newer") == Wrote("typed here")


async def test_what_another_editor_wrote_comes_into_one_in_which_nothing_was_typed(make_app, home):
    work_up_to(make_learner(home), place_of(), "repair")
    async with opened(make_app("en", "open")) as pilot:
        await press(pilot, "enter", "space", "ctrl+s")
        file_of(session_of(pilot)).write_text(THEIRS)
        await look(pilot)
        assert "theirs = 2" in words_on(pilot)
        await press_all(pilot, "space", *"# ours")
        file_of(session_of(pilot)).write_text("other = 3\n")
        await look(pilot)
        assert "# ours" in words_on(pilot)
        assert "other" not in words_on(pilot)


async def typing(pilot: Pilot[None], *keys: str) -> PageView:
    """Type on the last page, until the draft has been kept."""
    await press_all(pilot, *keys)
    view = pilot.app.screen.query_one(PageView)
    view.draft_is_due()
    await settle(pilot)
    return view


def reflections(home: Path) -> list[str]:
    return [event.payload["text"] for event in make_learner(home).journal.events if event.kind == "reflection"]


async def test_what_is_typed_on_the_last_page_is_one_event_once_it_is_left(make_app, home):
    work_up_to(make_learner(home), place_of(), "why")
    async with opened(make_app("en", "open")) as pilot:
        await typing(pilot, "tab", *"it")
        await typing(pilot, "b")
        assert reflections(home) == []
        await press(pilot, "escape", "escape")
    assert reflections(home) == ["itb"]
    assert list((home / "learners" / "ana" / "drafts").iterdir()) == []


async def test_words_of_the_last_page_stay_in_view_and_are_said_to_be_saved(make_app, home):
    work_up_to(make_learner(home), place_of(), "why")
    async with opened(make_app("en", "open"), (80, 24)) as pilot:
        await press(pilot, "tab", *"it is", "enter")
        assert "save and finish" in words_on(pilot)
        await press(pilot, "ctrl+s")
        assert "it is\n" in words_on(pilot)
        assert "✓ Saved" in words_on(pilot)
        await press(pilot, "tab", *"so")
        assert "Saved" not in words_on(pilot)
        assert "Ctrl+S save ·" in words_on(pilot)
        await press(pilot, "ctrl+s")
        assert "✓ Saved" in words_on(pilot)
        assert "it is\n" in words_on(pilot)


async def test_after_a_kill_the_words_of_the_last_page_are_found_again(make_app, home):
    work_up_to(make_learner(home), place_of(), "why")
    async with opened(make_app("en", "open")) as pilot:
        await typing(pilot, "tab", *"it")
    assert again(home).state.words == {"why": "it"}
    assert reflections(home) == ["it"]
    assert again(home).state.words == {"why": "it"}
    assert reflections(home) == ["it"]


@pytest.mark.parametrize(("step", "opens"), [("repair", "enter"), ("why", "tab")])
async def test_whoever_types_on_does_not_put_off_the_next_draft(make_app, home, step, opens):
    work_up_to(make_learner(home), place_of(), step)
    async with opened(make_app("en", "open")) as pilot:
        await press_all(pilot, opens)
        await press_all(pilot, "a")
        view = pilot.app.screen.query_one(PageView)
        due = view.pause
        await press_all(pilot, "b")
        assert due is not None
        assert view.pause is due
        view.draft_is_due()
        await settle(pilot)
        session = session_of(pilot)
        assert "ab" in (file_of(session).read_text() if step == "repair" else session.draft.found())


async def test_what_is_saved_in_an_editor_with_a_window_is_judged_while_that_is_open(make_app, home, monkeypatch):
    editor = home.parent / "code"
    editor.write_text("#!/bin/sh\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", f"{editor} --wait")
    work_up_to(make_learner(home), place_of(), "repair")
    async with opened(make_app("en", "open")) as pilot:
        await press(pilot, "e")
        session = session_of(pilot)
        assert "Whatever you save there is judged here" in words_on(pilot)
        for number in (1, 2):
            file_of(session).write_text(f"{THEIRS}# {number}\n")
            await look(pilot)
            assert session.state.tries == {"repair": number}
        assert aside(session) == []
