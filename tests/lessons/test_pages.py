"""Each step turns what has happened into a page: what stands there, and what is wanted next."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from lessons.acts import Act, Locked, Moved, Predicted, Ran, Swept
from lessons.course import LessonMode
from lessons.flow import replay
from lessons.lesson import Lesson
from lessons.page import Ask, Code, Onward, Table, Train
from lessons.plan import Steps
from lessons.recipes import steps_of
from lessons.steps import SEED
from lessons.text import Text
from tests.lessons.showing import page, words

Loaded = Callable[..., Lesson]
PLANE = """
[experiment.plane]
task = "xor"
model = { name = "MLP", sizes = [2, 2] }
optimizer = { name = "adam", lr = 0.05 }
steps = 5
seeds = 2
metrics = ["solved"]
"""
ROUND = {"accuracy-additive": "same", "steps": "more"}
ADDITIVE: Mapping[str, Any] = {
    "val_accuracy": {"healthy": {"median": 0.9871}, "broken": {"median": 0.9872}, "difference": {"median": 0.0}},
    "steps_to_loss_0.1": {"healthy": {"median": 8881.0}, "broken": {"median": 7771.0}, "ratio": {"median": 0.875}},
    "rank_w2w1": {"healthy": {"median": 6661.0}, "broken": {"median": 6662.0}},
}  # fmt: skip
NUMBERS = ("8881", "7771", "0.98", "99 %", "0.88", "6661")  # of the record, as pages would say them


@pytest.fixture
def steps(lesson: Lesson) -> Steps:
    return steps_of(LessonMode(lesson))


def answered(answers: Mapping[str, str] = ROUND) -> list[Act]:
    return [Predicted(name, answer, 0.8) for name, answer in answers.items()]


LOCKED: list[Act] = [*answered(), Locked("run-additive")]
SWEPT: list[Act] = [*LOCKED, Ran("additive", 7), Swept("additive", ADDITIVE)]


# ---- every page ------------------------------------------------------------


@pytest.mark.parametrize("acts", [[], answered(), LOCKED, SWEPT], ids=["new", "answered", "locked", "swept"])
@pytest.mark.parametrize("mode", ["open", "blind"])
def test_the_same_state_gives_the_same_page(lesson: Lesson, text: Text, mode: Any, acts: list[Act]) -> None:
    steps = steps_of(LessonMode(lesson, mode))
    state = replay(steps, acts)
    for step in steps.all:
        if step.kind not in ("hints", "repair", "why") or acts:
            first, second = step.page(steps, state, text), step.page(steps, state, text)
            assert first == second
            assert (first.step, first.kind, first.title) == (step.id, step.kind, f"stage.{step.kind}")


def test_a_page_is_in_the_language_that_is_read(steps: Steps, texts: Mapping[str, Text]) -> None:
    english, spanish = (page(steps, "read", texts[language]) for language in ("en", "es"))
    assert words(english) != words(spanish)
    assert words(spanish).startswith(steps.lesson.prose["es"].sections["read"].split("{draw")[0].strip())


def test_no_page_before_the_run_holds_what_was_recorded(steps: Steps, text: Text) -> None:
    """Even where a record is there already, as after a merge of two machines."""
    state = replace(replay(steps, answered()), record={"additive": ADDITIVE})
    for name in ("read", "predict-additive"):
        shown = repr(page(steps, name, text, state=state))
        assert [number for number in NUMBERS if number in shown] == []
    untouched = page(steps, "run-additive", text, *answered(), Swept("additive", ADDITIVE))
    assert untouched == page(steps, "run-additive", text, *answered())


def test_the_next_round_is_not_told_what_the_first_one_recorded(steps: Steps, text: Text) -> None:
    for name in ("predict-agreement", "run-agreement"):
        shown = repr(page(steps, name, text, *SWEPT))
        assert [number for number in NUMBERS if number in shown] == []


# ---- read ------------------------------------------------------------------


def test_reading_shows_the_edit_as_a_diff_and_asks_only_to_go_on(steps: Steps, text: Text) -> None:
    found = page(steps, "read", text)
    (diff,) = [block for block in found.blocks if isinstance(block, Code)]
    assert diff.language == "diff"
    changed = [line for line in diff.lines if line.startswith(("+", "-"))]
    assert changed == ["-        return x.gelu()", "+        return x"]
    assert found.want == Onward("go.on")


def test_every_edited_file_is_shown_under_its_name(loaded: Loaded, text: Text, lesson: Lesson) -> None:
    edit = replace(
        lesson.edits[0], file="minimodel/training.py", before="optimizer.zero_grad()", after="pass"
    )
    several = replace(lesson, edits=(*lesson.edits, edit))
    found = page(steps_of(LessonMode(several)), "read", text)
    assert len([block for block in found.blocks if isinstance(block, Code)]) == 2
    assert words(found, "heading").splitlines() == [
        "read.diff file=minimodel/nn/activations.py",
        "read.diff file=minimodel/training.py",
    ]


def test_a_blind_lesson_is_told_the_symptom_and_its_own_words(lesson: Lesson, text: Text) -> None:
    sections = {**lesson.prose["en"].sections, "blind read": "Nothing is said of it."}
    prose = {"en": replace(lesson.prose["en"], sections=sections)}
    found = page(steps_of(LessonMode(replace(lesson, prose=prose), "blind")), "read", text)
    said = "Nothing is said of it.\nread.symptom\n" + sections["symptom"]
    assert words(found) == said
    assert not [block for block in found.blocks if isinstance(block, Code)]


# ---- predict ---------------------------------------------------------------


def test_questions_are_asked_one_at_a_time(steps: Steps, text: Text) -> None:
    want = page(steps, "predict-additive", text).want
    assert isinstance(want, Ask)
    assert (want.question.id, want.number, want.count) == ("accuracy-additive", 1, 2)
    assert (want.answer, want.confidence, want.chance) == ("", None, 0.33)
    assert list(want.options) == ["more", "same", "fewer"]
    second = page(steps, "predict-additive", text, Predicted("accuracy-additive", "same", 0.7)).want
    assert isinstance(second, Ask)
    assert (second.question.id, second.number) == ("steps", 2)


def test_all_answers_together_lead_to_the_run_and_may_still_change(steps: Steps, text: Text) -> None:
    found = page(steps, "predict-additive", text, *answered())
    assert found.want == Onward("go.run", ("accuracy-additive", "steps"), "go.run_row")
    (table,) = [block for block in found.blocks if isinstance(block, Table)]
    assert [row[1:] for row in table.rows] == [("answer.same_high", "80 %"), ("answer.more", "80 %")]
    assert words(found) == "predict.review_note"


def test_an_answer_that_is_looked_at_again_comes_with_what_was_said(steps: Steps, text: Text) -> None:
    state = replace(replay(steps, answered()), looking="steps")
    want = page(steps, "predict-additive", text, state=state).want
    assert isinstance(want, Ask)
    assert (want.question.id, want.answer, want.confidence) == ("steps", "more", 0.8)


def test_answers_that_a_run_has_locked_are_shown_and_asked_no_more(steps: Steps, text: Text) -> None:
    state = replace(replay(steps, LOCKED), looking="steps")
    found = page(steps, "predict-additive", text, state=state)
    assert found.want == Onward("go.run")
    assert words(found) == "predict.review_locked"


def test_an_order_is_asked_with_the_number_of_each_arm(loaded: Loaded, text: Text) -> None:
    arms = "[experiment.plane.arm.a]\n[experiment.plane.arm.b]\n"
    asked = '[[predict]]\nid = "q"\nkind = "order"\nexperiment = "plane"\nmetric = "solved"\n'
    steps = steps_of(LessonMode(loaded(PLANE + arms + asked, sections={"arm a": "the first", "arm b": "B"})))
    assert "predict.by_number arms=1 the first, 2 B" in words(page(steps, "predict", text))


# ---- run -------------------------------------------------------------------


def test_a_run_is_one_seed_to_watch_and_then_every_seed(steps: Steps, text: Text) -> None:
    experiment = steps.lesson.experiments["additive"]
    waiting = page(steps, "run-additive", text, *answered()).want
    begun = page(steps, "run-additive", text, *LOCKED).want
    watched = page(steps, "run-additive", text, *LOCKED, Ran("additive", 7)).want
    assert waiting == Train(experiment, SEED, "run.waiting")
    assert begun == Train(experiment, SEED, "run.waiting_locked")
    assert watched == Train(experiment, None, "run.sweep_wait seeds=32")
    assert page(steps, "run-additive", text, *SWEPT).want == Onward("go.observe")


def test_a_sweep_shows_what_is_asked_about_it_and_not_what_is_asked_later(steps: Steps, text: Text) -> None:
    (table,) = [
        block for block in page(steps, "run-additive", text, *SWEPT).blocks if isinstance(block, Table)
    ]
    assert table.headings == ("", "side.healthy", "side.broken")
    assert table.roles == ("", "healthy", "broken")
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["held-out accuracy"] == ("99 %", "99 %")
    assert rows["steps to a loss below 0.1"] == ("8881", "7771")
    assert "rank of W2·W1" not in rows


def test_several_experiments_of_a_round_run_one_after_the_other(loaded: Loaded, text: Text) -> None:
    lesson = loaded('rounds = [["plane", "other"]]\n' + PLANE + PLANE.replace("plane", "other"))
    steps = steps_of(LessonMode(lesson))
    acts: list[Act] = [Locked("run")]
    wanted: list[tuple[str, int | None]] = []
    while isinstance(want := page(steps, "run", text, *acts).want, Train):
        wanted.append((want.experiment.id, want.seed))
        name = want.experiment.id
        acts.append(Swept(name, {}) if want.seed is None else Ran(name, want.seed))
    assert wanted == [("plane", 7), ("other", 7), ("plane", None), ("other", None)]
    assert want == Onward("go.observe")


def test_what_is_not_trained_is_not_watched(loaded: Loaded, text: Text) -> None:
    steps = steps_of(LessonMode(loaded(PLANE.replace("steps = 5", "steps = 0"))))
    want = page(steps, "run", text, Locked("run")).want
    assert isinstance(want, Train)
    assert want.seed is None


# ---- observe ---------------------------------------------------------------


def test_what_was_said_stands_beside_what_happened(steps: Steps, text: Text) -> None:
    found = page(steps, "observe-additive", text, *SWEPT)
    assert steps.lesson.prose["en"].sections["observe"] in words(found)
    assert "observe.score_some right=1 count=2" in words(found, "heading")
    assert "answer=answer.same_high" in words(found, "right")
    assert "answer=answer.more confidence=80 % truth=answer.fewer" in words(found, "wrong")
    assert found.want == Onward("go.on")


def test_there_is_a_look_for_each_probe_of_each_experiment_of_the_round(steps: Steps, text: Text) -> None:
    experiments = steps.lesson.experiments
    for name in experiments:
        parts = [f"observe-{name}", f"observe-inside-{name}"]
        there = [part for part in parts if part in {step.id for step in steps.all}]
        looks = [look for part in there for look in page(steps, part, text, *SWEPT).looks]
        assert [look.probe for look in looks] == list(steps.lesson.probes_of(experiments[name]))
        assert {look.experiment for look in looks} == {experiments[name]}


def test_what_the_runs_did_not_decide_is_said_to_be_so(steps: Steps, text: Text) -> None:
    found = page(steps, "observe-additive", text, *LOCKED, Swept("additive", {}))
    assert words(found, "note").count("verdict.undecided") == 2


def test_a_step_is_done_when_what_it_asks_for_has_happened(steps: Steps) -> None:
    state = replay(steps, [*SWEPT, Moved("hints")])
    done = [step.id for step in steps.all if step.done(state)]
    assert done == [
        "read",
        "predict-additive",
        "run-additive",
        "observe-additive",
        "observe-agreement",
        "observe-inside-agreement",
    ]
