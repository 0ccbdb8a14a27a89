"""A comparison: settings as a command line has them, and what is asked of two of them."""

import random

import numpy as np
import pytest

from lessons.course.lesson.summaries import paired
from lessons.course.play.comparison import SETTINGS, Comparison, read_settings
from lessons.course.play.knob_settings import beginning_of, beginning_of_task, settings_of
from lessons.course.play.knobs import Turned, applies
from lessons.course.play.play import Play, Playing
from lessons.format.course import load_course
from lessons.runs.edits import healthy_library
from lessons.runs.tasks import commonest, draw_rows
from tutor.words.text import Text

COURSE, TEXT = load_course(), Text("en")
FIRST = [beginning_of_task("xor"), *(beginning_of(COURSE.lessons[name]) for name in ("dead-relu", "xor-line"))]


def turned_at_random(play: Play, seed: int) -> Playing:
    draw, playing = random.Random(seed), Playing(play.first.values)
    for _ in range(6):
        knob = draw.choice(SETTINGS)
        playing = play.after(playing, Turned(knob, draw.choice(play.choices(knob, playing))))
    return playing


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_turned_is_written_in_a_line_that_reads_as_the_same(seed):
    play = Play(FIRST[seed % 3], ("break-gelu-identity",))
    a, b = (turned_at_random(play, 2 * seed + each).values for each in range(2))
    comparison = Comparison(play, a, b, "final_loss", 8)
    words, begun = comparison.words, comparison.begun
    typed = dict(zip(words[2::2], words[3::2], strict=True))
    for name, values in (("--a", a), ("--b", b)):
        read = read_settings(typed.get(name, ""), begun, begun.first.values, TEXT)
        meant = {knob: value if applies(knob, values) else read[knob] for knob, value in values.items()}
        assert vars(settings_of(begun.first, read)) == vars(settings_of(play.first, meant))


def test_only_what_means_something_is_compared():
    play = Play(FIRST[0])
    line = read_settings("depth=0", play, play.first.values, TEXT)
    assert Comparison(play, line, {**line, "width": "4"}, "final_loss", 8).differing == ()


@pytest.mark.parametrize("metric", ["val_accuracy", "train_accuracy"])
def test_the_constant_answer_is_counted_on_the_rows_of_the_accuracy(metric):
    first = beginning_of_task("agreement")
    comparison = Comparison(Play(first), first.values, {**first.values, "width": "4"}, metric, 8)
    found = commonest(comparison.experiment(lambda lesson: ()))["a"]
    rows = [draw_rows(healthy_library(), first.settings.task, seed) for seed in range(8)]
    always = [np.bincount(each.y).argmax() for each in rows]
    labels = [each.y_out if metric == "val_accuracy" else each.y for each in rows]
    assert found == np.median([(each == said).mean() for each, said in zip(labels, always, strict=True)])


@pytest.mark.parametrize(
    ("value", "reference", "lower", "higher"),
    [
        (1.0, 2.0, 1, 0),
        (2.0, 1.0, 0, 1),
        (0.1 + 0.2, 0.3, 0, 0),
        (None, 5.0, 0, 1),
        (float("nan"), 5.0, 0, 1),
        (None, None, 0, 0),
    ],
)
def test_a_seed_is_lower_or_higher_but_for_rounding_and_what_never_came_is_highest(value, reference, lower, higher):
    assert (paired("lower", value, reference), paired("higher", value, reference)) == (lower, higher)
