"""Whatever is wrong with a lesson's files is said with the file, the key or section, and what was expected."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lessons.schema import LessonError

from lessons.load import CONTENT, load_course, load_lesson, nearest_lessons

Spoil = Callable[[str, str, str], Path]

MISTAKES = [
    ("lesson.toml", "format = 1", "format = 2", "format = 2, but this version reads format 1"),
    ("lesson.toml", 'id = "break-gelu-identity" ', 'id = "other" ', "they should be the same"),
    ("lesson.toml", 'before = "return x.gelu()"', 'before = "return x.gleu()"', "it stands nowhere"),
    ("lesson.toml", 'before = "return x.gelu()"', 'before = "return"', "times, at lines"),
    (
        "lesson.toml",
        'file = "minimodel/nn/activations.py"',
        'file = "../setup.py"',
        "not a file of minimodel",
    ),
    ("lesson.toml", "minutes = 25", 'minutes = "long"', "minutes = 'long' should be a whole number"),
    ("lesson.toml", "minutes = 25", "minuts = 25", "unknown key 'minuts'. Did you mean minutes"),
    ("lesson.toml", 'kind = "curve"', 'kind = "curv"', "Did you mean curve"),
    ("lesson.toml", 'experiment = "additive"', 'experiment = "addition"', "Did you mean additive"),
    ("lesson.toml", "same_within = 0.10", "same_witin = 0.10", "Did you mean same_within"),
    ("lesson.toml", 'reveals = "fix"', 'reveals = "symptom"', "should only ever increase"),
    ("lesson.toml", "steps = 300", "steps = 0", "at least 1"),
    ("lesson.toml", "broken = [0, 1e-9]", "broken = [1]", "two numbers, [low, high]"),
    ("lesson.toml", "equals = 469", "equals = 469, between = [1, 2]", "either equals"),
    ("lesson.toml", "[break]", "[break", "not valid TOML"),
    ("lesson.toml", 'id = "folded"', 'id = "gap"', "the id 'gap' stands twice"),
    ("lesson.toml", 'id = "folded"', 'id = "additive"', "the id 'additive' stands twice"),
    ("lesson.toml", "[review.ask]", "[review.asks]", "ask is missing"),
    ("en.md", "## learnt folded", "## learned folded", "section ## learnt folded is missing"),
    ("en.md", "## hint 3", "## hint three", "section ## hint 3 is missing"),
    ("es.md", "## why", "## porque", "es.md: section ## why is missing"),
    ("en.md", "{parameters}", "{params}", "{params} is not in [claims]"),
    ("es.md", "- grows:", "- crece:", "should list the options"),
    ("en.md", "# GELU becomes", "GELU becomes", "the first line should be the title"),
    ("en.md", "A profiler says", "A profiler says 12.5 % and", "is not a claim"),
    ("en.md", "## next", "## next\n\nx\n\n## more", "belongs to nothing"),
]


@pytest.mark.parametrize(("file", "before", "after", "said"), MISTAKES)
def test_a_mistake_in_a_file_is_named(spoiled: Spoil, file: str, before: str, after: str, said: str) -> None:
    folder = spoiled(file, before, after)
    with pytest.raises(LessonError) as caught:
        load_lesson(folder)
    assert said in str(caught.value)
    assert str(folder / file.split(".")[0]) in str(caught.value)


def test_an_idea_that_the_course_does_not_name_is_said_with_the_nearest(spoiled: Spoil) -> None:
    folder = spoiled("lesson.toml", 'concept = "evidence"', 'concept = "evidense"')
    (folder.parent / "course.toml").write_text((CONTENT / "course.toml").read_text(encoding="utf-8"))
    with pytest.raises(LessonError, match=r"'evidense' is not in \[concepts\].*Did you mean evidence"):
        load_course(folder.parent)


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


def test_the_nearest_lessons_are_offered() -> None:
    assert nearest_lessons(load_course(), "break-gelu") == ["break-gelu-identity"]
    assert nearest_lessons(load_course(), "zzzz") == ["break-gelu-identity"]
