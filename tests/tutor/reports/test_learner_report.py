"""The numbers of a learner's own report, against numbers worked out by hand; and notes, beside their own words."""

from datetime import UTC, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.lesson.state import Judged
from lessons.format.course import load_course
from progress.calibration import ResolvedPrediction, over_time
from progress.event import Event
from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.reports.conftest import FIRST_DAY, LAST_DAY, LESSON, File, Reported, only, weeks_of_work
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.notes import notes, write_notes
from tutor.reports.bets import networks
from tutor.reports.calibration import calibration_of, verdict_of, wilson
from tutor.reports.learner_pages import draw_runs, habits, page_of
from tutor.reports.learner_report import LearnerReport, build_report
from tutor.words.text import Text


@pytest.mark.parametrize(("share", "count"), [(0.0, 5), (0.5, 5), (1.0, 5), (1.0, 1), (0.7, 10)])
def test_the_ends_are_where_the_share_is_as_unlikely_as_it_may_be(share, count):
    # Wilson's ends solve (share − p)² = z² p (1 − p) / count.
    low, high = wilson(share, count)
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        assert (share - end) ** 2 == pytest.approx(1.645**2 * end * (1 - end) / count, abs=1e-12)


@pytest.mark.parametrize(
    ("sure", "right", "count", "verdict"),
    [
        (0.9, 4, 20, "overconfident"),
        (0.6, 19, 20, "underconfident"),
        (0.8, 16, 20, "calibrated"),
        (0.99, 0, 19, "too_few"),
        (0.99, 0, 20, "overconfident"),
    ],
)
def test_whether_a_group_is_calibrated(sure, right, count, verdict):
    group = [ResolvedPrediction(LESSON, str(number), sure, number < right, FIRST_DAY) for number in range(count)]
    found = calibration_of(group)
    assert (verdict_of(found), found.count * found.accuracy) == (verdict, right)
    assert calibration_of([]) is None


@pytest.fixture
def report(reported: Reported) -> LearnerReport:
    return reported(weeks_of_work())


def test_all_predictions_together_and_week_by_week(report):
    found = calibration_of(report.judged)
    assert (found.count, found.accuracy) == (11, 7 / 11)  # and not the one given blind, after it was known
    assert found.mean_confidence == pytest.approx(8.89 / 11)
    first, second = over_time(report.judged)
    assert (first.monday, first.count, first.accuracy) == (FIRST_DAY, 8, 5 / 8)
    assert (second.monday, second.count) == (FIRST_DAY + timedelta(days=7), 3)


def test_concept_by_concept_in_the_order_of_the_course(report):
    found = {idea.concept: idea.calibration for idea in report.ideas}
    assert list(found) == ["expressive-power", "composition", "evidence"]
    bend, linear, evidence = found.values()
    assert (bend.count, bend.accuracy) == (5, 2 / 5)
    assert bend.mean_confidence == pytest.approx(0.74)
    assert [verdict_of(each) for each in found.values()] == ["too_few"] * 3
    assert (linear.count, linear.accuracy, evidence.count, evidence.accuracy) == (3, 1, 3, 2 / 3)


def test_an_idea_is_known_while_its_latest_review_was_right(report, reported):
    found = {idea.concept: (idea.kept, len(idea.reviews), idea.is_known) for idea in report.ideas}
    assert found["evidence"] == (1, 1, True)
    assert found["expressive-power"] == (0, 1, False)
    assert {idea.latest.day for idea in report.ideas if idea.latest} == {LAST_DAY}
    file, said = weeks_of_work(), {"concept": "evidence", "sibling": "three-wide", "round": 1}
    said |= {"answer": "same", "confidence": 0.9}
    file.now += timedelta(days=1)
    file.add("recall", **said).add("review", **said, right=False, truth="more")
    again = {idea.concept: (idea.kept, len(idea.reviews), idea.is_known) for idea in reported(file).ideas}
    assert again["evidence"] == (1, 2, False)


def test_days_and_streak_and_reviews(reported):
    report = reported(weeks_of_work())
    assert [*habits(report, Text("en"))] == ["4 days of work", "3 reviews"]  # one day is no streak
    for days, count in ((1, 2), (3, 3)):
        at_work = reported(weeks_of_work(), made=FIRST_DAY + timedelta(days))
        assert f"{count} days in a row" in habits(at_work, Text("en"))


def test_after_a_reset_what_was_judged_stays_and_nothing_comes_back(reported):
    report = reported(weeks_of_work().add("reset"))
    assert len(report.judged) == 11
    assert report.cards == ()


junk = some.none() | some.booleans() | some.floats() | some.integers() | some.text(max_size=5)
fields = ["mode", "question", "sibling", "concept", "round", "right", "confidence", "answer", "rung", "line"]
values = some.sampled_from(["open", "blind", "steps", "three-wide", "evidence", 0, 1, 0.8, True])
payloads = some.dictionaries(some.sampled_from(fields), junk | values)
kinds = some.sampled_from(
    ["opened", "verdict", "recall", "review", "rung", "guess", "pointed", "repair", "finished", "reset"]
)
times = some.datetimes(timezones=some.just(UTC))
odd = some.builds(lambda kind, payload, time: Event("", time, "t", kind, LESSON, payload), kinds, payloads, times)


@given(some.lists(odd, max_size=20), some.sampled_from(["en", "es"]))
def test_whatever_the_file_says_there_is_a_page(course, events, language):
    text, journal = Text(language), SimpleNamespace(events=tuple(events), set_aside=None)
    learner = Learner("ana", Path("nowhere"), cast(Journal, journal), course)
    report = build_report(learner, LAST_DAY)
    pictures = draw_runs(report, text)
    assert page_of("html", report, pictures, text)
    assert page_of("md", report, pictures, text)
    assert notes(learner, text)


@pytest.mark.parametrize("language", ["en", "es"])
def test_notes_tell_reviews_with_their_day_their_concept_and_what_happened(report, tmp_path, language):
    text, course = Text(language), report.course
    page = notes(weeks_of_work().learner(tmp_path, course), text)
    lines = page.partition(f"## {text('notes.reviews')}\n\n")[2].splitlines()
    assert [line[:14] for line in lines] == ["- ✓ 2026-09-17", "- ✗ 2026-09-17", "- ✓ 2026-09-17"]
    for line, concept in zip(lines, ("evidence", "expressive-power", "composition"), strict=True):
        assert course.concepts[concept][language] in line


@pytest.mark.parametrize(
    ("changes", "begins"),
    [
        ({"truth": "", "right": False}, "- ○ 2026-09-07, "),
        ({"sibling": "gone"}, ""),
        ({"answer": "perhaps"}, ""),
        ({"confidence": "high"}, ""),
    ],
)
def test_a_review_that_makes_no_sense_is_left_out_and_one_undecided_is_marked(reported, tmp_path, changes, begins):
    said = {"concept": "evidence", "sibling": "three-wide", "round": 0, "answer": "same", "confidence": 0.9}
    file = File("ana").add("review", **{**said, "right": True, "truth": "same", **changes})
    page = notes(file.learner(tmp_path, load_course()), Text("en"))
    assert begins in page if begins else "2026-09-07" not in page


def test_bets_on_questions_that_are_gone_or_asked_otherwise_are_listed_and_counted(tmp_path):
    said, judged = {"answer": "0.35", "confidence": 0.7}, {"right": False, "truth": "0.69"}
    more = {"question": "five-bends", "answer": "more", "confidence": 0.95}
    file = File("ana").add("opened", "xor-line", mode="open")
    for question in (more, {"question": "line-ends", **said}):
        file.add("predicted", "xor-line", mode="open", **question)
    file.add("verdict", "xor-line", mode="open", **more, right=True, truth="more")
    learner = file.add("verdict", "xor-line", mode="open", question="line-ends", **said, **judged).learner(
        tmp_path, only("xor-line")
    )
    page = notes(learner, Text("en"))
    assert "✓ **five bends**: I said *more* (95 % sure); what happened: more (asked in an earlier version)" in page
    assert "✗ **loss of the trained line**: I said *0.35* (70 % sure); what happened: 0.69" in page
    assert len(build_report(learner).judged) == 2


def test_notes_do_not_tell_a_blind_break_by_its_title(tmp_path):
    learner = File("ana").add("opened", mode="blind").learner(tmp_path, load_course())
    page = notes(learner, Text("en"))
    assert Text("en")("map.mystery") in page
    assert "GELU" not in page


def test_the_written_part_is_renewed_and_the_learners_words_around_it_stay(tmp_path):
    path = write_notes(tmp_path, "# Breaks\nfirst\n")
    path.write_text("mine above\n" + path.read_text() + "mine below\n")
    text = write_notes(tmp_path, "# Breaks\nsecond\n").read_text()
    assert text.startswith("mine above\n")
    assert text.endswith("mine below\n")
    assert "second" in text
    assert "first" not in text
    assert [each.name for each in path.parent.iterdir()] == ["breaks.md"]


def test_words_written_inside_the_programs_part_are_kept_in_a_dated_copy(tmp_path):
    path = write_notes(tmp_path, "first\n")
    path.write_text(path.read_text().replace("first", "first, and my own thought"))
    write_notes(tmp_path, "second\n")
    (copy,) = [each for each in path.parent.iterdir() if each != path]
    assert "my own thought" in copy.read_text()
    assert "second" in path.read_text()


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-8-sig"])
def test_words_that_an_editor_saved_in_another_encoding_stay_where_they_are(tmp_path, encoding):
    path = write_notes(tmp_path, "first\n")
    path.write_bytes(f"la señal es mía\n{path.read_text()}".encode(encoding))
    assert write_notes(tmp_path, "second\n").read_text().startswith("la señal es mía\n")
    assert [each.name for each in path.parent.iterdir()] == ["breaks.md"]


def test_notes_that_are_no_text_are_kept_in_a_copy(tmp_path):
    path = write_notes(tmp_path, "first\n")
    path.write_bytes(b"\xff\xfeodd")
    write_notes(tmp_path, "second\n")
    (copy,) = [each for each in path.parent.iterdir() if each != path]
    assert copy.read_bytes() == b"\xff\xfeodd"
    assert "second" in path.read_text()


def test_nothing_is_written_when_nothing_changed(tmp_path):
    path = write_notes(tmp_path, "same\n")
    before = path.stat().st_mtime_ns
    write_notes(tmp_path, "same\n")
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize(("passed", "trained"), [(True, 1), (False, 0)])
def test_a_repair_that_passed_counts_the_networks_that_it_was_judged_by(home, passed, trained):
    learner, place = make_learner(home), place_of()
    work_up_to(learner, place, "repair")
    before = networks(build_report(learner), learner)
    learner.record(Judged(passed=passed), place)
    assert place.lesson.repair
    judged = len(place.lesson.experiments) * len(place.lesson.repair.seeds)
    assert judged > 0
    assert networks(build_report(learner), learner) - before == trained * judged
