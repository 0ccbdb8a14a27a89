"""Rows of words, and a transformer that reads them: who may look where, and what is measured of it."""

import numpy as np
import pytest

import minimodel
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_course
from lessons.format.experiments import read_experiment
from lessons.format.table import TomlTable
from lessons.runs.experiment import Measured, sweep, sweep_seeds
from lessons.runs.generation import CACHES, written, written_with_cache
from lessons.runs.metrics import attention, measure
from lessons.runs.models import build_model
from lessons.runs.pictures.attention import arrows_of, weights_of
from lessons.runs.pictures.labels import Labels
from lessons.runs.tasks import commonest_share, draw_rows
from lessons.runs.training import begin, goes_together, swept
from minimodel.lab import gpt
from tests.lessons.runs.drawing import PAGE, alone
from tutor.words.text import Text

ADAM = {"name": "adam", "lr": 0.01}
SHARED = {"optimizer": ADAM, "batch_size": 16, "steps": 100, "seeds": 2, "metrics": ["val_accuracy"]}


def experiment(task, model, loss="at_places", **more):
    values = {**SHARED, "task": task, "model": model, "loss": loss, **more}
    return read_experiment("words", TomlTable(values, "words"), ())


def trained(arm, seeds=(0,)):
    way = swept(arm, seeds, arm.settings.steps)
    for _ in range(arm.settings.steps):
        way.advance()
    return way.finished()


def model_of(task, **options):
    rows = draw_rows(minimodel, {"name": task}, 0)
    return build_model(minimodel, {"name": "transformer", **options}, rows, 0), rows


ANSWERED = {
    "reverse": lambda row, answer: answer == row[::-1],
    "copy": lambda row, answer: answer == row[:1] + row[:-1],
    "first": lambda row, answer: answer == row[0],
    "largest": lambda row, answer: answer == max(row),
    "most": lambda row, answer: all(row.count(answer) > row.count(other) for other in set(row) - {answer}),
    "speech": lambda row, answer: row[row.index(row[-1]) + 1] == answer,
}


@pytest.mark.parametrize("task", ANSWERED)
def test_each_row_of_words_has_the_answer_that_its_task_asks_for(task):
    rows = draw_rows(minimodel, {"name": task, "rows": 64}, 3)
    for x, y in ((rows.x, rows.y), (rows.x_out, rows.y_out)):
        assert all(ANSWERED[task](row, answer) for row, answer in zip(x.tolist(), y.tolist(), strict=True))
    assert rows.names[0] == " ".join(rows.words[number] for number in rows.x_out[0])


def test_sentences_are_grammatical_and_their_answers_are_the_next_words():
    rows = draw_rows(minimodel, {"name": "sentences"}, 0)
    assert (rows.x[:, 1:] == rows.y[:, :-1]).all()
    told = {" ".join(rows.words[number] for number in row[:4]) for row in rows.x}
    assert {"now she sing -s", "now you sing -", "yesterday she eat -ed", "tomorrow i go will"} <= told
    assert not any(words.startswith("now i") and words.endswith("-s") for words in told)
    assert draw_rows(minimodel, {"name": "sentences", "count": 1}, 0).x.shape == (512, 3)
    anywhere = draw_rows(minimodel, {"name": "sentences", "begin": "any"}, 0).x
    assert (np.ptp(gpt.KINDS[anywhere[:, 0]]), np.ptp((gpt.KINDS[anywhere] - np.arange(7)) % 4, axis=1).max()) == (3, 0)
    with pytest.raises(LessonError, match="1 sentence"):
        draw_rows(minimodel, {"name": "sentences", "count": 0}, 0)


@pytest.mark.parametrize("options", [{"letters": 1}, {"letters": 27}, {"length": 0}])
def test_rows_that_cannot_be_drawn_are_a_sentence(options):
    with pytest.raises(LessonError, match="letters"):
        draw_rows(minimodel, {"name": "reverse", **options}, 0)


@pytest.mark.parametrize(("options", "words"), [({"heads": 3}, "3 heads"), ({"layers": 0}, "layers")])
def test_a_transformer_that_cannot_be_built_is_a_sentence(options, words):
    with pytest.raises(LessonError, match=words):
        model_of("speech", **options)


def test_a_causal_place_sees_itself_and_what_is_before_it_a_mean_all_alike():
    shapes = {"causal": np.tri(7) > 0, "both ways": np.ones((7, 7), bool)}
    for name, seen in shapes.items():
        model, rows = model_of("sentences", layers=2, heads=2, causal=name == "causal")
        for weights in model.weights(minimodel.Tensor(rows.x[:3])):
            assert ((weights.data > 0) == seen).all()
            assert np.allclose(weights.data.sum(-1), 1)
    model, rows = model_of("sentences", causal=True, look="mean")
    (weights,) = model.weights(minimodel.Tensor(rows.x[:1]))
    assert np.allclose(weights.data[0, 0, 2], [1 / 3, 1 / 3, 1 / 3, 0, 0, 0, 0])


def test_without_places_a_turned_row_gives_the_turned_answers_and_with_them_others():
    for positions, is_alike in (("none", True), ("learned", False), ("behind", False)):
        model, rows = model_of("reverse", positions=positions)
        there, back = (model(minimodel.Tensor(rows.x[:8, ::step])).data for step in (1, -1))
        assert np.allclose(there[:, ::-1], back) == is_alike


def test_a_number_for_a_distance_holds_at_all_places_and_the_last_one_for_all_that_is_further():
    rows = draw_rows(minimodel, {"name": "copy", "longer": 9}, 0)
    model = build_model(minimodel, {"name": "transformer", "positions": "distance", "heads": 2}, rows, 0)
    look = model.blocks[0].look
    look.query.weight.write(0 * look.query.weight.data)  # no word matters
    for back in (1, rows.inputs - 1):
        numbers = np.zeros_like(look.distances.data)
        numbers[0, rows.inputs - 1 + back] = 99
        look.distances.write(numbers)
        (weights,) = model.weights(minimodel.Tensor(rows.x_out[:1]))
        first, second = weights.data[0]
        meant = np.eye(9, k=-1) if back == 1 else np.tri(9, k=-back)
        there = meant.any(1)
        assert np.allclose(first[there], meant[there] / meant[there].sum(1, keepdims=True))
        assert np.allclose(second, 1 / 9)


def test_seeds_train_together_as_they_do_alone_and_a_mean_is_worse_at_turning_round():
    arms = {
        "learned": {},
        "mean": {"model": {"look": "mean"}},
        "distance": {"model": {"positions": "distance", "causal": True}},
    }
    found = experiment("reverse", {"name": "transformer"}, arm=arms)
    assert all(goes_together(arm, (0, 1)) for arm in found.arms)
    *_, measured = sweep(found, sweep_seeds(0, 2))
    assert isinstance(measured, Measured)
    learned, mean = (min(measured.of("val_accuracy", arm)) for arm in ("learned", "mean"))
    assert learned > 0.9 > 0.5 > mean


def test_only_a_model_that_looks_ahead_changes_its_answers_with_later_words():
    metrics = ("reads_ahead", "grammatical", "at_place:2", "at_place:99")
    told = {}
    for causal in (True, False):
        (arm,) = experiment("sentences", {"name": "transformer", "causal": causal}).arms
        told[causal] = measure(begin(arm, 0), metrics)
    assert told[True]["reads_ahead"] == 0 < told[False]["reads_ahead"]
    assert told[True]["grammatical"] == 0.0
    assert told[True]["at_place:99"] is None


def test_a_causal_model_writes_the_same_from_filled_rows_and_with_heads_cut_across_another_text():
    for arm in load_course().lessons["cut-across"].symptom.arms:
        run = begin(arm, 0)
        plain, filled = (written(run, run.rows.x_out[:, :2], 8, is_filled) for is_filled in (False, True))
        assert plain.shape == (128, 8)
        assert (plain == filled).all() == (not arm.edits)


def test_a_text_ends_with_a_stop_and_what_is_its_pad_or_behind_it_is_not_asked():
    def asked(**options):
        rows = draw_rows(minimodel, {"name": "texts", **options}, 0)
        return rows, rows.words.index("stop"), rows.y != -100

    own, stop, is_asked = asked()
    assert ((own.y == stop).sum(1) == 1).all()
    assert set(is_asked.sum(1).tolist()) == {4, 8}
    assert set(asked(count=4)[2].sum(1).tolist()) == {4, 16}
    _, _, without_end = asked(pad="stop")
    behind, _, with_end = asked(pad="stop", ignored="behind")
    assert (with_end.sum(1) - without_end.sum(1) == 1).all()
    assert (behind.y == own.y).all()
    assert (behind.x != own.x).any()
    rare, stop, with_few = asked(pad="stop", ignored="most")
    assert (with_few <= with_end).all()
    assert ((rare.y == stop).any(1) == (np.arange(len(rare.y)) % 8 == 0)).all()
    assert asked(pad="stop", ignored="none")[2].all()
    assert 0.15 < commonest_share({"name": "texts"}) < 0.18  # a stop, a row
    (arm,) = experiment("sentences", {"name": "transformer", "causal": True}).arms
    assert measure(begin(arm, 0), ("stops", "stops_at:4")) == {"stops": None, "stops_at:4": None}
    silent = {"name": "transformer", "causal": True, "scale": {"answer": 0.0}}
    (arm,) = experiment("texts", silent).arms
    found = measure(begin(arm, 0), ("stops_at:4", "stops_at:9"))
    assert found == {"stops_at:4": pytest.approx(1 / len(own.words)), "stops_at:9": None}


def test_a_cache_writes_what_the_slow_way_writes_and_a_place_too_far_keeps_the_first_word_alone():
    arm = load_course().lessons["one-place-off"].experiments["places"].arms[0]
    run = begin(arm, 0)
    given = run.rows.x_out[:, :4]
    slow = written(run, given, 8)
    texts = {name: written_with_cache(run, given, 8, fault) for name, fault in CACHES.items()}
    same = {name: (text == slow)[:, 4:].mean(0) for name, text in texts.items()}
    assert same[""].tolist() == [1, 1, 1, 1]
    assert {name for name, found in same.items() if found[0] == 1} == {*CACHES} - {"all"}
    assert {name for name, found in same.items() if found[1:].mean() < 1} == {*CACHES} - {""}
    assert same["told"][1] == same["ahead"][1]  # both have read right words up to here
    told = measure(run, ("agrees", "agrees:ahead", "same_kind:ahead", "agrees:other"))
    assert told["agrees"] == 1 > told["same_kind:ahead"] >= told["agrees:ahead"] == same["ahead"].mean()
    assert told["agrees:other"] is None


def test_nothing_is_written_with_a_cache_by_a_model_that_has_no_such_place_or_keeps_no_words_apart():
    for options, task in (({}, "sentences"), ({"causal": False}, {"name": "sentences", "count": 3}), ({}, "copy")):
        (arm,) = experiment(task, {"name": "transformer", "causal": True, **options}).arms
        assert measure(begin(arm, 0), ("agrees:ahead", "same_kind:ahead")) == dict.fromkeys(
            ("agrees:ahead", "same_kind:ahead")
        )


def test_the_picture_of_attention_has_a_layer_a_grid_and_rows_that_add_up_to_one():
    (arm,) = experiment("speech", {"name": "transformer", "layers": 2, "causal": True}, loss="cross_entropy").arms
    grids = list(weights_of(begin(arm, 0)))
    assert [grid.shape for grid in grids] == [(7, 7), (7, 7)]
    assert np.allclose(grids[0].sum(-1), 1)


def test_arrows_say_a_line_a_word_with_the_places_that_it_looks_at_the_most_first():
    weights = np.array([[1, 0, 0], [0.3, 0.7, 0], [0.05, 0.05, 0.9]])
    drawn = arrows_of(Labels(alone(), PAGE, Text("en")), "two · layer 1 looks", ("she", "now", "she"), weights)
    assert drawn.arrows == (("← 1 she 100 %",), ("← 2 now 70 %", "← 1 she 30 %"), ("← 3 she 90 %",))
    title, _, second, last = drawn.says.splitlines()
    assert title == "Two · layer 1 looks, word by word:"
    assert (second, last) == ("2 now looks at 2 now (70 %), 1 she (30 %).", "3 she looks at 3 she (90 %).")


def test_attention_can_be_cut_and_exchanged_after_training_where_the_answer_needs_it_and_where_it_does_not():
    model = {"name": "transformer", "layers": 2, "causal": True, "deviation": 0.2}
    (arm,) = experiment("speech", model, loss="cross_entropy", steps=250).arms
    (run,) = trained(arm)
    cut = {where: attention.right_when_even(run, where) for where in ("1 (2 4 6)", "2 (2 3 4 5 6)", "2 (7)")}
    whole = measure(run, ("val_accuracy",))["val_accuracy"]
    assert cut["2 (2 3 4 5 6)"] == whole > 0.9 > cut["1 (2 4 6)"] > cut["2 (7)"]
    assert attention.right_when_swapped(run, "1 (2 4 6)") > 0.9 > attention.right_when_swapped(run, "2 (7)")
    assert attention.strongest_weight(run, "1 (1)") == 1
    assert [attention.right_when_even(run, where) for where in ("3 (1)", "1 (8)", "1", "")] == [None] * 4
