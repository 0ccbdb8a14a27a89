"""Pages of a hunt, a repair, a lab, a calculation and a review: what stands there, and what is wanted next."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Change, Find, Onward, Train, Words, Write
from lessons.course.lesson.prose import without_drawings
from lessons.course.lesson.source import source
from lessons.course.lesson.state import (
    Act,
    Answer,
    Guessed,
    Judged,
    Locked,
    Pointed,
    Predicted,
    State,
    Swept,
    TookHint,
    Wrote,
)
from lessons.course.steps.flow import replay
from lessons.course.steps.hints import about_guess
from lessons.course.steps.predictions import left_words, prediction_lines
from lessons.course.steps.recipes import a_review, steps_of
from lessons.course.steps.trace import worked_record
from lessons.format.course import load_course
from tests.lessons.showing import figured, page, words
from tutor.words.text import Text as Tutor

Loaded = Callable[..., Lesson]


FILE = "minimodel/nn/activations.py"


def test_the_ladder_says_what_the_next_hint_reveals(blind, text):
    sections = blind.lesson.prose["en"].sections
    assert page(blind, "hints", text).want == Find(5, "reveals.symptom")
    found = page(blind, "hints", text, Guessed(1, "the loss?", "hints"), TookHint(1, "hints"))
    assert found.want == Find(4, "reveals.module")
    assert sections["hint 1"] in words(found)
    assert sections["hint 2"] not in words(found)
    assert "hints.guessed guess=the loss?" in words(found)
    whole = page(blind, "hints", text, *(TookHint(number, "hints") for number in range(1, 6)))
    assert whole.want == Find(0, "")  # the line is still to be found
    assert "hints.all" in words(whole)


def test_a_line_is_told_the_lessons_own_answer_and_even_once_found_no_cause_before_the_bets(blind, text):
    sections = blind.lesson.prose["en"].sections
    line = source(blind.lesson.edits, FILE).splitlines().index("class Identity(Module):") + 5
    near = page(blind, "hints", text, Pointed(FILE, line, False, "hints"))
    assert sections["near identity"] in words(near)
    assert sections["cause"] not in words(near)
    found = page(blind, "hints", text, Pointed(FILE, 82, True, "hints"))
    assert without_drawings(sections["cause"]) not in words(found)
    assert found.want == Onward("go.repair")


def test_a_repair_begins_with_the_broken_file_and_what_the_judge_found_is_said_until_it_passes(steps, text):
    want = page(steps, "repair", text).want
    assert (want.file, want.text) == (FILE, want.begin)
    assert want.text.splitlines()[want.line - 1] == "        return x"
    failed = Judged(False, "trajectory", "additive, 1, 2", step="repair")
    wrong, right = (
        page(steps, "repair", text, failed),
        page(steps, "repair", text, failed, Judged(True, step="repair")),
    )
    assert "additive, 1, 2" in words(wrong, "bad")
    assert isinstance(wrong.want, Change)
    assert words(right, "good") == "repair.passed"
    assert right.want == Onward("go.why")


def test_the_end_asks_for_a_line_keeps_it_and_says_what_was_done(steps, text):
    assert page(steps, "why", text).want == Write("")
    found = page(steps, "why", text, Wrote("it bends", "why"))
    assert found.want == Write("it bends")
    assert words(found, "heading").splitlines()[0] == "why.cause"
    assert "why.finished" not in words(found)
    measured = {"healthy": {"median": 10.0}, "broken": {"median": 20.0}, "ratio": {"median": 2.0}}
    record = {"additive": {"steps_to_loss_0.1": measured}}
    state = State(finished=True, tries={"repair": 2}, answers={"steps": Answer("more", 0.8)}, record=record)
    end = page(steps, "why", text, state=state)
    assert "why.finished" in words(end, "good")
    assert f"end.break_tries file={FILE} tries=2 end.score right=1 count=1" in words(end)
    assert "end.mistake" not in words(end)
    for sure, is_told in ((0.8, True), (0.33, False), (None, False)):  # a guess is no sure mistake
        said = replace(state, answers={"steps": Answer("fewer", sure)})
        assert ("end.mistake" in words(page(steps, "why", text, state=said))) == is_told


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
[## step shape-y]
kind = "shape"
of = "y"
show = ["x"]
[## step entry-z]
kind = "entry"
of = "z"
within = 0.1
"""


def test_a_lab_shows_its_task_and_begins_with_its_text(loaded, text):
    steps = steps_of(LessonMode(loaded(LAB)))
    found = page(steps, "lab", text)
    assert words(found) == "About task."
    assert found.want == Change("gate.py", "def gate(x): ...", "def gate(x): ...", 1, is_lab=True)
    assert page(steps, "lab", text, Judged(True, step="lab")).want == Onward("go.why")


def test_a_calculation_stops_at_what_is_asked_and_goes_on_when_it_is_answered(loaded, text):
    lesson = figured(loaded(WORKED), text)
    assert lesson.worked is not None
    steps = steps_of(LessonMode(lesson))
    first = page(steps, "trace", text)
    assert (first.want.question.id, first.want.number, first.want.count) == ("shape-y", 1, 2)
    assert "z = y.sum()" not in repr(first)
    assert "21.75" not in repr(first)
    acts: list[Act] = [Predicted("shape-y", "1x2", 0.8), Swept("worked", worked_record(lesson.worked))]
    second = page(steps, "trace", text, *acts)
    assert second.want.question.id == "entry-z"
    assert "24.75" not in repr(second)
    assert "verdict.calculated" in words(second, "right")
    done = page(steps, "trace", text, *acts, Predicted("entry-z", "20", 0.8))
    assert done.want == Onward("go.on")
    assert "24.75" in repr(done)
    assert [block.tone for block in done.cards[1].blocks[:2]] == ["heading", "wrong"]  # asked on the page


def test_a_break_that_was_hunted_says_after_its_repair_how_many_bets_are_left(text):
    steps = steps_of(LessonMode(BREAK, "blind"))
    asked = [*dict.fromkeys(each.id for step in steps.all for each in (*step.questions, *filter(None, [step.trial])))]
    repaired: list[Act] = [Pointed(FILE, 82, True, "hints"), Judged(True, step="repair")]
    assert f"repair.left_trial left=bet.left count={len(asked)}" in words(page(steps, "repair", text, *repaired))
    bet = replace(replay(steps, repaired), answers={name: Answer("0") for name in asked[1:]})
    assert left_words(steps, bet, text) == "bet.left_one count=1"
    assert left_words(steps, replay(steps, repaired[:1]), text) == ""


def test_an_open_break_has_no_bets_left_once_it_is_repaired(text):
    steps = steps_of(LessonMode(BREAK))
    assert left_words(steps, replay(steps, [Judged(True, step="repair")]), text) == ""


def test_a_review_asks_with_its_own_edit_and_shows_what_there_is_to_learn(lesson, text):
    review = lesson.reviews[0]
    steps = a_review(lesson, review)
    asked = page(steps, "predict", text)
    assert asked.want.question is review.question
    assert "return x.tanh()" in repr(asked.blocks)
    acts: list[Act] = [Predicted(review.id, "70 %", 0.6), Locked("run")]
    assert page(steps, "run", text, *acts).want == Train(review.experiment, None, "run.sweep_wait seeds=48")
    swept = Swept(review.id, {"train_accuracy": {"broken": {"median": 0.72}, "healthy": {"median": 1.0}}})
    observed = page(steps, "observe", text, *acts, swept)
    assert lesson.prose["en"].sections[f"learnt {review.id}"] in words(observed)
    assert "verdict.decided" in words(observed, "right")
    assert observed.looks == ()


BREAK = load_course().lessons["break-gelu-identity"]
ALL = tuple(hint.reveals for hint in BREAK.hints)


@pytest.mark.parametrize(
    ("guess", "rungs", "verdict"),
    [
        ("GELU, in activations.py", 1, ""),  # the file is not revealed yet
        ("GELU, in activations.py", 2, "right_module"),
        ("gelu", 2, "right_module"),
        ("GELU", 3, "right_function"),
        ("it is in GELU.forward", 3, "right_function"),
        ("line 89", 3, ""),
        ("line 89", 4, "right_line"),
        ("return x", 4, "right_line"),
        ("return  x.gelu()", 5, "right_fix"),
        ("optim.py", 1, ""),
        ("optim.py", 2, "other_module"),
        ("the loss", 5, ""),
        ("", 5, ""),
    ],
)
def test_a_guess_is_told_what_it_was_right_about(guess, rungs, verdict):
    assert about_guess(guess, BREAK.edits, ALL[:rungs]) == verdict


def blocks_of(*acts: Act) -> list[str]:
    steps = steps_of(LessonMode(BREAK, "blind"))
    hints = next(step for step in steps.all if step.kind == "hints")
    page = hints.page(steps, replay(steps, acts), Tutor("en"))
    return [block.markdown for block in page.blocks if isinstance(block, Words)]


def test_a_guess_stands_between_its_hints_heading_and_its_words_and_what_is_found_above_them():
    said = blocks_of(Guessed(1, "GELU", "hints"), TookHint(1, "hints"), TookHint(2, "hints"))
    first = said.index("Hint 1 of 5 · reveals the symptom")
    assert said[first + 1] == "you guessed: GELU · you were right about the file"
    assert said[first + 2] == BREAK.prose["en"].sections["hint 1"]
    found = blocks_of(TookHint(1, "hints"), Pointed(BREAK.edits[0].file, 89, True, "hints"))
    assert found[0].startswith("You found it")


def test_a_bet_on_a_network_that_is_not_watched_says_that_the_many_seeds_will_tell(lesson, text):
    for shown, is_told in ((), False), (("healthy", "broken"), False), (("healthy",), True):
        experiments = {name: replace(each, shown=shown) for name, each in lesson.experiments.items()}
        steps = steps_of(LessonMode(replace(lesson, experiments=experiments)))
        question = steps.questions["accuracy-additive"]
        bet = replace(replay(steps, []), answers={question.id: Answer("same")})
        (line,) = prediction_lines([question], steps, bet, text)
        assert ("run.unwatched" in line.markdown) is is_told
