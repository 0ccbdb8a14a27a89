"""The notes beside the progress file: reviews, and words that stay words."""

from pathlib import Path

import pytest

from lessons.course import Course
from tests.tutor.reports.conftest import File, Whole, weeks_of_work
from tutor.notes import notes
from tutor.words.text import Text


@pytest.mark.parametrize("language", ["en", "es"])
def test_reviews_are_told_with_their_day_their_concept_and_what_happened(
    tmp_path: Path, course: Course, language: str
) -> None:
    text = Text(language)
    page = notes(weeks_of_work().learner(tmp_path, course), text)
    lines = page.partition(f"## {text('notes.reviews')}\n\n")[2].splitlines()
    assert [line[:14] for line in lines] == ["- ✓ 2026-09-17", "- ✗ 2026-09-17", "- ✓ 2026-09-17"]
    for line, concept in zip(lines, ("evidence", "expressive-power", "composition"), strict=True):
        assert course.concepts[concept][language] in line


def test_a_review_that_no_run_could_decide_is_neither_right_nor_wrong(tmp_path: Path, course: Course) -> None:
    said = {"concept": "evidence", "sibling": "three-wide", "round": 0, "answer": "same", "confidence": 0.9}
    page = notes(
        File("ana").add("review", **said, right=False, truth="").learner(tmp_path, course), Text("en")
    )
    assert f"- ○ 2026-09-07, {course.concepts['evidence']['en']}" in page


@pytest.mark.parametrize(
    "changes", [{"sibling": "gone"}, {"answer": "perhaps"}, {"confidence": "high"}, {"right": "yes"}]
)
def test_a_review_that_makes_no_sense_is_left_out(
    tmp_path: Path, course: Course, changes: dict[str, object]
) -> None:
    said = {"concept": "evidence", "sibling": "three-wide", "round": 0, "answer": "same", "confidence": 0.9}
    values = {**said, "right": True, "truth": "same", **changes}
    assert "2026-09-07" not in notes(
        File("ana").add("review", **values).learner(tmp_path, course), Text("en")
    )


def test_what_a_learner_wrote_is_quoted_as_it_is(tmp_path: Path, course: Course, whole_lesson: Whole) -> None:
    file = File("ana").add_all(whole_lesson(words="# no heading\n<b>no markup</b>"))
    assert "> \\# no heading  \n> \\<b\\>no markup\\</b\\>" in notes(
        file.learner(tmp_path, course), Text("en")
    )


def test_a_blind_break_is_not_told_by_its_title(tmp_path: Path, course: Course) -> None:
    page = notes(File("ana").add("opened", mode="blind").learner(tmp_path, course), Text("en"))
    assert Text("en")("map.mystery") in page
    assert "GELU" not in page
