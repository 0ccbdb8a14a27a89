"""`mystery` draws a break that the learner has not seen, and says nothing of which one it is."""

from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from lessons.course.course import Course, Track
from lessons.course.lesson.state import Finished, Judged, Opened
from lessons.format.course import load_course
from progress.event import FINISHED
from progress.journal import Journal
from tests.tutor import conftest
from tests.tutor.conftest import LESSON, opened, place_of, settle, words_on
from tests.tutor.work import finish, work_up_to
from tutor.fold import Fold
from tutor.learner import Learner
from tutor.mystery import Mystery, draw, of_the_day
from tutor.tui.app import LynxTutor
from tutor.tui.screens.lesson import LessonScreen
from tutor.words.text import LANGUAGES, Text

BREAKS = ("break-a", "break-b", "break-c")


def make_learner(home: Path, name: str = "ana") -> Learner:
    """A learner of the whole course, as in the shell."""
    return conftest.make_learner(home, name, load_course())


@pytest.fixture
def course() -> Course:
    """A course of three breaks, and a lesson that is none."""
    whole = load_course()
    headings = {name: whole.headings[LESSON]._replace(id=name, needs=()) for name in BREAKS}
    headings["xor-line"] = whole.headings["xor-line"]
    return Course((Track("all", {}, tuple(headings)),), headings=headings)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "ana", version="test")


def fresh(*names: str) -> set[Mystery | None]:
    return {Mystery(name, "fresh") for name in names}


def drawn(journal: Journal, course: Course, due: tuple[str, ...] = ()) -> set[Mystery | None]:
    """Return all that chance can draw."""
    fold = Fold(course)
    fold.catch_up(journal.events)
    return {draw(fold, due, Random(seed)) for seed in range(50)}


@pytest.mark.parametrize("mode", ["open", "blind"])
def test_every_break_that_was_seen_in_neither_mode_can_be_drawn(journal, course, mode):
    assert drawn(journal, course) == fresh(*BREAKS)
    journal.append(FINISHED, "break-a", mode=mode)
    assert drawn(journal, course) == fresh("break-b", "break-c")


def test_a_break_waits_for_the_lessons_before_it_while_another_is_ready(journal, course):
    course.headings["break-a"] = course.headings["break-a"]._replace(needs=("xor-line",))
    assert drawn(journal, course) == fresh("break-b", "break-c")
    journal.append(FINISHED, "xor-line", mode="open")
    assert drawn(journal, course) == fresh(*BREAKS)


def test_the_mystery_under_way_goes_on(journal, course):
    journal.append("opened", "break-b", mode="blind")
    assert drawn(journal, course) == {Mystery("break-b", "going")}


def test_where_all_were_seen_it_is_the_one_due_or_seen_longest_ago(journal, course):
    for name in ("break-b", "break-a", "break-c"):
        journal.append("opened", name, mode="open")
    assert drawn(journal, course) == {Mystery("break-b", "again")}
    assert drawn(journal, course, due=("break-c",)) == {Mystery("break-c", "again")}


def test_a_reset_makes_a_break_unseen(journal, course):
    for name in BREAKS:
        journal.append(FINISHED, name, mode="blind")
    assert drawn(journal, course) == {None}
    journal.append("reset", "break-c")
    assert drawn(journal, course) == fresh("break-c")


def test_every_break_has_its_day_before_one_comes_again(course):
    first = date(2026, 11, 22)
    first -= timedelta(first.toordinal() % len(BREAKS))
    turns = [[of_the_day(course, first + timedelta(3 * turn + day)) for day in range(3)] for turn in range(20)]
    assert all(set(turn) == set(BREAKS) for turn in turns)
    assert len(set(map(tuple, turns))) > 1


def telling(lesson: str, language: str) -> list[str]:
    """Return the words that would give a break away: its id and its title."""
    return [lesson, load_course().headings[lesson].titles[language]]


def breaks() -> list[str]:
    return [name for name, heading in load_course().headings.items() if heading.is_break]


@pytest.fixture
def nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_eof(prompt: str) -> NoReturn:
        raise EOFError

    monkeypatch.setattr("tutor.shell.launch.listen", raise_eof)


@pytest.mark.usefixtures("nobody_there")
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_plain_lines_it_opens_blind_and_names_nothing(home, shell, language):
    told = shell("mystery", "--plain", "--lang", language, "--learner", "ana")
    assert Text(language)("map.mystery") in told
    assert [words for words in telling(LESSON, language) if words in told] == []
    assert {event.payload["mode"] for event in make_learner(home).journal.events} == {"blind"}


@pytest.mark.usefixtures("nobody_there")
def test_once_all_is_known_or_solved_it_says_so(home, shell):
    for name in breaks():
        make_learner(home).record(Opened(), place_of("open", name))
    assert shell("mystery", "--plain", "--learner", "ana").startswith(Text("en")("mystery.again"))
    for name in breaks():
        make_learner(home).record(Finished(), place_of("blind", name))
    none = Text("es")("mystery.none").partition(":")[0]
    assert shell("mystery", "--learner", "ana", "--lang", "es").startswith(none)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_names_the_mystery_once_it_is_solved(home, shell, language):
    listing = ("list", "--learner", "ana", "--lang", language)
    make_learner(home).record(Opened(), place_of("blind"))
    lines = shell(*listing).splitlines()
    assert not [line for line in lines if "--blind" in line]
    (line,) = [line for line in lines if line.startswith("mystery")]
    assert Text(language)("map.mystery") in line
    assert Text(language)("stage.read") in line
    make_learner(home).record(Finished(), place_of("blind"))
    told = shell(*listing)
    assert [name for name in breaks() if f"{name} --blind" in told] == [LESSON]


@pytest.mark.usefixtures("nobody_there")
def test_the_days_break_is_the_same_for_everybody_and_what_friends_are_told_does_not_name_it(home, shell):
    asked = set()
    for name in ("ana", "ben"):
        shell("mystery", "--daily", "--plain", "--learner", name)
        asked |= {event.lesson for event in make_learner(home, name).journal.events}
    (lesson,) = map(str, asked)
    learner = make_learner(home)
    finish(learner, place_of("blind", lesson))
    told = shell("mystery", "--daily", "--learner", "ana")
    assert learner.today().isoformat() in told
    assert "Looks: 0. Hints: 0." in told
    assert [words for words in telling(lesson, "en") if words in told] == []


async def test_the_title_is_told_when_the_repair_has_passed(home):
    app = LynxTutor(make_learner(home), Text("en"), place_of("blind"))
    work_up_to(app.learner, place_of("blind"), "repair")
    async with opened(app) as pilot:
        assert words_on(pilot).splitlines()[0].startswith(" A break · ?")
        assert isinstance(app.screen, LessonScreen)
        await app.screen.do(Judged(passed=True, line="return x.gelu()"))
        await settle(pilot)
        assert words_on(pilot).splitlines()[0].startswith(" GELU becomes the identity · blind")
