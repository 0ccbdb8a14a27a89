"""Lessons from elsewhere: on the map and in plain lines, their progress apart, and nothing of theirs runs unasked."""

import json
import os
import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.state import Opened
from lessons.course.lesson.values import LessonError
from lessons.engine import process as limited_process
from lessons.format.packs import load_courses
from lessons.runs import experiment, training
from progress.journal import Journal
from tests.packs import write_pack
from tests.tutor.conftest import LESSON, make_learner, opened, press, press_all, settle, words_on
from tests.tutor.plain_learner import Plain
from tests.tutor.work import finish
from tutor.learner import Learner
from tutor.pack_code import agree, must_ask, pack_to_ask
from tutor.reports.learner_pages import draw_runs
from tutor.reports.learner_report import build_report
from tutor.session import Session
from tutor.tui.app import LynxTutor
from tutor.tui.screens.review import ReviewScreen
from tutor.words.text import Text

QUIET = "my-pack/quiet"
EDIT = 'after = "bound = 1 / in_features"'


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


@pytest.mark.usefixtures("nothing_runs")
def test_the_shell_lists_the_lessons_of_packs_after_the_others(shell, pack):
    words = shell("list", "--pack", pack)
    assert words.index("what-can-be-known") < words.index("Quiet things · my-pack")
    assert QUIET not in words, "the id of a break never met"
    assert re.search(r"A break · \?; \d+ that you have not solved", words)
    assert "first: The quiet network" in words
    rows = json.loads(shell("list", "--json", "--pack", pack))["lessons"]
    assert [row["lesson"] for row in rows[-4:]] == [QUIET, QUIET, "my-pack/loud", "my-pack/loud"]
    assert "antes: La red callada" in shell("list", "--pack", pack, "--lang", "es")


def test_packs_are_named_on_either_side_of_the_command_and_in_the_environment(shell, pack, tmp_path, monkeypatch):
    other, third = (write_pack(tmp_path / name, "quiet") for name in ("other", "third"))
    monkeypatch.setenv("LYNX_TUTOR_PACKS", os.pathsep.join([str(third), str(pack)]))
    words = shell("--pack", other, "list", "--pack", pack)
    assert [words.count(f" · {name}\n") for name in ("third", "my-pack", "other")] == [1, 1, 1]
    assert words.index(" · third") < words.index(" · my-pack") < words.index(" · other")


def test_a_lesson_that_does_not_load_leaves_the_others_in_the_list(shell, pack):
    (pack / "quiet" / "es.md").write_text("# Nada\n", encoding="utf-8")
    words = shell("list", "--pack", pack)
    assert "es.md: sections ## summary, " in words
    assert "first: The quiet network" in words
    rows = {row["lesson"]: row for row in json.loads(shell("list", "--json", "--pack", pack))["lessons"]}
    assert "es.md" in rows[QUIET]["problem"]
    assert "problem" not in rows["my-pack/loud"]
    assert "es.md" in shell("learn", QUIET, "--pack", pack, code=1)


@pytest.mark.usefixtures("nothing_runs")
async def test_the_app_asks_before_a_lesson_of_a_pack_opens(home, pack):
    app = LynxTutor(learner_with(home, pack), Text("en"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await press(pilot, "end", "enter")
        await press_all(pilot, "down", "enter")  # with its edit shown
        await settle(pilot)
        assert "The pack “my-pack” was not written by the authors" in words_on(pilot)
        assert "minimodel with edited lines" in " ".join(words_on(pilot).split())
        assert "runs in processes of its own" in " ".join(words_on(pilot).split())
        await press_all(pilot, "enter")  # decides nothing
        assert "y yes, let it run" in words_on(pilot)
        await press(pilot, "n")
        assert "Nothing of the pack my-pack was run" in words_on(pilot)
        assert app.learner.journal.events == ()
        await press(pilot, "enter", "down", "enter")
        await press(pilot, "y")
        assert "●1 Read" in words_on(pilot)
    assert pack_to_ask(app.learner, QUIET) is None


def test_it_is_asked_once_and_again_when_the_code_has_changed(home, pack):
    learner = learner_with(home, pack)
    agree(learner, learner.course.packs["my-pack"])
    assert pack_to_ask(learner_with(home, pack), QUIET) is None
    change_code(pack)
    assert pack_to_ask(learner_with(home, pack), QUIET)


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(("language", "no"), [("en", "n"), ("es", "quizás")])
def test_plain_lines_ask_before_a_lesson_of_a_pack_opens(home, pack, language, no):
    plain = Plain(learner_with(home, pack), language)
    plain.run([no, "q"], place_in(plain.learner))
    assert Text(language)("pack.declined", pack="my-pack") in plain.words
    assert str(pack) in plain.words
    assert plain.learner.journal.events == ()


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("es", "Sí")])
def test_a_yes_in_plain_lines_opens_the_lesson_and_is_kept(home, pack, language, yes):
    for given in ([yes, "q"], ["q"]):
        plain = Plain(learner_with(home, pack), language)
        plain.run(given, place_in(plain.learner))
        assert f"== {Text(language)('stage.read')}" in plain.words
    assert "minimodel" not in plain.told[0]


@pytest.mark.usefixtures("nothing_runs")
def test_a_session_is_not_begun_behind_the_learners_back(home, pack):
    learner = learner_with(home, pack)
    with pytest.raises(LessonError, match="may not run its code yet"):
        Session(learner, place_in(learner), Text("en"))


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize("asked", [("run", QUIET), ("compare", QUIET, "--a", "lr=0.1", "--metric", "final_loss")])
def test_run_and_compare_refuse_where_nobody_can_be_asked(shell, pack, asked):
    words = shell(*asked, "--pack", pack, code=2)
    assert f"lynx-tutor preview {pack}" in words
    assert "--yes" in words


def test_run_goes_ahead_with_yes_and_where_it_was_agreed_to(shell, home, pack):
    assert json.loads(shell("run", QUIET, "--pack", pack, "--yes", "--json"))["lesson"] == QUIET
    assert not (home / "learners").exists()
    learner = learner_with(home, pack)
    agree(learner, learner.course.packs["my-pack"])
    assert json.loads(shell("run", QUIET, "--pack", pack, "--json", "--learner", "ana"))["seeds"] == 2
    change_code(pack)
    load_courses.cache_clear()
    shell("run", QUIET, "--pack", pack, "--learner", "ana", code=2)


def test_an_edit_that_is_not_inert_does_not_train(shell, pack):
    file = pack / "quiet" / "lesson.toml"
    words = file.read_text(encoding="utf-8").replace(EDIT, "after = \"open('x', 'w'); bound = 1 / in_features\"")
    file.write_text(words, encoding="utf-8")
    load_courses.cache_clear()
    for arguments in (("run", QUIET, "--pack", pack, "--yes"), ("run", pack / "quiet", "--yes")):
        assert "uses the name `open`. An edit may use" in shell(*arguments, code=1)
    assert "open('x', 'w')" in shell("preview", pack / "quiet")


def test_what_was_done_in_a_pack_that_is_not_there_is_kept_and_ignored(home, pack, shell):
    learner = learner_with(home, pack)
    learner.record(Opened(), place_in(learner))
    without = make_learner(home)
    assert without.fold.last is None
    assert without.opening_to_continue() == (LESSON, "open")
    assert len(without.journal.events) == 1
    assert "1 things remembered" in shell("progress", "--learner", "ana")
    assert learner_with(home, pack).state(place_in(learner)).opened


def test_reports_train_nothing_again_that_was_not_agreed_to(home, pack):
    learner = learner_with(home, pack)
    finish(learner, place_in(learner))

    def drawn() -> list[object]:
        return [picture for each in draw_runs(build_report(learner), Text("en")).values() for picture in each]

    assert drawn() == []
    agree(learner, learner.course.packs["my-pack"])
    assert drawn() != []


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
async def test_reviews_of_a_pack_that_may_not_run_are_left_out(home, pack):
    async with opened(LynxTutor(with_reviews(home, pack), Text("en"), review=True)) as pilot:
        assert "The pack “my-pack”" in words_on(pilot)
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert {card.lesson for card in pilot.app.screen.cards} == {LESSON}


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(("answer", "asked"), [("n", False), ("y", True)])
def test_plain_reviews_ask_about_the_pack_too(home, pack, answer, asked):
    learner = with_reviews(home, pack)
    plain = Plain(learner)
    plain.run([answer, "m", "q"], review=True)
    assert "The pack “my-pack”" in plain.words
    assert (pack_to_ask(learner, QUIET) is None) is asked


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "does not come to an end, and was stopped"), ("es", "no llega a su fin y se ha detenido")],
)
def test_run_says_that_a_packs_code_does_not_end(shell, pack, monkeypatch, language, said):
    file = pack / "quiet" / "lesson.toml"
    words = file.read_text(encoding="utf-8")
    file.write_text(words.replace(EDIT, 'after = "bound = 9**9**9 / in_features"'), encoding="utf-8")
    monkeypatch.setattr(limited_process, "CLOCK_FACTOR", 0)  # nobody waits for it
    assert said in shell("run", pack / "quiet", "--yes", "--lang", language, code=1)


def test_whoever_begins_a_pack_with_new_is_not_asked_about_it(shell, home, tmp_path):
    own, copy = tmp_path / "own", tmp_path / "copy"
    shell("new", "mine", "--kind", "break", "--to", own, "--learner", "ana")
    shutil.copytree(own, copy)
    file = own / "mine" / "lesson.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(EDIT, EDIT.replace("1 /", "2 /")), encoding="utf-8")
    learner = learner_with(home, own)
    assert not must_ask(learner, learner.course.packs["own"])
    assert json.loads(shell("run", own / "mine", "--seeds", "1", "--json", "--learner", "ana"))
    assert "was not written by the authors" in shell("check", copy, "--learner", "ana", code=2)
    shell("new", "more", "--kind", "experiment", "--to", copy, "--learner", "ana")
    shell("check", copy, "--learner", "ana", code=2)  # to add to what others made does not make it one's own


@pytest.mark.parametrize("command", ["learn", "list", "review", "export"])
def test_a_pack_that_is_none_is_a_sentence(shell, tmp_path, command):
    assert "is no folder of a pack" in shell(command, "--pack", tmp_path / "nowhere", code=1)
