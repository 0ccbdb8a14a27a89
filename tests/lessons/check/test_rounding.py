"""No claim may hang on rounding: an author is told what dust on the first weights changes."""

from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lessons.check.answers import problem_of
from lessons.check.claims import judged
from lessons.check.evidence import Evidence
from lessons.check.rounding import most_growing, prove_told
from lessons.check.sweeps import FIRST_DUSTED, HELD_BACK, MORE_DRAWS, as_swept, seeds_beside, swept
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import Experiment, Lesson, Prose
from lessons.course.lesson.values import LessonError
from lessons.engine.chunks import here
from lessons.engine.pool import Pool
from lessons.runs.dust import Dusted, add_dust
from lessons.runs.edits import healthy_library
from lessons.runs.experiment import Measured, sweep
from lessons.runs.training import begin
from tests.lessons.check.known import METRIC, Known, a_lesson, asking, experiment, finished, measured


def first_weights(seed: int, dtype: str = "float64") -> dict[str, np.ndarray]:
    arm = experiment("one", "two").arm("two")
    model = {**arm.settings.model, "dtype": dtype, "init": "constant"}
    run = begin(replace(arm, settings=replace(arm.settings, model=model)), seed)
    return run.parameters()


@pytest.mark.parametrize(("dtype", "most"), [("float64", 1.1e-13), ("float32", 1e-4)])
def test_dust_moves_every_first_weight_by_a_hair_and_leaves_what_is_0(dtype, most):
    plain, dusted = first_weights(3, dtype), first_weights(Dusted(3), dtype)
    for name, weights in plain.items():
        off = np.abs(dusted[name] - weights)
        assert (off <= most * np.abs(weights)).all()
        assert ((off > 0) == (weights != 0)).mean() > 0.9
        assert dusted[name].dtype == weights.dtype


def test_arms_from_the_same_seed_have_the_same_dust():
    assert [value.tolist() for value in first_weights(Dusted(3)).values()] == [
        value.tolist() for value in first_weights(Dusted(3)).values()
    ]
    assert repr(Dusted(3)) != repr(3)  # in the cache they are two questions


def test_dust_is_drawn_for_whatever_a_model_is_made_of():
    library = healthy_library()
    model = library.nn.Linear(3, 2)
    before = model.weight.data.copy()
    add_dust(model, Dusted(0))
    assert len(np.unique(model.weight.data / before)) == before.size


def test_own_seeds_are_dusted_once_more_and_those_held_back_are_dusted():
    made = experiment("one")
    beside = seeds_beside(made, tuple(range(40)))
    assert beside == (*range(FIRST_DUSTED), *HELD_BACK)
    assert all(isinstance(seed, Dusted) for seed in beside)
    about_rounding = seeds_beside(replace(made, rounding="equal units part by rounding alone"), tuple(range(40)))
    assert about_rounding == HELD_BACK
    assert not any(isinstance(seed, Dusted) for seed in about_rounding)


def test_arms_that_dust_changes_on_one_of_the_first_seeds_are_dusted_on_all(loaded, monkeypatch, evidence_of):
    lesson = loaded(EXPERIMENT.replace("seeds = 2", "seeds = 12") + ARMS)
    asked: list[tuple[tuple[str, ...], list[int]]] = []

    def train(name: str, made: Experiment, seeds: tuple[int, ...], own: int) -> dict[str, Any]:
        asked.append((made.names, [getattr(seed, "draw", 0) for seed in seeds]))
        final = {"parting": [float(isinstance(seed, Dusted) and seed == changed) for seed in seeds]}
        values = {arm: {METRIC: final.get(arm, [float(seed) for seed in seeds])} for arm in made.names}
        return {"values": values, "losses": {}, "steady": {}, "apart": {}, "growing": {}}

    for changed, draws in ((11, 1), (3, 1 + MORE_DRAWS)):
        evidence = evidence_of(lesson)
        monkeypatch.setattr(evidence, "train", train)
        found = evidence.dusted("widths")
        assert len(found) == draws
        assert all(each.seeds == tuple(range(12)) for each in found)
        assert [sum(each.values["parting"][METRIC]) for each in found] == [float(changed == 3)] * draws
        assert all(each.values["calm"][METRIC] == tuple(range(12)) for each in found)
    assert asked[-1] == (("first", "parting"), [1] * 12 + [2] * 12 + [3] * 12)


def test_further_draws_of_dust_are_of_own_seeds_alone_and_warn_of_nothing():
    made = experiment("one", "two")
    with closing(Evidence(replace(a_lesson(), experiments={"e": made}), Pool(1), executor=here)) as evidence:
        own = evidence.swept("e").own
        found = list(evidence.drawn_again("e", replace(made, arms=made.arms[:1]), own))
    assert [repr(each.seeds[-1]) for each in found] == [f"Dusted({own.seeds[-1]}, {draw})" for draw in (1, 2, 3)]
    assert all(each.values["two"] == own.values["two"] for each in found)


def test_a_sweep_is_taken_apart_into_own_dusted_and_held_back_seeds():
    made = replace(experiment("one"), arms=experiment("one").arms)
    seeds = (0, 1, 2, Dusted(0), Dusted(1), Dusted(700_001))
    found = as_swept(made, seeds, 3, finished(swept(made, seeds, 3)))
    assert found.own.seeds == (0, 1, 2)
    assert list(map(repr, found.dusted[0].seeds)) == ["Dusted(0, 0)", "Dusted(1, 0)", "2"]
    assert found.held_back.seeds == (700_001,)
    assert found.dusted[0].values["one"][METRIC][2] == found.own.values["one"][METRIC][2]
    assert found.growing == {"one": 0.0}


EVEN = [1.0, 1.1] * 8
WILD = [1.0, 1.3] * 8


def dusted(values: list[float]) -> dict[str, tuple[Measured, ...]]:
    found = measured({"broken": values})
    return {"e": (replace(found, seeds=tuple(map(Dusted, found.seeds))),)}


def problem(values: list[float], **says: Any) -> str:
    claim = Claim("c", says.pop("measure", "median"), {"experiment": "e", "metric": METRIC, "arm": "broken"}, **says)
    return judged(claim, a_lesson(), Known({"e": measured({"broken": EVEN})}, dusted=dusted(values)))[0]


def test_what_dust_does_not_change_may_be_claimed():
    assert problem([value + 1e-12 for value in EVEN], equals=1.05, within=0.05) == ""


@pytest.mark.parametrize(
    ("values", "says", "found"),
    [
        ([1.5, 1.6] * 8, {"equals": 1.05, "within": 0.05}, "says 1 to 1.1; measured 1.05, and 1"),
        (WILD, {"equals": 1.05, "within": 0.05}, "says 1 to 1.1; measured 1.05, and 1.05 to 1.15"),
        ([*EVEN[:-1], 0.2], {"measure": "least", "between": (0.95, 1.0)}, "measured 1, and 0.2 to 1"),
    ],
)
def test_what_dust_changes_is_no_claim_of_a_number(values, says, found):
    said = problem(values, **says)
    assert found in said
    assert "as little as other processors round otherwise" in said


@pytest.mark.parametrize(
    ("says", "growing", "refused"),
    [
        ({"equals": 1.05, "within": 0.1}, 0.8, True),
        ({"equals": 1.05, "within": 0.1}, 0.2, False),
        ({"between": (0.95, 1.15)}, 0.8, False),
    ],
)
def test_a_number_of_a_run_whose_loss_grows_is_refused_where_dust_changes_it(says, growing, refused):
    claim = Claim("c", "median", {"experiment": "e", "metric": METRIC, "arm": "broken"}, **says)
    own = {"e": measured({"broken": EVEN})}
    said, same = (
        judged(claim, a_lesson(), Known(own, dusted=with_dust, growing={"broken": growing}))[0]
        for with_dust in (dusted(EVEN[::-1]), None)
    )
    assert ("the loss of broken grows" in said) == refused
    assert same == ""


def test_the_arms_of_a_difference_are_the_last_and_the_first_where_it_names_none():
    own = {"e": measured({"one": EVEN, "two": EVEN, "three": EVEN})}
    for arm, said in (("one", "one"), ("two", ""), ("three", "three")):
        claim = {"experiment": "e", "metric": METRIC, "arm": "difference"}
        assert most_growing(claim, Known(own, growing={arm: 0.8})) == said  # type: ignore[arg-type]


def test_a_number_that_never_held_is_untrue_and_nothing_else():
    assert problem(WILD, equals=7.0, within=0.05) == "says 7 ± 0.05; measured 1.05."


def test_a_question_whose_answer_hangs_on_rounding_is_refused():
    question, found = asking("direction", {"a": [1.0] * 8, "b": [2.0] * 8}, same_within=0.1)
    assert problem_of(question, found, found[:1]) == ""
    other = measured({"a": [1.0] * 8, "b": [0.5] * 8}, pairs=[(METRIC, question.compare, "b", "a")])
    assert problem_of(question, found, (found[0], other)).startswith(
        "its truth hangs on rounding: more, and fewer from"
    )


EXPERIMENT = """
[experiment.widths]
task = "xor"
model = { name = "MLP", sizes = [2, 4, 2], init = "constant" }
optimizer = { name = "sgd", lr = 0.1 }
steps = 3
seeds = 2
metrics = ["final_loss"]
"""
ARMS = "".join(f"arm.{name} = {{ steps = 3 }}\n" for name in ("first", "parting", "calm"))


def test_an_experiment_may_say_why_rounding_is_its_subject(loaded):
    lesson: Lesson = loaded(EXPERIMENT + 'rounding = "equal units part by rounding alone"\n')
    assert lesson.experiments["widths"].rounding
    with pytest.raises(LessonError, match="rounding"):
        loaded(EXPERIMENT + "rounding = true\n")


def test_what_is_equal_but_for_rounding_parts_with_dust(loaded):
    (made,) = (each for each in loaded(EXPERIMENT).experiments.values() if each.id == "widths")
    *_, found = sweep(made, (0, Dusted(0)))
    plain, dusted = found.losses["widths"].T
    assert np.allclose(plain, dusted, atol=1e-9)
    assert (plain != dusted).any()


@pytest.mark.parametrize(("said", "problems"), [("But for rounding, they stay.", 0), ("They stay.", 1)])
def test_a_lesson_of_rounding_says_so_on_its_page(evidence_of, said, problems):
    made = {"e": replace(experiment("one"), rounding="units part by rounding alone")}
    lesson = a_lesson(experiments=made, prose={"en": Prose("Units", {"read": said})})
    assert sum(not proof.holds for proof in prove_told(lesson, evidence_of(lesson))) == problems
    assert list(prove_told(replace(lesson, experiments={}), evidence_of(lesson))) == []
