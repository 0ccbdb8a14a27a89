"""A run as somebody watches it."""

from itertools import pairwise

import pytest

from lessons.course.lesson.film import Frame, Pace
from lessons.course.lesson.pictures import Curves
from lessons.course.play.knob_settings import beginning_of_task, experiment_of
from lessons.runs.live import PlayRun
from tutor.play_session import PlaySession
from tutor.words.text import Text


@pytest.mark.parametrize("task", ["sine", "xor"])
def test_an_axis_only_grows_while_a_run_goes_on(task):
    first = beginning_of_task(task)
    experiment = experiment_of(first, {**first.values, "steps": "60", "lr": "0.5"}, lambda name: ())
    steps = PlayRun(experiment, 7, PlaySession.prose, Text("en"), True, ()).frames()
    seen, item, share = [], next(steps), 0.0
    while share < 1:
        if isinstance(item, Frame):
            seen.append([each.y for each in item.pictures if isinstance(each, Curves)])
            share = (item.done + 1) / item.total
        item = steps.send(Pace(share))
    assert len(seen) > 20
    for before, after in pairwise(seen):
        for old, new in zip(before, after, strict=True):
            assert new.low <= old.low
            assert old.high <= new.high
