"""Tasks, models, optimizers, metrics, pictures and probes are known by name: one that is none is told the nearest."""

from collections.abc import Callable

import pytest

from lessons.format import LessonError
from lessons.lesson import Lesson

Loaded = Callable[..., Lesson]

PLANE = """
[experiment.plane]
task = "xor"
model = { name = "MLP", sizes = [2, 8, 2], activation = "relu" }
optimizer = { name = "adam", lr = 0.05 }
steps = 500
seeds = 64
"""
NAMES: list[tuple[str, str, str]] = [
    ('task = "xor"', 'task = "xr"', "name = 'xr' should be one of additive, agreement"),
    ('task = "xor"', 'task = { name = "two-moons", noice = 0.1 }', "unknown key 'noice'. Did you mean noise"),
    ('task = "xor"', 'task = { name = "two-moons", noise = "a" }', "noise = 'a' should be a number"),
    ('task = "xor"', 'task = { name = "xor", shuffled = "label" }', "one of rows, labels. Did you mean labels"),
    ('name = "MLP"', 'name = "MPL"', "name = 'MPL' should be one of"),
    ('activation = "relu"', 'activaton = "relu"', "unknown key 'activaton'. Did you mean activation"),
    ('activation = "relu"', 'init = "xavier"', "Did you mean xavier_normal or xavier_uniform"),
    ('activation = "relu"', 'scaling = "nkt"', "should be one of standard, ntk. Did you mean ntk"),
    ('name = "adam"', 'name = "adams"', "Did you mean adam"),
    ("lr = 0.05", "lr = 0.05, momentum = 0.9", "unknown key 'momentum'"),
    ('optimizer = { name = "adam", lr = 0.05 }', 'optimizer = "adam"', "optimizer: lr is missing; expected a number"),
    ('optimizer = { name = "adam", lr = 0.05 }', "", "optimizer is missing; expected a table"),
    ("steps = 500", 'steps = 500\nloss = "cross_entropie"', "Did you mean cross_entropy"),
    ("steps = 500", "", "steps is missing; expected a whole number"),
    ("steps = 500", "steps = 500\nuntil = true", "until = True should be a number"),
    ("seeds = 64", 'seeds = 64\nmetrics = ["solvd"]', "'solvd', which should be a metric. Did you mean solved"),
    ("seeds = 64", 'seeds = 64\nmetrics = ["steps_to_loss"]\npicture = "bras"', "Did you mean bars"),
    ("seeds = 64", 'seeds = 64\nmetrics = ["solved:x"]', "metrics has 'solved:x', which should be a metric"),
    ("seeds = 64", 'seeds = 64\nprobes = ["boundry"]', "between. Did you mean boundary"),
    ("seeds = 64", 'seeds = 64\nshown = ["plain"]', "shown has 'plain', which should be one of plane. Did"),
    ("seeds = 64", "seeds = 64\nstep = 3", "unknown key 'step'. Did you mean steps"),
    ("seeds = 64", "seeds = 64\n[experiment.plane.arm]\nline = 3", "[arm.line] should be a table"),
    ("seeds = 64", "seeds = 64\n[experiment.plane.arm.a]\nedited = true", "edited = true needs a [break]"),
    ("seeds = 64", 'seeds = 64\n[experiment.plane.arm.a]\nedited = "yes"', "edited = 'yes' should be true or false"),
    ("seeds = 64", "seeds = 64\n[experiment.plane.arm.a]\nmodel = { widths = 3 }", "[arm.a]: [model]: unknown key"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), NAMES)
def test_a_name_that_is_none_is_told_the_nearest(loaded: Loaded, before: str, after: str, said: str) -> None:
    assert before in PLANE
    with pytest.raises(LessonError) as caught:
        loaded(PLANE.replace(before, after))
    assert said in str(caught.value)
    assert "a-lesson/lesson.toml: [experiment]: [plane]" in str(caught.value)


def test_a_metric_may_have_an_argument(loaded: Loaded) -> None:
    given = 'metrics = ["steps_to_loss:0.5", "ceiling:train", "weight_norm"]\n'
    assert len(loaded(PLANE + given).experiments["plane"].metrics) == 3


def test_a_model_that_is_not_trained_needs_no_optimizer(loaded: Loaded) -> None:
    lines = [line for line in PLANE.splitlines() if not line.startswith("optimizer")]
    (arm,) = loaded("\n".join(lines).replace("steps = 500", "steps = 0")).experiments["plane"].arms
    assert (arm.settings.steps, arm.settings.optimizer) == (0, {})
