"""Lessons of every kind: rounds, several arms, a worked calculation, a lab. The pages tell what each of them has."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lessons.course import Course, Heading, Track
from lessons.exercise import Lab
from lessons.lesson import HEALTHY, WORKED, Lesson, Prose, Question, Worked
from lessons.load import load_course
from tests.tutor.reports.conftest import LAST_DAY, LESSON, File
from tutor.notes import notes, wait, write
from tutor.reports.class_page import class_markdown
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.export import draw_runs, page_of
from tutor.reports.gather import gather
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
    lessons = (
        lesson_of(
            "race",
            {"predict who-first": "Who is lowest?"},
            experiments={"additive": experiment},
            rounds=(("additive",),),
            questions=(order,),
        ),
        lesson_of("sum", {"step corner": "What stands there?"}, worked=Worked("", (entry,))),
        lesson_of("own-linear", {"task": "Write it."}, lab=Lab("own.py", "", ())),
    )
    track = Track("all", {"en": "All", "es": "Todo"}, tuple(lesson.id for lesson in lessons))
    titles = {
        lesson.id: {language: page.title for language, page in lesson.prose.items()} for lesson in lessons
    }
    headings = {each.id: Heading(each.id, 20, each.modes, titles[each.id], {}) for each in lessons}
    return Course((track,), {lesson.id: lesson for lesson in lessons}, headings=headings)


RACE: Acts = [
    ("opened", {}),
    ("moved", {"stage": "predict"}),
    ("prediction", {"question": "who-first", "answer": "2 1", "confidence": 0.55}),
    ("moved", {"stage": "run"}),
    ("locked", {"step": "run"}),
    (
        "sweep",
        {
            "experiment": "additive",
            "metrics": {"final_loss": {HEALTHY: {"median": 0.1}, "broken": {"median": 0.5}}},
            "seeds": 2,
        },
    ),
    ("moved", {"stage": "observe"}),
]
SUM: Acts = [
    ("opened", {}),
    ("moved", {"stage": "trace"}),
    ("prediction", {"question": "corner", "answer": "0,5", "confidence": 0.2}),
    ("sweep", {"experiment": WORKED, "metrics": {"corner": {"value": {"median": 0.5}}}, "seeds": 1}),
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
    return (
        File("ana").add_all(RACE, lesson="race").add_all(SUM, lesson="sum").add_all(LAB, lesson="own-linear")
    )


@pytest.fixture
def report(file: File, tmp_path: Path) -> ClassReport:
    file.save(tmp_path / "progress.toml")
    return class_report(gather([tmp_path]), course(), NOW)


def paragraphs(page: str, title: str) -> list[str]:
    """What stands below a title."""
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0].strip().split("\n\n")


def test_a_class_report_names_steps_by_their_number_and_kind(report: ClassReport) -> None:
    page = class_markdown(report, course(), Text("en"), whole=True)
    assert "| The race | — | 1 | 0 | step 4 of 5: Observe (1) |" in page
    assert "| The sum | — | 1 | 1 | — |" in page
    assert "| The own-linear | — | 1 | 0 | step 2 of 3: Build (1) | — | — | 2 |" in page
    assert "| ana | All: 4 ✓ 2 |" in page


def test_a_calculation_is_judged_by_what_it_gave(report: ClassReport) -> None:
    (_, calculation, _) = report.learners[0].work.lessons
    assert (calculation.predictions[0].answer, calculation.predictions[0].right) == ("0.50", True)
    assert calculation.where == "done"


def test_a_learners_pages_tell_of_each_kind_what_it_has(file: File, tmp_path: Path) -> None:
    text = Text("en")
    own = build_report(file.learner(tmp_path, course()), LAST_DAY)
    page = page_of("md", own, draw_runs(own, text), text)
    race, calculation, lab = (paragraphs(page, f"The {name}") for name in ("race", "sum", "own-linear"))
    assert "*step 4 of 5: Observe*" in race
    assert any(part.startswith("- ✗ **final training loss**: I said *broken \\< healthy*") for part in race)
    assert not any(text("export.search") in part for part in [*race, *calculation])
    assert "> Row times column." in "".join(calculation)
    assert lab == [
        "*step 2 of 3: Build*",
        f"### {text('stage.lab')}",
        f"- {text('export.tries', count=2)}\n- {text('export.own_line')}: `return x @ w.T`",
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_notes_tell_of_each_kind_what_it_has(file: File, tmp_path: Path, language: str) -> None:
    text = Text(language)
    page = notes(file.learner(tmp_path, course()), text)
    assert "> Row times column." in page
    assert "`return x @ w.T`" in page
    assert page.count("✓") + page.count("✗") == 2
    assert text("notes.reviews") not in page


def test_a_lesson_that_was_only_opened_stands_in_the_notes(tmp_path: Path) -> None:
    page = notes(File("ana").add("opened", "sum", mode="open").learner(tmp_path, course()), Text("en"))
    assert paragraphs(page, "The sum") == [Text("en")("notes.unanswered")]


def test_notes_that_cannot_be_written_are_no_error(file: File, tmp_path: Path) -> None:
    learner = file.learner(tmp_path, course())
    (tmp_path / "notes").write_text("a file in their place")
    write(learner, Text("en"))
    wait(learner)
    assert (tmp_path / "notes").read_text() == "a file in their place"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_in_the_notes_ends_nobodys_wait_and_the_next_act_writes_them(
    file: File, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = file.learner(tmp_path, course())
    with monkeypatch.context() as patched:
        patched.setattr("tutor.notes.notes", lambda *_: 1 / 0)
        write(learner, Text("en"))
        wait(learner)
    write(learner, Text("en"))
    wait(learner)
    assert "The race" in (tmp_path / "notes" / "breaks.md").read_text(encoding="utf-8")
