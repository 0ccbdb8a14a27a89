"""Each step turns what has happened into a page: what stands there, and what is wanted next."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from lessons.acts import Act, Guessed, Judged, Locked, Moved, Pointed, Predicted, Ran, Swept, TookHint, Wrote
from lessons.flow import replay
from lessons.lesson import Lesson, LessonMode
from lessons.page import Ask, Change, Code, Find, Onward, Page, Table, Train, Words, Write
from lessons.plan import Steps
from lessons.recipes import a_review, steps_of
from lessons.runs.trace import worked_record
from lessons.source import source
from lessons.state import State
from lessons.steps import SEED
from lessons.text import Text

Loaded = Callable[..., Lesson]
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


def page(steps: Steps, name: str, text: Text, *acts: Act, state: State | None = None) -> Page:
    """The page of a step after these acts."""
    step = next(step for step in steps.all if step.id == name)
    return step.page(steps, replay(steps, acts) if state is None else state, text)


def answered(answers: Mapping[str, str] = ROUND) -> list[Act]:
    return [Predicted(name, answer, 0.8) for name, answer in answers.items()]


def words(found: Page, tone: str | None = None) -> str:
    """The words of a page, or those of one tone."""
    said = [block for block in found.blocks if isinstance(block, Words)]
    return "\n".join(block.markdown for block in said if tone in (None, block.tone))


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
    assert words(spanish).startswith(steps.lesson.prose["es"].sections["read"])


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
    assert found.want == Onward("go.run", ("accuracy-additive", "steps"))
    (table,) = [block for block in found.blocks if isinstance(block, Table)]
    assert [row[1:] for row in table.rows] == [("answer.same", "80 %"), ("answer.more", "80 %")]
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
    assert rows["metric.val_accuracy"] == ("99 %", "99 %")
    assert rows["metric.steps_to_loss_0.1"] == ("8881", "7771")
    assert "metric.rank_w2w1" not in rows


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
    assert words(found).startswith(steps.lesson.prose["en"].sections["observe"])
    assert "observe.score right=1 count=2" in words(found, "heading")
    (right,) = [
        block.markdown for block in found.blocks if isinstance(block, Words) and block.tone == "right"
    ]
    (wrong,) = [
        block.markdown for block in found.blocks if isinstance(block, Words) and block.tone == "wrong"
    ]
    assert "answer=answer.same" in right
    assert "answer=answer.more confidence=80 % truth=answer.fewer" in wrong
    assert found.want == Onward("go.on")


def test_there_is_a_look_for_each_probe_of_each_experiment_of_the_round(steps: Steps, text: Text) -> None:
    experiments = steps.lesson.experiments
    for name in experiments:
        looks = page(steps, f"observe-{name}", text, *SWEPT).looks
        own = experiments[name].probes
        assert [look.probe for look in looks] == list(steps.lesson.probes if own is None else own)
        assert {look.experiment for look in looks} == {experiments[name]}


def test_what_the_runs_did_not_decide_is_said_to_be_so(steps: Steps, text: Text) -> None:
    found = page(steps, "observe-additive", text, *LOCKED, Swept("additive", {}))
    assert words(found, "note").count("verdict.undecided") == 2


# ---- the hunt and the repair -----------------------------------------------

FILE = "minimodel/nn/activations.py"


def test_the_ladder_says_what_the_next_hint_reveals(steps: Steps, text: Text) -> None:
    sections = steps.lesson.prose["en"].sections
    assert page(steps, "hints", text).want == Find(5, "reveals.symptom")
    found = page(steps, "hints", text, Guessed(1, "the loss?", "hints"), TookHint(1, "hints"))
    assert found.want == Find(4, "reveals.module")
    assert sections["hint 1"] in words(found)
    assert sections["hint 2"] not in words(found)
    assert "hints.guessed guess=the loss?" in words(found)


def test_whoever_has_every_hint_still_has_to_find_the_line(steps: Steps, text: Text) -> None:
    found = page(steps, "hints", text, *(TookHint(number, "hints") for number in range(1, 6)))
    assert found.want == Find(0, "")
    assert "hints.all" in words(found)


def test_what_is_said_of_a_line_is_the_lessons_own_answer_where_it_has_one(steps: Steps, text: Text) -> None:
    line = source(steps.lesson.edits, FILE).splitlines().index("class Identity(Module):") + 4
    near = page(steps, "hints", text, Pointed(FILE, line + 1, False, "hints"))
    assert steps.lesson.prose["en"].sections["near identity"] in words(near)
    assert steps.lesson.prose["en"].sections["cause"] not in words(near)


def test_once_found_the_cause_is_told_and_it_goes_on(steps: Steps, text: Text) -> None:
    found = page(steps, "hints", text, Pointed(FILE, 82, True, "hints"))
    assert steps.lesson.prose["en"].sections["cause"] in words(found)
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

PLANE = """
[experiment.plane]
task = "xor"
model = { name = "MLP", sizes = [2, 2] }
optimizer = { name = "adam", lr = 0.05 }
steps = 5
seeds = 2
metrics = ["solved"]
"""
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
    assert "verdict.decided" in words(second, "right")
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
    assert words(observed).startswith(lesson.prose["en"].sections[f"learnt {review.id}"])
    assert "verdict.decided" in words(observed, "right")
    assert observed.looks == ()


def test_a_step_is_done_when_what_it_asks_for_has_happened(steps: Steps) -> None:
    state = replay(steps, [*SWEPT, Moved("hints")])
    done = [step.id for step in steps.all if step.done(state)]
    assert done == ["read", "predict-additive", "run-additive", "observe-additive", "observe-agreement"]
