"""The numbers of a learner's own report, against numbers worked out by hand."""

from datetime import UTC, date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.load import load_course
from lessons.schema import Course
from progress.calibration import Judged
from progress.event import Event
from progress.scan import scan
from tests.tutor.reports.conftest import LESSON, File
from tests.tutor.weeks_of_work import FIRST_DAY, LAST_DAY, weeks_of_work
from tutor.reports.curves import no_curves
from tutor.reports.learner_page import learner_page
from tutor.reports.markdown_page import markdown_page
from tutor.reports.own_report import OwnReport, own_report
from tutor.reports.pictures import picture_files
from tutor.reports.sureness import sureness
from tutor.screens.layout import Room
from tutor.screens.learner_views import PAGES
from tutor.text import Text


def told(file: File, course: Course, language: str = "en", made: date = LAST_DAY) -> OwnReport:
    events = scan("".join(file.parts).encode()).events
    return own_report("ana", events, course, Text(language), made, curves=no_curves)


@pytest.fixture
def report(course: Course) -> OwnReport:
    return told(weeks_of_work(), course)


def test_all_predictions_together(report: OwnReport) -> None:
    found = report.sureness
    assert found is not None
    assert (found.count, found.right) == (11, 7)
    assert found.said == pytest.approx(8.89 / 11)
    assert found.brier == pytest.approx(2.7301 / 11)
    assert sum(each.count for each in report.bins) == 11


def test_what_is_known_already_counts_in_no_other_mode(report: OwnReport) -> None:
    assert (
        sum(week.count for week in report.weeks) == 8 + 3
    )  # and not the one given blind, after it was known


def test_idea_by_idea_in_the_order_of_the_course(report: OwnReport) -> None:
    found = {idea.name: idea.sureness for idea in report.ideas}
    assert list(found) == [
        "What a model can express",
        "Linear after linear is linear",
        "Evidence that can fail",
    ]
    bend, linear, evidence = found.values()
    assert (bend.count, bend.right) == (5, 2)
    assert bend.said == pytest.approx(0.74)
    assert bend.brier == pytest.approx((0.81 + 0.09 + 0.36 + 0.04 + 0.49) / 5)
    assert (linear.count, linear.right, evidence.count, evidence.right) == (3, 3, 3, 2)


def test_it_says_where_one_is_surer_than_right_and_where_there_is_little_to_say(report: OwnReport) -> None:
    assert [idea.sureness.leaning for idea in report.ideas] == ["surer", "few", "few"]


@pytest.mark.parametrize(
    ("sure", "right", "count", "leaning"),
    [
        (0.9, 4, 20, "surer"),
        (0.6, 19, 20, "modest"),
        (0.8, 16, 20, "fair"),
        (0.99, 0, 4, "few"),
        (0.99, 0, 5, "surer"),
    ],
)
def test_which_way_a_group_leans(sure: float, right: int, count: int, leaning: str) -> None:
    group = [Judged(LESSON, str(number), sure, number < right, FIRST_DAY) for number in range(count)]
    found = sureness(group)
    assert found is not None
    assert found.leaning == leaning


@pytest.mark.parametrize(
    ("sure", "right", "against"), [(0.9, True, "better"), (0.9, False, "worse"), (0.5, True, "same")]
)
def test_a_score_stands_against_always_saying_half(sure: float, right: bool, against: str) -> None:
    found = sureness([Judged(LESSON, "a", sure, right, FIRST_DAY)])
    assert found is not None
    assert found.against_chance == against


def test_week_by_week(report: OwnReport) -> None:
    first, second = report.weeks
    assert (first.monday, first.count, first.came_true) == (FIRST_DAY, 8, 5 / 8)
    assert first.brier == pytest.approx(2.1901 / 8)
    assert (second.monday, second.count) == (FIRST_DAY + timedelta(days=7), 3)
    assert second.brier == pytest.approx((0.01 + 0.49 + 0.04) / 3)


def test_days_and_streak_and_reviews(course: Course) -> None:
    report = told(weeks_of_work(), course)
    assert (len(report.activity.days), report.reviews) == (4, 3)
    assert (report.activity.longest, report.streak) == (3, 0)  # one day is no streak
    assert told(weeks_of_work(), course, made=FIRST_DAY + timedelta(days=3)).streak == 3


def test_the_tracks_show_every_lesson_in_both_modes(report: OwnReport) -> None:
    ((lesson,),) = [track.lessons for track in report.tracks]
    assert [(step.mode, step.stage, step.finished) for step in lesson.steps] == [
        ("open", 7, True),
        ("blind", 2, False),
    ]
    assert (report.finished, len(report.lessons)) == (1, 1)


def test_a_lesson_that_was_never_opened_has_no_stage(course: Course) -> None:
    ((lesson,),) = [track.lessons for track in told(File("ana"), course).tracks]
    assert [step.stage for step in lesson.steps] == [0, 0]


def test_ideas_come_back_in_the_order_of_their_days(report: OwnReport) -> None:
    assert len(report.cards) == 3
    assert [card.due for card in report.cards] == sorted(card.due for card in report.cards)
    assert {card.reviews for card in report.cards} == {1}


def test_nothing_comes_back_before_a_lesson_is_done(course: Course) -> None:
    assert told(File("ana").add("opened", mode="open"), course).cards == ()


def test_where_hints_were_needed(report: OwnReport) -> None:
    search = report.places[0].search
    assert (search.rungs, search.hints, search.reveals) == (2, 5, "module")
    assert (len(search.guesses), search.points, search.attempts) == (2, 2, 2)
    assert (search.found, search.repaired, search.repair) == (True, True, "return x.gelu()")


def test_after_a_reset_what_was_judged_stays_and_nothing_comes_back(course: Course) -> None:
    report = told(weeks_of_work().add("reset"), course)
    assert report.sureness is not None
    assert report.sureness.count == 11
    assert report.cards == ()


def test_nothing_at_all_is_a_report_too(course: Course) -> None:
    report = told(File("ana"), course)
    assert (report.sureness, report.bins, report.ideas, report.weeks, report.places) == (None, (), (), (), ())


junk = some.none() | some.booleans() | some.floats() | some.integers() | some.text(max_size=5)
payloads = some.dictionaries(
    some.sampled_from(
        ["mode", "question", "sibling", "concept", "round", "right", "confidence", "answer", "rung", "line"]
    ),
    junk | some.sampled_from(["open", "blind", "steps", "three-wide", "evidence", 0, 1, 0.8, True]),
)
kinds = some.sampled_from(
    ["opened", "verdict", "recall", "review", "rung", "guess", "pointed", "repair", "finished", "reset"]
)
times = some.datetimes(timezones=some.just(UTC))
odd = some.builds(
    lambda kind, payload, time: Event("", time, "t", kind, LESSON, payload), kinds, payloads, times
)


@given(some.lists(odd, max_size=20), some.sampled_from(["en", "es"]))
def test_whatever_the_file_says_there_is_a_page(events: list[Event], language: str) -> None:
    text = Text(language)
    report = own_report("ana", events, load_course(), text, LAST_DAY, curves=no_curves)
    for page in PAGES.values():
        assert page(report, text, Room(56, 13)).plain
    assert learner_page(report, text)
    assert markdown_page(report, text, "here")
    assert picture_files(report, text) or not report.bins
