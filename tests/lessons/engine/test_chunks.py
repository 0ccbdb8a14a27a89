"""A sweep of very many seeds is trained in chunks, in other processes or in this one, with the same numbers."""

from contextlib import closing
from dataclasses import replace

import pytest

from lessons.course.lesson.lesson import Arm
from lessons.course.lesson.values import LessonError
from lessons.engine import chunks
from lessons.engine.chunks import ExecutorError, Sweep, chunks_of, here, sweep_all
from lessons.engine.pool import Pool
from lessons.engine.process import UNTIMED_S
from lessons.runs.experiment import GROUP, Measured, Sweeping
from tests.lessons.runs import drawing


def test_chunks_are_the_seeds_in_order():
    whole = Sweep(drawing.alone(), tuple(range(10, 10 + 2 * GROUP + 1)))
    found = chunks_of(whole)
    assert [len(each.seeds) for each in found] == [GROUP, GROUP, 1]
    assert sum((each.seeds for each in found), ()) == whole.seeds


def test_chunks_and_processes_give_the_numbers_of_one_sweep_bit_for_bit():
    asked = drawing.three_chunks()
    expected = [*map(drawing.bits, drawing.swept_by_one_process(asked))]
    assert [*map(drawing.bits, drawing.swept(asked))] == expected
    with closing(Pool(2)) as pool:
        assert [*map(drawing.bits, drawing.swept(asked, pool.train))] == expected
        assert [*map(drawing.bits, drawing.swept(asked[1:], pool.train))] == expected[1:]


def test_a_sweep_says_how_far_it_is_and_ends_with_what_it_measured():
    (chosen, *_) = drawing.three_chunks()
    *steps, last, measured = (item for _, item in sweep_all([replace(chosen, steps=3)], here))
    assert steps[0] == Sweeping(1, 2 * 2 * 3)
    assert last == Sweeping(12, 12)
    assert isinstance(measured, Measured)
    assert [each.done for each in steps if isinstance(each, Sweeping)] == sorted(
        each.done for each in steps if isinstance(each, Sweeping)
    )


def test_each_of_many_sweeps_ends_as_soon_as_its_own_chunks_have():
    items = [(place, isinstance(item, Measured)) for place, item in sweep_all(drawing.three_chunks(), here)]
    ends = [items.index((place, True)) for place in (0, 1)]
    assert ends[0] < items.index((1, False)) < ends[1] == len(items) - 1


def test_of_too_many_seeds_only_the_first_keep_their_losses(monkeypatch):
    (chosen, *_) = drawing.three_chunks()
    monkeypatch.setattr(chunks, "LOSSES", chosen.length * (GROUP + 1))
    (whole,), (found,) = drawing.swept_by_one_process([chosen]), drawing.swept([chosen])
    assert found.values == whole.values
    for arm, losses in whole.losses.items():
        assert found.losses[arm].tobytes() == losses[:, :GROUP].tobytes()
    monkeypatch.setattr(chunks, "LOSSES", 1)  # the first chunk keeps them however long it trains
    assert [each.losses for each in chunks_of(Sweep(drawing.alone(), tuple(range(2 * GROUP))))] == [True, False]


@pytest.mark.parametrize("line", ["return x.gelu()", "while True: pass"])
def test_an_interrupt_leaves_no_process_behind(line):
    stuck = drawing.experiment(Arm("only", drawing.settings(steps=50_000), (replace(drawing.STRAIGHT, after=line),)))
    with closing(Pool(2, UNTIMED_S)) as pool:
        items = pool.train([*drawing.three_chunks()[1:], *[Sweep(stuck, (0, 1))] * 4])
        next(items)
        with pytest.raises(KeyboardInterrupt):
            items.throw(KeyboardInterrupt)
        assert not any(process.is_living for process in pool.processes)


def test_a_process_that_dies_is_told():
    (chosen, *_) = drawing.three_chunks()
    with closing(Pool(2, UNTIMED_S)) as pool:
        items = pool.train([*drawing.three_chunks()[1:], *[replace(chosen, seeds=(0, 1), steps=50_000)] * 2])
        next(items)
        for process in pool.processes:
            process.close()
        with pytest.raises(ExecutorError, match="process_died"):
            list(items)
    assert not any(process.is_living for process in pool.processes)


def test_what_cannot_be_trained_is_the_same_sentence_here_and_in_another_process():
    wrong = [Sweep(drawing.experiment(Arm("only", drawing.settings(optimizer={"name": "adam", "lr": -1.0}))), (0, 1))]
    said = r"plane, seeds 0 to 1: ValueError: .*lr"
    with pytest.raises(LessonError, match=said):
        drawing.swept(wrong)
    with pytest.raises(LessonError, match=said), closing(Pool(2)) as pool:
        drawing.swept(wrong, pool.train)
