"""Play: what a knob may be, what turning one changes, what is trained then, and what a page says of it."""

import random
from dataclasses import replace

import pytest

from lessons.course.lesson.lesson import Settings
from lessons.course.lesson.page import Tune
from lessons.course.play import knobs
from lessons.course.play.comparison import ALL_TRAIN
from lessons.course.play.knob_settings import (
    Beginning,
    beginning_of,
    beginning_of_task,
    besides,
    experiment_of,
    settings_of,
)
from lessons.course.play.play import Play, Playing
from lessons.format.course import load_course
from lessons.runs.edits import healthy_library
from lessons.runs.experiment import WatchedRun
from lessons.runs.tasks import draw_rows
from tutor.words.text import Text

COURSE = load_course()
TEXT = Text("en")
OWN_LAYERS = Beginning(
    Settings(
        {"name": "xor", "scale": 2.0},
        {"name": "layers", "layers": ["Linear 2 3", "Tanh", "Linear 3 2"]},
        {"name": "adam", "lr": 0.03, "beta1": 0.5},
        60,
        batch_size=2,
    )
)


def played(play: Play, *acts: knobs.Turned | knobs.PutBack | knobs.Tried | knobs.Found) -> Playing:
    playing = Playing(play.first.values)
    for act in acts:
        playing = play.after(playing, act)
    return playing


def no_edits(lesson: str) -> tuple[()]:
    return ()


FITTING = {
    "xor": ([2, 8, 2], "val_accuracy", "boundary"),
    "sine": ([1, 16, 1], "val_loss", "function"),
    "modular": ([22, 64, 11], "val_accuracy", "table"),
    "additive": ([23, 16, 5], "val_accuracy", "grid"),
}


@pytest.mark.parametrize("task", knobs.TASKS)
def test_every_task_begins_with_a_network_that_fits_it_and_learns_something(task):
    first = beginning_of_task(task)
    experiment = experiment_of(first, first.values, no_edits)
    run = WatchedRun(experiment, 7, 60)
    losses = [step.losses["now"] for step in run]
    assert losses[-1] < losses[0]
    held_out = () if task in ALL_TRAIN else experiment.metrics
    assert {*run.measured().of_one_seed()["now"]} >= {"final_loss", *held_out}
    if task in FITTING:
        found = experiment.arms[0].settings.model["sizes"], experiment.metrics[-1], experiment.pictures[-1]
        assert found == FITTING[task]
        assert experiment.pictures[:-1] == ("curves",)


def test_a_network_for_a_clock_of_its_own_has_as_many_inputs_and_outputs_as_it_has_hours():
    deep = {"name": "DeepMLP", "hidden": 8, "depth": 1}
    first = Beginning(Settings({"name": "modular", "modulus": 5}, deep, {"name": "sgd", "lr": 0.1}, 50))
    assert settings_of(first, played(Play(first), knobs.Turned("model", knobs.MLP)).values).model["sizes"] == [10, 8, 5]


@pytest.mark.parametrize("lesson", list(COURSE.headings)[::9])
def test_the_knobs_of_a_lesson_stand_where_its_experiment_does(lesson):
    first = beginning_of(COURSE.lessons[lesson])
    assert vars(settings_of(first, first.values)) == vars(first.settings)
    assert first.values["break"] == (lesson if COURSE.lessons[lesson].edits else "none")


def test_whatever_is_turned_in_whatever_order_can_be_built():
    chance = random.Random(3)
    for first in (beginning_of_task("two-moons"), OWN_LAYERS, beginning_of(COURSE.lessons["wide-and-lazy"])):
        play, playing = Play(first), Playing(first.values)
        for _ in range(30):
            knob = chance.choice([name for name in knobs.KNOBS if name not in ("width", "lr")])
            playing = play.after(playing, knobs.Turned(knob, chance.choice(play.choices(knob, playing))))
            run = WatchedRun(experiment_of(first, playing.values, no_edits), 1, 1)
            assert len(list(run)) == 1


def test_own_layers_stay_as_they_are_until_the_model_or_the_task_is_turned():
    play = Play(OWN_LAYERS)
    begun = Playing(OWN_LAYERS.values)
    assert begun.values["model"] == knobs.OWN
    assert not any(knobs.applies(knob, begun.values) for knob in ("width", "depth", "activation"))
    other = play.after(begun, knobs.Turned("task", "two-moons"))
    assert other.values["model"] == knobs.MLP
    settings = settings_of(OWN_LAYERS, other.values)
    assert (settings.model["sizes"], settings.batch_size) == ([2, 8, 2], None)
    assert settings.task == knobs.TASKS["two-moons"]
    back = played(play, knobs.Turned("model", knobs.MLP), knobs.Turned("width", "32"), knobs.Turned("model", knobs.OWN))
    assert settings_of(OWN_LAYERS, back.values).model == OWN_LAYERS.settings.model


def test_what_no_knob_says_stays_and_is_told():
    told = besides(OWN_LAYERS, OWN_LAYERS.values)
    assert {("scale", "2"), ("beta1", "0.5"), ("batch_size", "2")} <= set(told)
    (more,) = (each for each in Play(OWN_LAYERS).page(Playing(OWN_LAYERS.values), Text("es")).blocks if each.tone)
    assert "2 filas cada vez" in more.markdown
    assert "beta1 = 0.5" in more.markdown
    turned = played(Play(OWN_LAYERS), knobs.Turned("optimizer", "momentum"), knobs.Turned("task", "sine"))
    assert besides(OWN_LAYERS, turned.values) == ()
    assert settings_of(OWN_LAYERS, turned.values).optimizer == {"name": "sgd", "lr": 0.03, "momentum": 0.9}


def test_a_task_that_no_knob_has_is_one_value_more():
    model = {"name": "MLP", "sizes": [7, 8, 3], "activation": "tanh"}
    first = Beginning(Settings({"name": "unheard-of"}, model, {"name": "sgd", "lr": 0.1}, 50))
    play = Play(first)
    assert "unheard-of" in play.choices("task", Playing(first.values))
    assert tune_of(play, Playing(first.values)).knob("task").about == "What there is to learn."
    wider = settings_of(first, played(play, knobs.Turned("width", "16")).values)
    assert wider.model["sizes"] == [7, 16, 3]
    away = played(play, knobs.Turned("task", "xor"))
    assert settings_of(first, away.values).model["sizes"] == [2, 8, 2]
    assert settings_of(first, play.after(away, knobs.PutBack("task")).values).task == {"name": "unheard-of"}


XOR = Play(beginning_of_task("xor"))
TURNED = (knobs.Turned("width", "64"), knobs.Turned("lr", "1"))


@pytest.mark.parametrize(
    ("acts", "changed"),
    [
        (
            [knobs.Turned("depth", "0"), knobs.Turned("model", "random-features")],
            {"depth": "1", "model": "random-features"},
        ),
        ([knobs.Turned("width", "3000")], {}),  # what makes no sense changes nothing
        ([knobs.Turned("colour", "red")], {}),
        ([knobs.Turned("break", "x")], {}),
        ([knobs.PutBack("y")], {}),
        ([*TURNED, knobs.PutBack("lr")], {"width": "64"}),  # one by one
        ([*TURNED, knobs.PutBack()], {}),  # all at once
    ],
)
def test_knobs_are_turned_and_go_back(acts, changed):
    assert played(XOR, *acts).values == {**XOR.first.values, **changed}


def test_what_is_typed_is_a_value_of_the_table_or_none():
    values = {
        ("lr", ".05"): "0.05", ("lr", "10.0"): "10", ("lr", "3"): "", ("lr", "nan"): "",
        ("activation", "TANH"): "tanh", ("task", "moons"): "two-moons", ("model", "mlp"): "MLP", ("model", ""): "",
    }  # fmt: skip
    assert {(knob, typed): knobs.meant(knob, typed, knobs.KNOBS[knob]) for knob, typed in values} == values


def test_tasks_are_called_as_in_lessons_too_and_the_nearest_is_named():
    assert [knobs.task_called(name) for name in ("xor", "line", "sequence", "Moons", "nothing")] == [
        *("xor", "sine", "parity", "two-moons", "")
    ]
    assert [knobs.nearest_task(name) for name in ("agrement", "sequences", "qqq")] == ["agreement", "parity", ""]


def tune_of(play: Play, playing: Playing) -> Tune:
    want = play.page(playing, TEXT).want
    assert isinstance(want, Tune)
    return want


def tried(loss: float, *acts: knobs.Turned, **more: object) -> knobs.Tried:
    return knobs.Tried(played(XOR, *acts).values, {"final_loss": loss}, 400, 0.7, **more)  # type: ignore[arg-type]


def test_the_page_says_what_each_knob_is_and_may_be():
    play = Play(beginning_of_task("xor"), ("break-gelu-identity",), {"break-gelu-identity": "Break 00"})
    tune = tune_of(play, played(play, knobs.Turned("break", "break-gelu-identity"), knobs.Turned("depth", "0")))
    assert [knob.id for knob in tune.knobs] == [name for name in knobs.KNOBS if name not in ("rows", "positions")]
    assert tune.knob("break").said() == "Break 00"
    assert tune.knob("break").is_turned
    assert tune.knob("width").said() == "—"
    assert tune.knob("activation").said("gelu") == "—"
    assert tune.words == "Turn a knob, or train it as it is: Enter."


def test_a_try_stands_beside_the_one_before_with_what_was_turned_in_between():
    wider = knobs.Turned("width", "64")
    page = XOR.page(played(XOR, tried(0.5), wider, tried(0.002, wider)), TEXT)
    (table,) = page.blocks
    assert table.headings == ("", "before", "now")
    assert table.rows == (("width", "8", "64"), ("loss", "0.5", "0.002"))


@pytest.mark.parametrize(
    ("loss", "words", "tone"),
    [
        (0.002, "The loss went from 0.7 to 0.002 in 400 steps.", "good"),
        (0.6999, "The loss hardly moved: from 0.7 to 0.7 in 400 steps.", "note"),
        (3.0, "The loss went up, from 0.7 to 3 in 400 steps.", "bad"),
        (float("nan"), "It diverged: from step 400 on the loss isn't a number, so it stopped there.", "bad"),
    ],
)
def test_every_try_ends_in_a_sentence(loss, words, tone):
    tune = tune_of(XOR, played(XOR, tried(loss)))
    assert (tune.words, tune.tone) == (words, tone)


def test_a_knob_that_changes_nothing_is_told():
    wider = knobs.Turned("width", "64")
    same = tune_of(XOR, played(XOR, tried(0.5), wider, tried(0.5, wider)))
    assert same.words == "The same as before, to the last digit: from 0.7 to 0.5 in 400 steps."
    assert "hardly" not in tune_of(XOR, played(XOR, tried(0.5), tried(0.5))).words


def test_what_could_not_be_trained_says_why_and_is_compared_with_nothing():
    playing = played(XOR, tried(0.5), tried(0.0, trouble="ValueError: no"))
    assert "ValueError: no" in tune_of(XOR, playing).words
    assert XOR.page(playing, TEXT).blocks == ()


def test_a_finding_is_about_the_last_try_and_not_about_what_was_turned_since():
    playing = played(XOR, tried(0.5), knobs.Turned("width", "64"))
    tune = tune_of(XOR, playing)
    assert "width 8" in tune.finding
    assert tune.finding.endswith(": loss 0.5")
    assert tune.words == "Turned, and not trained yet: Enter."
    assert played(XOR, knobs.Found("so")).kept == 1


def test_names_go_round_and_numbers_come_to_an_end():
    tasks = knobs.KNOBS["task"]
    assert [knobs.neighbour(*turn, tasks) for turn in ((tasks[0], -1), (tasks[-1], 1))] == [tasks[-1], tasks[0]]
    assert knobs.neighbour(tasks[0], -100, tasks) == tasks[0]
    steps = [("512", 1), ("8", -100), ("8", 1)]
    assert [knobs.neighbour(value, by, knobs.KNOBS["width"]) for value, by in steps] == ["512", "1", "16"]


def test_any_number_between_a_knob_s_choices_can_be_typed_and_is_one_of_them_then():
    play = Play(beginning_of_task("two-moons"))
    typed = played(play, knobs.Turned("rows", "37"), knobs.Turned("lr", "0.0123"), knobs.Turned("width", "2.5"))
    assert [typed.values[knob] for knob in ("rows", "lr", "width")] == ["37", "0.0123", "16"]
    assert play.choices("rows", typed)[4:7] == ("20", "37", "50")
    assert play.choices("lr", typed)[3:6] == ("0.01", "0.0123", "0.02")
    assert play.after(typed, knobs.Turned("rows", "1")) == typed
    assert "37" not in play.choices("rows", play.after(typed, knobs.PutBack()))


def test_eps_is_adams_and_goes_without_saying_until_it_is_turned():
    play = Play(beginning_of_task("digits"))
    begun = play.first.values
    as_it_was, turned = (knobs.turned(begun, begun, "eps", value) for value in ("1e-08", "1"))
    assert settings_of(play.first, as_it_was).optimizer == play.first.settings.optimizer
    assert settings_of(play.first, turned).optimizer["eps"] == 1
    assert not knobs.applies("eps", knobs.turned(turned, begun, "optimizer", "sgd"))
    assert "eps" not in settings_of(play.first, knobs.turned(turned, begun, "optimizer", "sgd")).optimizer
    own = Play(Beginning(replace(OWN_LAYERS.settings, optimizer={"name": "adam", "lr": 0.03, "eps": 0.01})))
    other = knobs.turned(own.first.values, own.first.values, "optimizer", "adamw")
    assert settings_of(own.first, other).optimizer == {"name": "adamw", "lr": 0.03, "eps": 0.01}
    assert ["eps" in knobs.telling(values) for values in (as_it_was, turned)] == [False, True]


@pytest.mark.parametrize(
    ("task", "begun", "most"),
    [("xor", "0", "0"), ("dichotomies", "10", "2000"), ("agreement", "48", "59"), ("parity", "96", "255")],
)
def test_so_many_rows_train_as_the_knob_says_and_one_at_least_is_held_out(task, begun, most):
    play = Play(beginning_of_task("digits"))
    other = played(play, knobs.Turned("rows", "20"), knobs.Turned("task", task))
    assert (other.values["rows"], play.choices("rows", other)[-1]) == (begun, most)
    assert knobs.applies("rows", other.values) == (begun != "0")
    turned = play.after(other, knobs.Turned("rows", most))
    for values, count in ((other.values, begun), (turned.values, most)):
        rows = draw_rows(healthy_library(), settings_of(play.first, values).task, 1)
        assert len(rows.x) == (int(count) or 4)
    assert play.after(turned, knobs.PutBack("rows")).values == other.values
    assert begun == "0" or play.choices("rows", other)[:3] == ("2", "3", "5")
    assert ["rows" in knobs.telling(values) for values in (other.values, turned.values)] == [False, begun != most]
