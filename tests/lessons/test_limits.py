"""A lesson trains what a learner's machine trains while they wait: what is larger does not load, and is told so."""

from collections.abc import Callable

import pytest

from lessons.format import LessonError
from lessons.lesson import Lesson

Loaded = Callable[..., Lesson]

PLANE = """
minutes = 20
[experiment.plane]
task = { name = "two-moons", rows = 100 }
model = { name = "MLP", sizes = [2, 8, 2] }
optimizer = { name = "adam", lr = 0.05 }
steps = 500
seeds = 64
"""
MODEL = 'model = { name = "MLP", sizes = [2, 8, 2] }'
TOO_LARGE = [
    ("steps = 500", "steps = 20001", "steps = 20001 should be from 0 to 20,000."),
    ("seeds = 64", "seeds = 1001", "seeds = 1001 should be from 1 to 1,000."),
    ("steps = 500\nseeds = 64", "steps = 20000\nseeds = 1000", "seeds × steps of all arms = 20,000,000 is too large"),
    ("rows = 100", "rows = 1000000", "[task]: rows = 1000000 should be from 0 to 20,000."),
    ("rows = 100", "rows = -1", "[task]: rows = -1 should be from 0"),
    ("sizes = [2, 8, 2]", "sizes = [2, 5000, 2]", "a width of the model = 5,000 is too large; at most 4,096"),
    ("sizes = [2, 8, 2]", "sizes = [2, 4096, 4096, 2]", "weights of the model × 64 seeds"),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], hidden = 4097", "[model]: hidden = 4097 should be from 0 to 4,096."),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], depth = 1000", "depth = 1000 should be from 0 to 128."),
    ("sizes = [2, 8, 2]", 'sizes = ["2", 2]', "sizes has '2', which should be a whole number."),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], frozen = [1]", "frozen has 1, which should be text."),
    (MODEL, 'model = { layers = ["Linear 2 9999999999", "Linear 9999999999 2"] }', "a width of the model"),
    (MODEL, f"model = {{ layers = {['GELU'] * 129} }}", "layers of the model = 129 is too large; at most 128"),
    (MODEL, 'model = { name = "TenseMLP", hidden = 5000 }', "hidden = 5000"),
    (MODEL, 'model = { name = "recurrence", state = 4096 }', "weights of the model"),
    ("steps = 500", "steps = 500\nbatch_size = 0", "batch_size = 0 should be from 1 to 20,000."),
    ("steps = 500", "steps = 500\nbatch_size = 1000000", "batch_size = 1000000 should be"),
    ("seeds = 64", "seeds = 64\nvary = { steps = [10, 100000] }", "steps = 100000 should be"),
    ("seeds = 64", "seeds = 64\nvary = { steps = [10, 10] }", "vary steps = [10, 10] has a number twice"),
    ("seeds = 64", 'seeds = 64\nvary = { "a.b.c.d" = [1, 2] }', "vary takes one setting"),
    ("lr = 0.05", "lr = nan", "lr = nan should be a finite number"),
    ("steps = 500", "steps = 500\nuntil = inf", "until = inf should be a finite number"),
    ("minutes = 20", "minutes = 0", "minutes = 0 should be from 1 to 600."),
    ("minutes = 20", "minutes = 10000", "minutes = 10000 should be"),
    ("seeds = 64", "seeds = 18446744073709551616", "a whole number has 65 bits"),
    ("seeds = 64", f"seeds = 1{'0' * 5000}", "is not valid TOML"),
    ("seeds = 64", f"seeds = {'[' * 20}{']' * 20}", "stand too deep in each other"),
    ("seeds = 64", f"seeds = {'[' * 9999}", "stand too deep in each other"),
    ("seeds = 64", f"{'a.' * 500}a = 1", "stand too deep in each other"),
    ("[experiment.plane]", '[experiment."a\\nb"]', "should stand on one line"),
    ("[experiment.plane]", '[experiment." a"]', "' a' should be a name"),
    ("[experiment.plane]", f"[experiment.{'a' * 65}]", "should be a name"),
    ('name = "two-moons"', 'name = "\\u001b[31m"', "the control character U+001B has no place"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), TOO_LARGE)
def test_what_is_too_large_or_makes_no_sense_is_told(
    loaded: Loaded, before: str, after: str, said: str
) -> None:
    assert before in PLANE
    with pytest.raises(LessonError) as caught:
        loaded(PLANE.replace(before, after))
    assert said in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_wide_network_of_few_seeds_is_trained(loaded: Loaded) -> None:
    wide = PLANE.replace("sizes = [2, 8, 2]", "sizes = [2, 4096, 2]").replace("seeds = 64", "seeds = 3")
    assert loaded(wide).experiments["plane"].seeds == 3


def test_a_lesson_of_many_experiments_is_bounded_as_a_whole(loaded: Loaded) -> None:
    many = "".join(PLANE.replace("minutes = 20", "").replace("plane", f"e{n}") for n in range(5))
    with pytest.raises(LessonError, match="seeds × steps of the whole lesson = 25,000,000 is too large"):
        loaded(many.replace("steps = 500\nseeds = 64", "steps = 5000\nseeds = 1000"))


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
    (
        "inputs = [[4, 3]]",
        "inputs = [[4, -3]]",
        "inputs has [4, -3], which should be a shape, such as [4, 3].",
    ),
    ("inputs = [[4, 3]]", "inputs = [[4000, 3000]]", "at most 4,096 numbers"),
    ("arguments = [3, 5]", "arguments = [3, 500000]", "of sizes of at most 4,096 each"),
    (
        "arguments = [3, 5]",
        "arguments = [{}]",
        "arguments has {}, which should be a whole number or a number or text",
    ),
]


@pytest.mark.parametrize(("before", "after", "said"), WRONG)
def test_what_a_lab_cannot_ask_for_is_told(loaded: Loaded, before: str, after: str, said: str) -> None:
    with pytest.raises(LessonError) as caught:
        loaded(LAB.replace(before, after))
    assert said in str(caught.value)
