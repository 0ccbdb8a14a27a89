"""A job: named, so that only who does it imports what it needs; told once a beat how far it is, and at its own pace."""

import sys
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Any

import pytest

from lessons.course.lesson.film import Pace
from lessons.course.lesson.values import LessonError
from lessons.engine import job as jobs
from lessons.engine.job import Doing, Job, Progress, last_item
from lessons.engine.thread import EagerSwitching, Here
from lessons.runs import beat


def halves() -> Generator[float, Pace, str]:
    pace = yield 0.5
    return f"done at {pace.share}"


def many() -> Iterator[str | None]:
    yield from (None, None, "first", None, "second")


def half() -> float:
    return 0.5


def test_what_a_generator_returns_is_an_item_and_so_is_any_number_of_a_function(monkeypatch):
    monkeypatch.setattr(beat, "BEAT_INTERVAL_S", 0)
    doing = Doing(replace(Job.of(halves), is_paced=True))
    assert [doing.go_on(lambda: Pace(0.3)) for _ in range(3)] == [[Progress(0.5)], ["done at 0.3"], []]
    assert last_item(Here().items(Job.of(half))) == 0.5


def test_a_step_is_told_of_once_a_beat_and_an_item_at_once(monkeypatch):
    assert [*Here().items(Job.of(many))] == ["first", "second"]
    monkeypatch.setattr(beat, "BEAT_INTERVAL_S", 0)
    assert [*Here().items(Job.of(many))] == [Progress(), Progress(), "first", Progress(), "second"]


@pytest.mark.parametrize(
    ("function", "given"),
    [(halves, float | str), (many, str | None), (half, float), (bytearray, Any), (abs, Any), (print, Any)],
)
def test_a_job_gives_what_its_function_says_that_it_gives(function, given):
    assert Job.of(function).gives == given


def test_whatever_a_job_raises_is_a_sentence():
    with pytest.raises(LessonError, match="ZeroDivisionError"):
        last_item(Here().items(Job.of(divmod, 1, 0)))
    with pytest.raises(LessonError, match="no_such_module"):
        last_item(Here().items(Job("no_such_module:function")))
    assert jobs.item_type(Generator) is Any


def test_of_jobs_that_overlap_the_last_gives_the_switching_of_threads_back():
    before, first, second = sys.getswitchinterval(), EagerSwitching(), EagerSwitching()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getswitchinterval() < before
    second.__exit__(None, None, None)
    assert sys.getswitchinterval() == before
