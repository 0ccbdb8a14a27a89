"""Metrics decide exactly: which labels lines part, how many pieces there are, and what known weights give."""

from itertools import combinations
from math import log
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Settings
from lessons.runs.metrics import measure, measure_one
from lessons.runs.metrics.features import tenses_of
from lessons.runs.metrics.linear import parted
from lessons.runs.trained_model import Trained
from lessons.runs.training import begin
from tests.lessons.runs.test_metrics import CHOICE, LINE, TENSE, arm, number, trained, with_weights


def line_on(task: Any, weight: Any, bias: Any = (0, 0), **settings: Any) -> Trained:
    weight = np.array(weight, dtype=float)
    run = begin(arm(task, {"name": "MLP", "sizes": list(weight.shape[::-1])}, **settings), 0)
    return with_weights(run, fc1_weight=weight, fc1_bias=bias)


def untrained(task: Any, model: Any) -> Trained:
    task = {"name": task} if isinstance(task, str) else task
    return begin(Arm("arm", Settings(task, model, {}, 0)), 0)


@pytest.mark.parametrize(
    ("task", "model", "metric", "value"),
    [
        ("xor", LINE, "separable", 0.0),
        ({"name": "xor", "lifted": True}, {"name": "MLP", "sizes": [3, 2]}, "separable", 1.0),
        ("xor", {"name": "MLP", "sizes": [2, 32, 2]}, "separable", 0.0),
        ("xor", {"name": "MLP", "sizes": [2, 32, 2]}, "separable:hidden", 1.0),
        ("additive", TENSE, "separable", 1.0),
        ("agreement", TENSE, "separable", 0.0),
        ("xor", LINE, "best_line", 0.75),
        ("additive", TENSE, "best_line", None),
    ],
)
def test_straight_lines_part_what_adds_up(task, model, metric, value):
    assert measure_one(untrained(task, model), metric) == value


def test_the_search_agrees_with_all_lines_through_two_of_the_points():
    generator = np.random.default_rng(3)
    for _ in range(40):
        x, y = generator.normal(size=(7, 2)), generator.integers(2, size=7)
        assert parted(x, y, 2) == some_line_parts(x, y)
    assert parted(np.ones((3, 2)), np.zeros(3, dtype=int), 2)


def some_line_parts(x: Any, y: Any) -> bool:
    hairs = [(1e-6, 0.0), (-1e-6, 0.0), (0.0, 1e-6), (0.0, -1e-6)]
    for first, second in combinations(range(len(x)), 2):
        along, middle = x[first] - x[second], (x[first] + x[second]) / 2
        for turn, shift in hairs:
            normal = np.array([turn * along[0] - along[1], turn * along[1] + along[0]])
            above = (x - middle) @ normal > shift
            if (above == y).all() or (above != y).all():
                return True
    return False


@pytest.mark.parametrize(("activation", "pieces"), [("identity", 1), ("abs", 2), ("gelu", None), ("square", None)])
def test_pieces_are_counted_only_where_they_are_straight(activation, pieces):
    run = untrained("line", {"name": "MLP", "sizes": [1, 1, 1], "activation": activation})
    assert measure_one(run, "pieces") == pieces


@pytest.mark.parametrize("weight", [1.0, 0.0])
def test_a_number_of_exactly_0_at_the_edge_or_everywhere_is_no_bend(weight):
    lines = ["Linear 1 1", "ReLU", "Linear 1 1"]
    run = untrained({"name": "line", "low": 0.0, "high": 1.0}, {"name": "layers", "layers": lines})
    state = {f"{place}.weight": np.full((1, 1), weight) for place in (0, 2)}
    run.model.load_state_dict(state | {f"{place}.bias": np.zeros(1) for place in (0, 2)})
    assert measure_one(run, "pieces") == 1


def test_a_model_that_says_the_same_of_all_is_as_sure_as_its_scores_are_apart():
    run = line_on({"name": "two-moons", "rows": 10}, np.zeros((2, 2)), [np.log(3), 0])
    found = measure(run, ("sureness", "sureness:right", "sureness:wrong"))
    assert list(found.values()) == pytest.approx([0.75, 0.75, 0.75])
    assert measure_one(run, "temperature") == pytest.approx(100, rel=0.05)  # half are right: say one half
    run.rows.y_out[:] = 0
    assert measure_one(run, "sureness:wrong") is None
    assert measure_one(run, "temperature") == pytest.approx(0.1)


def test_a_temperature_makes_shares_as_large_as_the_share_that_is_right():
    run = line_on({"name": "two-moons", "rows": 100}, np.zeros((2, 2)), [8, 0])
    run.rows.y_out[:] = np.arange(100) % 4 == 0  # three in four are right
    assert measure_one(run, "temperature") == pytest.approx(8 / np.log(3), rel=0.03)


def test_outputs_are_compared_with_those_of_the_first_arm():
    first, last = line_on("xor", np.zeros((2, 2))), line_on("xor", [[0, 0], [2, -3]])
    last.reference = first
    assert [measure_one(run, "outputs_apart") for run in (first, last)] == [0, 3]
    last.reference = begin(arm("additive"), 0)
    assert measure_one(last, "outputs_apart") is None


def test_who_always_says_the_commonest_label_is_not_above_the_baseline():
    run = line_on({"name": "sequence", "question": "rare", "length": 8}, np.zeros((2, 8)), [1, 0])
    assert measure_one(run, "above_baseline") == 0
    assert number(run, "baseline") > 0.7
    assert number(with_weights(run, fc1_bias=[0, 1]), "above_baseline") < -0.4


def test_a_push_up_the_loss_flips_a_row_as_soon_as_it_crosses_the_line():
    task = {"name": "sequence", "question": "ends", "length": 2, "rows": 4}
    run = line_on(task, [[0, 0], [1, 0]], [0.5, 0])  # 1 where the first bit is above one half
    run.rows.y[:] = run.rows.x[:, 0]
    found = measure(run, ("flipped:0.49", "flipped:0.51", "flipped_at_random:0.49"))
    assert list(found.values()) == [0, 1, 0]


@pytest.mark.parametrize(("points", "dimensions", "count"), [(4, 2, 14), (6, 2, 32), (8, 3, 128), (3, 4, 8)])
@pytest.mark.parametrize("circle", [False, True])
def test_labelings_are_those_that_cover_counts(points, dimensions, count, circle):
    task = {"name": "dichotomies", "points": points, "dimensions": dimensions, "circle": circle}
    model = {"name": "MLP", "sizes": [dimensions, 2]}
    run = trained(task, model, steps=0)
    assert measure(run, ("labelings", "all_labelings")) == {"labelings": count, "all_labelings": 2**points}


def test_labelings_are_not_counted_where_three_points_lie_on_one_line():
    run = trained("xor", LINE, steps=0)
    assert measure_one(run, "labelings") == 14
    run.rows.x[3] = (0.0, 0.5)
    assert measure_one(run, "labelings") is None


def test_errors_are_relative_to_what_was_asked():
    zero = line_on({"name": "multiply", "beyond": [2, 3]}, [[0, 0]], [0], loss="mean_squares")
    assert measure(zero, ("train_error", "val_error")) == {"train_error": 1, "val_error": 1}


CLOUD = {"name": "dichotomies", "points": 40, "dimensions": 4}


def cloud(activation: str, depth: int = 3) -> Trained:
    model = {"name": "MLP", "sizes": [4, 8, 2], "depth": depth, "activation": activation}
    return trained(CLOUD, model, steps=0)


def test_one_affine_map_does_what_linear_layers_do_and_misses_what_bends():
    assert number(cloud("identity"), "off_line") < 1e-12
    assert number(cloud("leaky_relu 0.9"), "off_line") > 0.001
    run = cloud("relu")
    assert (off := number(run, "off_line")) > number(cloud("leaky_relu 0.5"), "off_line")
    *_, (bias, values) = run.parameters().items()
    run.model.load_state_dict({**run.parameters(), bias: values + 5})  # wherever the outputs lie
    assert number(run, "off_line") == pytest.approx(off)


def test_the_largest_error_is_looked_for_between_the_training_rows_too():
    jump = {"name": "line", "function": "step", "rows": 2, "low": -1.0, "high": 1.0}
    assert measure_one(line_on(jump, [[0.5]], [0.5], loss="mean_squares"), "largest_error") == 0.5


def test_a_row_has_been_learnt_as_far_as_its_answer_is_given():
    task = {"name": "knobs", "strengths": [4.0, -2.0]}
    run = line_on(task, [[1.0, 0.5], [7.0, -2.0]], loss="mean_squares")
    shares = [measure_one(run, f"row_share:{row}") for row in ("1", "2", "0", "3", "last")]
    assert shares == [0.25, 1.0, None, None, None]


def test_wrong_rows_are_looked_for_in_the_first_arm_too():
    straight, other = (begin(arm("xor", LINE), seed) for seed in (0, 0))
    straight.reference = other.reference = straight
    with_weights(straight, fc1_weight=np.zeros((2, 2)), fc1_bias=[1.0, 0.0])  # all four are called 0
    with_weights(other, fc1_weight=np.zeros((2, 2)), fc1_bias=[0.0, 1.0])  # all four are called 1
    assert (measure_one(straight, "wrong_too"), measure_one(other, "wrong_too")) == (1.0, 0.0)


def test_the_commonest_label_of_equal_rows_is_the_ceiling_and_labels_have_an_entropy():
    run = begin(arm("triples"), 0)
    assert measure_one(run, "ceiling") == pytest.approx(0.2)
    assert 0.2 < number(run, "ceiling:train") < 0.3
    assert measure_one(begin(arm("agreement"), 0), "ceiling") == 1
    assert measure_one(begin(arm("xor", LINE), 0), "label_entropy") == pytest.approx(log(2))


@pytest.mark.parametrize(
    ("says", "right", "renamed"),
    [(lambda y: 1 - y, 0, 1), (np.zeros_like, 0.5, 0.5)],  # all wrong by their names alone; two answers one
)
def test_answers_may_be_renamed_and_no_two_become_one(says, right, renamed):
    run = begin(arm("xor", LINE), 0)
    run.outputs = lambda x, model=None: np.eye(2)[says(run.rows.y)]
    assert list(measure(run, ("train_accuracy", "renamed_accuracy")).values()) == [right, renamed]


def test_rows_to_choose_by_and_fresh_ones_are_the_held_out_rows_and_the_baseline_says_the_commonest():
    run = begin(arm("additive"), 0)
    chosen, fresh, both = (number(run, name) for name in (*CHOICE, "val_accuracy"))
    assert (chosen + fresh) / 2 == pytest.approx(both)
    assert measure_one(run, "baseline") == np.mean(run.rows.y_out == np.bincount(run.rows.y).argmax())


def test_the_best_of_many_starts_is_best_only_on_the_rows_that_chose_it():
    alone, best = (
        [measure(begin(arm("additive", {**TENSE, "best_of": tries}), seed), CHOICE) for seed in range(24)]
        for tries in (1, 32)
    )
    mean = lambda runs, name: np.mean([float(run[name]) for run in runs])  # noqa: E731
    assert mean(best, "choosing_accuracy") > mean(alone, "choosing_accuracy") + 0.25
    assert abs(mean(best, "fresh_accuracy") - mean(alone, "fresh_accuracy")) < 0.1


def test_verbs_that_lie_beside_their_like_are_counted():
    run = begin(arm("agreement"), 0)
    tenses = tenses_of(run)
    kinds = sorted(set(tenses.values()))
    verbs = np.arange(20)
    alike = [kinds.index(tenses[verb]) + verb / 1000 for verb in verbs]
    regular = np.where(verbs < 12, verbs / 1000, 1 + (verbs - 12) / 1000)
    # work, beside play; and work, among the irregular ones
    for metric, places, away in (("nearest_alike", alike, alike[1] + 1e-4), ("nearest_alike:regular", regular, 1.0001)):
        first = run.parameters()["fc1.weight"]
        first[:, :20] = places
        assert measure_one(with_weights(run, fc1_weight=first), metric) == 1
        first[:, 0] = away
        assert number(with_weights(run, fc1_weight=first), metric) < 1


def test_alike_verbs_may_lie_in_one_place_and_the_others_apart():
    run = begin(arm("agreement"), 0)
    tenses = tenses_of(run)
    kinds = sorted(set(tenses.values()))
    first = np.zeros_like(run.parameters()["fc1.weight"])
    first[0, :20] = [10.0 ** kinds.index(tenses[verb]) for verb in range(20)]
    assert measure_one(with_weights(run, fc1_weight=first), "verbs_apart") == 0
    assert number(run, "verbs_apart:unlike") >= 9


def test_a_linear_layer_adds_no_direction_and_a_bend_does():
    assert number(cloud("identity", depth=1), "directions") <= 5  # four, and the bias
    assert number(cloud("relu", depth=1), "directions") > 5


def test_outputs_that_are_all_alike_have_no_spread():
    assert measure_one(line_on("xor", np.zeros((2, 2))), "output_spread") == 0


def test_two_layers_make_one_matrix_whatever_their_names_are():
    run = begin(arm("agreement", {"name": "layers", "layers": ["Linear 23 3", "Linear 3 5"]}), 0)
    assert measure(run, ("shape_w2w1", "rank_w2w1")) == {"shape_w2w1": "(5, 23)", "rank_w2w1": 3}
