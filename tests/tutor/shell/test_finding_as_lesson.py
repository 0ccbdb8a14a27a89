"""A comparison that was kept at play becomes a lesson, with its question and claims of what was measured."""

import pytest

from lessons.format.lesson import read_folder
from tests.tutor.commanded import run
from tests.tutor.conftest import make_learner

LINE = (
    "compare two-moons --a optimizer=sgd,lr=0.1 --b optimizer=momentum,lr=0.1,steps=200 --metric final_loss --seeds 8"
)


@pytest.fixture
def made(home, tmp_path):
    """Return a function that says `new sooner --from …` for a learner with two findings."""
    learner = make_learner(home)
    learner.keep_finding("El momento llega antes", {"compare": LINE}, {})
    learner.keep_finding("mi ReLU", {"compare": "compare xor --b break=mine --metric final_loss"}, {})

    def new(words: str, code: int = 0) -> str:
        place = ("--to", str(tmp_path), "--learner", "ana", "--lang", "es")
        found = run("new", "sooner", "--from", words, *place)
        assert found.code == code
        return found.out + found.err

    return new


def test_it_has_both_arms_its_question_and_what_each_was_measured_to_be(made, tmp_path):
    made("MOMENTO")
    lesson = read_folder(tmp_path / "sooner" / "sooner", ("es",))
    a, b = lesson.experiments["play"].arms
    assert (a.settings.steps, b.settings.steps) == (400, 200)
    assert (a.settings.optimizer, b.settings.optimizer) == (
        {"name": "sgd", "lr": 0.1},
        {"name": "sgd", "lr": 0.1, "momentum": 0.9},
    )
    (question,) = lesson.questions
    assert (question.kind, question.metric, question.arm, question.against) == ("direction", "final_loss", "b", "a")
    assert {*lesson.claims} == {"value_a", "value_b"}
    assert (
        lesson.prose["es"].title == "¿A (sgd, pasos 400), o B (sgd, momentum, …)?"
    )  # what was found is told at the end
    assert lesson.prose["es"].sections["why"] == "El momento llega antes"


@pytest.mark.slow
def test_check_proves_it_as_it_is(made, tmp_path):
    made("momento")
    assert "✓ sooner" in run("check", str(tmp_path / "sooner" / "sooner"), "--yes").out


def test_what_was_not_kept_or_cannot_be_in_a_pack_is_said_and_nothing_is_written(made, tmp_path):
    assert "El momento llega antes · mi ReLU" in made("nada", code=1)
    assert "--from-play" in made("ReLU", code=1)
    assert not (tmp_path / "sooner").exists()
