"""The numbers of a learner's own report, against numbers worked out by hand."""

from datetime import UTC, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.load import load_course
from progress.event import Event
from progress.journal import Journal
from tests.tutor.reports.conftest import FIRST_DAY, LAST_DAY, LESSON, File, Reported, weeks_of_work
from tutor.learner import Learner
from tutor.notes import notes
from tutor.reports.export import draw_runs, page_of
from tutor.reports.learner_report import LearnerReport, build_report
from tutor.words.text import Text


@pytest.fixture
def report(reported: Reported) -> LearnerReport:
    return reported(weeks_of_work())


def test_all_predictions_together(report: LearnerReport) -> None:
    found = report.calibration
    assert found is not None
    assert (found.count, found.right) == (11, 7)
    assert found.mean_confidence == pytest.approx(8.89 / 11)
    assert sum(each.count for each in report.bins) == 11


def test_what_is_known_already_counts_in_no_other_mode(report: LearnerReport) -> None:
    assert (
        sum(week.count for week in report.weeks) == 8 + 3
    )  # and not the one given blind, after it was known


def test_concept_by_concept_in_the_order_of_the_course(report: LearnerReport) -> None:
    found = {idea.concept: idea.calibration for idea in report.ideas}
    assert list(found) == ["expressive-power", "composition", "evidence"]
    bend, linear, evidence = found.values()
    assert (bend.count, bend.right) == (5, 2)
    assert bend.mean_confidence == pytest.approx(0.74)
    assert [each.verdict for each in found.values()] == ["overconfident", "too_few", "too_few"]
    assert (linear.count, linear.right, evidence.count, evidence.right) == (3, 3, 3, 2)


def test_week_by_week(report: LearnerReport) -> None:
    first, second = report.weeks
    assert (first.monday, first.count, first.accuracy) == (FIRST_DAY, 8, 5 / 8)
    assert (second.monday, second.count) == (FIRST_DAY + timedelta(days=7), 3)


def test_days_and_streak_and_reviews(reported: Reported) -> None:
    report = reported(weeks_of_work())
    assert (len(report.activity.days), report.reviews) == (4, 3)
    assert (report.activity.longest, report.streak) == (3, 0)  # one day is no streak
    assert reported(weeks_of_work(), made=FIRST_DAY + timedelta(days=3)).streak == 3


def test_where_hints_were_needed(report: LearnerReport) -> None:
    search = report.lessons[0]
    assert (search.hints, search.reveals) == (2, "module")
    assert (len(search.guesses), search.points, search.tries) == (2, 2, 2)
    assert search.own_line == "return x.gelu()"


def test_after_a_reset_what_was_judged_stays_and_nothing_comes_back(reported: Reported) -> None:
    report = reported(weeks_of_work().add("reset"))
    assert report.calibration is not None
    assert report.calibration.count == 11
    assert report.cards == ()


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
    text, journal = Text(language), SimpleNamespace(events=tuple(events), set_aside=())
    learner = Learner("ana", Path("nowhere"), cast(Journal, journal), load_course())
    report = build_report(learner, LAST_DAY)
    pictures = draw_runs(report, text)
    assert page_of("html", report, pictures, text)
    assert page_of("md", report, pictures, text)
    assert notes(learner, text)


# ---- what is known ---------------------------------------------------------


def test_an_idea_is_known_once_it_came_back_and_its_latest_review_was_right(report: LearnerReport) -> None:
    found = {idea.concept: (idea.kept, len(idea.reviews), idea.is_known) for idea in report.ideas}
    assert found["evidence"] == (1, 1, True)
    assert found["expressive-power"] == (0, 1, False)
    assert {idea.latest.day for idea in report.ideas if idea.latest} == {LAST_DAY}


def test_a_later_review_that_went_wrong_takes_it_back(reported: Reported) -> None:
    file = weeks_of_work()
    said = {"concept": "evidence", "sibling": "three-wide", "round": 1, "answer": "same", "confidence": 0.9}
    file.now += timedelta(days=1)
    file.add("recall", **said).add("review", **said, right=False, truth="more")
    found = {idea.concept: (idea.kept, len(idea.reviews), idea.is_known) for idea in reported(file).ideas}
    assert found["evidence"] == (1, 2, False)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_export_begins_with_what_is_known_and_names_what_is_not_yet(
    report: LearnerReport, language: str
) -> None:
    text = Text(language)
    page = page_of("md", report, {}, text)
    known, _, rest = page.partition(text("known.title"))[2].partition("\n## ")
    concepts = report.course.concepts
    assert concepts["evidence"][language] in known.partition(text("known.open"))[0]
    assert concepts["expressive-power"][language] in known.partition(text("known.open"))[2]
    assert rest


def test_who_has_had_no_review_knows_nothing_yet(reported: Reported) -> None:
    file = File("ana").add("opened", mode="open")
    file.add(
        "verdict", mode="open", question="steps", answer="more", confidence=0.9, right=True, truth="more"
    )
    assert Text("en")("known.none") in page_of("md", reported(file), {}, Text("en"))
