"""Play in plain lines: knobs by number or name, and whatever makes no sense is answered with a sentence."""

import subprocess
from pathlib import Path

import pytest

from lessons.format import LANGUAGES
from lessons.knobs import KNOBS
from lessons.recipes import steps_of
from progress.event import FINDING
from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of, press_all, settle
from tests.tutor.plain_learner import Plain, assert_readable
from tests.tutor.terminal import TUTOR, surroundings
from tests.tutor.work import work_up_to
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

LESSON = place_of("open", "xor-line")
TOLD = {
    "en": ("  3 width = 1", "  4 hidden layers = 0", "loss: before 0.0001; now 0.69."),
    "es": ("  3 anchura = 1", "  4 capas ocultas = 0", "pérdida: antes 0.0001; ahora 0.69."),
}


def played(home: Path, *written: str, language: str = "en") -> list[str]:
    """What a learner is told who writes these lines in the course list."""
    plain = Plain(make_learner(home), language)
    plain.run(written)
    return plain.told


@pytest.mark.parametrize("language", LANGUAGES)
def test_knobs_are_turned_by_number_or_name_and_tries_are_compared(home: Path, language: str) -> None:
    told = played(home, "play xor", "", "3 = 1", "depth = 0", "", "10", language=language)
    for words in told:
        assert_readable(words)
    assert set(TOLD[language]) <= set(told)
    breaks = [name for name, each in make_learner(home).course.headings.items() if each.is_break]
    assert any(all(name in words for name in ("none", *breaks)) for words in told)


def test_every_knob_tells_what_it_is_and_may_be(home: Path) -> None:
    told = played(home, "play", *map(str, range(1, len(KNOBS) + 1)))
    assert len([words for words in told if words.startswith("It may be: ")]) == len(KNOBS)
    assert any("0.001, 0.002, 0.005" in words for words in told)


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("11", "“11” is no knob. They have the numbers 1 to 10."),
        ("colour = red", "“colour = red” is no knob. They have the numbers 1 to 10."),
        ("step 3", "“step 3” is no knob. They have the numbers 1 to 10."),
        ("3 = 9", "width cannot be “9”."),
        ("lr = nan", "learning rate cannot be “nan”."),
        ("r colour", "“colour” is no knob. They have the numbers 1 to 10."),
    ],
)
def test_what_makes_no_sense_is_answered_with_a_sentence(home: Path, written: str, answer: str) -> None:
    assert answer in played(home, "play", written)


def test_words_of_the_learners_language_are_values_too(home: Path) -> None:
    told = played(home, "jugar", "activación = identidad", "tarea = dos lunas", "r 5", "r", language="es")
    assert "  5 activación = identity (identidad)" in told
    assert "  1 tarea = two-moons (dos lunas)" in told
    assert "  1 tarea = xor" in told[told.index("  1 tarea = two-moons (dos lunas)") :]


def test_diverging_ends_in_a_sentence_and_play_goes_on(home: Path) -> None:
    told = played(home, "play sine", "optimizer = sgd", "lr = 10", "", "lr = 0.01", "")
    assert any(words.startswith("It diverged: from step ") for words in told)
    assert any(words.startswith("The loss went from ") for words in told)


def test_the_nearest_task_is_named_in_the_course_list_and_in_the_shell(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert any("Did you mean two-moons?" in words for words in played(home, "play moonz"))
    assert main(["play", "agrement", "--lang", "en"]) == 2
    assert "There is no task agrement. Did you mean agreement?" in capsys.readouterr().err


def test_play_begins_with_the_lesson_at_its_end_and_goes_back_there(home: Path) -> None:
    learner = make_learner(home)
    work_up_to(learner, LESSON, "why")
    plain = Plain(learner)
    plain.run([":play", "b", "kept for later"], LESSON)
    assert "  5 activation = shrink" in plain.told
    assert learner.state(LESSON).finished


def test_before_its_end_a_lesson_is_not_played_with(home: Path) -> None:
    plain = Plain(make_learner(home))
    plain.run(["play"], LESSON)
    assert any(
        words.startswith("This lesson's experiment can be played with at its end") for words in plain.told
    )
    assert plain.learner.state(LESSON).here == 0
    assert steps_of(LESSON).all[0].kind == "read"


def test_another_language_says_the_knobs_again(home: Path) -> None:
    told = played(home, "play", "3 = 4", "l", "")
    assert "  3 anchura = 4" in told
    assert any(words.startswith("La pérdida pasó de") for words in told)


def test_the_whole_goes_through_a_pipe_from_the_shell(home: Path) -> None:
    done = subprocess.run(
        [*TUTOR, "play", "moons", "--plain", "--learner", "ana", "--lang", "en"],
        input="width = 2\n\ns\ntwo is too few\nm\nq\n",
        env=surroundings(home, {}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_readable(done.stdout)
    (event,) = Journal.open(home / "learners" / "ana", version="test").events
    assert (event.kind, event.payload["text"]) == (FINDING, "two is too few")


async def test_keys_and_lines_do_the_same(tmp_path: Path) -> None:
    """What the app can do, plain lines can do: the same knobs end in the same finding, to the last digit."""
    plain = Plain(make_learner(tmp_path / "lines"))
    plain.run(["play xor", "3 = 4", "activation = relu", "", "s", "same"])
    app = LynxTutor(make_learner(tmp_path / "keys"), Text("en"), task="xor")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        keys = ("f", "down", "down", "left", "down", "down", "left", "left", "left", "enter")
        await press_all(pilot, *keys)
        await settle(pilot)
        await press_all(pilot, "s", *"same", "enter")
        await settle(pilot)
    by_lines, by_keys = (
        [(event.kind, dict(event.payload)) for event in learner.journal.events]
        for learner in (plain.learner, app.learner)
    )
    assert by_lines == by_keys != []
