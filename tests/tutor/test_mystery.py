"""`mystery` draws a break that the learner has not seen, and says nothing of which one it is."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from lessons.acts import Finished, Judged, Opened
from lessons.course import Course, Track
from lessons.load import load_course
from progress.event import FINISHED
from progress.journal import Journal
from tests.tutor import conftest
from tests.tutor.conftest import LESSON, place_of, settle, words_on
from tests.tutor.work import finish, work_up_to
from tutor.ending import what_follows
from tutor.fold import Fold
from tutor.learner import Learner
from tutor.mystery import Mystery, draw, of_the_day
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.tui.screens.lesson import LessonScreen
from tutor.words.text import LANGUAGES, Text

BREAKS = ("break-a", "break-b", "break-c")
Write = Callable[..., None]


def make_learner(home: Path, name: str = "ana") -> Learner:
    """A learner of the whole course, as in the shell."""
    return conftest.make_learner(home, name, load_course())


@pytest.fixture
def course() -> Course:
    """A course of three breaks, and a lesson that is none."""
    whole = load_course()
    heading = whole.headings[LESSON]
    headings = {name: replace(heading, id=name, needs=()) for name in BREAKS}
    headings["xor-line"] = whole.headings["xor-line"]
    return Course((Track("all", {}, tuple(headings)),), headings=headings)


@pytest.fixture
def write(tmp_path: Path) -> tuple[Journal, Write]:
    journal = Journal.open(tmp_path / "ana", version="test")

    def event(lesson: str, mode: str = "open", kind: str = "opened") -> None:
        journal.append(kind, lesson, mode=mode)

    return journal, event


def folded(journal: Journal, course: Course) -> Fold:
    fold = Fold(course)
    fold.catch_up(journal.events)
    return fold


def drawn(fold: Fold, due: tuple[str, ...] = ()) -> set[Mystery | None]:
    """All that chance can draw."""
    return {draw(fold, due, Random(seed)) for seed in range(50)}


def test_every_break_that_was_never_seen_can_be_drawn(write: tuple[Journal, Write], course: Course) -> None:
    assert drawn(folded(write[0], course)) == {Mystery(name, "fresh") for name in BREAKS}


@pytest.mark.parametrize("mode", ["open", "blind"])
def test_one_that_was_seen_in_either_mode_is_not_drawn(
    write: tuple[Journal, Write], course: Course, mode: str
) -> None:
    journal, event = write
    event("break-a", mode)
    event("break-a", mode, FINISHED)
    assert {each and each.lesson for each in drawn(folded(journal, course))} == {"break-b", "break-c"}


def test_a_break_waits_for_the_lessons_before_it_while_another_is_ready(
    write: tuple[Journal, Write], course: Course
) -> None:
    headings = {**course.headings, "break-a": replace(course.headings["break-a"], needs=("xor-line",))}
    waiting = replace(course, headings=headings)
    assert {each and each.lesson for each in drawn(folded(write[0], waiting))} == {"break-b", "break-c"}
    write[1]("xor-line", kind=FINISHED)
    assert {each and each.lesson for each in drawn(folded(write[0], waiting))} == set(BREAKS)


def test_the_mystery_under_way_goes_on(write: tuple[Journal, Write], course: Course) -> None:
    write[1]("break-b", "blind")
    assert drawn(folded(write[0], course)) == {Mystery("break-b", "going")}


def test_where_all_were_seen_it_is_the_one_due_or_seen_longest_ago(
    write: tuple[Journal, Write], course: Course
) -> None:
    for name in ("break-b", "break-a", "break-c"):
        write[1](name)
    fold = folded(write[0], course)
    assert drawn(fold) == {Mystery("break-b", "again")}
    assert drawn(fold, due=("break-c",)) == {Mystery("break-c", "again")}


def test_none_is_left_once_all_are_solved_blind(write: tuple[Journal, Write], course: Course) -> None:
    for name in BREAKS:
        write[1](name, "blind", FINISHED)
    assert drawn(folded(write[0], course)) == {None}


def test_a_reset_makes_a_break_unseen(write: tuple[Journal, Write], course: Course) -> None:
    journal, event = write
    for name in BREAKS:
        event(name, "blind", FINISHED)
    journal.append("reset", "break-c")
    assert drawn(folded(journal, course)) == {Mystery("break-c", "fresh")}


# ---- in the shell ----------------------------------------------------------


def telling(lesson: str, language: str) -> list[str]:
    """Words that would give a break away: its id and its title."""
    return [lesson, load_course().headings[lesson].titles[language]]


def breaks() -> list[str]:
    return [name for name, heading in load_course().headings.items() if heading.is_break]


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_plain_lines_it_opens_blind_and_names_nothing(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("tutor.shell.launch.listen", raises_eof)
    assert main(["mystery", "--plain", "--lang", language, "--learner", "ana"]) == 0
    shown = capsys.readouterr().out
    assert Text(language)("map.mystery") in shown
    assert [words for words in telling(LESSON, language) if words in shown] == []
    assert {event.payload["mode"] for event in make_learner(home).journal.events} == {"blind"}


def raises_eof(prompt: str) -> str:
    raise EOFError


@pytest.mark.parametrize("language", LANGUAGES)
def test_once_all_is_solved_it_says_so(home: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    learner = make_learner(home)
    for heading, mode in learner.course.openings():
        if mode == "blind":
            learner.record(Finished(), place_of("blind", heading.id))
    assert main(["mystery", "--learner", "ana", "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(Text(language)("mystery.none").partition(":")[0])


def test_one_that_was_seen_open_is_said_to_be_known(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.shell.launch.listen", raises_eof)
    for name in breaks():
        make_learner(home).record(Opened(), place_of("open", name))
    assert main(["mystery", "--plain", "--learner", "ana"]) == 0
    assert capsys.readouterr().out.startswith(Text("en")("mystery.again"))


# ---- its name --------------------------------------------------------------


def blind_app(home: Path, greeting: str = "") -> LynxTutor:
    return LynxTutor(make_learner(home), Text("en"), place_of("blind"), greeting=greeting)


async def test_the_title_is_told_when_the_repair_has_passed(home: Path) -> None:
    app = blind_app(home)
    work_up_to(app.learner, place_of("blind"), "repair")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert words_on(pilot).splitlines()[0].startswith(" A break · ?")
        lesson = app.screen
        assert isinstance(lesson, LessonScreen)
        await lesson.do(Judged(passed=True, line="return x.gelu()"))
        await settle(pilot)
        assert words_on(pilot).splitlines()[0].startswith(" GELU becomes the identity · blind")


async def test_a_greeting_stands_over_the_first_page(home: Path) -> None:
    async with blind_app(home, "one you know").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "one you know" in words_on(pilot)


# ---- in the list -----------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_does_not_tell_which_break_the_mystery_is(
    home: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    make_learner(home).record(Opened(), place_of("blind"))
    assert main(["list", "--learner", "ana", "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if "--blind" in line]
    (line,) = [line for line in lines if line.startswith("mystery")]
    assert Text(language)("map.mystery") in line
    assert Text(language)("stage.read") in line


def test_a_mystery_that_is_solved_is_listed_by_its_name(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_learner(home).record(Finished(), place_of("blind"))
    assert main(["list", "--learner", "ana"]) == 0
    shown = capsys.readouterr().out
    assert f"{LESSON} --blind" in shown
    assert [name for name in breaks() if f"{name} --blind" in shown] == [LESSON]


# ---- the break of the day --------------------------------------------------


def test_every_break_has_its_day_before_one_comes_again(course: Course) -> None:
    first = date(2026, 11, 22)
    first -= timedelta(first.toordinal() % len(BREAKS))
    for turn in range(5):
        days = [first + timedelta(turn * len(BREAKS) + day) for day in range(len(BREAKS))]
        assert {of_the_day(course, day) for day in days} == set(BREAKS)
    assert (
        len(
            {
                tuple(of_the_day(course, first + timedelta(3 * turn + day)) for day in range(3))
                for turn in range(20)
            }
        )
        > 1
    )


def test_the_days_break_is_the_same_for_everybody_and_what_friends_are_told_does_not_name_it(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.shell.launch.listen", raises_eof)
    for name in ("ana", "ben"):
        assert main(["mystery", "--daily", "--plain", "--learner", name]) == 0
    asked = [{event.lesson for event in make_learner(home, name).journal.events} for name in ("ana", "ben")]
    assert asked[0] == asked[1]
    assert len(asked[0]) == 1
    learner = make_learner(home)
    lesson = str(*asked[0])
    finish(learner, place_of("blind", lesson))
    capsys.readouterr()
    assert main(["mystery", "--daily", "--learner", "ana"]) == 0
    told = capsys.readouterr().out
    assert learner.today().isoformat() in told
    assert [words for words in telling(lesson, "en") if words in told] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_end_it_is_said_what_it_was(home: Path, language: str) -> None:
    learner = make_learner(home)
    finish(learner, place_of("blind"))
    told = [block.markdown for block in what_follows(learner, place_of("blind"), Text(language))]  # type: ignore[union-attr]
    assert load_course().headings[LESSON].titles[language] in told[0]
