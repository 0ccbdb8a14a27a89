"""Play in plain lines: knobs by number or name, and whatever makes no sense is answered with a sentence."""

from pathlib import Path

import pytest

from lessons.course.lesson.values import LANGUAGES
from tests.tutor.conftest import make_learner, opened, place_of, press
from tests.tutor.plain_learner import Plain, assert_readable
from tests.tutor.work import work_up_to
from tutor.play_session import no_task_words
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

LESSON = place_of("open", "xor-line")
TOLD = {
    "en": ("  3 width = 1", "  4 hidden layers = 0", "loss: before 0.0001; now 0.69."),
    "es": ("  3 anchura = 1", "  4 capas ocultas = 0", "pérdida: antes 0.0001; ahora 0.69."),
}


def played(home: Path, *written: str, language: str = "en") -> list[str]:
    """Return what a learner is told who writes these lines in the course list."""
    plain = Plain(make_learner(home), language)
    plain.run(written)
    return plain.told


@pytest.mark.parametrize("language", LANGUAGES)
def test_knobs_are_turned_by_number_or_name_and_tries_are_compared(home, language):
    told = played(home, "play xor", "", "3 = 1", "depth = 0", "", "11", language=language)
    for words in told:
        assert_readable(words)
    assert set(TOLD[language]) <= set(told)
    breaks = [name for name, each in make_learner(home).course.headings.items() if each.is_break]
    assert any(all(name in words for name in ("none", *breaks)) for words in told)


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("12", "“12” is no knob. They have the numbers 1 to 11."),
        ("colour = red", "“colour = red” is no knob. They have the numbers 1 to 11."),
        ("step 3", "“step 3” is no knob. They have the numbers 1 to 11."),
        ("3 = 999", "width cannot be “999”."),
        ("3", "It may be: 1, 2, 4, 8, 16, 32, 64, 128, 256, 512. Now: 8. Or any number between them."),
        ("lr = nan", "learning rate cannot be “nan”."),
        ("r colour", "“colour” is no knob. They have the numbers 1 to 11."),
    ],
)
def test_what_makes_no_sense_is_answered_with_a_sentence(home, written, answer):
    assert answer in played(home, "play", written)


def test_words_of_the_learners_language_are_values_too(home):
    told = played(home, "jugar", "activación = identidad", "tarea = dos lunas", "r 5", "r", language="es")
    assert "  5 activación = identity (identidad)" in told
    assert "  1 tarea = two-moons (dos lunas)" in told
    assert "  1 tarea = xor" in told[told.index("  1 tarea = two-moons (dos lunas)") :]


def test_the_nearest_task_is_named_in_the_course_list_and_in_the_shell(home, capsys):
    assert any("Did you mean two-moons?" in words for words in played(home, "play moonz"))
    assert "qqqq" in no_task_words("qqqq", Text("en"))
    assert main(["play", "agrement", "--lang", "en"]) == 2
    assert "There is no task agrement. Did you mean agreement?" in capsys.readouterr().err


def test_play_begins_with_the_lesson_at_its_end_and_goes_back_there(home):
    learner = make_learner(home)
    work_up_to(learner, LESSON, "why")
    plain = Plain(learner)
    plain.run([":play", "b", "kept for later"], LESSON)
    assert "  5 activation = identity" in plain.told
    assert learner.state(LESSON).finished


async def test_keys_and_lines_do_the_same(tmp_path):
    plain = Plain(make_learner(tmp_path / "lines"))
    plain.run(["play xor", "3 = 4", "activation = relu", "", "s", "same"])
    app = LynxTutor(make_learner(tmp_path / "keys"), Text("en"), task="xor")
    async with opened(app) as pilot:
        keys = ("f", "down", "down", "left", "down", "down", "left", "left", "left", "enter")
        await press(pilot, *keys)
        await press(pilot, "s", *"same", "enter")
    by_lines, by_keys = (
        [(event.kind, dict(event.payload)) for event in learner.journal.events]
        for learner in (plain.learner, app.learner)
    )
    assert by_lines == by_keys != []
