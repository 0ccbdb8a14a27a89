"""Experiments as a lesson file writes them: arms, varied settings, rounds, and names that there are."""

from collections.abc import Callable

import pytest

from lessons.course.lesson.lesson import Edit, Lesson, Question
from lessons.course.lesson.values import LessonError
from lessons.format.packs import check_lesson_inert
from tests.lessons.conftest import PLANE

Loaded, Refused = Callable[..., Lesson], Callable[[str], str]

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
    return f'\n[## predict q]\nkind = "{kind}"\nof = "{experiment}.solved"\n{lines}\n'


def pictured(pictures: str) -> str:
    return ARMS.replace('picture = "boundary"', f"picture = {pictures}")


def test_arms_override_what_they_share(loaded):
    plane = loaded(ARMS).experiments["plane"]
    assert plane.names == ("line", "shrunk", "relu")
    models = {arm.name: dict(arm.settings.model) for arm in plane.arms}
    assert models["line"] == {"name": "MLP", "sizes": [2, 2], "activation": "relu"}
    assert models["shrunk"]["activation"] == "shrink"
    assert models["relu"] == {"name": "MLP", "sizes": [2, 8, 2], "activation": "relu"}
    assert [arm.settings.optimizer["name"] for arm in plane.arms] == ["adam", "sgd", "adam"]
    assert (plane.shown, plane.pictures, plane.steps) == (("shrunk", "relu"), ("boundary",), 500)


def test_an_arm_with_another_name_in_a_table_takes_nothing_from_the_base(loaded, refused):
    other = PLANE + '[experiment.plane.arm.a]\n[experiment.plane.arm.b]\nmodel = { layers = ["Linear 2 2"] }\n'
    assert "unknown key 'layers'" in refused(other)
    arms = loaded(other.replace("layers =", 'name = "layers", layers =')).experiments["plane"].arms
    assert arms[1].settings.model == {"name": "layers", "layers": ["Linear 2 2"]}


def test_a_name_alone_is_a_table_with_that_name(loaded):
    arm = loaded(STEPS + "[experiment.widths.arm.one]\n[experiment.widths.arm.two]\nmodel = { hidden = 4 }\n")
    settings = arm.experiments["widths"].arms[1].settings
    assert settings.task == {"name": "agreement"}
    assert settings.model == {"name": "TenseMLP", "hidden": 4}


def test_an_experiment_without_arms_is_one_of_its_own_name_and_in_a_break_a_healthy_and_a_broken_one(loaded):
    (arm,) = loaded(PLANE).experiments["plane"].arms
    assert (arm.name, arm.edits) == ("plane", ())
    lesson = loaded(BREAK + PLANE + 'metrics = ["solved"]\n')
    plane = lesson.experiments["plane"]
    healthy, broken = plane.arms
    assert (healthy.name, broken.name) == ("healthy", "broken")
    assert healthy.settings is broken.settings
    assert (healthy.edits, broken.edits) == ((), lesson.edits)
    assert [edit.file.split("/")[-1] for edit in lesson.edits] == ["losses.py", "losses.py", "training.py"]
    assert lesson.edits[2] == Edit("minimodel/training.py", "optimizer.zero_grad()", "pass")
    pair = "broken", "healthy"
    assert plane.pairs == (("solved", "ratio", *pair), ("solved", "difference", *pair))


def test_any_arm_of_a_break_may_be_edited(loaded):
    arms = "[experiment.plane.arm.slow]\nedited = true\n[experiment.plane.arm.broken]\nedited = false\n"
    slow, broken = loaded(BREAK + PLANE + arms).experiments["plane"].arms
    assert (len(slow.edits), broken.edits) == (3, ())


OWN = """
[experiment.plane.arm.right]
[experiment.plane.arm.wrong]
[[experiment.plane.arm.wrong.edit]]
file = "minimodel/nn/linear.py"
before = "bound = 1 / "
after = "bound = 2 / "
"""
DOUBLED = Edit("minimodel/nn/linear.py", "bound = 1 / ", "bound = 2 / ")


def test_an_arm_may_have_edits_of_its_own(loaded):
    lesson = loaded(PLANE + OWN)
    right, wrong = lesson.experiments["plane"].arms
    assert (lesson.edits, right.edits, wrong.edits, wrong.own) == ((), (), (DOUBLED,), (DOUBLED,))
    assert wrong.unedited().edits == ()
    check_lesson_inert(lesson)
    with pytest.raises(LessonError, match=r"uses the name `open`"):
        check_lesson_inert(loaded(PLANE + OWN.replace('"bound = 2 / "', "\"open('x'); bound = 2 / \"")))


def test_in_a_break_they_stand_alone_or_on_top_of_it(loaded):
    lesson = loaded(
        BREAK
        + PLANE
        + OWN
        + "[experiment.plane.arm.both]\nedited = true\n[[experiment.plane.arm.both.edit]]\n"
        + OWN.partition("edit]]\n")[2]
    )
    right, wrong, both = lesson.experiments["plane"].arms
    assert (right.edits, wrong.edits) == ((), (DOUBLED,))
    assert both.edits == (*lesson.edits, DOUBLED)
    assert both.unedited().edits == lesson.edits


def vary(path: str, values: str) -> str:
    return f'{STEPS}[experiment.widths.vary]\n"{path}" = {values}\n'


def test_each_value_of_a_varied_setting_is_an_arm(loaded):
    widths = loaded(vary("model.hidden", "[4, 16, 64]")).experiments["widths"]
    assert widths.names == ("4", "16", "64")
    assert widths.values == (4.0, 16.0, 64.0)
    assert [arm.settings.model["hidden"] for arm in widths.arms] == [4, 16, 64]
    for path, values in (("optimizer.lr", "[0.001, 0.1]"), ("steps", "[5, 10]"), ("batch_size", "[8, 16]")):
        names = loaded(vary(path, values)).experiments["widths"].names
        assert f"[{', '.join(names)}]" == values


DROPOUT = """
[experiment.widths]
task = "xor"
model = { layers = ["Linear 2 8", "Dropout 0.5", "Linear 8 2"] }
optimizer = { name = "sgd", lr = 0.5 }
steps = 10
seeds = 2
[experiment.widths.vary]
"""


def test_an_option_of_a_single_layer_is_varied(loaded, refused):
    widths = loaded(DROPOUT + '"model.layers.1.p" = [0.2, 0.8]\n').experiments["widths"]
    assert widths.names == ("0.2", "0.8")
    assert [arm.settings.model["layers"] for arm in widths.arms] == [
        ["Linear 2 8", f"Dropout {p}", "Linear 8 2"] for p in ("0.2", "0.8")
    ]
    assert "layer 1, 'Dropout 0.5', has no 'q'" in refused(DROPOUT + '"model.layers.1.q" = [0.2, 0.8]\n')
    assert "no layer '3'; they are numbered from 0 to 2" in refused(DROPOUT + '"model.layers.3.p" = [0.2, 0.8]\n')


TWO = PLANE + PLANE.replace("plane", "other")


def test_an_experiment_measures_what_its_questions_and_claims_ask_for(loaded):
    claim = 'a = { measure = "median", experiment = "plane", metric = "val_loss", arm = "line", equals = 1 }\n'
    asked = question("direction", arm='"relu"', against='"shrunk"').replace("solved", "final_loss")
    plane = loaded(ARMS + asked + "[## why]\n" + claim).experiments["plane"]
    assert plane.metrics == ("solved", "final_loss", "val_loss")
    assert plane.pairs == (("final_loss", "ratio", "relu", "shrunk"),)


def test_a_question_asks_about_the_last_arm_beside_the_first_or_all_unless_it_names_others(loaded):
    def asked(kind: str, **more: str) -> Question:
        return loaded(ARMS + question(kind, **more)).questions[0]

    plain, number, named = (asked("direction"), asked("number"), asked("direction", arm='"shrunk"', against='"relu"'))
    assert (plain.arm, plain.against) == ("relu", "line")
    assert (number.arm, number.against) == ("relu", "")
    assert (named.arm, named.against) == ("shrunk", "relu")
    assert asked("order").arms == ("line", "shrunk", "relu")
    some = asked("which", arms='["relu", "line"]', compare='"least"')
    assert (some.arms, some.compare) == (("relu", "line"), "least")


def test_in_a_break_it_asks_about_the_broken_one_wherever_that_stands(loaded):
    arms = "".join(f"[experiment.plane.arm.{name}]\n" for name in ("healthy", "broken", "control"))
    lesson = loaded(BREAK + PLANE + 'metrics = ["solved"]\n' + arms + question("number"))
    assert lesson.questions[0].arm == "broken"


QUESTIONS = [
    (question("which", arms='["relu", "lin"]'), "one of line, shrunk, relu. Did you mean line"),
    (question("which", arms='["relu"]'), "which compares at least two arms"),
    (question("which", compare='"ratio"'), "compare = 'ratio' should be one of most, least"),
    (question("direction", compare='"most"'), "compare = 'most' should be one of ratio, difference"),
    (question("direction", arm='"lime"'), "arm = 'lime' should be one of line, shrunk, relu. Did you mean line"),
    (question("order", tempting='"relu < line"'), "tempting = 'relu < line' is no answer to this question"),
    (question("choice"), "a choice needs at least two"),
    (question("choice", options="{ a = { relo = [0, 1] } }"), "unknown key 'relo'. Did you mean relu"),
    (question("wich"), "kind = 'wich' should be one of"),
    (question("number", width="3"), "unknown key 'width'. Did you mean within"),
]  # fmt: skip
AXIS = "axis=-1) * (1 / rows)"
TWICE = BREAK.replace("labels=labels, rows=rows)", AXIS).replace("labels=labels, rows=1)", "x")
AGAIN = """[experiment.plane.arm.a]
edited = true
edit = { file = "minimodel/training.py", before = "optimizer.zero_grad()", after = "" }
"""
EACH_ONCE = "rounds should name each experiment once: plane, other"
PLUS = PLANE.replace('activation = "relu"', "plus = { %s }")
REFUSED = [
    *((ARMS + asked, f"a-lesson/en.md, line … ## predict q … {said}") for asked, said in QUESTIONS),
    (BREAK + PLANE + AGAIN, "[arm.a]: [edit] 'optimizer.zero_grad()' should stand exactly once"),
    (TWICE + PLANE, f"[break] '{AXIS}' should stand exactly once in minimodel/nn/losses.py; found 0"),
    (f'rounds = [["plane"]]\n{TWO}', EACH_ONCE),
    (f'rounds = [["plane", "plane"]]\n{TWO}', EACH_ONCE),
    (pictured('"curve"'), "Did you mean curves"),
    (pictured('["curves", "gird"]'), "nudges, between. Did you mean grid"),
    (pictured('["grid", "grid"]'), "each once"),
    (pictured("[]"), "one picture, or several"),
    (pictured("[1]"), "picture has 1, which should be text."),
    (PLUS % "gein = 9.0", "[plus]: [model]: unknown key 'gein'. Did you mean gain"),
    (PLUS % "hidden = 100000", "hidden = 100000 should be from 0 to 4,096"),
    (PLUS % 'times = "two"', "[plus]: times = 'two' should be a number"),
    (PLUS % "scale = { fc1 = nan }", "a number for each name"),
    (PLANE.replace('"MLP"', '"MPL"'), "Did you mean MLP"),
    (PLANE.replace("sizes = [2, 8, 2], ", ""), "[model]: sizes is missing; expected a list"),
    (PLANE.replace("activation =", 'init = "xavier", activation ='), "Did you mean xavier_"),
    (PLANE.replace('"adam"', '"addam"'), "name = 'addam' should be one of sgd, adam, adamw. Did you mean adam"),
    (PLANE.replace("lr =", "beta = 0.9, lr ="), "unknown key 'beta'. Did you mean beta"),
    (PLANE.replace('"xor"', '{ name = "xor", label_noise = 2 }'), "label_noise = 2 should be from 0 to 1"),
    (f'{PLANE}metrics = ["steps_to_loss:abc"]', "'steps_to_loss:abc', which should be a metric"),
    (vary("model.hidden", "[4]"), "vary 'model.hidden' should list at least two numbers"),
    (vary("model.hidden", '["a", "b"]'), "should list at least two numbers"),
    (vary("model.hiden", "[4, 8]"), "unknown key 'hiden'. Did you mean hidden"),
    (vary("modl.hidden", "[4, 8]"), "unknown key 'modl'. Did you mean model"),
    (vary("model.hidden", "[4.5, 8]"), "hidden = 4.5 should be a whole number"),
    (vary("model.hidden", '[4, 8]\n"steps" = [1, 2]'), "vary takes one setting"),
]


@pytest.mark.parametrize(("structure", "said"), REFUSED)
def test_what_there_is_not_or_does_not_fit_is_refused(refused, structure, said):
    told = refused(structure)
    assert [part for part in said.split(" … ") if part not in told] == []


def test_an_experiment_shows_one_picture_or_several(loaded):
    assert loaded(ARMS).experiments["plane"].pictures == ("boundary",)
    several = loaded(pictured('["curves", "boundary"]'))
    assert several.experiments["plane"].pictures == ("curves", "boundary")
