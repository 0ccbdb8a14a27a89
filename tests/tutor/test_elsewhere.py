"""What another window or the shell does is seen without a key; what is typed here stays."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from lessons.acts import Moved, Wrote
from lessons.course import LessonMode
from tests.tutor.conftest import (
    LESSON,
    MakeApp,
    make_learner,
    place_of,
    press_all,
    session_of,
    settle,
    words_on,
)
from tests.tutor.plain_learner import plain_at
from tests.tutor.small_course import small_places
from tests.tutor.work import finish, work_up_to
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

pytestmark = pytest.mark.painted

PLACES = small_places()[:4]


async def look(pilot: Pilot[None]) -> None:
    """A second goes by."""
    app = pilot.app
    assert isinstance(app, LynxTutor)
    app.look_elsewhere()
    await settle(pilot)


def map_on(pilot: Pilot[None]) -> list[str]:
    """All that the map says, also what is scrolled out of view."""
    screen = pilot.app.screen
    rows = [str(option.prompt) for option in screen.query_one("#map", OptionList).options]
    return [*rows, *(str(screen.query_one(name, Static).content) for name in ("#due", "#notice"))]


def shell(home: Path, *words: str) -> None:
    main([*words, "--learner", "ana", "--home", str(home)])


def reset_one(home: Path, dice: random.Random) -> None:
    shell(home, "reset", dice.choice(PLACES).lesson.id)


def reset_all(home: Path, dice: random.Random) -> None:
    shell(home, "reset", "--all")


def undo(home: Path, dice: random.Random) -> None:
    shell(home, "undo")


def merge(home: Path, dice: random.Random) -> None:
    """What ben did, some of it before what ana did."""
    shell(home, "merge", str(home / "learners" / "ben" / "progress.toml"))


def restore(home: Path, dice: random.Random) -> None:
    shell(home, "restore", "1", "--yes")


def work(home: Path, dice: random.Random) -> None:
    place = dice.choice(PLACES)
    finish(make_learner(home), place) if dice.random() < 0.5 else begin(home, place)


def begin(home: Path, place: LessonMode, name: str = "ana") -> None:
    work_up_to(make_learner(home, name), place, "predict-additive" if place == place_of() else "read")


def work_as_ben(home: Path, dice: random.Random) -> None:
    finish(make_learner(home, "ben"), dice.choice(PLACES))


COMMANDS = (reset_one, reset_all, undo, merge, merge, restore, work, work, work_as_ben)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
async def test_the_map_of_a_live_session_says_what_a_fresh_one_says(
    make_app: MakeApp, home: Path, seed: int
) -> None:
    dice = random.Random(seed)
    begin(home, PLACES[0], "ben")
    finish(make_learner(home, "ben"), PLACES[2])
    finish(make_learner(home), PLACES[1])
    async with make_app().run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        for command in (merge, *dice.choices(COMMANDS, k=9)):
            command(home, dice)
            await look(pilot)
            live = map_on(pilot)
            async with make_app().run_test(size=(100, 30)) as fresh:
                await settle(fresh)
                assert live == map_on(fresh), command


async def test_the_cursor_and_the_view_stay_where_they_are_when_the_map_changes(
    make_app: MakeApp, home: Path
) -> None:
    finish(make_learner(home), PLACES[0])
    async with make_app().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "down", "down", "down", "down", "down")
        table = pilot.app.screen.query_one("#map", OptionList)
        table.scroll_to(y=table.scroll_y - 2, animate=False)
        await settle(pilot)
        before = table.highlighted, table.scroll_y
        shell(home, "reset", "--all")
        await look(pilot)
        assert (table.highlighted, table.scroll_y) == before


@pytest.mark.parametrize("language", ["es"])
async def test_a_lesson_that_is_reset_elsewhere_begins_anew_and_says_so(
    make_app: MakeApp, home: Path, language: str
) -> None:
    app = make_app(language, "open")
    work_up_to(app.learner, place_of(), "hints")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        shell(home, "reset", LESSON)
        await look(pilot)
        assert session_of(pilot).step.kind == "read"
        assert Text(language)("lesson.reset_elsewhere") in [each.message for each in app._notifications]
        assert make_learner(home).state(place_of()).opened


async def test_what_is_typed_stays_when_another_lesson_is_worked_on_elsewhere(
    make_app: MakeApp, home: Path
) -> None:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "why")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "tab", *"half a word")
        finish(make_learner(home), PLACES[1])
        await look(pilot)
        assert pilot.app.focused is pilot.app.screen.query_one("#reflection")
        await press_all(pilot, *"s more")
        assert "half a words more" in words_on(pilot)


async def test_what_is_typed_is_kept_when_the_lesson_is_at_another_step_elsewhere(
    make_app: MakeApp, home: Path
) -> None:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "why")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "tab", *"half a word")
        make_learner(home).record(Moved("read"), place_of())
        await look(pilot)
        assert session_of(pilot).step.kind == "read"
        assert "●Read" in words_on(pilot)
        assert make_learner(home).state(place_of()).words == {"why": "half a word"}


async def test_words_that_were_written_elsewhere_come_into_a_box_in_which_nothing_was_typed(
    make_app: MakeApp, home: Path
) -> None:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "why")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        make_learner(home).record(Wrote("from the other window"), place_of())
        await look(pilot)
        assert "from the other window" in words_on(pilot)


def test_in_plain_lines_a_lesson_that_is_reset_elsewhere_begins_anew_and_says_so(home: Path) -> None:
    plain = plain_at(home, "observe-additive")

    def given() -> Iterator[str]:
        yield ""
        shell(home, "reset", LESSON)
        yield from ("", "q")

    plain.run(given())
    said = Text("en")("lesson.reset_elsewhere")
    assert said in plain.words
    assert "== Read" in plain.words.split(said)[1]


@pytest.mark.slow
@pytest.mark.parametrize("step", ["", "read", "predict-additive", "hints", "repair", "why"])
async def test_a_second_in_which_nothing_happened_paints_nothing(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    app = make_app("en", "open" if step else None)
    work_up_to(app.learner, place_of(), step or "read")
    painted: list[object] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await look(pilot)
        monkeypatch.setattr(app, "_display", lambda screen, update: painted.append(update))
        await look(pilot)
        assert painted == []
