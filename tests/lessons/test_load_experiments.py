"""Experiments as a lesson file writes them: arms, varied settings, rounds, and names that there are."""

import re
from collections.abc import Callable

import pytest

from lessons.format import LessonError
from lessons.lesson import Edit, Lesson
from lessons.packs import check_lesson_inert

Loaded = Callable[..., Lesson]

PLANE = """
[experiment.plane]
task = "xor"
model = { name = "MLP", sizes = [2, 8, 2], activation = "relu" }
optimizer = { name = "adam", lr = 0.05 }
steps = 500
seeds = 64
"""
ARMS = (
    PLANE
    + """
metrics = ["solved"]
picture = "boundary"
shown = ["shrunk", "relu"]
[experiment.plane.arm.line]
model = { sizes = [2, 2] }
[experiment.plane.arm.shrunk]
model = { activation = "shrink" }
optimizer = { name = "sgd", lr = 0.1 }
[experiment.plane.arm.relu]
"""
)
STEPS = """
[experiment.widths]
task = "agreement"
model = "TenseMLP"
optimizer = { name = "sgd", lr = 0.5 }
steps = 10
seeds = 2
"""
BREAK = """
[[break]]
file = "minimodel/nn/losses.py"
before = "axis=-1) * (1 / rows)"
after = "axis=-1)"
[[break]]
file = "minimodel/nn/losses.py"
before = "labels=labels, rows=rows)"
after = "labels=labels, rows=1)"
[[break]]
file = "minimodel/training.py"
before = "optimizer.zero_grad()"
after = "pass"
[repair]
seeds = [1]
"""


def question(kind: str, **more: str) -> str:
    lines = "\n".join(f"{key} = {value}" for key, value in more.items())
    experiment = "widths" if "widths" in lines else "plane"
    return (
        f'\n[[predict]]\nid = "q"\nkind = "{kind}"\nexperiment = "{experiment}"\nmetric = "solved"\n{lines}\n'
    )


# ---- pictures --------------------------------------------------------------


def test_an_experiment_shows_one_picture_or_several(loaded: Loaded) -> None:
    one, several = 'picture = "boundary"', 'picture = ["curves", "boundary"]'
    assert loaded(ARMS).experiments["plane"].pictures == ("boundary",)
    assert loaded(ARMS.replace(one, several)).experiments["plane"].pictures == ("curves", "boundary")


@pytest.mark.parametrize(
    ("pictures", "complaint"),
    [
        ('"curve"', "Did you mean curves"),
        ('["curves", "gird"]', "nudges, between. Did you mean grid"),
        ('["grid", "grid"]', "each once"),
        ("[]", "one picture, or several"),
        ("[1]", "picture has 1, which should be text."),
    ],
)
def test_a_picture_that_there_is_none_of_is_told_the_nearest(
    loaded: Loaded, pictures: str, complaint: str
) -> None:
    with pytest.raises(LessonError, match=re.escape(complaint)):
        loaded(ARMS.replace('picture = "boundary"', f"picture = {pictures}"))


# ---- arms ------------------------------------------------------------------


def test_arms_override_what_they_share(loaded: Loaded) -> None:
    plane = loaded(ARMS).experiments["plane"]
    assert plane.names == ("line", "shrunk", "relu")
    models = {arm.name: dict(arm.settings.model) for arm in plane.arms}
    assert models["line"] == {"name": "MLP", "sizes": [2, 2], "activation": "relu"}
    assert models["shrunk"]["activation"] == "shrink"
    assert models["relu"] == {"name": "MLP", "sizes": [2, 8, 2], "activation": "relu"}
    assert [arm.settings.optimizer["name"] for arm in plane.arms] == ["adam", "sgd", "adam"]
    assert (plane.shown, plane.pictures, plane.steps) == (("shrunk", "relu"), ("boundary",), 500)


def test_an_arm_with_another_name_in_a_table_takes_nothing_from_the_base(loaded: Loaded) -> None:
    other = (
        PLANE + '[experiment.plane.arm.a]\n[experiment.plane.arm.b]\nmodel = { layers = ["Linear 2 2"] }\n'
    )
    with pytest.raises(LessonError, match="unknown key 'layers'"):
        loaded(other)
    arms = loaded(other.replace("layers =", 'name = "layers", layers =')).experiments["plane"].arms
    assert arms[1].settings.model == {"name": "layers", "layers": ["Linear 2 2"]}


def test_a_name_alone_is_a_table_with_that_name(loaded: Loaded) -> None:
    arm = loaded(STEPS + "[experiment.widths.arm.one]\n[experiment.widths.arm.two]\nmodel = { hidden = 4 }\n")
    settings = arm.experiments["widths"].arms[1].settings
    assert settings.task == {"name": "agreement"}
    assert settings.model == {"name": "TenseMLP", "hidden": 4}


def test_an_experiment_without_arms_is_one_arm_of_its_own_name(loaded: Loaded) -> None:
    (arm,) = loaded(PLANE).experiments["plane"].arms
    assert (arm.name, arm.edits) == ("plane", ())


def test_a_break_without_arms_has_a_healthy_and_a_broken_one(loaded: Loaded) -> None:
    lesson = loaded(BREAK + PLANE)
    healthy, broken = lesson.experiments["plane"].arms
    assert (healthy.name, broken.name) == ("healthy", "broken")
    assert healthy.settings is broken.settings
    assert (healthy.edits, broken.edits) == ((), lesson.edits)


def test_any_arm_of_a_break_may_be_edited(loaded: Loaded) -> None:
    arms = "[experiment.plane.arm.slow]\nedited = true\n[experiment.plane.arm.broken]\nedited = false\n"
    slow, broken = loaded(BREAK + PLANE + arms).experiments["plane"].arms
    assert len(slow.edits) == 3
    assert broken.edits == ()


OWN = """
[experiment.plane.arm.right]
[experiment.plane.arm.wrong]
break = { file = "minimodel/training.py", before = "optimizer.zero_grad()", after = "pass" }
"""


def test_an_arm_may_have_a_break_of_its_own_where_the_lesson_has_none(loaded: Loaded) -> None:
    lesson = loaded(PLANE + OWN)
    right, wrong = lesson.experiments["plane"].arms
    assert (lesson.edits, right.edits) == ((), ())
    assert wrong.edits == (Edit("minimodel/training.py", "optimizer.zero_grad()", "pass"),)
    with pytest.raises(LessonError, match="only where the lesson has none"):
        loaded(BREAK + PLANE + OWN)


def test_what_a_single_arm_changes_has_to_calculate_as_well(loaded: Loaded) -> None:
    check_lesson_inert(loaded(PLANE + OWN))
    with pytest.raises(LessonError, match=r"uses the name `open`"):
        check_lesson_inert(loaded(PLANE + OWN.replace('"pass"', "\"open('x')\"")))


def test_edits_at_several_places_are_read_in_order(loaded: Loaded) -> None:
    edits = loaded(BREAK + PLANE).edits
    assert [edit.file.split("/")[-1] for edit in edits] == ["losses.py", "losses.py", "training.py"]
    assert edits[2] == Edit("minimodel/training.py", "optimizer.zero_grad()", "pass")


def test_edits_of_the_same_text_are_refused(loaded: Loaded) -> None:
    twice = BREAK.replace("labels=labels, rows=rows)", "axis=-1) * (1 / rows)").replace(
        "labels=labels, rows=1)", "x"
    )
    with pytest.raises(
        LessonError, match=r"\[break\] 'axis=-1\) \* \(1 / rows\)' should stand exactly once in .*found 0"
    ):
        loaded(twice + PLANE)


# ---- what is varied --------------------------------------------------------


def vary(path: str, values: str) -> str:
    return f'{STEPS}[experiment.widths.vary]\n"{path}" = {values}\n'


def test_each_value_of_a_varied_setting_is_an_arm(loaded: Loaded) -> None:
    widths = loaded(vary("model.hidden", "[4, 16, 64]")).experiments["widths"]
    assert widths.names == ("4", "16", "64")
    assert widths.values == (4.0, 16.0, 64.0)
    assert [arm.settings.model["hidden"] for arm in widths.arms] == [4, 16, 64]


@pytest.mark.parametrize(
    ("path", "values", "names"),
    [("optimizer.lr", "[0.001, 0.1]", ("0.001", "0.1")), ("steps", "[5, 10]", ("5", "10")),
     ("batch_size", "[8, 16]", ("8", "16"))],
)  # fmt: skip
def test_any_setting_that_is_a_number_can_be_varied(
    loaded: Loaded, path: str, values: str, names: tuple[str, ...]
) -> None:
    assert loaded(vary(path, values)).experiments["widths"].names == names


@pytest.mark.parametrize(
    ("path", "values", "said"),
    [
        ("model.hidden", "[4]", "vary model.hidden should list at least two numbers"),
        ("model.hidden", '["a", "b"]', "should list at least two numbers"),
        ("model.hidden", "4", "should list at least two numbers"),
        ("model.hiden", "[4, 8]", "unknown key 'hiden'. Did you mean hidden"),
        ("modl.hidden", "[4, 8]", "unknown key 'modl'. Did you mean model"),
        ("model.hidden", "[4.5, 8]", "hidden = 4.5 should be a whole number"),
        ("model.hidden", '[4, 8]\n"steps" = [1, 2]', "vary takes one setting"),
    ],
)
def test_what_cannot_be_varied_is_said(loaded: Loaded, path: str, values: str, said: str) -> None:
    with pytest.raises(LessonError, match=said.replace(".", r"\.")):
        loaded(vary(path, values))


# ---- rounds ----------------------------------------------------------------

TWO = PLANE + PLANE.replace("plane", "other")


def test_each_experiment_is_a_round_of_its_own(loaded: Loaded) -> None:
    assert loaded(TWO).rounds == (("plane",), ("other",))


def test_a_round_may_have_several_experiments(loaded: Loaded) -> None:
    assert loaded('rounds = [["other", "plane"]]\n' + TWO).rounds == (("other", "plane"),)


@pytest.mark.parametrize("rounds", ['[["plane"]]', '[["plane"], ["other"], []]', '[["plane", "plane"]]'])
def test_rounds_that_leave_an_experiment_out_or_have_it_twice_are_refused(
    loaded: Loaded, rounds: str
) -> None:
    with pytest.raises(LessonError, match="rounds should name each experiment once: plane, other"):
        loaded(f"rounds = {rounds}\n{TWO}")


# ---- what is measured ------------------------------------------------------


def test_an_experiment_measures_what_its_questions_and_claims_ask_for(loaded: Loaded) -> None:
    claim = (
        'a = { measure = "median", experiment = "plane", metric = "val_loss", arm = "line", equals = 1 }\n'
    )
    asked = question("direction", arm='"relu"', against='"shrunk"').replace("solved", "final_loss")
    plane = loaded(ARMS + asked + "[claims]\n" + claim).experiments["plane"]
    assert plane.metrics == ("solved", "final_loss", "val_loss")
    assert plane.pairs == (("final_loss", "ratio", "relu", "shrunk"),)


def test_two_arms_are_always_compared(loaded: Loaded) -> None:
    pairs = loaded(BREAK + PLANE + 'metrics = ["solved"]\n').experiments["plane"].pairs
    assert pairs == (("solved", "ratio", "broken", "healthy"), ("solved", "difference", "broken", "healthy"))


def test_a_question_asks_about_the_last_arm_beside_the_first_unless_it_names_others(loaded: Loaded) -> None:
    plain = loaded(ARMS + question("direction")).questions[0]
    named = loaded(ARMS + question("direction", arm='"shrunk"', against='"relu"')).questions[0]
    number = loaded(ARMS + question("number")).questions[0]
    assert (plain.arm, plain.against) == ("relu", "line")
    assert (named.arm, named.against) == ("shrunk", "relu")
    assert (number.arm, number.against) == ("relu", "")


def test_questions_that_compare_arms_take_all_or_those_they_name(loaded: Loaded) -> None:
    assert loaded(ARMS + question("order")).questions[0].arms == ("line", "shrunk", "relu")
    some = loaded(ARMS + question("which", arms='["relu", "line"]', compare='"least"')).questions[0]
    assert (some.arms, some.compare) == (("relu", "line"), "least")


REFUSED: list[tuple[str, str]] = [
    (
        question("which", arms='["relu", "lin"]'),
        "one of line, shrunk, relu. Did you mean line",
    ),
    (question("which", arms='["relu"]'), "which compares at least two arms"),
    (question("which", compare='"ratio"'), "compare = 'ratio' should be one of most, least"),
    (question("direction", compare='"most"'), "compare = 'most' should be one of ratio, difference"),
    (
        question("direction", arm='"lime"'),
        "arm = 'lime' should be one of line, shrunk, relu. Did you mean line",
    ),
    (question("order", popular='"relu < line"'), "popular = 'relu < line' is no answer to this question"),
    (question("choice"), "a choice needs at least two"),
    (
        question("choice") + '[[predict.option]]\nid = "a"\nrelo = [0, 1]\n',
        "unknown key 'relo'. Did you mean relu",
    ),
    (question("wich"), "kind = 'wich' should be one of"),
    (question("number", width="3"), "unknown key 'width'. Did you mean within"),
]


@pytest.mark.parametrize(("asked", "said"), REFUSED)
def test_a_question_about_what_there_is_not_is_refused(loaded: Loaded, asked: str, said: str) -> None:
    with pytest.raises(LessonError) as caught:
        loaded(ARMS + asked)
    assert said in str(caught.value)
    assert "a-lesson/lesson.toml: [[predict]] q" in str(caught.value)
