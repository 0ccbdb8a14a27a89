"""A lesson's kind follows from what it has, and each kind is nothing but a list of steps."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import LessonError, Mode
from lessons.course.steps.recipes import a_review, steps_of
from lessons.course.steps.steps import Read, Run
from lessons.format.course import load_course
from tests.lessons.conftest import PLANE

Loaded = Callable[..., Lesson]

OTHER = PLANE.replace("plane", "other")
ASKED = """
[## predict loss]
kind = "number"
of = "plane.final_loss"
within = 0.1
"""
WORKED = """
[worked]
program = '''
x = Tensor([[1.0, 2.0]])
y = x * 2
'''
show = ["y"]
[## step shape-y]
kind = "shape"
of = "y"
[## step entry-y]
kind = "entry"
of = "y"
at = [0, 1]
show = ["x"]
"""
LAB = """
[lab]
file = "gate.py"
begin = "def gate(x): ..."
solution = "def gate(x): return x.gelu()"
[[lab.check]]
name = "equals"
of = "gate"
like = "nn.functional.gelu"
inputs = [[3, 2]]
"""
BREAK = """
[break]
file = "minimodel/nn/activations.py"
before = "return x.relu()"
after = "return x"
[repair]
seeds = [1]
[## hint 1]
reveals = "line"
"""


def ids(lesson: Lesson, mode: Mode = "open") -> list[str]:
    return [step.id for step in steps_of(LessonMode(lesson, mode)).all]


def test_a_break_is_repaired_after_its_runs_and_blind_hunted_by_instruments_before_them(loaded):
    lesson = loaded(BREAK + PLANE + ASKED)
    assert ids(lesson) == ["read", "predict", "run", "observe", "repair", "why"]
    assert ids(lesson, "blind") == ["read", "instruments", "hints", "repair", "run", "observe", "why"]
    assert lesson.modes == ("open", "blind")


@pytest.mark.parametrize(
    ("structure", "steps"),
    [
        (PLANE + ASKED, ["read", "predict", "run", "observe", "why"]),
        (PLANE, ["read", "run", "observe", "why"]),
        (WORKED, ["read", "trace", "why"]),
        (WORKED + PLANE + ASKED, ["read", "trace", "predict", "run", "observe", "why"]),
        (LAB, ["read", "lab", "why"]),
        (LAB + PLANE + ASKED, ["read", "predict", "run", "observe", "lab", "why"]),
        (WORKED + LAB, ["read", "trace", "lab", "why"]),
    ],
)
def test_a_lesson_is_what_it_has(loaded, structure, steps):
    lesson = loaded(structure)
    assert ids(lesson) == steps
    assert lesson.modes == ("open",)


def test_each_round_has_steps_of_its_own_and_one_round_plain_names(loaded):
    steps = ["read", "predict-plane", "run-plane", "observe-plane", "run-other", "observe-other", "why"]
    assert ids(loaded(PLANE + OTHER + ASKED)) == steps
    lesson = loaded('rounds = [["other", "plane"]]\n' + PLANE + OTHER + ASKED)
    assert ids(lesson) == ["read", "predict", "run", "observe", "why"]


def test_a_review_is_a_round_and_no_more(lesson):
    steps = a_review(lesson, lesson.reviews[0])
    assert [step.id for step in steps.all] == ["predict", "run", "observe"]
    assert list(steps.questions) == [lesson.reviews[0].id]


def test_whoever_has_hunted_a_break_is_not_asked_what_its_symptom_showed_and_of_the_inside_at_once(loaded):
    arms = "[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]\n"
    inside = ASKED.replace("loss", "deep").replace("final_deep", "dead_units") + "inside = true\n"
    lesson = loaded(BREAK + PLANE + arms + ASKED + inside)
    open_ones, blind = ([step.questions for step in steps_of(LessonMode(lesson, each)).all] for each in lesson.modes)
    assert [[each.id for each in asked] for asked in open_ones if asked] == [["loss"], ["loss"], ["deep"], ["deep"]]
    assert [[each.id for each in asked] for asked in blind if asked] == [["deep"], ["deep"]]


def test_whoever_has_hunted_a_break_trains_only_what_they_bet_on_and_watches_one_run_of_it(loaded):
    arms = "[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]\n"
    bets = ASKED.replace("plane", "other") + ASKED.replace("loss]", "more]").replace("plane", "more")
    lesson = loaded(
        f'rounds = [["plane", "other", "more"]]\n{BREAK}{PLANE}{arms}{OTHER}{PLANE.replace("plane", "more")}{bets}'
    )
    open_one, blind = (steps_of(LessonMode(lesson, mode)).all for mode in lesson.modes)
    run, hunted = (next(step for step in steps if isinstance(step, Run)) for steps in (open_one, blind))
    assert [each.id for each in run.watched] == [each.id for each in run.trained] == ["plane", "other", "more"]
    assert [each.id for each in hunted.watched] == ["other"]
    assert [each.id for each in hunted.trained] == ["other", "more"]
    assert "plane" in [each.id for each in hunted.experiments]  # journals may have it


def test_whoever_has_hunted_a_break_watches_what_its_symptom_has_not_shown(loaded):
    arms = "[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]\n"
    asked = ASKED.replace('"number"', '"number"\narm = "healthy"').replace("final_loss", "solved")
    bets = asked + ASKED.replace("loss]", "more]").replace("plane", "other")
    lesson = loaded(f'rounds = [["plane", "other"]]\n{BREAK}{PLANE}{arms}{OTHER}{bets}')
    run = next(step for step in steps_of(LessonMode(lesson, "blind")).all if isinstance(step, Run))
    assert [each.id for each in run.trained] == ["plane", "other"]
    assert [each.id for each in run.watched] == ["other"]


def test_only_an_open_lesson_shows_its_edit(loaded):
    lesson = loaded(BREAK + PLANE)
    read, blind = (steps_of(LessonMode(lesson, mode)).all[0] for mode in lesson.modes)
    assert isinstance(blind, Read)
    assert (read.sections, read.shows_edit) == (("read", "edit"), True)
    assert (blind.sections, blind.shows_edit) == (("read", "symptom"), False)


def last(lesson: Lesson) -> tuple[str, ...]:
    step = steps_of(LessonMode(lesson)).all[-1]
    return step.sections


def test_a_lesson_ends_with_its_cause_why_what_is_worth_keeping_and_where_it_leads(loaded, lesson):
    assert last(loaded(BREAK + PLANE)) == ("cause", "why", "next")
    assert last(loaded(PLANE)) == ("why", "next")
    assert last(loaded(PLANE, sections={"remember": "It bends."})) == ("why", "remember", "next")
    assert last(replace(lesson, prose={}, minutes=1)) == ("cause", "why", "next")  # without a page


@pytest.mark.parametrize(
    ("structure", "said"),
    [
        ("", "a lesson needs an [experiment], a [worked] calculation or a [lab]"),
        (BREAK, "a lesson needs an [experiment]"),
        (BREAK.replace("[repair]\nseeds = [1]", "") + PLANE, "[break] needs [repair]"),
        ("[repair]\nseeds = [1]\n" + PLANE, "[repair], ## hint and [[near]] belong to a [break]"),
        ('[## hint 1]\nreveals = "line"\n' + PLANE, "belong to a [break], and there is none"),
        (BREAK + PLANE + WORKED, "it goes with neither [worked] nor [lab]"),
        (BREAK + PLANE + LAB, "it goes with neither [worked] nor [lab]"),
        (WORKED[WORKED.index("[## step") :], "a step asks about a calculation, but there is no [worked]"),
        (WORKED.replace("at = [0, 1]", "at = [0.5]"), "at has 0.5, which should be a whole number"),
        (WORKED.replace('of = "y"\nat', 'of = "z"\nat'), "[worked]: line 1: z is not known here"),
        (WORKED.replace("y = x * 2", "import os"), "[worked]: line 2: a line should be `name = …` or a call"),
        (WORKED.replace('"entry"', '"number"'), "kind = 'number' should be one of shape, entry"),
        (LAB.replace("gate.py", "../gate.py"), "file = '../gate.py' should be a Python file's name"),
        (LAB.replace("gate.py", "gate.txt"), "should be a Python file's name, such as linear.py"),
        (LAB[: LAB.index("[[lab")], "a lab needs at least one [[lab.check]]"),
        (LAB.replace('"equals"', '"equal"'), "Did you mean equals"),
        (LAB.replace("inputs", "input"), "inputs is missing; expected a list"),
    ],
)
def test_what_does_not_belong_together_does_not_load(refused, structure, said):
    told = refused(structure)
    assert said in told
    assert "a-lesson/en.md" in told if "## step" in told else "a-lesson/lesson.toml" in told


def test_every_kind_asks_its_page_for_the_sections_that_it_shows(loaded):
    wanted = {name: set(loaded(each).prose["en"].sections) for name, each in
              {"run": PLANE + ASKED, "worked": WORKED, "lab": LAB, "break": BREAK + PLANE}.items()}  # fmt: skip
    always = {"summary", "read", "observe", "why", "next"}
    assert wanted["run"] == always | {"predict loss"}
    assert wanted["worked"] == always | {"step shape-y", "step entry-y"}
    assert wanted["lab"] == always | {"task"}
    assert wanted["break"] == always | {"edit", "symptom", "hint 1", "cause"}


def test_an_experiment_without_words_before_it_begins_with_its_bet():
    minute = LessonMode(load_course().lessons["one-minute"])
    assert [step.kind for step in steps_of(minute).all] == ["predict", "run", "why"]


def test_a_page_may_say_more_than_it_must(loaded):
    more = ("remember", "because loss", "name loss", "experiment plane", "arm healthy", "blind title", "blind summary")
    lesson = loaded(BREAK + PLANE + ASKED, sections=dict.fromkeys(more, "More."))
    assert set(more) <= set(lesson.prose["es"].sections)
    with pytest.raises(LessonError, match="section ## blind title belongs to nothing"):
        loaded(PLANE + ASKED, sections={"blind title": "More."})
