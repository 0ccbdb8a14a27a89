"""Many learners together."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from lessons.course import Course
from tests.tutor.reports.conftest import LAST_DAY, LESSON, NOON, File, Whole, weeks_of_work
from tutor.reports.class_page import class_markdown, class_page, class_pictures, shown_lessons
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.gather import gather
from tutor.reports.pseudonyms import Naming, own_key, pseudonym
from tutor.reports.rendering import terminal_page
from tutor.words.text import Text


def report(folder: Path, course: Course, now: datetime = NOON, naming: Naming | None = None) -> ClassReport:
    return class_report(gather([folder]), course, now, naming)


@pytest.fixture
def room(tmp_path: Path, whole_lesson: Whole) -> Path:
    """Ana has done all; Luis and Marta got three answers wrong between them; Noor stopped weeks before the others."""
    File("ana").add_all(whole_lesson(hints=0)).save(tmp_path / "ana" / "progress.toml")
    File("luis").add_all(whole_lesson(hints=5, steps="more", rank="collapses")).save(
        tmp_path / "luis" / "progress.toml"
    )
    File("marta").add_all(list(whole_lesson(steps="more"))[:-7]).save(tmp_path / "marta" / "progress.toml")
    noor = File("noor", NOON - timedelta(days=30)).add("opened", mode="open")
    noor.add("moved", mode="open", stage="predict").save(tmp_path / "noor" / "progress.toml")
    return tmp_path


def test_it_says_who_is_where(room: Path, course: Course) -> None:
    (place,) = report(room, course).lessons
    assert (place.lesson, place.mode, place.begun, place.finished) == (LESSON, "open", 4, 2)
    assert place.at == {"done": 2, "hints": 1, "predict-additive": 1}


def test_it_says_where_people_stopped(room: Path, course: Course) -> None:
    assert report(room, course).lessons[0].quiet == {"predict-additive": 1}


def test_the_commonest_wrong_answer_comes_first(room: Path, course: Course) -> None:
    first, second = report(room, course).wrong
    assert (first.question, first.answer, first.truth, first.count, first.decided) == (
        "steps",
        "more",
        "same",
        2,
        3,
    )
    assert (second.question, second.answer, second.count) == ("rank", "collapses", 1)
    assert first.confidence == pytest.approx(0.8)


def test_the_report_leads_with_what_was_said_and_what_came_true(room: Path, course: Course) -> None:
    for language, words in (
        ("en", "said 80 %, came true 88 %, of 24"),
        ("es", "dicho 80 %, se cumplió 88 %, de 24"),
    ):
        page = class_markdown(report(room, course), course, Text(language), whole=False)
        assert page.splitlines()[4].startswith(f"**{words}: ")
        assert "Brier" not in page


def test_learners_stand_in_their_natural_order(tmp_path: Path, course: Course) -> None:
    for name in ("c10", "C2", "c1", "2b", "d"):
        File(name).save(tmp_path / name / "progress.toml")
    assert [each.name for each in report(tmp_path, course).learners] == ["2b", "c1", "C2", "c10", "d"]


def test_a_lesson_with_all_its_learners_at_one_step_has_no_chart(tmp_path: Path, course: Course) -> None:
    for name in ("ana", "luis"):
        File(name).add("opened", mode="open").save(tmp_path / name / "progress.toml")
        assert list(class_pictures(report(tmp_path, course), course, Text("en"))) == []
    File("eve").add("opened").add("moved", mode="open", stage="predict").save(tmp_path / "progress.toml")
    assert list(class_pictures(report(tmp_path, course), course, Text("en"))) == ["steps-1.svg"]


def test_calibration_is_over_all_decided_predictions(room: Path, course: Course) -> None:
    found = report(room, course)
    assert sum(each.count for each in found.bins) == 24


def test_one_rule_of_calibration_for_the_class_and_for_each_learner(tmp_path: Path, course: Course) -> None:
    weeks_of_work().save(tmp_path / "progress.toml")
    found = report(tmp_path, course)
    (ana,) = found.learners
    assert len(ana.work.judged) == 11
    opened, blind = found.lessons
    assert (opened.right, opened.wrong, opened.brier) == (5, 3, pytest.approx(2.1901 / 8))
    assert (blind.right, blind.wrong, blind.brier) == (1, 0, None)  # said blind, but known by then


def test_who_only_reviews_is_not_quiet(tmp_path: Path, course: Course) -> None:
    weeks_of_work().save(tmp_path / "progress.toml")
    found = report(tmp_path, course, NOON + timedelta(days=20))
    assert found.learners[0].last_day == LAST_DAY
    assert found.quiet == 0


def test_copies_of_one_file_are_one_learner(room: Path, course: Course) -> None:
    early = (room / "ana" / "progress.toml").read_text(encoding="utf-8").split("\n[[event]]")
    (room / "early").mkdir()
    (room / "early" / "progress.toml").write_text("\n[[event]]".join(early[:10]), encoding="utf-8")
    found = report(room, course)
    assert [learner.name for learner in found.learners] == ["ana", "luis", "marta", "noor"]
    ana = found.learners[0]
    assert len(ana.paths) == 2
    assert ana.finished == 1


def test_two_people_of_one_name_stay_two(room: Path, course: Course, whole_lesson: Whole) -> None:
    File("ana").add_all(list(whole_lesson())[:3]).save(room / "zz" / "progress.toml")
    found = report(room, course)
    assert [learner.name for learner in found.learners[:2]] == ["ana", "ana (2)"]
    assert [learner.finished for learner in found.learners[:2]] == [1, 0]


def test_the_same_events_under_two_names_are_noted(room: Path, course: Course) -> None:
    copied = (room / "ana" / "progress.toml").read_text(encoding="utf-8").replace('"ana"', '"eve"', 1)
    (room / "eve").mkdir()
    (room / "eve" / "progress.toml").write_text(copied, encoding="utf-8")
    found = report(room, course)
    assert found.shared == (("ana", "eve"),)
    assert len(found.learners) == 5


def test_lessons_from_elsewhere_do_not_drown_those_of_the_course(tmp_path: Path, course: Course) -> None:
    file = File("ana").add("opened", mode="open")
    for number in range(50):
        file.add("opened", f"made-up-{number:02}-{'x' * 300}", mode="open")
    file.save(tmp_path / "progress.toml")
    found = report(tmp_path, course)
    assert len(found.lessons) == 51
    shown, left_out = shown_lessons(found, course)
    assert (len(shown), left_out) == (7, 44)
    assert shown[0].lesson == LESSON
    short = terminal_page(class_markdown(found, course, Text("en"), whole=False))
    for page in (class_page(found, course, Text("en")), short):
        assert "44 more" in page
        assert "x" * 50 not in page


def test_learners_stand_in_the_order_of_their_pseudonyms(room: Path, course: Course) -> None:
    found = report(
        room, course, naming=lambda name: {"ana": "Z", "luis": "B", "marta": "C", "noor": "A"}[name]
    )
    assert [learner.name for learner in found.learners] == ["A", "B", "C", "Z"]


def test_a_pseudonym_is_the_same_for_the_same_key_and_another_for_another() -> None:
    assert pseudonym("ana", b"k" * 32) == pseudonym(" ANA ", b"k" * 32)
    assert pseudonym("ana", b"k" * 32) != pseudonym("ana", b"q" * 32)
    assert len({pseudonym(f"learner {number}", b"k" * 32) for number in range(500)}) == 500


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    first, second = own_key(tmp_path / "home"), own_key(tmp_path / "home")
    assert first == second
    assert first[1]
    (kept,) = (tmp_path / "home").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


def test_a_key_that_was_cut_short_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "pseudonyms.key").write_bytes(b"abc")
    assert len(own_key(tmp_path)[0]) == 32
