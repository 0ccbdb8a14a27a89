"""Lessons of every kind: rounds, several arms, a worked calculation, a lab. The pages tell what each of them has."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lessons.course.course import Course, Heading, Track
from lessons.course.lesson.exercise import Lab
from lessons.course.lesson.lesson import HEALTHY, WORKED, Lesson, Prose, Question, Worked
from lessons.format.course import load_course
from tests.tutor.reports.conftest import LAST_DAY, LESSON, File
from tutor.notes import notes, wait, write
from tutor.reports.class_pages import class_page
from tutor.reports.class_report import class_report
from tutor.reports.handed_in import gather
from tutor.reports.learner_pages import draw_runs, page_of
from tutor.reports.learner_report import build_report
from tutor.words.text import Text

NOW = datetime(2026, 9, 8, tzinfo=UTC)
Acts = list[tuple[str, dict[str, Any]]]


def lesson_of(name: str, parts: Mapping[str, str], **what: Any) -> Lesson:
    sections = {"read": "Words.", "why": "Because.", "next": "Onward.", "observe": "Look.", **parts}
    page = Prose(f"The {name}", sections)
    return Lesson(name, Path("nowhere"), prose={"en": page, "es": page}, **what)


@cache
def course() -> Course:
    """An experiment with an order to predict, a calculation with an entry, and a lab."""
    experiment = load_course().lessons[LESSON].experiments["additive"]
    order = Question("who-first", "order", "additive", "final_loss", arms=experiment.names)
    entry = Question("corner", "entry", WORKED, within=0.01, of="Y", at=(0, 1))
    asked = {"experiments": {"additive": experiment}, "rounds": (("additive",),), "questions": (order,)}
    lessons = (
        lesson_of("race", {"predict who-first": "Who is lowest?"}, **asked),
        lesson_of("sum", {"step corner": "What stands there?"}, worked=Worked("", (entry,))),
        lesson_of("own-linear", {"task": "Write it."}, lab=Lab("own.py", "", ())),
    )
    track = Track("all", {"en": "All", "es": "Todo"}, tuple(lesson.id for lesson in lessons))
    headings = {}
    for each in lessons:
        titles = {language: page.title for language, page in each.prose.items()}
        headings[each.id] = Heading(each.id, 20, each.modes, titles, {})
    return Course((track,), {lesson.id: lesson for lesson in lessons}, headings=headings)


LOSSES = {HEALTHY: {"median": 0.1}, "broken": {"median": 0.5}}
RACE: Acts = [
    ("opened", {}),
    ("moved", {"stage": "predict"}),
    ("prediction", {"question": "who-first", "answer": "2 1", "confidence": 0.55}),
    ("moved", {"stage": "run"}),
    ("locked", {"step": "run"}),
    ("sweep", {"experiment": "additive", "metrics": {"final_loss": LOSSES}, "seeds": 2}),
    ("moved", {"stage": "observe"}),
]
SUM: Acts = [
    ("opened", {}),
    ("moved", {"stage": "trace"}),
    ("prediction", {"question": "corner", "answer": "0,5", "confidence": 0.2}),
    ("sweep", {"experiment": WORKED, "metrics": {"corner": {"value": {"median": 0.5}}}, "seeds": 1}),
    ("verdict", {"question": "corner", "answer": "0,5", "confidence": 0.2, "right": True, "truth": "0.5"}),
    ("moved", {"stage": "why"}),
    ("reflection", {"text": "Row times column."}),
    ("finished", {}),
]
LAB: Acts = [
    ("opened", {}),
    ("moved", {"stage": "lab"}),
    ("repair", {"passed": False, "reason": "shape", "line": "return x"}),
    ("repair", {"passed": True, "reason": "passed", "line": "return x @ w.T"}),
]


@pytest.fixture
def file() -> File:
    raced = File("ana").add_all(RACE, lesson="race")
    return raced.add_all(SUM, lesson="sum").add_all(LAB, lesson="own-linear")


def paragraphs(page: str, title: str) -> list[str]:
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0].strip().split("\n\n")


def test_a_class_report_names_steps_by_their_number_and_kind(file, tmp_path):
    file.save(tmp_path / "progress.toml")
    page = class_page(class_report(gather([tmp_path]), course(), NOW), course(), Text("en"))
    cells = [re.sub("<[^>]*>", "", row) for row in page.split("<tr>")]
    told = "\n".join(" | ".join(row.split("\n")).strip(" |") for row in cells)
    assert "The race | — | 1 | 0 | step 4 of 5: Observe (1) | — | — | —" in told
    assert "The sum | — | 1 | 1 | — | 100 % | — | —" in told
    assert "The own-linear | — | 1 | 0 | step 2 of 3: Build (1) | — | — | 2" in told
    assert "ana | All: 4 ✓ 2 | The own-linear, step 2 of 3: Build | 1 of 1 | 1 | 2026-09-07" in told


def test_a_class_report_says_that_the_last_lesson_is_done(tmp_path):
    File("ana").add_all(SUM, lesson="sum").save(tmp_path / "progress.toml")
    page = class_page(class_report(gather([tmp_path]), course(), NOW), course(), Text("en"))
    assert f"The sum, {Text('en')('report.stage_done')}" in page


def test_a_learners_pages_tell_of_each_kind_what_it_has(file, tmp_path):
    text = Text("en")
    own = build_report(file.learner(tmp_path, course()), LAST_DAY)
    page = page_of("md", own, draw_runs(own, text), text)
    race, calculation, lab = (paragraphs(page, f"The {name}") for name in ("race", "sum", "own-linear"))
    assert "*step 4 of 5: Observe*" in race
    assert any(part.startswith("- ✗ **final training loss**: I said *broken \\< healthy*") for part in race)
    assert not any(text("export.search") in part for part in [*race, *calculation])
    assert "> Row times column." in "".join(calculation)
    assert "✓ **" in "".join(calculation)
    assert lab == [
        "*step 2 of 3: Build*",
        f"### {text('stage.lab')}",
        f"- {text('mine.attempts', count=2)}",
        f"{text('export.own_line')}:",
        "    return x @ w.T",
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_notes_tell_of_each_kind_what_it_has(file, tmp_path, language):
    text = Text(language)
    page = notes(file.learner(tmp_path, course()), text)
    assert "> Row times column." in page
    assert "\n\n    return x @ w.T\n" in page
    assert page.count("✓") + page.count("✗") == 2
    assert text("notes.reviews") not in page
    opened = notes(File("ana").add("opened", "sum", mode="open").learner(tmp_path, course()), text)
    assert paragraphs(opened, "The sum") == [text("notes.unanswered")]


def test_notes_that_cannot_be_written_are_no_error_and_the_next_act_writes_them(file, tmp_path, monkeypatch):
    learner = file.learner(tmp_path, course())
    (tmp_path / "notes").write_text("a file in their place")
    write(learner, Text("en"))
    wait(learner)
    assert (tmp_path / "notes").read_text() == "a file in their place"
    (tmp_path / "notes").unlink()
    with monkeypatch.context() as patched:
        patched.setattr("tutor.notes.notes", lambda *_: 1 / 0)
        write(learner, Text("en"))
        with pytest.raises(ZeroDivisionError):
            wait(learner)
    write(learner, Text("en"))
    wait(learner)
    assert "The race" in (tmp_path / "notes" / "breaks.md").read_text(encoding="utf-8")
