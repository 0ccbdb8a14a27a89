"""What is too large for a learner's machine, or is no name that there is, does not load and is told so."""

from collections.abc import Callable

import pytest

from lessons.course.lesson import Lesson
from tests.lessons.conftest import PLANE

Loaded, Refused = Callable[..., Lesson], Callable[[str], str]
MODEL = 'model = { name = "MLP", sizes = [2, 8, 2], activation = "relu" }'
MOONS = '{{ name = "two-moons", rows = {} }}'
TOO_LARGE = [
    ("steps = 500", "steps = 20001", "steps = 20001 should be from 0 to 20,000."),
    ("seeds = 64", "seeds = 1001", "seeds = 1001 should be from 1 to 1,000."),
    ("steps = 500\nseeds = 64", "steps = 20000\nseeds = 1000", "seeds × steps of all arms = 20,000,000 is too large"),
    ('"xor"', MOONS.format("1000000"), "[task]: rows = 1000000 should be from 0 to 20,000."),
    ('"xor"', MOONS.format("-1"), "[task]: rows = -1 should be from 0"),
    ("sizes = [2, 8, 2]", "sizes = [2, 5000, 2]", "sizes has 5000, which should be from 0 to 4,096."),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], hidden = 4097", "[model]: hidden = 4097 should be from 0 to 4,096."),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], depth = 1000", "depth = 1000 should be from 0 to 128."),
    ("sizes = [2, 8, 2]", 'sizes = ["2", 2]', "sizes has '2', which should be a whole number."),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], frozen = [1]", "frozen has 1, which should be text."),
    (MODEL, 'model = { name = "TenseMLP", hidden = 5000 }', "hidden = 5000"),
    ("steps = 500", "steps = 500\nbatch_size = 0", "batch_size = 0 should be from 1 to 20,000."),
    ("steps = 500", "steps = 500\nbatch_size = 1000000", "batch_size = 1000000 should be"),
    ("seeds = 64", "seeds = 64\nvary = { steps = [10, 100000] }", "steps = 100000 should be"),
    ("seeds = 64", "seeds = 64\nvary = { steps = [10, 10] }", "vary steps = [10, 10] has a number twice"),
    ("seeds = 64", 'seeds = 64\nvary = { "a.b.c.d" = [1, 2] }', "vary takes one setting"),
    ("lr = 0.05", "lr = nan", "lr = nan should be a finite number"),
    ("steps = 500", "steps = 500\nuntil = inf", "until = inf should be a finite number"),
    ("minutes = 20", "minutes = 0", "minutes = 0 should be from 1 to 600."),
    ("minutes = 20", "minutes = 10000", "minutes = 10000 should be"),
    ("seeds = 64", f"seeds = 1{'0' * 5000}", "is not valid TOML"),
    ("seeds = 64", f"seeds = {'[' * 9999}", "stand too deep in each other"),
    ("[experiment.plane]", '[experiment." a"]', "' a' should be a name"),
    ("[experiment.plane]", f"[experiment.{'a' * 65}]", "should be a name"),
    ('"xor"', '"\\u001b[31m"', "the control character U+001B has no place"),
]  # fmt: skip


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


@pytest.mark.parametrize(("before", "after", "said"), [*TOO_LARGE, *NAMES])
def test_what_is_too_large_or_is_no_name_that_there_is_is_told(
    refused: Refused, before: str, after: str, said: str
) -> None:
    whole = "minutes = 20" + PLANE
    assert before in whole
    told = refused(whole.replace(before, after))
    assert said in told
    assert "a-lesson/lesson.toml: [experiment]: [plane]" in told or (before, after, said) not in NAMES


def test_a_metric_may_have_an_argument(loaded: Loaded) -> None:
    given = 'metrics = ["steps_to_loss:0.5", "ceiling:train", "weight_norm"]\n'
    assert len(loaded(PLANE + given).experiments["plane"].metrics) == 3


def test_a_model_that_is_not_trained_needs_no_optimizer(loaded: Loaded) -> None:
    lines = [line for line in PLANE.splitlines() if not line.startswith("optimizer")]
    (arm,) = loaded("\n".join(lines).replace("steps = 500", "steps = 0")).experiments["plane"].arms
    assert (arm.settings.steps, arm.settings.optimizer) == (0, {})


def test_a_lesson_of_many_experiments_is_bounded_as_a_whole(refused: Refused) -> None:
    large = PLANE.replace("steps = 500\nseeds = 64", "steps = 5000\nseeds = 1000")
    many = "".join(large.replace("plane", f"e{n}") for n in range(5))
    assert "seeds × steps of all arms = 25,000,000 is too large" in refused(many)


LAB = """
[lab]
file = "own.py"
begin = ""
[[lab.check]]
name = "equals"
of = "Linear"
like = "nn.Linear"
arguments = [3, 5]
inputs = [[4, 3]]
"""
WRONG = [
    ('file = "own.py"', 'file = "../own.py"', "should be a Python file's name"),
    ("inputs = [[4, 3]]", "inputs = [4, 3]", "inputs has 4, which should be a list."),
    ("inputs = [[4, 3]]", "inputs = [[4, -3]]", "inputs has [4, -3], which should be a shape, such as [4, 3]."),
    ("inputs = [[4, 3]]", "inputs = [[4000, 3000]]", "at most 4,096 numbers"),
    ("arguments = [3, 5]", "arguments = [3, 500000]", "of sizes of at most 4,096 each"),
    ("arguments = [3, 5]", "arguments = [{}]", "arguments has {}, which should be a whole number or a number or text"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), WRONG)
def test_what_a_lab_cannot_ask_for_is_told(refused: Refused, before: str, after: str, said: str) -> None:
    assert said in refused(LAB.replace(before, after))
