"""Whatever is wrong with a lesson's files is said with the file, the key or section, and what was expected."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.format import LessonError
from lessons.load import CONTENT, load_course, load_lesson, nearest_lessons

Spoil = Callable[[str, str, str], Path]
GELU, NN = 'before = "return x.gelu()"', "minimodel/nn/activations.py"
ROUNDS = 'rounds = [["additive"]]\n'

MISTAKES = [
    ("lesson.toml", "format = 2", "format = 3", "format = 3, but this version reads format 2"),
    ("lesson.toml", 'id = "break-gelu-identity" ', 'id = "other" ', "they should be the same"),
    ("lesson.toml", GELU, 'before = "return x.gleu()"', "it stands nowhere"),
    ("lesson.toml", GELU, 'before = "return"', "times, at lines"),
    ("lesson.toml", GELU, 'before = ""', "it stands nowhere"),
    ("lesson.toml", 'after = "return x"', 'after = "return x.gelu()"', "before and after are the same"),
    ("lesson.toml", f'file = "{NN}"\n{GELU}', f'file = "../setup.py"\n{GELU}', "not a file of minimodel"),
    ("lesson.toml", "minutes = 25", 'minutes = "long"', "minutes = 'long' should be a whole number"),
    ("lesson.toml", "minutes = 25", "minuts = 25", "unknown key 'minuts'. Did you mean minutes"),
    ("lesson.toml", "minutes = 25", ROUNDS, "rounds should name each experiment once: additive, agreement"),
    ("lesson.toml", '"rank", "gap"', '"rank", "gaps"', "nudges, between. Did you mean gap"),
    ("lesson.toml", '\nprobes = ["curves', '\nprobes = ["curvs', "probes has 'curvs', which should be one of"),
    ("lesson.toml", 'kind = "curve"', 'kind = "curv"', "Did you mean curve"),
    ("lesson.toml", 'kind = "curve"', 'kind = "shape"', "kind = 'shape' does not fit curve, which is a word"),
    ("lesson.toml", 'metric = "curve"', 'metric = "shape_w2w1"', "'curve' does not fit shape_w2w1"),
    ("lesson.toml", 'metric = "curve"', 'metric = "train_acuracy"', "Did you mean train_accuracy"),
    ("lesson.toml", 'experiment = "additive"', 'experiment = "addition"', "Did you mean additive"),
    ("lesson.toml", "same_within = 0.10", "same_witin = 0.10", "Did you mean same_within"),
    ("lesson.toml", 'popular = "more"', 'popular = "most"', "popular = 'most' is no answer to this question"),
    ("lesson.toml", 'popular = "more"', 'modes = ["closed"]', "modes has 'closed', which should be one of open, bl"),
    ("lesson.toml", 'popular = "more"', 'arm = "brken"', "arm = 'brken' should be one of healthy, broken. Did"),
    ("lesson.toml", 'popular = "more"', 'against = "sound"', "against = 'sound' should be one of healthy, broken"),
    ("lesson.toml", 'popular = "more"', 'summary = "mode"', "should be one of median, mean, least, greatest"),
    ("lesson.toml", "broken = [0, 1e-9]", "borken = [0, 1e-9]", "unknown key 'borken'. Did you mean broken"),
    ("lesson.toml", "broken = [0, 1e-9]", "broken = [1]", "two numbers, [low, high]"),
    ("lesson.toml", "broken = [0, 1e-9]", "broken = [2, 1]", "two numbers, [low, high]"),
    ("lesson.toml", "broken = [0, 1e-9]", "", "an option needs a region: value, or one of healthy, broken"),
    ("lesson.toml", 'reveals = "fix"', 'reveals = "symptom"', "should only ever increase"),
    ("lesson.toml", 'reveals = "fix"', 'reveals = "fixed"', "Did you mean fix"),
    ("lesson.toml", 'function = "gelu"', 'function = "gelu"\nline = "a"', "either a function or a line"),
    ("lesson.toml", 'function = "gelu"', "", "either a function or a line"),
    ("lesson.toml", 'file = "minimodel/operations.py"', 'file = "minimodel/ops.py"', "does not exist"),
    ("lesson.toml", "steps = 300", "steps = -1", "steps = -1 should be from 0 to 20,000."),
    ("lesson.toml", "seeds = 32", "seeds = 0", "seeds = 0 should be from 1 to 1,000."),
    ("lesson.toml", "seeds = [1001, 1002, 1003]", "seeds = []", "seeds = [] should be whole numbers, at least one"),
    ("lesson.toml", "equals = 469", "equals = 469, between = [1, 2]", "either equals"),
    ("lesson.toml", "equals = 469", "within = 1", "either equals"),
    ("lesson.toml", 'measure = "parameters"', 'measure = "os.system"', "should be one of median, mean"),
    ("lesson.toml", 'metric = "val_accuracy", arm', 'metric = "acuracy", arm', "a metric. Did you mean val_accuracy"),
    ("lesson.toml", 'arm = "ratio"', 'arm = "ration"', "broken, ratio, difference. Did you mean ratio"),
    ("lesson.toml", 'arm = "broken"', 'arm = "brokn"', "broken, ratio, difference. Did you mean broken"),
    ("lesson.toml", 'arm = "ratio"', 'arm = "ratio", of = "borken"', "of = 'borken' should be one of healthy, br"),
    ("lesson.toml", 'experiment = "folded"', 'experiment = "foldd"', "sixty-four-wide. Did you mean folded"),
    ("lesson.toml", "[break]", "[break", "not valid TOML"),
    ("lesson.toml", "[repair", "[repare", "unknown key 'repare'. Did you mean repair"),
    ("lesson.toml", 'id = "eight-wide"', 'id = "gap"', "the id 'gap' stands twice"),
    ("lesson.toml", 'id = "eight-wide"', 'id = "additive"', "the id 'additive' stands twice"),
    ("lesson.toml", "[review.ask]", "[review.asks]", "ask is missing"),
    ("en.md", "## learnt folded", "## learned folded", "section ## learnt folded is missing"),
    ("en.md", "## hint 3", "## hint three", "section ## hint 3 is missing"),
    ("en.md", "## hint 3", "## hint 2", "section ## hint 2 stands twice"),
    ("es.md", "## why", "## porque", "es.md: section ## why is missing"),
    ("es.md", "- grows:", "- crece:", "should list the options"),
    ("en.md", "# GELU becomes", "GELU becomes", "the first line should be the title"),
    ("en.md", "## summary", "Hello\n\n## summary", "text before the first ## heading: 'Hello'"),
    ("en.md", "## next", "## next\n\nx\n\n## more", "belongs to nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "said"), MISTAKES)
def test_a_mistake_in_a_file_is_named(spoiled: Spoil, file: str, before: str, after: str, said: str) -> None:
    folder = spoiled(file, before, after)
    with pytest.raises(LessonError) as caught:
        load_lesson(folder)
    assert said in str(caught.value)
    assert str(folder / file.split(".")[0]) in str(caught.value)


def test_a_missing_page_is_named(spoiled: Spoil) -> None:
    folder = spoiled("en.md", "GELU", "GELU")
    (folder / "es.md").unlink()
    with pytest.raises(LessonError, match=r"es\.md is missing"):
        load_lesson(folder)


def test_a_file_that_is_not_text_is_named(spoiled: Spoil) -> None:
    folder = spoiled("en.md", "GELU", "GELU")
    (folder / "lesson.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LessonError, match="not UTF-8"):
        load_lesson(folder)


def test_a_folder_without_a_lesson_is_named(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"lesson\.toml is missing"):
        load_lesson(tmp_path)


# ---- a course --------------------------------------------------------------


def course(folder: Path, before: str = "", after: str = "") -> Path:
    """A course of Break 00 alone, with one text of its file replaced."""
    whole = (CONTENT / "course.toml").read_text(encoding="utf-8")
    text = whole[: whole.index("[[track]]")] + whole[whole.index("[concepts]") :]
    track = '[[track]]\nid = "breaks"\ntitle = { en = "a", es = "b" }\nlessons = ["break-gelu-identity"]\n'
    text = text.replace("[concepts]", f"{track}[concepts]").replace(before, after)
    (folder / "course.toml").write_text(text, encoding="utf-8")
    return folder


def loaded(folder: Path) -> None:
    """Load a course with all its lessons."""
    load_course(folder).in_order()


def test_an_idea_that_the_course_does_not_name_is_said_with_the_nearest(spoiled: Spoil) -> None:
    folder = spoiled("lesson.toml", 'concept = "evidence"', 'concept = "evidense"')
    with pytest.raises(LessonError, match=r"'evidense' is not in \[concepts\].*Did you mean evidence"):
        loaded(course(folder.parent))


def test_a_lesson_that_needs_one_that_there_is_not_is_named(spoiled: Spoil) -> None:
    folder = spoiled("lesson.toml", "needs = []", 'needs = ["algebra"]')
    with pytest.raises(LessonError, match="needs 'algebra', which is not in the course"):
        loaded(course(folder.parent))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("lessons = [", 'lessons = ["no-such-lesson", ', "no-such-lesson/.* is missing"),
        ("lessons = [", 'lessons = ["break-gelu-identity", ', "lesson 'break-gelu-identity' stands twice"),
        ("format = 2", "format = 7", "format = 7, but"),
        ('es = "b"', 'ess = "b"', "es is missing"),
        ("[concepts]", "[ideas]\n[concepts]", "unknown key 'ideas'"),
    ],
)
def test_a_mistake_in_the_course_is_named(spoiled: Spoil, before: str, after: str, said: str) -> None:
    folder = spoiled("en.md", "GELU", "GELU").parent
    with pytest.raises(LessonError, match=said):
        loaded(course(folder, before, after))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("break-gelu", ["break-gelu-identity"]),
        ("gelu-idnetity", ["break-gelu-identity"]),
        ("GELU", ["break-gelu-identity", "gelu-slope"]),
        ("xor", ["xor-line", "xor-luck"]),
        ("qqqq", []),
    ],
)
def test_the_nearest_lessons_are_offered(name: str, meant: list[str]) -> None:
    assert nearest_lessons(load_course(), name) == meant
