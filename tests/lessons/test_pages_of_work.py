"""Pages of a hunt, a repair, a lab, a calculation and a review: what stands there, and what is wanted next."""

from collections.abc import Callable

import pytest

from lessons.acts import Act, Guessed, Judged, Locked, Pointed, Predicted, Swept, TookHint, Wrote
from lessons.course import LessonMode
from lessons.drawings import without_drawings
from lessons.lesson import Lesson
from lessons.page import Ask, Change, Find, Onward, Train, Write
from lessons.plan import Steps
from lessons.recipes import a_review, steps_of
from lessons.runs.trace import worked_record
from lessons.source import source
from lessons.state import State
from lessons.text import Text
from tests.lessons.showing import page, words

Loaded = Callable[..., Lesson]


@pytest.fixture
def steps(lesson: Lesson) -> Steps:
    return steps_of(LessonMode(lesson))


@pytest.fixture
def blind(lesson: Lesson) -> Steps:
    """With a ladder to climb: who is shown the line has none."""
    return steps_of(LessonMode(lesson, "blind"))


# ---- the hunt and the repair -----------------------------------------------

FILE = "minimodel/nn/activations.py"


def test_the_ladder_says_what_the_next_hint_reveals(blind: Steps, text: Text) -> None:
    sections = blind.lesson.prose["en"].sections
    assert page(blind, "hints", text).want == Find(5, "reveals.symptom")
    found = page(blind, "hints", text, Guessed(1, "the loss?", "hints"), TookHint(1, "hints"))
    assert found.want == Find(4, "reveals.module")
    assert sections["hint 1"] in words(found)
    assert sections["hint 2"] not in words(found)
    assert "hints.guessed guess=the loss?" in words(found)


def test_whoever_has_every_hint_still_has_to_find_the_line(blind: Steps, text: Text) -> None:
    found = page(blind, "hints", text, *(TookHint(number, "hints") for number in range(1, 6)))
    assert found.want == Find(0, "")
    assert "hints.all" in words(found)


def test_what_is_said_of_a_line_is_the_lessons_own_answer_where_it_has_one(blind: Steps, text: Text) -> None:
    line = source(blind.lesson.edits, FILE).splitlines().index("class Identity(Module):") + 4
    near = page(blind, "hints", text, Pointed(FILE, line + 1, False, "hints"))
    assert blind.lesson.prose["en"].sections["near identity"] in words(near)
    assert blind.lesson.prose["en"].sections["cause"] not in words(near)


def test_once_found_the_cause_is_told_and_it_goes_on(blind: Steps, text: Text) -> None:
    found = page(blind, "hints", text, Pointed(FILE, 82, True, "hints"))
    assert without_drawings(blind.lesson.prose["en"].sections["cause"]) in words(found)
    assert found.want == Onward("go.repair")


def test_a_repair_begins_with_the_broken_file_at_the_broken_line(steps: Steps, text: Text) -> None:
    want = page(steps, "repair", text).want
    assert isinstance(want, Change)
    assert (want.file, want.text) == (FILE, want.begin)
    assert want.text.splitlines()[want.line - 1] == "        return x"


def test_what_the_judge_found_is_said_until_it_passes(steps: Steps, text: Text) -> None:
    wrong = page(steps, "repair", text, Judged(False, "trajectory", "additive, 1, 2", step="repair"))
    right = page(
        steps, "repair", text, Judged(False, "raises", "x", step="repair"), Judged(True, step="repair")
    )
    assert "additive, 1, 2" in words(wrong, "bad")
    assert isinstance(wrong.want, Change)
    assert words(right, "good") == "repair.passed"
    assert right.want == Onward("go.why")


def test_the_end_asks_for_a_line_and_keeps_it(steps: Steps, text: Text) -> None:
    assert page(steps, "why", text).want == Write("")
    found = page(steps, "why", text, Wrote("it bends", "why"))
    assert found.want == Write("it bends")
    assert words(found, "heading").splitlines()[0] == "why.cause"
    assert "why.finished" not in words(found)
    assert "why.finished" in words(page(steps, "why", text, state=State(finished=True)), "good")


# ---- labs, calculations, reviews -------------------------------------------

LAB = """
[lab]
file = "gate.py"
begin = "def gate(x): ..."
[[lab.check]]
name = "forbids"
uses = ["nn.GELU"]
"""
WORKED = """
[worked]
program = '''
x = Tensor([[1.0, 7.25]])
y = x * 3
z = y.sum()
'''
show = ["y"]
[[step]]
id = "shape-y"
kind = "shape"
of = "y"
show = ["x"]
[[step]]
id = "entry-z"
kind = "entry"
of = "z"
within = 0.1
"""


def test_a_lab_shows_its_task_and_begins_with_its_text(loaded: Loaded, text: Text) -> None:
    steps = steps_of(LessonMode(loaded(LAB)))
    found = page(steps, "lab", text)
    assert words(found) == "About task."
    assert found.want == Change("gate.py", "def gate(x): ...", "def gate(x): ...", 1)
    assert page(steps, "lab", text, Judged(True, step="lab")).want == Onward("go.why")


def test_a_calculation_stops_at_what_is_asked_and_goes_on_when_it_is_answered(
    loaded: Loaded, text: Text
) -> None:
    lesson = loaded(WORKED)
    assert lesson.worked is not None
    steps = steps_of(LessonMode(lesson))
    first = page(steps, "trace", text)
    assert isinstance(first.want, Ask)
    assert (first.want.question.id, first.want.number, first.want.count) == ("shape-y", 1, 2)
    assert "z = y.sum()" not in repr(first)
    assert "21.75" not in repr(first)
    acts: list[Act] = [Predicted("shape-y", "1x2", 0.8), Swept("worked", worked_record(lesson.worked))]
    second = page(steps, "trace", text, *acts)
    assert isinstance(second.want, Ask)
    assert second.want.question.id == "entry-z"
    assert "24.75" not in repr(second)
    assert "verdict.calculated" in words(second, "right")
    done = page(steps, "trace", text, *acts, Predicted("entry-z", "20", 0.8))
    assert done.want == Onward("go.on")
    assert "24.75" in repr(done)


def test_a_review_asks_with_its_own_edit_and_shows_what_there_is_to_learn(lesson: Lesson, text: Text) -> None:
    review = lesson.reviews[0]
    steps = a_review(lesson, review)
    asked = page(steps, "predict", text)
    assert isinstance(asked.want, Ask)
    assert asked.want.question is review.question
    assert "return x.tanh()" in repr(asked.blocks)
    acts: list[Act] = [Predicted(review.id, "70 %", 0.6), Locked("run")]
    assert page(steps, "run", text, *acts).want == Train(review.experiment, None, "run.sweep_wait seeds=48")
    swept = Swept(review.id, {"train_accuracy": {"broken": {"median": 0.72}, "healthy": {"median": 1.0}}})
    observed = page(steps, "observe", text, *acts, swept)
    assert lesson.prose["en"].sections[f"learnt {review.id}"] in words(observed)
    assert "verdict.decided" in words(observed, "right")
    assert observed.looks == ()
