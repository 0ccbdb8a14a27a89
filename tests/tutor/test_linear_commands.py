"""Commands in plain lines: what a key does on the screen, a word does at any question."""

from pathlib import Path

import pytest

from tests.tutor.conftest import place_of
from tests.tutor.plain_learner import plain_at

PLACE = place_of()


def test_a_step_is_reached_by_its_number(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    before = plain.learner.state(PLACE).here
    plain.run(["step 1"], PLACE)
    assert before == 1
    assert plain.learner.state(PLACE).here == 0


def test_a_step_that_is_not_open_yet_says_so(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["step 9"], PLACE)
    assert "2 Predict: 2 questions to go" in plain.told
    assert plain.learner.state(PLACE).here == 1


def test_a_file_of_the_library_is_printed_with_its_numbers(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["source activations.py"], PLACE)
    assert any("class GELU(Module):" in words for words in plain.told)


def test_the_files_of_the_library_are_named(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["source"], PLACE)
    assert any("minimodel/nn/activations.py" in words.splitlines() for words in plain.told)


def test_another_seed_of_a_run_is_watched(home: Path) -> None:
    plain = plain_at(home, "run-additive")
    plain.run(["watch 1234"], PLACE)
    ran = [event for event in plain.learner.events() if event.kind == "run"]
    assert ran[-1].payload["seed"] == 1234


def test_nothing_is_watched_where_nothing_runs(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["watch 1234"], PLACE)
    assert any("watch 1234" in words for words in plain.told)


@pytest.mark.parametrize("words", ["código activations.py", "source activations.py"])
def test_a_command_is_understood_in_the_learners_language_and_in_english(home: Path, words: str) -> None:
    plain = plain_at(home, "predict-additive", "es")
    plain.run([words], PLACE)
    assert any("class GELU(Module):" in said for said in plain.told)


def test_a_class_or_a_function_is_printed_by_its_name(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["source GELU.forward", "source qqq"], PLACE)
    (code,) = [words for words in plain.told if "def forward" in words]
    assert "return x" in code
    assert "class Sin" not in code
    assert any("There is no file, class or function qqq" in words for words in plain.told)


def test_what_a_page_is_about_is_said_before_the_files(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["source"], PLACE)
    assert any("This page is about minimodel/nn/activations.py, line 87" in words for words in plain.told)
