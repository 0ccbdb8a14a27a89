"""A mistake in a lesson's files is said with the file, the key or section, and what was meant."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_course, load_lesson, nearest_lessons
from lessons.format.files import CONTENT
from tests.lessons.conftest import PLANE

Spoil = Callable[[str, str, str], Path]
GELU, NN = 'before = "return x.gelu()"', "minimodel/nn/activations.py"
MISTAKES = [
    ("lesson.toml", "format = 3", "format = 4", "format = 4, but this version reads format 3."),
    ("lesson.toml", "format = 3", "format = 2", "`lynx-tutor convert` of version 0.2 turns it into format 3."),
    ("lesson.toml", 'id = "break-gelu-identity" ', 'id = "other" ', "they should be the same"),
    ("lesson.toml", GELU, 'before = "return x.gleu()"', "it stands nowhere"),
    ("lesson.toml", GELU, 'before = "return"', "times, at lines"),
    ("lesson.toml", 'after = "return x"', 'after = "return x.gelu()"', "before and after are the same"),
    ("lesson.toml", f'file = "{NN}"\n{GELU}', f'file = "../setup.py"\n{GELU}', "not a file of minimodel"),
    ("lesson.toml", '"rank", "gap"', '"rank", "gaps"', "nudges, between. Did you mean gap"),
    ("en.md", 'of = "agreement.curve"', 'kind = "curve"\nof = "agreement.shape_w2w1"', "does not fit shape_w2w1"),
    ("en.md", "same_within = 0.10", "same_witin = 0.10", "Did you mean same_within"),
    ("en.md", 'tempting = "more"', 'arm = "brken"', "arm = 'brken' should be one of healthy, broken. Did"),
    ("en.md", 'tempting = "more"', 'against = "sound"', "against = 'sound' should be one of healthy, broken"),
    ("en.md", "broken = [0, 1e-9]", "broken = [2, 1]", "two numbers, [low, high]"),
    ("en.md", "## hint 5\n", '## hint 5\n```toml\nreveals = "symptom"\n```\n', "should only ever increase"),
    ("en.md", "## hint 5\n", '## hint 5\n```toml\nreveals = "fixed"\n```\n', "Did you mean fix"),
    ("lesson.toml", 'function = "gelu"', 'function = "gelu"\nline = "a"', "either a function or a line"),
    ("lesson.toml", 'file = "minimodel/operations.py"', 'file = "minimodel/ops.py"', "not a file of minimodel"),
    ("lesson.toml", "seeds = [1001, 1002, 1003]", "seeds = []", "seeds = [] should be whole numbers, at least one"),
    ("en.md", "equals = 469", "equals = 469, between = [1, 2]", "either equals"),
    ("en.md", "equals = 469", "within = 1", "either equals"),
    ("en.md", 'measure = "parameters"', 'measure = "os.system"', "should be one of median, mean"),
    ("en.md", 'median = "additive.val_accuracy", arm', 'median = "additive.acuracy", arm', "Did you mean val_accuracy"),
    ("en.md", 'arm = "ratio"', 'arm = "ration"', "broken, ratio, difference. Did you mean ratio"),
    ("en.md", 'least = "folded.', 'least = "foldd.', "sixty-four-wide. Did you mean folded"),
    ("en.md", 'of = "agreement.rank_w2w1"', 'of = "agreement.final_loss"', "every run shows"),
    ("lesson.toml", 'inside = ["hidden"', 'inside = ["bars", "hidden"', "which is no probe of it"),
    ("lesson.toml", "[review.eight-wide]", "[review.eight]", "[review]: eight-wide is missing"),
    ("en.md", "## learnt folded", "## learned folded", "section ## learnt folded is missing"),
    ("en.md", "## hint 3", "## hint 2", "section ## hint 2 stands twice"),
    ("es.md", "## why", "## porque", "es.md: section ## why is missing"),
    ("es.md", "- grows:", "- crece:", "should list the options"),
    ("en.md", "# GELU becomes", "GELU becomes", "the first line should be the title"),
    ("en.md", "## summary", "Hello\n\n## summary", "text before the first ## heading: 'Hello'"),
    ("en.md", "## next", "## next\n\nx\n\n## more", "belongs to nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "said"), MISTAKES)
def test_a_mistake_in_a_file_is_named(spoiled, file, before, after, said):
    folder = spoiled(file, before, after)
    with pytest.raises(LessonError) as caught:
        load_lesson(folder)
    assert said in str(caught.value)
    assert str(folder / file.split(".")[0]) in str(caught.value)


def test_a_file_that_is_missing_or_not_text_is_named(spoiled, tmp_path):
    folder = spoiled("en.md", "GELU", "GELU")
    (folder / "es.md").unlink()
    with pytest.raises(LessonError, match=r"es\.md is missing"):
        load_lesson(folder)
    (folder / "lesson.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LessonError, match="not UTF-8"):
        load_lesson(folder)
    with pytest.raises(LessonError, match=r"lesson\.toml is missing"):
        load_lesson(tmp_path)


def course(folder: Path, before: str = "", after: str = "") -> Path:
    whole = (CONTENT / "course.toml").read_text(encoding="utf-8")
    text = whole[: whole.index("[[track]]")] + whole[whole.index("[concepts]") :]
    track = '[[track]]\nid = "breaks"\ntitle = { en = "a", es = "b" }\nlessons = ["break-gelu-identity"]\n'
    text = text.replace("[concepts]", f"{track}[concepts]").replace(before, after)
    (folder / "course.toml").write_text(text, encoding="utf-8")
    return folder


def loaded(folder: Path) -> None:
    tuple(load_course(folder).lessons.values())


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("en.md", 'concept = "evidence"', 'concept = "evidense"', r"is not in \[concepts\].*Did you mean evidence"),
        ("lesson.toml", "needs = []", 'needs = ["algebra"]', "needs 'algebra', which is not in the course"),
    ],
)
def test_what_a_lesson_takes_from_a_course_that_has_it_not_is_named(spoiled, file, before, after, said):
    folder = spoiled(file, before, after)
    with pytest.raises(LessonError, match=said):
        loaded(course(folder.parent))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("lessons = [", 'lessons = ["no-such-lesson", ', "no-such-lesson/.* is missing"),
        ("lessons = [", 'lessons = ["break-gelu-identity", ', "lesson 'break-gelu-identity' stands twice"),
        ("format = 3", "format = 7", "format = 7, but"),
        ('es = "b"', 'ess = "b"', "es is missing"),
        ("[concepts]", "[ideas]\n[concepts]", "unknown key 'ideas'"),
    ],
)
def test_a_mistake_in_the_course_is_named(spoiled, before, after, said):
    folder = spoiled("en.md", "GELU", "GELU").parent
    with pytest.raises(LessonError, match=said):
        loaded(course(folder, before, after))


def test_the_nearest_lessons_are_offered():
    meant = {
        "break-gelu": ["break-gelu-identity"],
        "gelu-idnetity": ["break-gelu-identity"],
        "GELU": ["break-gelu-identity"],
        "xor": ["xor-line", "xor-luck"],
        "qqqq": [],
    }
    assert {name: nearest_lessons(load_course(), name) for name in meant} == meant


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
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], depth = 1000", "depth = 1000 should be from 0 to 128."),
    ("sizes = [2, 8, 2]", 'sizes = ["2", 2]', "sizes has '2', which should be a whole number."),
    ("sizes = [2, 8, 2]", "sizes = [2, 8, 2], frozen = [1]", "frozen has 1, which should be text."),
    (MODEL, 'model = { name = "TenseMLP", hidden = 5000 }', "hidden = 5000"),
    ("steps = 500", "steps = 500\nbatch_size = 0", "batch_size = 0 should be from 1 to 20,000."),
    ("seeds = 64", "seeds = 64\nvary = { steps = [10, 100000] }", "steps = 100000 should be"),
    ("seeds = 64", "seeds = 64\nvary = { steps = [10, 10] }", "vary 'steps' = [10, 10] has a number twice"),
    ("seeds = 64", 'seeds = 64\nvary = { "a.b.c.d" = [1, 2] }', "vary takes one setting"),
    ("lr = 0.05", "lr = nan", "lr = nan should be a finite number"),
    ("steps = 500", "steps = 500\nuntil = inf", "until = inf should be a finite number"),
    ("minutes = 20", "minutes = 0", "minutes = 0 should be from 1 to 600."),
    ("minutes = 20", "minutes = 10000", "minutes = 10000 should be"),
    ("seeds = 64", f"seeds = 1{'0' * 5000}", "is not valid TOML"),
    ("seeds = 64", f"seeds = {'[' * 9999}", "stand too deep in each other"),
    ("[experiment.plane]", '[experiment." a"]', "' a' should be a name"),
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
    ("seeds = 64", 'seeds = 64\nprobes = ["boundry"]', "between. Did you mean boundary"),
    ("seeds = 64", 'seeds = 64\nshown = ["plain"]', "shown has 'plain', which should be one of plane. Did"),
    ("seeds = 64", "seeds = 64\nstep = 3", "unknown key 'step'. Did you mean steps"),
    ("seeds = 64", "seeds = 64\n[experiment.plane.arm]\nline = 3", "[arm.line] should be a table"),
    ("seeds = 64", "seeds = 64\n[experiment.plane.arm.a]\nedited = true", "edited = true needs a [break]"),
    ("seeds = 64", 'seeds = 64\n[experiment.plane.arm.a]\nedited = "yes"', "edited = 'yes' should be true or false"),
    ("seeds = 64", "seeds = 64\n[experiment.plane.arm.a]\nmodel = { widths = 3 }", "[arm.a]: [model]: unknown key"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), [*TOO_LARGE, *NAMES])
def test_what_is_too_large_or_is_no_name_that_there_is_is_told(refused, before, after, said):
    whole = "minutes = 20" + PLANE
    assert before in whole
    told = refused(whole.replace(before, after))
    assert said in told
    assert "a-lesson/lesson.toml: [experiment]: [plane]" in told or (before, after, said) not in NAMES


def test_a_metric_may_have_an_argument(loaded):
    given = 'metrics = ["steps_to_loss:0.5", "ceiling:train", "weight_norm"]\n'
    assert len(loaded(PLANE + given).experiments["plane"].metrics) == 3


def test_a_model_that_is_not_trained_needs_no_optimizer(loaded):
    lines = [line for line in PLANE.splitlines() if not line.startswith("optimizer")]
    (arm,) = loaded("\n".join(lines).replace("steps = 500", "steps = 0")).experiments["plane"].arms
    assert (arm.settings.steps, arm.settings.optimizer) == (0, {})


def test_a_lesson_of_many_experiments_is_bounded_as_a_whole(refused):
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
def test_what_a_lab_cannot_ask_for_is_told(refused, before, after, said):
    assert said in refused(LAB.replace(before, after))
