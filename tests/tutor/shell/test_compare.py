"""`compare` trains two settings on the same seeds; the line that it is typed as makes the same comparison again."""

import json

import pytest

from lessons.course.lesson.values import LANGUAGES
from progress.calibration import judged
from tests.tutor.commanded import run
from tests.tutor.conftest import make_learner

ASKED = ("compare", "xor", "--b", "optimizer=sgd,lr=.1", "--metric", "final_loss", "--seeds", "8")
AS_WRITTEN = ["compare", "xor", "--b", "optimizer=sgd,lr=0.1", "--metric", "final_loss", "--seeds", "8"]


def test_json_holds_every_seed_and_whoever_types_its_words_has_the_same(home):
    found = json.loads(run(*ASKED, "--json").out)
    arms = found["experiments"]["compare"]["metrics"]["final_loss"]
    assert found["compare"] == AS_WRITTEN
    assert all(b > a for a, b in zip(arms["a"]["values"], arms["b"]["values"], strict=True))
    assert found["verdict"]["truth"] == "more"
    assert found["verdict"]["says"][-1] == "B (sgd, …): higher in 8 of 8 seeds."
    assert json.loads(run(*found["compare"], "--json").out) == found
    assert not (home / "learners").exists()  # nobody bet


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Wrong. You said “lower”, 75 % sure. Your runs say: higher."),
        ("es", "Mal. Dijiste «menor», con un 75 % de seguridad. Tus ejecuciones dicen: mayor."),
    ],
)
def test_the_bet_comes_first_and_the_same_one_counts_once(home, language, said):
    asked = (*ASKED, "--ask", "--learner", "ana", "--lang", language)
    told = run(*asked, lines=["3", "2"]).out
    assert told.index("  3 ") < told.index(said[said.index(" ") + 1 :])
    run(*asked, lines=["1", "3"])
    assert [(each.lesson, each.confidence, each.right) for each in judged(make_learner(home).events())] == [
        (None, 0.75, False)
    ]


def test_with_the_bet_json_is_alone_on_stdout(home):
    found = json.loads(run(*ASKED, "--ask", "--json", lines=["1", ""]).out)
    assert (found["verdict"]["said"], found["verdict"]["confidence"], found["verdict"]["right"]) == ("more", None, True)


def test_what_diverges_is_higher_than_what_does_not(home):
    line = ("compare", "sine", "--a", "optimizer=sgd,lr=10,steps=200", "--b", "steps=200", "--metric", "final_loss")
    verdict = json.loads(run(*line, "--seeds", "4", "--json").out)["verdict"]
    assert verdict == {"truth": "fewer", "says": ["Final training loss: lower.", "B (adam, …): lower in 4 of 4 seeds."]}


def test_a_lessons_own_settings_and_a_break_of_the_course(home):
    line = ("compare", "break-gelu-identity", "--a", "break=none", "--metric", "train_accuracy", "--seeds", "4")
    found = json.loads(run(*line, "--json").out)
    arms = found["experiments"]["compare"]["metrics"]["train_accuracy"]
    assert arms["a"]["median"] > arms["b"]["median"]
    assert found["compare"] == list(line)


def test_rows_of_ones_own_are_compared_and_their_line_names_the_column_that_is_asked(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"{number},{number % 7},{number % 2}" for number in range(60)]
    (tmp_path / "own.csv").write_text("\n".join(["first,second,odd", *lines]), encoding="utf-8")
    asked = ("compare", "own.csv", "--label", "first", "--b", "lr=0.000001", "--metric", "final_loss", "--seeds", "4")
    found = json.loads(run(*asked, "--json").out)
    assert (found["compare"], found["verdict"]["truth"]) == ([*asked[:5], "lr=1e-06", *asked[6:]], "more")
    assert json.loads(run(*found["compare"], "--json").out) == found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("task", "b", "metric", "seeds", "offered"),
    [
        ("digts", "width=4", "final_loss", "8", "digits"),
        ("xor", "widht=4", "final_loss", "8", "width"),
        ("xor", "width", "final_loss", "8", "width=4"),
        ("xor", "width=5000", "final_loss", "8", "512"),
        ("xor", "width=2.5", "final_loss", "8", "512"),
        ("digits", "rows=1", "final_loss", "8", "2000"),
        ("parity", "rows=300", "final_loss", "8", "255"),
        ("xor", "rows=10", "final_loss", "8", "task=xor"),
        ("speech", "positions=x", "final_loss", "8", "sinusoidal"),
        ("speech", "model=MLP", "final_loss", "8", "transformer"),
        ("xor", "optimizer=sgd,eps=1", "final_loss", "8", "optimizer=sgd"),
        ("xor", "lr=nan", "final_loss", "8", "0.000001"),
        ("xor", "activation=tahn", "final_loss", "8", "tanh"),
        ("xor", "break=gelu-identiti", "final_loss", "8", "break-gelu-identity"),
        ("xor", "width=16,depth=0", "final_loss", "8", "width=16"),
        ("xor", "seed=3", "final_loss", "8", "task, model, width"),
        ("xor", "width=8", "final_loss", "8", "A"),
        ("xor", "width=4", "final_los", "8", "final_loss"),
        ("xor", "width=4", "outcome", "8", "train_accuracy"),
        ("xor", "width=4", "val_accuracy", "8", "train_accuracy"),
        ("sine", "width=4", "val_accuracy", "8", "val_loss"),
        ("xor", "width=4", "final_loss", "1", "1024"),
    ],
)
def test_what_cannot_be_compared_is_a_sentence_that_says_what_can(home, language, task, b, metric, seeds, offered):
    done = run("compare", task, "--b", b, "--metric", metric, "--seeds", seeds, "--lang", language)
    assert (done.code, done.out) == (2, "")
    assert offered in done.err
    assert done.err.count("\n") == 1


def test_without_a_bet_there_is_no_run(home):
    done = run(*ASKED, "--ask", lines=["q"])
    assert done.code == 2
    assert done.err == "No bet, and so no run.\n"


def test_a_is_an_option_of_its_own_and_not_short_for_ascii(home):
    line = ("compare", "xor", "--a", "steps=50", "--b", "steps=50,width=4", "--metric", "final_loss", "--seeds", "2")
    assert "xor · 2 seeds" in run(*line).out
