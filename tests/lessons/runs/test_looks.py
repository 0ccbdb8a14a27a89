"""Looks: each probe shows what it names, of the very run that was watched, and can be stopped on the way there."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lessons.lesson import Arm, Edit, Experiment, Lesson, Prose, Settings
from lessons.page import Block, Look, Table, Words
from lessons.plan import Steps
from lessons.runs import looks
from lessons.runs.experiment import WatchedRun, sweep
from lessons.runs.hardest import hardest
from lessons.runs.looks import look
from lessons.runs.measured import Measured
from lessons.runs.probes import OF_RECORDS, OF_RUNS
from lessons.state import State
from lessons.vocabulary import PROBES

STRAIGHT = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x")
RAISING = Edit(STRAIGHT.file, STRAIGHT.before, "return x.nothing()")
METRICS = ("train_accuracy", "rank_w2w1", "interaction_gap", "curve")


class Spoken:
    """A stand-in for the tutor's strings: each key with its values."""

    language = "en"

    def __call__(self, key: str, **values: Any) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in values.items())])

    def has(self, key: str) -> bool:
        return False


TEXT = Spoken()


def settings(task: str = "agreement", **model: Any) -> Settings:
    return Settings({"name": task}, {"name": "TenseMLP", **model}, {"name": "adam", "lr": 0.01}, 12)


def pair(edit: Edit = STRAIGHT, task: str = "agreement") -> Experiment:
    arms = Arm("healthy", settings(task)), Arm("broken", settings(task), (edit,))
    return Experiment("plane", arms, 3, metrics=METRICS)


def record_of(experiment: Experiment) -> State:
    *_, measured = sweep(experiment, (0, 1, 2))
    assert isinstance(measured, Measured)
    return State(record={experiment.id: measured.as_record()})


def seen(probe: str, experiment: Experiment | None, state: State | None = None, **sections: str) -> list[Any]:
    """All that a look gives, the waiting too."""
    page = Prose("A lesson", {name.replace("_", " "): words for name, words in sections.items()})
    lesson = Lesson("lesson", Path(), prose={"en": page})
    steps = Steps(lesson, "open", ())
    return list(look(Look(probe, probe, experiment), 7, steps, (state or State()).record, TEXT))


def blocks(
    probe: str, experiment: Experiment | None, state: State | None = None, **sections: str
) -> tuple[Block, ...]:
    found: tuple[Block, ...] = seen(probe, experiment, state, **sections)[-1]
    return found


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    looks.FINISHED.clear()
    yield
    looks.FINISHED.clear()


def test_every_probe_of_the_vocabulary_shows_something() -> None:
    assert {*OF_RUNS, *OF_RECORDS, "first-difference"} == set(PROBES)


ELSEWHERE = ("boundary", "function", "table", "trend", "wave")  # what the grid and a pair of arms have not


@pytest.mark.parametrize("probe", sorted(set(PROBES) - set(ELSEWHERE)))
def test_each_probe_of_a_break_on_the_grid_has_blocks(probe: str) -> None:
    experiment = pair()
    found = blocks(probe, experiment, record_of(experiment))
    assert found
    assert not any("looks.nothing" in getattr(block, "markdown", "") for block in found)


@pytest.mark.parametrize("probe", ELSEWHERE)
def test_a_probe_with_nothing_to_draw_says_so(probe: str) -> None:
    assert blocks(probe, pair()) == (Words("looks.nothing", "note"),)


def test_nothing_comes_while_it_trains_and_the_blocks_at_last() -> None:
    *waiting, last = seen("curves", pair())
    assert waiting == [None] * 12
    assert last is not None


def test_a_look_can_be_stopped_and_begun_anew() -> None:
    experiment = pair()
    steps = Steps(Lesson("lesson", Path(), prose={"en": Prose("", {})}), "open", ())
    first = look(Look("curves", "", experiment), 7, steps, {}, TEXT)
    assert next(first) is None
    first.close()  # type: ignore[attr-defined]
    assert len(seen("curves", experiment)) == 13


def test_leafing_through_probes_trains_once() -> None:
    experiment = pair()
    assert len(seen("curves", experiment)) == 13
    assert len(seen("hidden", experiment)) == 1


def test_only_a_few_runs_stay_at_hand() -> None:
    for _ in range(looks.KEPT + 2):
        seen("curves", pair())
    assert len(looks.FINISHED) == looks.KEPT


def test_what_is_seen_is_what_was_watched_to_the_last_bit() -> None:
    experiment = pair()
    run = WatchedRun(experiment, 7)
    for _ in run:
        pass
    (curves,) = blocks("curves", experiment)
    watched = {arm: tuple(each.losses) for arm, each in run.trained.items()}
    assert {curve.name: curve.y for curve in curves.curves} == watched  # type: ignore[union-attr]


def test_the_pages_words_come_first_those_about_this_experiment_before_others() -> None:
    said = {"probe_rank": "About any.", "probe_rank_plane": "About this one."}
    assert blocks("rank", pair(), None, **said)[0] == Words("About this one.")
    assert blocks("rank", replace(pair(), id="other"), None, **said)[0] == Words("About any.")


def test_a_look_at_no_experiment_is_its_words() -> None:
    assert seen("curves", None, probe_curves="Only words.") == [(Words("Only words."),)]


# Tables.


def test_a_metric_is_shown_of_this_run_and_of_all_seeds() -> None:
    experiment = pair()
    (table,) = blocks("gap", experiment, record_of(experiment))
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == ["observe.once seed=7", "observe.seeds seeds=3"]
    assert table.roles == ("", "healthy", "broken")


def test_what_was_not_measured_over_the_seeds_is_shown_of_this_run_alone() -> None:
    (table,) = blocks("gap", pair())
    assert isinstance(table, Table)
    assert len(table.rows) == 1


def test_gradients_have_a_row_a_parameter() -> None:
    (table,) = blocks("gradients", pair())
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == ["fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"]


def test_accuracy_ends_with_both_accuracies() -> None:
    *_, table = blocks("accuracy", pair())
    assert isinstance(table, Table)
    assert len(table.rows) == 2


def test_bars_come_from_the_record_and_need_no_training() -> None:
    experiment = pair()
    assert len(seen("bars", experiment, record_of(experiment))) == 1
    assert len(blocks("bars", experiment, record_of(experiment))) == 3  # of its four metrics one is a word


def test_the_hardest_rows_say_what_every_arm_makes_of_them() -> None:
    (table,) = blocks("hardest", pair())
    assert isinstance(table, Table)
    assert len(table.rows) == 10
    losses = [float(row[2]) for row in table.rows]
    assert losses == sorted(losses, reverse=True)
    for right, broken, _, healthy, _ in table.rows:
        assert (broken == f"✓ {right}") == broken.startswith("✓")
        assert (healthy == f"✓ {right}") == healthy.startswith("✓")


def test_an_arm_that_has_the_rows_in_another_order_still_answers_in_its_own_words() -> None:
    """Row 3 of one arm may be row 8 of the other: each finds its own, and words it as that row."""
    run = WatchedRun(pair(), 7)
    for _ in run:
        pass
    healthy, broken = run.trained.values()
    straight = hardest({"healthy": healthy, "broken": broken})
    order = np.arange(len(healthy.rows.x_out))[::-1]
    turned = replace(
        healthy.rows,
        x_out=healthy.rows.x_out[order],
        y_out=healthy.rows.y_out[order],
        names=tuple(healthy.rows.names[place] for place in order),
        answers={row: healthy.rows.answers[place] for row, place in enumerate(order)},
    )
    other = hardest({"healthy": replace(healthy, rows=turned), "broken": broken})
    assert [row.said[1].words for row in other] == [row.said[1].words for row in straight]
    assert [row.said[1].loss for row in other] == pytest.approx([row.said[1].loss for row in straight])


def test_rows_without_words_are_numbered() -> None:
    arm = Arm(
        "only", replace(settings(), task={"name": "two-moons"}, model={"name": "MLP", "sizes": [2, 4, 2]})
    )
    (table,) = blocks("hardest", Experiment("moons", (arm,), 1))
    assert isinstance(table, Table)
    assert table.rows[0][0].startswith("looks.row row=")


def test_a_task_that_holds_nothing_out_has_no_hardest_rows() -> None:
    arm = Arm("only", replace(settings(), task={"name": "xor"}, model={"name": "MLP", "sizes": [2, 4, 2]}))
    assert blocks("hardest", Experiment("corners", (arm,), 1)) == (Words("looks.no_rows", "note"),)


# The first difference, and arms that raise.


def test_the_first_difference_is_said_for_each_arm() -> None:
    (words,) = blocks("first-difference", pair())
    assert isinstance(words, Words)
    assert words.markdown.startswith("Looks.forward")
    assert "`activation`" in words.markdown


def test_arms_that_are_the_same_to_the_last_bit_are_said_to_be() -> None:
    comment = Edit(STRAIGHT.file, STRAIGHT.before, STRAIGHT.before + "  # as before")
    *waiting, (words,) = seen("first-difference", pair(comment))
    assert len(waiting) == 13
    assert words.markdown.startswith("Looks.same")


@pytest.mark.parametrize("probe", sorted(OF_RUNS))
def test_an_arm_that_raised_is_left_out_and_takes_no_probe_with_it(probe: str) -> None:
    for block in blocks(probe, pair(RAISING)):
        if isinstance(block, Table):
            assert "broken" not in block.headings
