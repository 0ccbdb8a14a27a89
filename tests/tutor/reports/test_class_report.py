"""Many learners together: what one of them did, whose files these are, and what all of it comes to."""

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lessons.course.course import Course
from tests.tutor.reports.conftest import LAST_DAY, LESSON, NOON, File, Whole, weeks_of_work
from tutor.reports.class_pages import class_markdown
from tutor.reports.class_report import ClassReport, OneLearner, Row, class_report, sum_up
from tutor.reports.handed_in import HandedIn, Naming, gather
from tutor.words.text import Text


def report(folder: Path, course: Course, now: datetime = NOON, naming: Naming | None = None) -> ClassReport:
    return class_report(gather([folder]), course, now, naming)


@pytest.fixture
def room(tmp_path: Path, whole_lesson: Whole) -> Path:
    """Ana has done all; Luis and Marta got three answers wrong between them; Noor stopped weeks before the others."""
    files = {
        "ana": File("ana").add_all(whole_lesson(hints=0)),
        "luis": File("luis").add_all(whole_lesson(hints=5, steps="more", rank="collapses")),
        "marta": File("marta").add_all(list(whole_lesson(steps="more"))[:-7]),
        "noor": File("noor", NOON - timedelta(days=30)).add("opened").add("moved", stage="predict"),
    }
    for name, file in files.items():
        file.save(tmp_path / name / "progress.toml")
    return tmp_path


def test_it_says_who_is_where_and_where_people_stopped(room, course):
    (row,) = report(room, course).lessons
    assert (row["lesson"], row["mode"], row["begun"], row["finished"]) == (LESSON, "open", 4, 2)
    assert row["at"] == {"done": 2, "repair": 1, "predict-additive": 1}
    assert row["quiet_at"] == {"predict-additive": 1}
    assert (row["rungs"], row["median_repair_tries"]) == ({0: 1, 5: 1}, 2)


def test_the_commonest_wrong_answer_comes_first(room, course):
    first, second = report(room, course).wrong
    assert first["confidence"] == pytest.approx(0.8)
    said = {"question": "steps", "answer": "more", "truth": "same", "count": 2, "decided": 3}
    assert first.items() >= said.items()
    assert (second["question"], second["answer"], second["count"]) == ("rank", "collapses", 1)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "said 80 %, came true 88 %, of 24"), ("es", "dicho 80 %, se cumplió 88 %, de 24")]
)
def test_the_report_leads_with_what_was_said_and_what_came_true(room, course, language, words):
    page = class_markdown(report(room, course), course, Text(language))
    assert page.splitlines()[4].startswith(f"**{words}: ")


def test_learners_stand_in_the_natural_order_of_the_names_they_are_given(tmp_path, course):
    for name in ("c10", "C2", "c1", "2b"):
        File(name).save(tmp_path / name / "progress.toml")
    assert [each.name for each in report(tmp_path, course).learners] == ["2b", "c1", "C2", "c10"]
    other = {"c10": "A", "C2": "Z", "c1": "C", "2b": "a"}
    found = report(tmp_path, course, naming=other.__getitem__)
    assert [each.name for each in found.learners] == ["a", "A (2)", "C", "Z"]


def test_one_rule_of_calibration_for_the_class_and_for_each_learner(tmp_path, course):
    weeks_of_work().save(tmp_path / "progress.toml")
    found = report(tmp_path, course)
    assert len(found.judged) == sum(each.count for each in found.bins) == 11
    opened, blind = found.lessons
    assert (opened["right"], opened["wrong"], opened["brier"]) == (5, 3, pytest.approx(2.1901 / 8))
    assert (blind["right"], blind["wrong"], blind["brier"]) == (1, 0, None)  # said blind, but known by then


def test_two_weeks_without_lesson_and_review_are_quiet(tmp_path, course):
    weeks_of_work().save(tmp_path / "progress.toml")
    assert report(tmp_path, course).learners[0].last_day == LAST_DAY
    last = NOON + (LAST_DAY - NOON.date())
    assert [report(tmp_path, course, last + timedelta(days=days)).quiet for days in (13, 14)] == [0, 1]


def test_copies_of_one_file_are_one_learner(room, course):
    early = (room / "ana" / "progress.toml").read_text(encoding="utf-8").split("\n[[event]]")
    (room / "early").mkdir()
    (room / "early" / "progress.toml").write_text("\n[[event]]".join(early[:10]), encoding="utf-8")
    found = report(room, course)
    assert [learner.name for learner in found.learners] == ["ana", "luis", "marta", "noor"]
    assert len(found.learners[0].file.paths) == 2
    assert found.learners[0].lessons == report(room / "ana", course).learners[0].lessons


def test_the_same_events_under_two_names_are_noted(room, course):
    copied = (room / "ana" / "progress.toml").read_text(encoding="utf-8").replace('"ana"', '"eve"', 1)
    (room / "eve").mkdir()
    (room / "eve" / "progress.toml").write_text(copied, encoding="utf-8")
    found = report(room, course)
    assert found.shared == (("ana", "eve"),)
    assert len(found.learners) == 5


def worked(file: File, course: Course) -> OneLearner:
    return sum_up(HandedIn((Path("progress.toml"),), "ana", file.events()), course)


def only(file: File, course: Course) -> Row:
    (found,) = worked(file, course).lessons
    return found


def verdict(question: str = "steps", **changes: Any) -> dict[str, Any]:
    said = {"question": question, "answer": "more", "confidence": 0.9, "right": False, "truth": "same"}
    return {"mode": "open", **said, **changes}


def test_a_whole_lesson_is_told_in_numbers(course, whole_lesson):
    file = File("ana").add("opened", mode="blind").add_all(whole_lesson(hints=3, steps="more"))
    found, blind = worked(file, course).lessons
    assert (found["stage"], found["finished"], found["right"], found["wrong"]) == ("done", True, 7, 1)
    assert (found["rungs"], found["found_line"]) == (3, True)
    assert (found["repair_tries"], found["repaired"]) == (2, True)
    assert (found["days"], found["first_day"], found["last_day"]) == (1, "2026-09-07", "2026-09-07")
    assert (blind["mode"], blind["stage"]) == ("blind", "read")


def test_before_the_runs_an_answer_is_neither_right_nor_wrong(course, whole_lesson):
    until_locked = [each for each in whole_lesson() if each[0] in ("opened", "prediction")]
    found = only(File("ana").add_all(until_locked), course)
    assert [each["right"] for each in found["predictions"]] == [None] * 8
    assert (found["right"], found["wrong"], found["mean_confidence"], found["brier"]) == (0, 0, 0.8, None)


NONSENSE = [{"confidence": 7}, {"confidence": float("nan")}, {"answer": "perhaps"}, {"answer": 3}]
NONSENSE += [{"right": "yes"}, {"mode": "sideways"}, {"mode": ["open"]}]


@pytest.mark.parametrize("changes", NONSENSE)
def test_a_verdict_that_makes_no_sense_is_passed_over(course, changes):
    file = File("ana").add("opened", mode="open").add("verdict", **verdict(**changes))
    assert only(file, course)["predictions"] == []


def test_a_lesson_that_this_course_does_not_have_is_kept_and_comes_last(course):
    file = File("ana").add("verdict", lesson="a-newer-lesson", **verdict("anything", answer="ya"))
    first, last = worked(file.add("opened", mode="open"), course).lessons
    assert (first["lesson"], last["lesson"]) == (LESSON, "a-newer-lesson")
    assert (last["stage"], last["wrong"]) == ("unknown", 1)


def test_a_lesson_done_blind_and_reviewed_was_never_begun_open(course, whole_lesson):
    file = File("ana").add_all(whole_lesson(), mode="blind")
    file.now = file.now.replace(day=20)
    said = {"concept": "evidence", "sibling": "three-wide", "round": 0, "answer": "same", "confidence": 0.9}
    file.add("recall", **said).add("review", **said, right=True, truth="same").add("reset")
    file.add("undo", lesson=None, event=file.latest)
    found = worked(file, course)
    assert [(each["mode"], each["days"]) for each in found.lessons] == [("blind", 1)]
    assert found.days == {date(2026, 9, 7), date(2026, 9, 20)}
    assert len(found.judged) == 9
    assert found.latest == (LESSON, "blind")


def test_what_the_runs_could_not_decide_is_not_counted_as_wrong(course):
    found = worked(File("ana").add("verdict", **verdict(truth="")), course)
    assert found.lessons[0]["predictions"][0]["right"] is None
    assert found.judged == ()
