"""How far one learner has come, by their events."""

from datetime import date
from typing import Any

import pytest

from lessons.course import Course
from progress.scan import scan
from tests.tutor.reports.conftest import LESSON, NOON, File, Whole
from tutor.reports.work import LessonProgress, Prediction, Work, read_work


def worked(file: File, course: Course) -> Work:
    return read_work(scan("".join(file.parts).encode()).events, course)


def read(file: File, course: Course) -> tuple[LessonProgress, ...]:
    return worked(file, course).lessons


def only(file: File, course: Course) -> LessonProgress:
    (found,) = read(file, course)
    return found


def verdict(question: str = "steps", **changes: Any) -> dict[str, Any]:
    said = {"question": question, "answer": "more", "confidence": 0.9, "right": False, "truth": "same"}
    return {"mode": "open", **said, **changes}


def test_a_whole_lesson_is_told_in_numbers(course: Course, whole_lesson: Whole) -> None:
    found = only(File("ana").add_all(whole_lesson(hints=3, steps="more")), course)
    assert (found.where, found.number, found.finished) == ("done", 12, True)
    assert (found.right, found.wrong) == (7, 1)
    assert (found.hints, found.found, found.tries, found.passed) == (3, True, 2, True)
    assert found.days == {NOON.date()}


def test_open_and_blind_are_two_places(course: Course, whole_lesson: Whole) -> None:
    file = File("ana").add("opened", mode="blind").add_all(whole_lesson())
    assert [(each.mode, each.where) for each in read(file, course)] == [("open", "done"), ("blind", "read")]


def test_without_recorded_verdicts_the_recorded_runs_decide(course: Course, whole_lesson: Whole) -> None:
    unjudged = [each for each in whole_lesson(rank="collapses") if each[0] != "verdict"]
    found = only(File("ana").add_all(unjudged), course)
    assert Prediction("rank", "collapses", 0.8, False, "same") in found.predictions


def test_before_the_runs_an_answer_is_neither_right_nor_wrong(course: Course, whole_lesson: Whole) -> None:
    until_locked = [each for each in whole_lesson() if each[0] in ("opened", "prediction")]
    found = only(File("ana").add_all(until_locked), course)
    assert len(found.predictions) == 8
    assert (found.right, found.wrong, found.judged) == (0, 0, ())


def test_the_first_verdict_counts(course: Course) -> None:
    file = File("ana").add("verdict", **verdict()).add("verdict", **verdict(answer="same", right=True))
    assert only(file, course).predictions == (Prediction("steps", "more", 0.9, False, "same"),)


def test_after_a_reset_the_stage_begins_anew_and_the_first_verdicts_stay(
    course: Course, whole_lesson: Whole
) -> None:
    file = File("ana").add("verdict", **verdict()).add_all(whole_lesson()).add("reset", mode="open")
    found = only(file, course)
    assert (found.where, found.hints, found.tries) == ("read", 0, 0)
    assert found.wrong == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"right": "yes"},
        {"confidence": 7},
        {"confidence": float("nan")},
        {"confidence": "high"},
        {"answer": "perhaps"},
        {"answer": 3},
        {"question": 5},
        {"mode": "sideways"},
        {"mode": ["open"]},
    ],
)
def test_a_verdict_that_makes_no_sense_is_passed_over(course: Course, changes: dict[str, Any]) -> None:
    file = File("ana").add("opened", mode="open").add("verdict", **verdict(**changes))
    assert only(file, course).predictions == ()


def test_what_the_runs_could_not_decide_is_not_counted_as_wrong(course: Course) -> None:
    found = only(File("ana").add("verdict", **verdict(truth="")), course)
    assert found.predictions[0].right is None
    assert found.judged == ()


@pytest.mark.parametrize("spelling", ["20 %", "0.2", "0,20", "20%"])
def test_one_number_in_many_spellings_is_one_answer(course: Course, spelling: str) -> None:
    file = File("ana").add("verdict", **verdict("accuracy-agreement", answer=spelling, truth="0.77"))
    assert only(file, course).predictions == (Prediction("accuracy-agreement", "20 %", 0.9, False, "77 %"),)


def test_a_lesson_that_this_course_does_not_have_is_kept_and_comes_last(course: Course) -> None:
    file = File("ana").add("verdict", lesson="a-newer-lesson", **verdict("anything", answer="ya"))
    first, last = read(file.add("opened", mode="open"), course)
    assert (first.lesson, last.lesson) == (LESSON, "a-newer-lesson")
    assert (last.where, last.wrong) == ("unknown", 1)


def test_days_are_counted_by_the_learners_own_clock(course: Course) -> None:
    file = File("ana").add("opened", mode="open")
    file.now = file.now.replace(day=9)
    assert only(file.add("moved", mode="open", stage="predict"), course).days == {
        date(2026, 9, 7),
        date(2026, 9, 9),
    }


def test_what_counts_is_the_first_verdict_in_whichever_mode(course: Course) -> None:
    file = File("ana").add("verdict", **verdict(mode="blind")).add("verdict", **verdict(confidence=0.6))
    found = worked(file, course)
    assert [(each.wrong, len(each.judged)) for each in found.lessons] == [(1, 0), (1, 1)]
    assert [(each.mode, each.confidence) for each in found.judged] == [("blind", 0.9)]


def review(**changes: Any) -> dict[str, Any]:
    said = {"concept": "evidence", "sibling": "three-wide", "round": 0, "answer": "same", "confidence": 0.9}
    return {**said, "right": True, "truth": "same", **changes}


def test_a_lesson_done_blind_and_reviewed_was_never_begun_open(course: Course, whole_lesson: Whole) -> None:
    file = File("ana").add_all(whole_lesson(), mode="blind")
    file.add("recall", concept="evidence", sibling="three-wide", round=0, answer="same", confidence=0.9)
    file.add("review", **review()).add("reset")
    file.add("undo", lesson=None, event=file.latest)
    assert [each.mode for each in read(file, course)] == ["blind"]


def test_reviews_count_for_calibration_and_their_days_are_days_of_work(
    course: Course, whole_lesson: Whole
) -> None:
    file = File("ana").add_all(whole_lesson())
    file.now = file.now.replace(day=20)
    found = worked(file.add("review", **review()), course)
    assert len(found.judged) == 9
    assert found.days == {date(2026, 9, 7), date(2026, 9, 20)}
    assert found.lessons[0].days == {date(2026, 9, 7)}
