"""Anything in any event of any journal: nothing raises, and nothing that a terminal or a browser obeys comes out."""

import copy
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from lessons.course.page import Page
from lessons.course.recipes import steps_of
from tests.tutor.payloads.journals import Story, as_file, learner_of, stories_told
from tutor.learner import Learner
from tutor.linear.course import course_lines, own_lines
from tutor.linear.lines import spoken
from tutor.notes import notes
from tutor.records import BY_KIND
from tutor.reports.learner_pages import draw_runs, own_pages, page_of
from tutor.reports.learner_report import build_report
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.shell.maintain import why_left_out
from tutor.words.text import LANGUAGES, Text

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
BITING = (
    "\x1b[2J\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "a\x00b\rc\x08d", "user\u202eresu\u2066",
    "[@click=app.quit]x[/]", "<script>alert(1)</script>", "[here](javascript:alert(1))", "```\ncode", "=1+1",
    "{0.__class__} {name} {} %s", "[[event]]\nid = 1", "../../../etc/passwd", "x" * 20_000, "9" * 5_000, "",
    "nan", "5x23", "77 %", "blind", "TypeError: x (linear.py:999999)", "passed",
)  # fmt: skip
NUMBERS = (0, -1, 2**63, 10**400, 0.5, 1e308, float("inf"), float("nan"), True)
DATES = (date(1, 1, 1), datetime(9999, 12, 31, tzinfo=UTC))
values = some.recursive(
    some.sampled_from((*BITING, *NUMBERS, *DATES)) | some.text(max_size=9),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.sampled_from(BITING), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
kinds = some.sampled_from([*BY_KIND, "preference", "recall", "review", "undo", "finding", "unknown"])


def places(payload: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in payload.items() if isinstance(payload, dict) else enumerate(payload):
        yield payload, key
        if isinstance(value, dict | list):
            yield from places(value)


@some.composite
def stories(draw: some.DrawFn) -> Story:
    """Draw a real journal, and change some of its values, kinds, lessons and times for others."""
    happened = list(draw(some.sampled_from(stories_told())))
    for _ in range(draw(some.integers(1, 5))):
        number = draw(some.integers(0, len(happened) - 1))
        payload = copy.deepcopy(dict(happened[number].payload))
        owner, key = draw(some.sampled_from([*places(payload), (payload, "new")]))
        owner[key] = draw(values)
        changed = replace(happened[number], payload=payload)
        if draw(some.booleans()):
            changed = replace(changed, kind=draw(kinds), lesson=draw(some.sampled_from(["elsewhere", "", None])))
        happened[number] = replace(changed, time=draw(some.sampled_from([changed.time, DATES[1]])))
    return tuple(happened)


def everything(learner: Learner, text: Text) -> Iterator[tuple[str, str]]:
    for place, state in learner.fold.states.items():
        steps = steps_of(place)
        for step in steps.all[: state.furthest + 1]:
            yield step.id, words_of(step.page(steps, state, text), text)
        yield "session", words_of(Session(learner, place, text).page, text)
    for card in learner.cards()[:3]:
        yield "review", words_of(ReviewSession(learner, card, text).page, text)
    yield "lists", "\n".join([*course_lines(learner, text), *own_lines(learner, text)])
    yield "notes", notes(learner, text)
    report = build_report(learner)
    for page in own_pages(report, learner, text):
        yield page.name, "\n".join(line for block in page.blocks for line in spoken(block, text))
    for kind in ("md", "html"):
        yield kind, page_of(kind, report, draw_runs(report, text, wanted=lambda: False), text)


def words_of(page: Page, text: Text) -> str:
    return "\n".join([page.title, *(line for block in page.all_blocks for line in spoken(block, text))])


def test_every_event_that_the_program_wrote_is_understood(tmp_path):
    for number, story in enumerate(stories_told()):
        events = learner_of(tmp_path / str(number), as_file(story)).journal.events
        assert len(events) == len(story)
        assert not any(map(why_left_out, events))


@settings(
    max_examples=10, phases=[Phase.explicit, Phase.reuse, Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(story=stories(), language=some.sampled_from(LANGUAGES))
def test_every_page_note_and_report_can_be_shown_and_is_inert(story, language):
    with tempfile.TemporaryDirectory() as folder:
        learner = learner_of(Path(folder) / "ana", as_file(story))
        for name, shown in everything(learner, Text(language)):
            assert not OBEYED.search(shown), name
            assert name != "html" or "<script>alert" not in shown
