"""A judged repair is told by how it behaved: what was measured makes the sentences, in both languages."""

import math
from dataclasses import replace
from typing import Any

import pytest

from lessons.course.asking import measurements
from lessons.course.asking.measurements import metric_words
from lessons.course.lesson.exercise import Lab, LabCheck
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Block, Words
from lessons.course.lesson.pictures import FRAMES, HELD_OUT_RIGHT, RIGHT, WRONG, Curves, Grid, unfolding
from lessons.course.lesson.state import Judged
from lessons.course.lesson.summaries import summarise
from lessons.course.steps.behaviour import (
    BROKEN,
    HEALTHY,
    SIDES,
    UNTRIED,
    YOURS,
    Behaviour,
    Checked,
    WordGrid,
    as_checked,
    behaviour_of,
    checks_of,
)
from lessons.course.steps.behaviour_words import compared, judged_blocks, lab_blocks
from lessons.course.steps.hints import fault_of
from lessons.format.course import load_course
from lessons.judge.judged_behaviour import paired
from lessons.judge.judging import JudgeRun
from tutor.words.text import Text

DOWN, UP = (1.6, 0.4, 0.05, 0.002), (1.6, 0.6, 0.5, 0.5)
STEPS = (1.0, 60.0, 120.0, 300.0)
METRICS = {
    "train_accuracy": {HEALTHY: 1.0, BROKEN: 0.77, YOURS: 1.0},
    "interaction_gap": {HEALTHY: 14.0, BROKEN: 3e-15, YOURS: 9.1},
    "steps_to_loss_0.1": {HEALTHY: 88.0, BROKEN: None, YOURS: 70.0},
    "curve": {HEALTHY: "follows", BROKEN: "plateau", YOURS: "follows"},
}


def seen(yours: tuple[float, ...], metrics: Any = METRICS, grid: WordGrid | None = None) -> Behaviour:
    losses = {HEALTHY: DOWN, BROKEN: UP, YOURS: yours}
    return Behaviour("agreement", STEPS, losses, metrics, grid)


def told(
    lesson: Lesson, behaviour: Behaviour | None, reason: str = "trajectory", detail: str = "", language: str = "en"
) -> list[Block]:
    plain = behaviour.as_plain() if behaviour else None
    judged = Judged(reason == "passed", reason, detail, behaviour=plain)
    return judged_blocks(judged, lesson, lesson.prose[language], Text(language))


def words(blocks: list[Block]) -> list[str]:
    return [block.markdown for block in blocks if isinstance(block, Words)]


CURVES = [
    ((1.6, 0.2, 0.02, 0.002), "at step 60 the loss is 0.20 away from it", "en el paso 60"),
    ((1.6, 0.61, 0.5, 0.5), "goes where the broken one goes", "va adonde va el roto"),
    ((1.6, 1.6, 1.6, 1.6), "it doesn't learn", "no aprende"),
    ((1.6, 0.4, 0.0501, 0.002), "Very close, but not the same", "Muy cerca"),
    ((1.6, 0.4, math.nan, math.nan), "from step 120 on the loss is no longer a number", "desde el paso 120"),
    (DOWN, "like the healthy one to the last digit", "hasta la última cifra"),
]


@pytest.mark.parametrize(("yours", "english", "spanish"), CURVES)
def test_a_curve_is_told_by_where_it_goes(lesson, yours, english, spanish):
    for language, expected in (("en", english), ("es", spanish)):
        blocks = told(lesson, seen(yours), language=language)
        assert isinstance(blocks[0], Words)
        assert blocks[0].tone == "bad"
        assert expected in blocks[0].markdown
        drawn = [block for block in blocks if isinstance(block, Curves)]
        assert [curve.role for curve in drawn[0].curves] == ["healthy", "arm-3"]
        assert drawn[0].says


def test_what_parts_from_the_healthy_model_is_named_with_its_numbers(lesson):
    said = words(told(lesson, seen((1.6, 0.2, 0.02, 0.002))))
    assert "It bends, so it can learn. But it is not GELU." in said
    names = {name: metric_words(name, Text("en")) for name in METRICS}
    gap, steps = names["interaction_gap"], names["steps_to_loss_0.1"]
    size = measurements.said(summarise((9.1,)), "interaction_gap", Text("en"))
    assert f"Different from the healthy one: {gap}: {size} (healthy 14); {steps}: 70 (healthy 88)." in said
    assert "Now as it should be: training accuracy: 100 %." in said


def test_what_is_still_as_in_the_broken_model_is_said_so(lesson):
    still = {name: {**values, YOURS: values[BROKEN]} for name, values in METRICS.items()}
    said = words(told(lesson, seen(UP, still), language="es"))
    assert any("Sigue siendo recta" in each for each in said)
    assert any(each.startswith("Todavía como en el roto: ") and "nunca" in each for each in said)


def test_words_and_shapes_are_drawn_or_asked_and_not_told_again():
    assert compared("curve", "plateau", "follows", "plateau") == ""
    assert compared("shape_w2w1", "(5, 23)", "(5, 23)", "(5, 23)") == ""
    assert compared("val_accuracy", 0.66, 0.67, 0.2) == "mended"
    assert compared("steps_to_loss_0.1", None, 88.0, None) == "as_broken"
    assert compared("rank_w2w1", 5.0, 5.0, 5.0) == ""


def test_what_has_passed_shows_three_curves_and_the_grid(lesson):
    grid = WordGrid(("walk", "go"), ("1st", "2nd"), ("rw", "Rr"))
    good, sentence, curves, cells = told(lesson, seen(DOWN, grid=grid), "passed")
    assert good.tone == "good"
    assert "the broken one at 0.50" in sentence.markdown
    assert [curve.role for curve in curves.curves] == ["broken", "healthy", "arm-3"]
    assert cells.cells == ((RIGHT, WRONG), (HELD_OUT_RIGHT, RIGHT))
    assert cells.says == "Yours: 3 of 4 cells right, 1 of the 1 held out. Wrong: walk 2nd."


@pytest.mark.parametrize(("language", "words_on_it"), [("en", "the healthy library's loss"), ("es", "biblioteca sana")])
def test_a_loss_that_the_broken_library_reported_otherwise_is_said_to_be_the_healthy_one(language, words_on_it):
    lesson = load_course().lessons["label-off-by-one"]
    for experiment, is_said in (("checked", True), ("reported", False)):
        blocks = told(lesson, replace(seen(DOWN, {}), experiment=experiment), "passed", language=language)
        assert (words_on_it in words(blocks)[1]) is is_said


def test_where_nothing_was_seen_of_this_lesson_the_judge_is_quoted(lesson):
    other = replace(seen(DOWN), experiment="of another lesson")
    assert len(told(lesson, other)) == 1


@pytest.mark.parametrize(("said", "ends"), [("no colon?", "no colon?"), ("no such name", "name."), ("odd:", "odd.")])
def test_what_python_says_ends_as_a_sentence_does_and_once(lesson, said, ends):
    judged = Judged(False, "import", "", parts={"kind": "SyntaxError", "said": said, **LINE_9})
    assert words(judged_blocks(judged, lesson, lesson.prose["en"], Text("en")))[0].endswith(ends)


LINE_9 = {"file": "a.py", "line": "9"}
QUOTED = [
    ("unchanged", {}, "You haven't changed anything yet."),
    ("trajectory", {}, "It trains, but not like the healthy one."),
    ("import", {"kind": "SyntaxError", "said": "SyntaxError: no", **LINE_9}, "Line 9 of a.py: Python cannot read this"),
    ("raises", {"kind": "NameError", "said": "NameError: y", **LINE_9}, "Line 9 of a.py: it uses a name that does not"),
    ("raises", {"kind": "Odd", "said": "Odd (mine)", **LINE_9}, "Line 9 of a.py: here it"),
    ("raises", {}, "It stops with an error: as it was told"),
    ("memory", {}, "It asked for more memory than a lesson may use."),
    ("gradient", {"mine": "None"}, "No gradient comes back"),
    ("gradient", {"mine": "nan", "right": "nan"}, "It gives something that isn't a number"),
    ("gradient", {"mine": "0", "right": "-inf"}, "It gives something that isn't a number"),
    ("gradient", {"mine": "0", "right": "1.02"}, "A gradient is not the slope"),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "parts", "sentence"), QUOTED)
def test_what_the_judge_says_is_told_in_plain_words_with_its_line(lesson, reason, parts, sentence):
    judged = Judged(False, reason, "as it was told", parts=parts)
    assert words(judged_blocks(judged, lesson, lesson.prose["en"], Text("en")))[0].startswith(sentence)


def test_the_line_in_which_python_stopped_is_known_of_its_own_file_alone():
    def fault(**parts: str) -> int:
        return fault_of(Judged(False, "raises", "", parts=parts), "minimodel/nn/a.py")

    assert [fault(**LINE_9), fault(file="b.py", line="9"), fault(file="a.py", line="?"), fault()] == [9, 0, 0, 0]


def test_a_behaviour_and_the_checks_of_a_lab_come_back_from_a_journal():
    behaviour = seen((1.6, 0.2, 0.02, 0.002), grid=WordGrid(("walk",), ("1st",), ("r",)))
    plain = behaviour.as_plain()
    assert behaviour_of(plain) == behaviour
    assert behaviour_of(None) is None
    assert behaviour_of({**plain, "grid": {"rows": [], "columns": ["1st"], "cells": ["r"]}}) is None
    assert behaviour_of({"steps": [], "losses": dict.fromkeys(SIDES, ())}) is None
    checks = (Checked("passed"), Checked("value", "1 ≠ 2"))
    assert checks_of(as_checked(checks)) == checks
    assert checks_of(None) == ()


def test_of_a_lab_the_first_check_that_fails_is_told_and_how_many_are_left():
    lab = Lab("own.py", "", (LabCheck("shape", {}),) * 4)
    checks = as_checked((Checked("passed"), Checked("value", "1 ≠ 2"), Checked(UNTRIED), Checked(UNTRIED)))
    _, first, more = lab_blocks(Judged(False, "value", "1 ≠ 2", behaviour=checks), lab, Text("en"))
    assert (first.tone, more.markdown) == ("wrong", "Still to hold after this one: 2.")


def test_the_last_frame_is_the_picture_and_each_shows_more_than_the_one_before(lesson):
    grid = WordGrid(("walk", "go"), ("1st", "2nd"), ("rw", "Rr"))
    pictures = tuple(block for block in told(lesson, seen(DOWN, grid=grid), "passed") if not isinstance(block, Words))
    frames = list(unfolding(pictures))
    assert len(frames) == FRAMES
    assert frames[-1] == pictures
    drawn = [len(frame[0].curves[-1].x) for frame in frames if isinstance(frame[0], Curves)]
    assert drawn == sorted(drawn)
    assert all(frame[0].curves[:2] == pictures[0].curves[:2] for frame in frames)
    assert list(unfolding(pictures, 1)) == [pictures]


def test_the_broken_side_is_the_arm_of_that_name_and_not_the_last_that_is_edited_so(lesson):
    experiment = replace(lesson.experiments["agreement"], shown=("healthy", "broken"))
    more = replace(experiment, arms=(*experiment.arms, replace(experiment.arms[1], name="held")))
    assert paired(more, 7, JudgeRun()) == paired(experiment, 7, JudgeRun())


def test_half_way_a_grid_has_half_of_its_rows():
    whole = Grid("", ("a", "b", "c", "d"), ("first",), ((RIGHT,),) * 4, "")
    (half,), _ = unfolding([whole], 2)
    assert half.cells == ((RIGHT,), (RIGHT,), ("",), ("",))
