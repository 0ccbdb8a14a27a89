"""Whatever is wrong with a lesson's files is said with the file, the key or section, and what was expected."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.course.values import LessonError
from lessons.format.course import load_course, load_lesson, nearest_lessons
from lessons.format.files import CONTENT

Spoil = Callable[[str, str, str], Path]
GELU, NN = 'before = "return x.gelu()"', "minimodel/nn/activations.py"
MISTAKES = [
    ("lesson.toml", "format = 2", "format = 4", "format = 4, but this version reads format 2 and 3"),
    ("lesson.toml", 'id = "break-gelu-identity" ', 'id = "other" ', "they should be the same"),
    ("lesson.toml", GELU, 'before = "return x.gleu()"', "it stands nowhere"),
    ("lesson.toml", GELU, 'before = "return"', "times, at lines"),
    ("lesson.toml", GELU, 'before = ""', "it stands nowhere"),
    ("lesson.toml", 'after = "return x"', 'after = "return x.gelu()"', "before and after are the same"),
    ("lesson.toml", f'file = "{NN}"\n{GELU}', f'file = "../setup.py"\n{GELU}', "not a file of minimodel"),
    ("lesson.toml", '"rank", "gap"', '"rank", "gaps"', "nudges, between. Did you mean gap"),
    ("lesson.toml", 'metric = "curve"', 'metric = "shape_w2w1"', "'curve' does not fit shape_w2w1"),
    ("lesson.toml", "same_within = 0.10", "same_witin = 0.10", "Did you mean same_within"),
    ("lesson.toml", 'popular = "more"', 'modes = ["closed"]', "modes has 'closed', which should be one of open, bl"),
    ("lesson.toml", 'popular = "more"', 'arm = "brken"', "arm = 'brken' should be one of healthy, broken. Did"),
    ("lesson.toml", 'popular = "more"', 'against = "sound"', "against = 'sound' should be one of healthy, broken"),
    ("lesson.toml", "broken = [0, 1e-9]", "broken = [2, 1]", "two numbers, [low, high]"),
    ("lesson.toml", 'reveals = "fix"', 'reveals = "symptom"', "should only ever increase"),
    ("lesson.toml", 'reveals = "fix"', 'reveals = "fixed"', "Did you mean fix"),
    ("lesson.toml", 'function = "gelu"', 'function = "gelu"\nline = "a"', "either a function or a line"),
    ("lesson.toml", 'function = "gelu"', "", "either a function or a line"),
    ("lesson.toml", 'file = "minimodel/operations.py"', 'file = "minimodel/ops.py"', "not a file of minimodel"),
    ("lesson.toml", "seeds = [1001, 1002, 1003]", "seeds = []", "seeds = [] should be whole numbers, at least one"),
    ("lesson.toml", "equals = 469", "equals = 469, between = [1, 2]", "either equals"),
    ("lesson.toml", "equals = 469", "within = 1", "either equals"),
    ("lesson.toml", 'measure = "parameters"', 'measure = "os.system"', "should be one of median, mean"),
    ("lesson.toml", 'metric = "val_accuracy", arm', 'metric = "acuracy", arm', "a metric. Did you mean val_accuracy"),
    ("lesson.toml", 'arm = "ratio"', 'arm = "ration"', "broken, ratio, difference. Did you mean ratio"),
    ("lesson.toml", 'arm = "broken"', 'arm = "brokn"', "broken, ratio, difference. Did you mean broken"),
    ("lesson.toml", 'arm = "ratio"', 'arm = "ratio", of = "borken"', "of = 'borken' should be one of healthy, br"),
    ("lesson.toml", 'experiment = "folded"', 'experiment = "foldd"', "sixty-four-wide. Did you mean folded"),
    ("lesson.toml", 'inside = true\nmetric = "rank_w2w1"', 'inside = true\nmetric = "final_loss"', "every run shows"),
    ("lesson.toml", 'inside = ["hidden"', 'inside = ["bars", "hidden"', "which is no probe of it"),
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


def test_a_file_that_is_missing_or_not_text_is_named(spoiled: Spoil, tmp_path: Path) -> None:
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
    load_course(folder).in_order()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('concept = "evidence"', 'concept = "evidense"', r"is not in \[concepts\].*Did you mean evidence"),
        ("needs = []", 'needs = ["algebra"]', "needs 'algebra', which is not in the course"),
    ],
)
def test_what_a_lesson_takes_from_a_course_that_has_it_not_is_named(
    spoiled: Spoil, before: str, after: str, said: str
) -> None:
    folder = spoiled("lesson.toml", before, after)
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
def test_a_mistake_in_the_course_is_named(spoiled: Spoil, before: str, after: str, said: str) -> None:
    folder = spoiled("en.md", "GELU", "GELU").parent
    with pytest.raises(LessonError, match=said):
        loaded(course(folder, before, after))


def test_the_nearest_lessons_are_offered() -> None:
    meant = {
        "break-gelu": ["break-gelu-identity"],
        "gelu-idnetity": ["break-gelu-identity"],
        "GELU": ["break-gelu-identity"],
        "xor": ["xor-line", "xor-luck"],
        "qqqq": [],
    }
    assert {name: nearest_lessons(load_course(), name) for name in meant} == meant
