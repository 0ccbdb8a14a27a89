"""Looks: each probe shows what it names, of the run that was watched; and where a ruler is what a lesson is about."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.exercise import Repair
from lessons.course.lesson.lesson import Arm, Edit, Experiment, Lesson, Prose
from lessons.course.lesson.page import Block, Look, Table, Words
from lessons.course.lesson.source import healthy_text
from lessons.course.lesson.state import State
from lessons.course.lesson.value_words import number
from lessons.course.lesson.vocabulary import PROBES
from lessons.course.steps.plan import Steps
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT
from lessons.judge.calls import ACCURACIES, JudgedCode, behaves
from lessons.judge.judge import judge_text
from lessons.judge.repair_checks import own
from lessons.runs import probes
from lessons.runs.edits import edited_library
from lessons.runs.experiment import WatchedRun, sweep
from lessons.runs.metrics import measure
from lessons.runs.pictures.labels import Labels
from lessons.runs.probes import OF_RUNS, hardest, held_out_losses, look
from lessons.runs.trained_model import Trained
from lessons.runs.training import begin
from tests.lessons.runs.drawing import STRAIGHT, TEXT, settings
from tests.lessons.runs.drawing import alone as of_one

RAISING = Edit(STRAIGHT.file, STRAIGHT.before, "return x.nothing()")
METRICS = ("train_accuracy", "rank_w2w1", "interaction_gap", "curve")


def pair(edit: Edit = STRAIGHT) -> Experiment:
    arms = (Arm(name, settings("agreement"), edits) for name, edits in (("healthy", ()), ("broken", (edit,))))
    return Experiment("plane", tuple(arms), 3, metrics=METRICS)


def alone(task: Any, sizes: list[int], **more: Any) -> Experiment:
    return of_one(task, {"name": "MLP", "sizes": sizes}, **more)


def record_of(experiment: Experiment) -> State:
    *_, measured = sweep(experiment, (0, 1, 2))
    return State(record={experiment.id: measured.as_record()})


def seen(probe: str, experiment: Experiment, state: State | None = None, **sections: str) -> list[Any]:
    page = Prose("A lesson", {name.replace("_", " "): words for name, words in sections.items()})
    lesson = Lesson("lesson", Path(), prose={"en": page})
    steps = Steps(lesson, "open", ())
    return list(look(Look(probe, probe, experiment), 7, steps, (state or State()).record, TEXT))


def blocks(*given: Any, **sections: str) -> tuple[Block, ...]:
    found: tuple[Block, ...] = seen(*given, **sections)[-1]
    return found


def table(probe: str, *given: Any) -> Table:
    found = blocks(probe, *given)[-1]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def nothing_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "FINISHED", {})


@pytest.fixture(scope="module")
def measured() -> State:
    """Return the record of the pair, over three seeds."""
    return record_of(pair())


ELSEWHERE = (
    "arrows",
    "attention",
    "boundary",
    "function",
    "table",
    "trend",
    "wave",
)  # what the grid and a pair of arms have not


@pytest.mark.parametrize("probe", sorted(PROBES))
def test_each_probe_of_the_vocabulary_shows_something_or_says_that_there_is_nothing(measured, probe):
    found = blocks(probe, pair(), measured)
    assert found
    nothing = [getattr(block, "markdown", "").startswith("looks.nothing") for block in found]
    assert nothing == [True] if probe in ELSEWHERE else not any(nothing)


@pytest.mark.usefixtures("nothing_at_hand")
def test_a_look_can_be_stopped_begun_anew_and_trains_once_for_every_probe():
    experiment = pair()
    steps = Steps(Lesson("lesson", Path(), prose={"en": Prose("", {})}), "open", ())
    first = look(Look("curves", "", experiment), 7, steps, {}, TEXT)
    assert next(first) is None
    first.close()
    *waiting, last = seen("curves", experiment)
    assert waiting == [None] * 12
    assert last is not None
    assert len(seen("hidden", experiment)) == 1


@pytest.mark.usefixtures("nothing_at_hand")
def test_what_is_seen_is_what_was_watched_to_the_last_bit():
    experiment = pair()
    run = WatchedRun(experiment, 7)
    for _ in run:
        pass
    (curves,) = blocks("curves", experiment)
    watched = {arm: tuple(each.losses) for arm, each in run.trained.items()}
    assert {curve.name: curve.y for curve in curves.curves} == watched


def test_the_pages_words_come_first_those_about_this_experiment_before_others():
    said = {"probe_rank": "About any.", "probe_rank_plane": "About this one."}
    assert blocks("rank", pair(), None, **said)[0] == Words("About this one.")
    assert blocks("rank", replace(pair(), id="other"), None, **said)[0] == Words("About any.")


def test_a_metric_is_shown_of_this_run_and_of_all_seeds_where_they_were_measured(measured):
    found = table("gap", pair(), measured)
    assert [row[0] for row in found.rows] == ["observe.once seed=7", "observe.seeds seeds=3"]
    assert found.roles == ("", "healthy", "broken")
    assert len(table("gap", pair()).rows) == 1


def test_bars_come_from_the_record_and_need_no_training(measured):
    assert len(seen("bars", pair(), measured)) == 1
    assert len(blocks("bars", pair(), measured)) == 3  # of its four metrics one is a word


def test_the_hardest_rows_say_what_every_arm_makes_of_them():
    rows = table("hardest", pair()).rows
    assert len(rows) == 10
    losses = [float(row[2]) for row in rows]
    assert losses == sorted(losses, reverse=True)
    for right, broken, _, healthy, _ in rows:
        assert (broken == f"✓ {right}") == broken.startswith("✓")
        assert (healthy == f"✓ {right}") == healthy.startswith("✓")


@pytest.fixture(scope="module")
def trained() -> tuple[Trained, Trained]:
    """The healthy arm and the broken one, of one seed."""
    run = WatchedRun(pair(), 7)
    for _ in run:
        pass
    healthy, broken = run.trained.values()
    return healthy, broken


def hardest_of(healthy: Trained, broken: Trained) -> list[tuple[str, ...]]:
    return hardest({"healthy": healthy, "broken": broken}, Labels(pair(), Prose("", {}), TEXT))


def test_an_arm_that_has_the_rows_in_another_order_still_answers_in_its_own_words(trained):
    """Row 3 of one arm may be row 8 of the other: each finds its own, and words it as that row."""
    healthy, broken = trained
    straight = hardest_of(healthy, broken)
    order = np.arange(len(healthy.rows.x_out))[::-1]
    turned = replace(
        healthy.rows,
        x_out=healthy.rows.x_out[order],
        y_out=healthy.rows.y_out[order],
        names=tuple(healthy.rows.names[place] for place in order),
        answers={row: healthy.rows.answers[place] for row, place in enumerate(order)},
    )
    other = hardest_of(replace(healthy, rows=turned), broken)
    assert [row[1:4] for row in other] == [row[1:4] for row in straight]
    losses = [[float(row[4]) for row in rows] for rows in (other, straight)]
    assert losses[0] == pytest.approx(losses[1])


def test_an_arm_that_has_none_of_the_rows_answers_its_own_row_at_the_same_place(trained):
    healthy, broken = trained
    other = replace(healthy, rows=replace(healthy.rows, x_out=2.0 * healthy.rows.x_out))
    worst = np.argsort(-held_out_losses(broken), kind="stable")[:10]
    losses = [row[4] for row in hardest_of(other, broken)]
    assert losses == [number(float(loss)) for loss in held_out_losses(other)[worst]]
    assert len(set(losses)) > 1


def test_an_answer_in_numbers_is_right_where_its_loss_is_small():
    rows = table("hardest", alone({"name": "line", "rows": 12}, [1, 8, 1], loss="mean_squares", steps=200)).rows
    assert {(row[1][0] == "✓") == (float(row[2]) < 0.01) for row in rows} == {True}


def test_a_task_that_holds_nothing_out_has_no_hardest_rows():
    assert blocks("hardest", alone("xor", [2, 4, 2])) == (Words("looks.no_rows", "note"),)


@pytest.mark.parametrize("probe", sorted(OF_RUNS))
def test_an_arm_that_raised_is_left_out_and_takes_no_probe_with_it(probe):
    for block in blocks(probe, pair(RAISING)):
        if isinstance(block, Table):
            assert "broken" not in block.headings


@pytest.mark.usefixtures("nothing_at_hand")
def test_only_a_few_runs_stay_at_hand():
    for _ in range(probes.MAX_KEPT + 2):
        seen("curves", pair())
    assert len(probes.FINISHED) == probes.MAX_KEPT


def test_gradients_have_a_row_a_parameter_and_accuracy_ends_with_both():
    rows = table("gradients", pair()).rows
    assert [row[0] for row in rows] == ["fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"]
    assert len(table("accuracy", pair()).rows) == 2


FILE = "minimodel/lab/probes.py"
CROSSED = Edit(FILE, "right = logits.argmax(-1) == labels", "right = logits.argmax(-1)[:, None] == labels")
OWN = replace(settings(), own_ruler=True)
LESSON = replace(
    load_lesson(CONTENT / "break-gelu-identity"),
    edits=(CROSSED,),
    experiments={"ruled": Experiment("ruled", (Arm("healthy", OWN), Arm("broken", OWN, (CROSSED,))), 1)},
    repair=Repair((1001,)),
)


def crossed(arm: Arm) -> Arm:
    """The same with a ruler that compares every answer with every label, and gives one number."""
    whole = replace(CROSSED, after="right = (logits.argmax(-1)[:, None] == labels).mean(-1)")
    return replace(arm, edits=(whole,))


def test_accuracy_is_what_its_own_library_says_where_the_ruler_is_the_point():
    ruled, usual = (Arm("a", each) for each in (OWN, settings()))
    arms = usual, ruled, crossed(usual), crossed(ruled)
    healthy, own, used, lying = (measure(begin(arm, 0), ACCURACIES) for arm in arms)
    assert healthy == own == used != lying


@pytest.mark.parametrize(
    ("right", "reason"),
    [
        ("labels == logits.argmax(-1)", "passed"),
        ("logits.argmax(axis=-1) == labels", "passed"),
        ("(logits.argmax(-1)[:, None] == labels).mean(-1)", "value"),
        ("np.ones(len(labels))", "value"),
        ("logits.argmax(-1) >= labels", "value"),
        ("(logits.argmax(-1) == labels) | (logits.max() > 0.2)", "value"),  # lies once it is trained
    ],
)
def test_a_ruler_that_is_mended_passes_and_one_that_lies_is_refused(bench, right, reason):
    text = healthy_text(FILE).replace(CROSSED.before, f"right = {right}")
    assert judge_text(LESSON, {FILE: text}, process=bench).reason == reason


def test_a_repair_tells_what_its_own_ruler_says():
    arm = crossed(Arm("a", OWN))
    library = edited_library(arm.edits)
    answer = behaves(JudgedCode(library.nn, library), own(arm), 0, ACCURACIES)
    begun = measure(begin(arm, 0), ACCURACIES)
    assert set(answer["metrics"]) == set(begun)
    assert len(answer["losses"]) == arm.settings.steps
    assert answer["grid"] is not None
