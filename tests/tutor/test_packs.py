"""Lessons from elsewhere: on the map and in plain lines, their progress apart, and nothing of theirs runs unasked."""

import json
import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lessons.acts import Opened, Predicted
from lessons.course import LessonMode
from lessons.format import LessonError
from lessons.packs import load_courses
from lessons.runs import confined, experiment, training
from progress.journal import Journal
from tests.packs import write_pack
from tests.tutor.conftest import LESSON, answer_all, make_learner, press_all, settle, words_on
from tests.tutor.plain_learner import Plain
from tests.tutor.work import finish, work_up_to
from tutor import notes
from tutor.consent import agree, must_ask, pack_to_ask
from tutor.learner import Learner
from tutor.reports.learner_report import build_report
from tutor.reports.pictures import own_runs
from tutor.session import Session
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.tui.screens.lesson import LessonScreen, ReviewScreen
from tutor.words.text import Text

QUIET = "my-pack/quiet"
EDIT = 'after = "bound = 1 / in_features"'
Told = Callable[..., str]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "my-pack", "quiet", "loud", needs={"loud": ("quiet",)})


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever trains, or builds an edited library, is an error."""

    def refuse(*given: object, **options: object) -> None:
        raise AssertionError("something ran")

    monkeypatch.setattr(training, "edited_library", refuse)
    monkeypatch.setattr(experiment, "swept", refuse)
    monkeypatch.setattr(experiment, "watched", refuse)


@pytest.fixture
def told(home: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """What a command prints, on both streams, and how it ends."""

    def told(*arguments: object, code: int = 0) -> str:
        try:
            ended = main([str(each) for each in arguments])
        except SystemExit as exit:
            ended = int(str(exit.code))
        shown = capsys.readouterr()
        assert ended == code, shown.err
        assert "Traceback" not in shown.err
        return shown.out + shown.err

    return told


def learner_with(home: Path, *packs: Path) -> Learner:
    folder = home / "learners" / "ana"
    load_courses.cache_clear()
    return Learner("ana", folder, Journal.open(folder, version="test"), load_courses(packs))


def place_in(learner: Learner, lesson: str = QUIET) -> LessonMode:
    return LessonMode(learner.course.lessons[lesson])


def change_code(pack: Path) -> None:
    file = pack / "quiet" / "lesson.toml"
    words = file.read_text(encoding="utf-8")
    file.write_text(words.replace(EDIT, 'after = "bound = 2 / in_features"'), encoding="utf-8")


# ---- the course ------------------------------------------------------------


@pytest.mark.usefixtures("nothing_runs")
def test_the_shell_lists_the_lessons_of_packs_after_the_others(told: Told, pack: Path) -> None:
    words = told("list", "--pack", pack)
    assert words.index("what-can-be-known") < words.index("Quiet things · my-pack")
    assert QUIET not in words, "the id of a break never met"
    assert "3 that you have not solved" in words
    assert "first: The quiet network" in words
    rows = json.loads(told("list", "--json", "--pack", pack))["lessons"]
    assert [row["lesson"] for row in rows[-4:]] == [QUIET, QUIET, "my-pack/loud", "my-pack/loud"]
    assert "antes: La red callada" in told("list", "--pack", pack, "--lang", "es")


def test_packs_are_named_on_either_side_of_the_command_and_in_the_environment(
    told: Told, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, third = (write_pack(tmp_path / name, "quiet") for name in ("other", "third"))
    monkeypatch.setenv("LYNX_TUTOR_PACKS", os.pathsep.join([str(third), str(pack)]))
    words = told("--pack", other, "list", "--pack", pack)
    assert [words.count(f" · {name}\n") for name in ("third", "my-pack", "other")] == [1, 1, 1]
    assert words.index(" · third") < words.index(" · my-pack") < words.index(" · other")


@pytest.mark.parametrize(
    "command", ["learn", "list", "review", "progress", "run", "preview", "export", "report"]
)
def test_a_pack_that_is_none_is_a_sentence(told: Told, tmp_path: Path, command: str) -> None:
    lesson = [LESSON] if command in ("run", "preview") else [tmp_path] if command == "report" else []
    assert "is no folder of a pack" in told(command, *lesson, "--pack", tmp_path / "nowhere", code=1)


def test_a_lesson_that_does_not_load_leaves_the_others_in_the_list(told: Told, pack: Path) -> None:
    (pack / "quiet" / "es.md").write_text("# Nada\n", encoding="utf-8")
    words = told("list", "--pack", pack)
    assert "es.md: section ## summary is missing" in words
    assert "first: The quiet network" in words
    rows = {row["lesson"]: row for row in json.loads(told("list", "--json", "--pack", pack))["lessons"]}
    assert "es.md" in rows[QUIET]["problem"]
    assert "problem" not in rows["my-pack/loud"]
    assert "es.md" in told("learn", QUIET, "--pack", pack, code=1)


@pytest.mark.usefixtures("nothing_runs")
async def test_the_map_shows_packs_and_runs_nothing(home: Path, pack: Path) -> None:
    async with LynxTutor(learner_with(home, pack), Text("en")).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "end")
        assert "Quiet things · my-pack" in words_on(pilot)
        assert "first: The quiet network" in words_on(pilot)


# ---- asked first -----------------------------------------------------------


@pytest.mark.usefixtures("nothing_runs")
async def test_the_app_asks_before_a_lesson_of_a_pack_opens(home: Path, pack: Path) -> None:
    app = LynxTutor(learner_with(home, pack), Text("en"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await press_all(pilot, "end", "enter")
        await settle(pilot)
        await press_all(pilot, "down", "enter")  # with its edit shown
        await settle(pilot)
        assert "The pack “my-pack” was not written by the authors" in words_on(pilot)
        assert "minimodel with edited lines" in " ".join(words_on(pilot).split())
        await press_all(pilot, "enter")  # decides nothing
        assert "y yes, let it run" in words_on(pilot)
        await press_all(pilot, "n")
        await settle(pilot)
        assert "Nothing of the pack my-pack was run" in words_on(pilot)
        assert app.learner.journal.events == ()
        await press_all(pilot, "enter", "down", "enter")
        await settle(pilot)
        await press_all(pilot, "y")
        await settle(pilot)
        assert "●1 Read" in words_on(pilot)
    assert pack_to_ask(app.learner, QUIET) is None


async def test_the_app_asks_once_and_again_when_the_code_has_changed(home: Path, pack: Path) -> None:
    learner = learner_with(home, pack)
    agree(learner, learner.course.packs["my-pack"])
    async with LynxTutor(learner_with(home, pack), Text("es"), place_in(learner)).run_test() as pilot:
        await settle(pilot)
        assert "●1 Lee" in words_on(pilot)
    change_code(pack)
    async with LynxTutor(learner_with(home, pack), Text("es"), place_in(learner)).run_test() as pilot:
        await settle(pilot)
        assert "El paquete «my-pack» no lo escribieron" in words_on(pilot)
        await press_all(pilot, "s")
        await settle(pilot)
        assert "●1 Lee" in words_on(pilot)


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(("language", "no"), [("en", "n"), ("es", "no"), ("en", ""), ("es", "quizás")])
def test_plain_lines_ask_before_a_lesson_of_a_pack_opens(
    home: Path, pack: Path, language: str, no: str
) -> None:
    plain = Plain(learner_with(home, pack), language)
    plain.run([no, "q"], place_in(plain.learner))
    assert Text(language)("pack.declined", pack="my-pack") in plain.words
    assert str(pack) in plain.words
    assert plain.learner.journal.events == ()


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("es", "s"), ("es", "Sí"), ("en", "yes")])
def test_a_yes_in_plain_lines_opens_the_lesson_and_is_kept(
    home: Path, pack: Path, language: str, yes: str
) -> None:
    plain = Plain(learner_with(home, pack), language)
    plain.run([yes, "q"], place_in(plain.learner))
    assert f"== {Text(language)('stage.read')}" in plain.words
    again = Plain(learner_with(home, pack), language)
    again.run(["q"], place_in(again.learner))
    assert f"== {Text(language)('stage.read')}" in again.words
    assert "minimodel" not in again.told[0]


def test_plain_lines_open_a_lesson_by_its_number_and_say_why_one_does_not_load(
    home: Path, pack: Path
) -> None:
    (pack / "loud" / "es.md").write_text("# Nada\n", encoding="utf-8")
    plain = Plain(learner_with(home, pack))
    count = len(plain.learner.course.openings())
    plain.run([str(count), str(count - 3), "n", "q"])
    assert f"{count}. " in plain.words
    lists = 3  # with a line for each of its modes; and once more when it is opened
    assert plain.words.count("loud/es.md: section ## summary is missing") == 2 * lists + 1
    assert "Nothing of the pack my-pack was run" in plain.words


@pytest.mark.usefixtures("nothing_runs")
def test_a_session_is_not_begun_behind_the_learners_back(home: Path, pack: Path) -> None:
    learner = learner_with(home, pack)
    with pytest.raises(LessonError, match="may not run its code yet"):
        Session(learner, place_in(learner), Text("en"))


@pytest.mark.usefixtures("nothing_runs")
def test_run_refuses_where_nobody_can_be_asked(told: Told, pack: Path) -> None:
    words = told("run", QUIET, "--pack", pack, code=2)
    assert f"lynx-tutor preview {pack}" in words
    assert "--yes" in words


def test_run_goes_ahead_with_yes_and_where_it_was_agreed_to(told: Told, home: Path, pack: Path) -> None:
    assert json.loads(told("run", QUIET, "--pack", pack, "--yes", "--json"))["lesson"] == QUIET
    assert not (home / "learners").exists()
    learner = learner_with(home, pack)
    agree(learner, learner.course.packs["my-pack"])
    assert json.loads(told("run", QUIET, "--pack", pack, "--json", "--learner", "ana"))["seeds"] == 2
    change_code(pack)
    load_courses.cache_clear()
    told("run", QUIET, "--pack", pack, "--learner", "ana", code=2)


def test_an_edit_that_is_not_inert_does_not_train(told: Told, pack: Path) -> None:
    file = pack / "quiet" / "lesson.toml"
    words = file.read_text(encoding="utf-8").replace(
        EDIT, "after = \"open('x', 'w'); bound = 1 / in_features\""
    )
    file.write_text(words, encoding="utf-8")
    load_courses.cache_clear()
    for arguments in (("run", QUIET, "--pack", pack, "--yes"), ("run", pack / "quiet", "--yes")):
        assert "uses the name `open`. An edit may use" in told(*arguments, code=1)
    assert "open('x', 'w')" in told("preview", pack / "quiet")


# ---- what is kept ----------------------------------------------------------


def test_progress_is_kept_apart_by_the_packs_name(home: Path, pack: Path, tmp_path: Path) -> None:
    other = write_pack(tmp_path / "other", "quiet")
    learner = learner_with(home, pack, other)
    for each in learner.course.packs.values():
        agree(learner, each)
    place = place_in(learner)
    Session(learner, place, Text("en")).do(Predicted("loss", "more", 0.5))
    assert learner.journal.events[-1].lesson == QUIET
    assert learner.state(place).answers["loss"].value == "more"
    assert not learner.state(place_in(learner, "other/quiet")).opened
    assert learner.fold.last == (QUIET, "open")


def test_what_was_done_in_a_pack_that_is_not_there_is_kept_and_ignored(
    home: Path, pack: Path, told: Told
) -> None:
    learner = learner_with(home, pack)
    learner.record(Opened(), place_in(learner))
    without = make_learner(home)
    assert without.fold.last is None
    assert without.opening_to_continue() == (LESSON, "open")
    assert len(without.journal.events) == 1
    assert "1 things remembered" in told("progress", "--learner", "ana")
    assert learner_with(home, pack).state(place_in(learner)).opened


def test_a_finished_lesson_of_a_pack_comes_back_in_reviews_once_it_was_agreed(home: Path, pack: Path) -> None:
    learner = learner_with(home, pack)
    finish(learner, place_in(learner))
    assert [(card.lesson, card.concept) for card in learner.cards()] == [(QUIET, "my-pack/first-weights")]
    assert learner.course.concepts[learner.cards()[0].concept]["en"] == "First weights"


def test_the_notes_name_the_pack_of_a_lesson(home: Path, pack: Path, tmp_path: Path) -> None:
    learner = learner_with(home, pack, write_pack(tmp_path / "other", "quiet"))
    for lesson in (QUIET, "other/quiet"):
        finish(learner, place_in(learner, lesson))
    written = notes.notes(learner, Text("en"))
    assert "## The quiet network · my-pack/quiet · open" in written
    assert "## The quiet network · other/quiet · open" in written


def test_reports_train_nothing_again_that_was_not_agreed_to(home: Path, pack: Path) -> None:
    learner = learner_with(home, pack)
    finish(learner, place_in(learner))

    def names() -> list[str]:
        return [run.name for lesson in build_report(learner).opened for run in own_runs(lesson)]

    assert names() == []
    agree(learner, learner.course.packs["my-pack"])
    assert names() == ["my-pack-quiet-open-deep"]


async def test_a_lesson_of_a_pack_is_worked_through_in_the_app(home: Path, pack: Path) -> None:
    learner = learner_with(home, pack)
    agree(learner, learner.course.packs["my-pack"])
    async with LynxTutor(learner, Text("en"), place_in(learner)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "n")
        await settle(pilot)
        await answer_all(pilot)
    assert set(learner.state(place_in(learner)).answers) == {"loss", "rows", "answers"}


# ---- reviews ---------------------------------------------------------------


def with_reviews(home: Path, pack: Path) -> Learner:
    """A learner for whom a lesson of the course and one of a pack have come back. The pack may not run its code yet."""
    then = datetime.now(UTC) - timedelta(days=30)
    folder = home / "learners" / "ana"
    journal = Journal.open(folder, version="test", clock=lambda: then)
    learner = Learner("ana", folder, journal, load_courses((pack,)))
    for lesson in (LESSON, QUIET):
        finish(learner, place_in(learner, lesson))
    found = learner_with(home, pack)
    assert {card.lesson for card in found.due()} == {LESSON, QUIET}
    return found


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize("key", ["n", "escape"])
async def test_reviews_of_a_pack_that_may_not_run_are_left_out(home: Path, pack: Path, key: str) -> None:
    async with LynxTutor(with_reviews(home, pack), Text("en"), review=True).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "The pack “my-pack”" in words_on(pilot)
        await press_all(pilot, key)
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert {card.lesson for card in pilot.app.screen.cards} == {LESSON}


@pytest.mark.usefixtures("nothing_runs")
async def test_reviews_of_a_pack_are_asked_once_it_may_run(home: Path, pack: Path) -> None:
    async with LynxTutor(with_reviews(home, pack), Text("es"), review=True).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert {card.lesson for card in pilot.app.screen.cards} == {LESSON, QUIET}


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(("answer", "asked"), [("n", False), ("y", True)])
def test_plain_reviews_ask_about_the_pack_too(home: Path, pack: Path, answer: str, asked: bool) -> None:
    learner = with_reviews(home, pack)
    plain = Plain(learner)
    plain.run([answer, "m", "q"], review=True)
    assert "The pack “my-pack”" in plain.words
    assert (pack_to_ask(learner, QUIET) is None) is asked


# ---- code that does not come to an end ---------------------------------------


@pytest.fixture
def endless(pack: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack whose edited line is never done; nobody waits for it."""
    file = pack / "quiet" / "lesson.toml"
    words = file.read_text(encoding="utf-8")
    file.write_text(words.replace(EDIT, 'after = "bound = 9**9**9 / in_features"'), encoding="utf-8")
    monkeypatch.setattr(confined, "CLOCK_S", 0.0)
    return pack


ENDS = {"en": "does not come to an end, and was stopped", "es": "no llega a su fin y se ha detenido"}


@pytest.mark.parametrize("language", ENDS)
def test_run_says_that_a_packs_code_does_not_end(told: Told, endless: Path, language: str) -> None:
    assert ENDS[language] in told("run", endless / "quiet", "--yes", "--lang", language, code=1)


@pytest.mark.slow
@pytest.mark.parametrize("language", ENDS)
def test_plain_lines_go_on_after_code_that_does_not_end(home: Path, endless: Path, language: str) -> None:
    learner = learner_with(home, endless)
    agree(learner, learner.course.packs["my-pack"])
    work_up_to(learner, place_in(learner), "run")
    plain = Plain(learner, language)
    plain.run(["", "q"], place_in(learner))
    assert ENDS[language] in plain.words
    assert plain.words.endswith(Text(language)("linear.bye"))


@pytest.mark.slow
@pytest.mark.parametrize("language", ENDS)
async def test_the_app_goes_on_after_code_that_does_not_end(home: Path, endless: Path, language: str) -> None:
    learner = learner_with(home, endless)
    agree(learner, learner.course.packs["my-pack"])
    work_up_to(learner, place_in(learner), "run")
    async with LynxTutor(learner, Text(language), place_in(learner)).run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await settle(pilot)
        assert ENDS[language] in " ".join(words_on(pilot).split())
        await press_all(pilot, "escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, LessonScreen)


@pytest.mark.slow
@pytest.mark.parametrize("language", ENDS)
async def test_a_calculation_that_does_not_end_opens_no_lesson(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(confined, "CLOCK_S", 0.0)
    pack = tmp_path / "walks"
    assert main(["new", "walk", "--kind", "walkthrough", "--to", str(pack)]) == 0
    learner = learner_with(home, pack)
    agree(learner, learner.course.packs["walks"])
    place = place_in(learner, "walks/walk")
    plain = Plain(learner, language)
    plain.run(["q"], place)
    assert ENDS[language] in plain.words
    app = LynxTutor(learner, Text(language), place)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await app.workers.wait_for_complete()
        await settle(pilot)
        assert ENDS[language] in " ".join(words_on(pilot).split())
        assert not isinstance(app.screen, LessonScreen)


# ---- one's own ---------------------------------------------------------------


def test_whoever_begins_a_pack_with_new_is_not_asked_about_it(told: Told, home: Path, tmp_path: Path) -> None:
    own, copy = tmp_path / "own", tmp_path / "copy"
    told("new", "mine", "--kind", "break", "--to", own, "--learner", "ana")
    shutil.copytree(own, copy)
    file = own / "mine" / "lesson.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace(EDIT, EDIT.replace("1 /", "2 /")), encoding="utf-8"
    )
    learner = learner_with(home, own)
    assert not must_ask(learner, learner.course.packs["own"])
    assert json.loads(told("run", own / "mine", "--seeds", "1", "--json", "--learner", "ana"))
    assert "was not written by the authors" in told("check", copy, "--learner", "ana", code=2)
    told("new", "more", "--kind", "experiment", "--to", copy, "--learner", "ana")
    told("check", copy, "--learner", "ana", code=2)  # to add to what others made does not make it one's own
