"""A lesson that claims what its own experiment does not show cannot ship."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lessons.check.__main__ import main
from lessons.check.breaks.ways import problem_of
from lessons.check.ladder.near_misses import prove_near_misses
from lessons.check.proof import Proof
from lessons.check.questions.calculation import prove_calculation
from lessons.check.questions.predictions import prove_predictions
from lessons.check.repairs.labs import prove_lab
from lessons.check.repairs.proofs import prove_repair
from lessons.exercise import Bound, Lab, LabCheck, NearMiss, Repair
from lessons.lesson import Edit, Lesson, Option, Question, Worked

Failures = Callable[..., list[tuple[str, str]]]
Proofs = Callable[[Lesson], list[Proof]]


# ---- predictions and reviews -----------------------------------------------


def test_a_prediction_that_its_runs_do_not_decide_is_caught(lesson: Lesson, failed: Failures) -> None:
    options = Option("small", arms={"broken": (0, 0.1)}), Option("large", arms={"broken": (0.9, 1)})
    unsure = Question("unsure", "choice", "agreement", "train_accuracy", arm="broken", options=options)
    (problem,) = failed(prove_predictions, replace(lesson, questions=(unsure,), reviews=()))
    assert problem[0] == "prediction unsure"
    said = "its runs do not decide it: train_accuracy of agreement is healthy 1, broken 0.7"
    assert problem[1].startswith(said)


def review_of(lesson: Lesson, name: str, seeds: int, **question: Any) -> Lesson:
    """The lesson with this review alone, its question changed."""
    review = lesson.review(name)
    assert review is not None
    changed = replace(review, question=replace(review.question, **question))
    changed = replace(changed, experiment=replace(review.experiment, seeds=seeds))
    return replace(lesson, questions=(), reviews=(changed,))


def test_a_review_whose_truth_depends_on_the_seeds_is_caught(lesson: Lesson, failed: Failures) -> None:
    ((_, problem),) = failed(prove_predictions, review_of(lesson, "straight-tanh", 8, within=1e-6))
    assert problem.startswith("its truth depends on the seeds: 0.7")


def test_a_review_that_is_not_decided_is_caught(lesson: Lesson, failed: Failures) -> None:
    options = (Option("none", value=(-2, -1)), Option("few", value=(-1, -0.5)))
    ((_, problem),) = failed(prove_predictions, review_of(lesson, "folded", 2, options=options))
    assert problem.startswith("its runs do not decide it: interaction_gap of folded is ")


# ---- arms that cannot be trained -------------------------------------------


def failing(proofs: list[Proof]) -> list[Proof]:
    return [proof for proof in proofs if not proof.holds]


def with_settings(lesson: Lesson, **settings: Any) -> Lesson:
    """The lesson with other settings in an experiment."""
    experiment = lesson.experiments["additive"]
    arms = tuple(replace(arm, settings=replace(arm.settings, **settings)) for arm in experiment.arms)
    changed = replace(experiment, arms=arms)
    return replace(lesson, experiments={**lesson.experiments, "additive": changed})


def test_an_arm_that_cannot_be_built_ends_the_proofs(lesson: Lesson, proofs_of: Proofs) -> None:
    (proof,) = failing(proofs_of(with_settings(lesson, model={"name": "MLP", "sizes": [4, 5]})))
    assert proof.what == "additive, arm healthy"
    assert proof.problem == "it cannot be built: model: it takes 4 numbers, but a row of the task has 23."


def test_so_does_a_task_or_an_optimizer_that_cannot_be(lesson: Lesson, proofs_of: Proofs) -> None:
    (rows,) = failing(proofs_of(with_settings(lesson, task={"name": "additive", "rows": 99})))
    sgd = {"name": "sgd", "lr": 0.1, "nesterov": True}
    (rate,) = failing(proofs_of(with_settings(lesson, optimizer=sgd)))
    assert rows.problem.startswith("it cannot be built: task: ")
    assert rate.problem == "it cannot be built: nesterov=True needs a momentum above 0."


def test_an_arm_whose_batches_are_empty_cannot_be_trained(lesson: Lesson, proofs_of: Proofs) -> None:
    (batches,) = failing(proofs_of(with_settings(lesson, batch_size=0)))
    assert batches.problem == "it cannot be trained: ValueError: batch_size is 0: it must be >= 1."


def test_an_edit_that_is_no_python_is_caught(lesson: Lesson, proofs_of: Proofs) -> None:
    edit = replace(lesson.edits[0], after="return (x")
    (proof,) = failing(proofs_of(replace(lesson, edits=(edit,), reviews=())))
    assert proof.what == "the break"
    assert proof.problem == f"{edit.file} is no Python any more: line 87: '(' was never closed."


# ---- repairs, labs, calculations, near misses ------------------------------


def test_a_break_that_changes_nothing_is_caught(lesson: Lesson, failed: Failures) -> None:
    harmless = replace(lesson, edits=(replace(lesson.edits[0], after="return (x.gelu())"),))
    ((what, problem),) = failed(prove_repair, harmless)
    assert what == "the break fails"
    assert problem.startswith("the broken library is judged repaired.")


def test_a_repair_that_asks_for_too_much_is_caught(lesson: Lesson, failed: Failures) -> None:
    repair = Repair((), (1,), (Bound("additive", "final_loss", most=0.0),))
    strict = replace(lesson, repair=repair)
    ((what, problem),) = failed(prove_repair, strict)
    assert what == "the repair passes"
    assert problem.startswith("bound: additive, 1: final_loss 0.00")


def test_a_break_elsewhere_than_what_is_judged_is_caught(lesson: Lesson, failed: Failures) -> None:
    edit = Edit("minimodel/nn/activations.py", "return x.sin()", "return x")
    assert [what for what, _ in failed(prove_repair, replace(lesson, edits=(edit,)))] == ["the break fails"]


def a_lab(begin: str, solution: str) -> Lesson:
    check = LabCheck("equals", {"of": "gate", "like": "nn.functional.gelu", "inputs": [[3, 2]]})
    return Lesson("lab", Path(), lab=Lab("gate.py", begin, (check,), solution))


GELU, NOTHING = "def gate(x): return x.gelu()", "def gate(x): ..."


def test_a_lab_whose_beginning_is_right_already_is_caught(failed: Failures) -> None:
    assert failed(prove_lab, a_lab(NOTHING, GELU)) == []
    done = a_lab(GELU, GELU + "  # solved")
    assert failed(prove_lab, done) == [("the beginning fails", "it is judged as done.")]


def test_a_lab_whose_solution_is_wrong_is_caught(failed: Failures) -> None:
    ((what, problem),) = failed(prove_lab, a_lab(NOTHING, "def gate(x): return x.relu()"))
    assert what == "the solution passes"
    assert problem.startswith("value: ")


def calculated(
    failed: Failures, program: str, *questions: Question, show: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    return failed(prove_calculation, Lesson("worked", Path(), worked=Worked(program, questions, show)))


def asked(of: str, kind: str = "shape", at: tuple[int, ...] = ()) -> Question:
    return Question(f"{kind}-{of}", kind, "worked", of=of, at=at)


PROGRAM = "x = Tensor([[1.0, 2.0]])\ny = x * 2"


def test_a_calculation_runs_and_answers_its_questions(failed: Failures) -> None:
    assert calculated(failed, PROGRAM, asked("y"), asked("y", "entry", (0, 1)), show=("y",)) == []


@pytest.mark.parametrize(
    ("program", "question", "problem"),
    [
        (PROGRAM + "\nz = y @ y", asked("y"), "line 3 of the calculation, `z = y @ y`, fails"),
        (PROGRAM, asked("z"), "z is not known here"),
        (PROGRAM, asked("y", "entry", (0, 7)), "at = [0, 7] is no place of y, (1, 2)."),
    ],
)
def test_a_calculation_that_fails_or_is_asked_for_what_it_has_not_is_caught(
    program: str, question: Question, problem: str, failed: Failures
) -> None:
    ((what, said),) = calculated(failed, program, question)
    assert what == "the calculation runs"
    assert problem in said


def test_a_calculation_that_nobody_asks_about_has_to_run_as_well(failed: Failures) -> None:
    assert calculated(failed, PROGRAM) == []
    assert [what for what, _ in calculated(failed, PROGRAM + "\nz = y @ y")] == ["the calculation runs"]
    assert [what for what, _ in calculated(failed, PROGRAM, show=("z",))] == ["the calculation runs"]


def test_a_near_miss_that_nobody_can_hit_is_caught(lesson: Lesson) -> None:
    file = "minimodel/tensor.py"
    near = NearMiss("gone", file, function="Tensor.gleu"), NearMiss("line", file, line="return self.gleu")
    proofs = failing(list(prove_near_misses(replace(lesson, near_misses=(*lesson.near_misses, *near)))))
    assert [(proof.what, proof.problem) for proof in proofs] == [
        ("near miss gone", f"no line of {file} is it: 'Tensor.gleu'."),
        ("near miss line", f"no line of {file} is it: 'return self.gleu'."),
    ]


# ---- from the shell --------------------------------------------------------

SMALL = """
[experiment.corners]
task = "xor"
model = { name = "MLP", sizes = [2, 2] }
steps = 0
seeds = 2
[claims]
weights = { measure = "parameters", experiment = "corners", equals = 6 }
"""


def test_each_proof_is_printed_and_the_exit_code_says_whether_all_hold(
    write: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(str(write(SMALL))) == 0
    assert "ok    claim weights\n" in capsys.readouterr().out
    assert main(str(write(SMALL.replace("equals = 6", "equals = 7")))) == 1
    assert "FAILS claim weights: says 7 ± 0; measured 6.\n" in capsys.readouterr().out


def test_a_lesson_that_does_not_load_is_told_why(
    write: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(str(write(SMALL.replace('"xor"', '"xnor"')))) == 1
    assert "should be one of" in capsys.readouterr().out


def test_an_edit_that_parts_the_quick_ways_late_in_the_run_is_found(lesson: Lesson) -> None:
    late = Edit(
        "minimodel/nn/activations.py",
        "return x.gelu()",
        'self.calls = getattr(self, "calls", 0) + 1; '
        "return x.gelu() + 0.1 * (self.calls > 60) * float(x._data.mean())",
    )
    experiment = lesson.experiments["agreement"]
    arms = tuple(replace(arm, edits=(late,) if arm.edits else ()) for arm in experiment.arms)
    assert "many seeds at once" in problem_of(replace(experiment, arms=arms))
    assert problem_of(experiment) == ""
