"""The command line: what it prints, how it ends, and that no mistake shows a traceback."""

import json
import re

import pytest

from lessons.course.lesson.state import Moved, Opened
from lessons.format.course import load_course
from lessons.format.packs import load_courses
from tests.tutor.conftest import LESSON, make_learner, place_of


def test_run_as_json_keeps_its_promise(shell):
    found = json.loads(shell("run", LESSON, "--seeds", "3", "--steps", "120", "--json"))
    assert (found["lesson"], found["seeds"]) == (LESSON, 3)
    assert set(found["experiments"]) == {"additive", "agreement", "trial"}
    for name in ("additive", "agreement"):
        metrics = found["experiments"][name]["metrics"]
        assert set(metrics) >= {
            "train_accuracy", "val_accuracy", "final_loss", "steps_to_loss_0.1", "rank_w2w1", "interaction_gap",
        }  # fmt: skip
        for sides in metrics.values():
            for side in (sides["healthy"], sides["broken"]):
                assert set(side) == {"median", "p5", "p95", "values"}
                assert len(side["values"]) == 3
    assert found["experiments"]["agreement"]["metrics"]["steps_to_loss_0.1"]["broken"]["values"] == [None] * 3


def test_the_seed_chooses_which_seeds_run(shell):
    def losses(*arguments: str) -> list[float]:
        found = json.loads(shell("run", LESSON, "--steps", "20", "--json", *arguments))
        values = found["experiments"]["additive"]["metrics"]["final_loss"]["healthy"]["values"]
        return [float(value) for value in values]

    some, more = losses("--seeds", "2", "--seed", "5"), losses("--seeds", "4", "--seed", "4")
    assert some == pytest.approx(more[1:3], abs=1e-9)


def test_run_prints_a_plot_and_a_table(shell):
    printed = shell("run", LESSON, "--seeds", "2", "--steps", "30", "--lang", "es")
    assert all(words in printed for words in ("semillas", "┤", "brecha de interacción"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "break-gelu"], "break-gelu-identity"),
        (["run"], "lynx-tutor run: "),
        (["run", LESSON, "--seeds", "0"], "--seeds"),
        (["run", LESSON, "--seeds", "9999999999"], "100000"),
        (["run", LESSON, "--steps", "-4"], "--steps"),
        (["run", LESSON, "--seed", "-1"], "--seed"),
        (["run", LESSON, "--seeds", "many"], "many"),
        (["nonsense"], "nonsense"),
        (["list", "--learner", "$(id)"], " _ ' @ + , ( ), "),
        (["list", "--learner", "../x"], "../x"),
        (["--learner", "../x", "list"], "../x"),
        (["list", "--learner", "a" * 300], "…"),
        (["list", "--learner", "a\x1b[31mb"], "a␛[31mb"),
        (["list", "--learner", ""], ""),
        (["learn", "gelu-identity"], "break-gelu-identity"),
        (["learn", LESSON, "--blnd"], "--blnd"),
        (["learn", "xor-line", "--blind", "--plain"], "xor-line"),
    ],
)
def test_a_mistake_is_a_sentence_and_an_exit_code(shell, arguments, said):
    assert said in shell(*arguments, code=2)


def test_list_says_where_the_learner_stands(shell, home):
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    learner.record(Moved("predict"), place_of())
    rows = json.loads(shell("list", "--json", "--learner", "ana"))["lessons"]
    places = [(place.lesson.id, place.mode) for place in load_course().places()]
    assert [(row["lesson"], row["mode"]) for row in rows] == places
    standing = [(row["mode"], row["begun"], row["stage"]) for row in rows if row["lesson"] == LESSON]
    assert standing == [("open", True, "predict"), ("blind", False, "read")]
    assert "Predice" in shell("list", "--learner", "ana", "--lang", "es")
    breaks = {heading.id for heading in load_course().headings.values() if heading.is_break}
    assert breaks & set(shell("list", "--learner", "ana").split()) == {LESSON}  # the only one that was met


def test_a_break_never_met_is_opened_by_the_number_that_the_list_shows(shell, home):
    make_learner(home).record(Opened(), place_of())
    breaks = load_course().breaks()
    assert re.search(r"^  break-05 +Break 05 · ", shell("list"), re.MULTILINE)
    for name in ("break-05", "5"):
        assert json.loads(shell("run", name, "--seeds", "1", "--steps", "1", "--json"))["lesson"] == breaks[5]
    assert "break-99" in shell("learn", "break-99", code=2)
    said = shell("break-05", code=2)
    assert "lynx-tutor learn break-05" in said
    assert breaks[5] not in said


def test_the_list_loads_no_lesson_that_nobody_has_been_in(shell, home):
    make_learner(home).record(Opened(), place_of())
    load_course.cache_clear()
    load_courses.cache_clear()
    assert "about 15 min" in shell("list")
    assert set(load_course().lessons.loaded) == {LESSON}  # type: ignore[attr-defined]


def test_whoever_says_no_name_has_that_of_the_account_whoever_else_was_last_at_work(shell, home, monkeypatch):
    eva = make_learner(home, "eva")
    eva.record(Opened(), place_of())
    eva.prefer("language", "es")
    assert "Nothing yet" in shell("progress")  # of ana, in her language
    monkeypatch.setenv("LOGNAME", "eva")
    found = json.loads(shell("progress", "--json"))
    assert (found["learner"], found["events"]) == ("eva", 2)
