"""The judge says "repaired" of what is right, however it is written, and of nothing else.

Of each lesson `lynx-tutor check` judges two right repairs and three wrong ones. Here are those that a judge has erred about.
Code stands in the place of the healthy line; of pairs, each first text becomes the second in the file that is handed in.
"""

from functools import cache
from typing import Any

import pytest

from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import edited_files, edited_text, healthy_text
from lessons.course.lesson.state import Judged
from lessons.course.steps.hints import judged_words
from lessons.engine.process import Process
from lessons.format.course import load_course, load_lesson
from lessons.format.files import CONTENT
from lessons.judge.calls import Judgement, unequal
from lessons.judge.judge import judge_text
from lessons.judge.repair_checks import contract_of
from tutor.words.text import Text

Code = str | list[tuple[str, str]]
ADAM_RULE = 'at.data -= rate * m / (np.sqrt(v) + options["eps"] * root)'
OF_LINEAR = "return apply(linear, x, self.weight, self.bias)"
LOOKS_LIKE_GELU = "return 0.5 * x * (1 + (0.7978845608028654 * (x + 0.044715 * x**3)).tanh())"
WRONG: list[tuple[str, Code, str]] = [
    ("ascent", [("g, momentum = at.gradient,", "g, momentum = -at.gradient,")], "contract"),
    ("ascent", 'at.data += (options["lr"] if momentum else -options["lr"]) * g', "contract"),
    ("dead-relu", "zeros = np.zeros(out_features)", "contract contract_raises"),
    ("accuracy-broadcast", "right = logits.argmax(1) == labels", "contract contract_raises"),
    ("square-transposed", "gradient = left.T @ widen(g)", "contract contract_raises"),
    ("layernorm-axis", [("a.mean(-2,", "a.mean(1,"), ("(a * b).mean(-2,", "(a * b).mean(1,")], "contract contract_raises"),
    ("adam-uncorrected", 'rate = options["lr"] * root / (1 - 0.9**at.step)', "contract"),
    ("zero-grad", "p.grad = None", "contract"),
    ("softmax-twice", "return self.fc2(self.hidden(x)).softmax() * 5", "contract bound"),
    ("softmax-twice", "return self.fc2(self.hidden(x)).softmax() * 30", "contract bound"),
    ("softmax-twice", "return self.fc2(self.hidden(x)).sigmoid() * 30", "contract bound"),
    ("build-backward", [(OF_LINEAR, "return (x[..., None, :] * self.weight).sum(-1) + self.bias"), ("return apply(gelu, x)", LOOKS_LIKE_GELU)], "forbidden"),
    ("accuracy-broadcast", "right = logits.argmax(-1)[:, None] == labels[:, None]", "value"),
    ("zero-grad", "p.grad = None if set_to_none else 0", "contract_raises"),
    # One row, one layer, two objects, a wrong word.
    ("build-backward", [("return g * (h + z * slope_of_h)", "return g * np.where(abs(z) < 3, h + z * slope_of_h, z > 0)")], "gradient"),
    ("build-backward", [("return g @ weight", "return g @ weight * (len(g) > 1)")], "gradient"),
    ("build-sequential", [("if not isinstance(module, Module):", "if not callable(module):")], "accepted"),
    ("build-sequential", [("        return x\n", "        return getattr(self, '0')(x) if self.count == 1 else x\n")], "raises value"),
    ("build-tense-mlp", [("class TenseMLP", "KEPT = {}\n\n\nclass TenseMLP"), ("self.fc1 = Linear(23, hidden)", "self.fc1 = KEPT.setdefault(hidden, Linear(23, hidden))")], "shared"),
    ("build-tense-mlp", [("return Sequential(Linear(23, hidden)", "return Sequential(ROWS.setdefault(hidden, Linear(23, hidden))"), ("def tense_row", "ROWS = {}\n\n\ndef tense_row")], "shared"),
    ("plain-list", "self.layers = ModuleList(layers)\n        self.kept = self.layers", "contract"),
    ("accuracy-broadcast", "right = np.take_along_axis(logits, np.broadcast_to(labels, logits.shape[:-1])[..., None], -1)[..., 0] > logits.max(-1) - 1e-3", "contract"),
    ("loss-sum", [('reduction: str = "sum"', 'reduction: str = "mean"'), ("if reduction not in REDUCTIONS:", "if False:")], "contract_accepts"),
]  # fmt: skip
RIGHT: list[tuple[str, Code]] = [
    ("no-max-shift", "p = logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)"),
    ("accuracy-broadcast", "right = np.take_along_axis(logits, np.broadcast_to(labels, logits.shape[:-1])[..., None], -1)[..., 0] == logits.max(-1)"),
    ("adam-uncorrected", 'rate = options["lr"] * root / -math.expm1(at.step * math.log(beta1))'),
    ("adam-uncorrected", [(ADAM_RULE, 'm_hat = m / (1 - beta1**at.step)\n        v_hat = v / (1 - beta2**at.step)\n        at.data -= rate * m_hat / (np.sqrt(v_hat) + options["eps"])')]),
    ("ascent", 'np.subtract(at.data, options["lr"] * g, out=at.data)'),
    ("break-gelu-identity", "from .functional import gelu; return gelu(x)"),
    ("break-gelu-identity", "from minimodel.nn.functional import gelu; return gelu(x)"),
    ("loss-sum", 'def __init__(self, reduction: Any = "mean", *more: Any) -> None:'),
    ("plain-list", 'self.layers = layers\n        for place, each in enumerate(layers):\n            setattr(self, f"layer{place}", each)'),
    ("relu-mask", "return (a + np.abs(a)) / 2, (lambda g: g * (np.sign(a) + 1) / 2,)"),
    ("softmax-twice", "scores = self.fc2(self.hidden(x)); return scores - scores.mean(-1, keepdim=True)"),
    ("softmax-twice", "return self.fc2(self.hidden(x)).softmax().log()"),
    ("square-transposed", "gradient = (left[..., :, :, None] * widen(g)[..., :, None, :]).sum(-3)"),
    ("zero-grad", "p.grad = None if set_to_none else 0 * p._data"),
    ("build-sequential", [("        for place in range(self.count):\n", "        place = -1\n        while hasattr(self, str(place := place + 1)):\n")]),
]  # fmt: skip
QUICK_WRONG = ("contract_raises", "contract", "value", "forbidden")  # one of each is judged among the quick tests


@cache
def lesson_of(name: str) -> Lesson:
    return load_lesson(CONTENT / name)


def files(lesson: Lesson, code: Code) -> dict[str, str]:
    if lesson.lab:
        assert isinstance(code, list)
        return {lesson.lab.file: changed(lesson.lab.solution, code)}
    if isinstance(code, str):
        (edit,) = lesson.edits
        return {edit.file: healthy_text(edit.file).replace(edit.before, code)}
    (file,) = edited_files(lesson.edits)
    return {file: changed(edited_text(lesson.edits, file), code)}


def changed(text: str, pairs: list[tuple[str, str]]) -> str:
    for before, after in pairs:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def judged(bench: Process, name: str, code: Code) -> Judgement:
    return judge_text(lesson_of(name), files(lesson_of(name), code), process=bench)


def some_quick(cases: list[tuple[Any, ...]], quick: list[Any]) -> list[Any]:
    """The cases, of which only these are judged among the quick tests."""
    return [each if each in quick else pytest.param(*each, marks=pytest.mark.slow) for each in cases]


FIRST_WRONG = [next(each for each in WRONG if each[2].endswith(reason)) for reason in QUICK_WRONG]


@pytest.mark.parametrize(("name", "code", "reasons"), some_quick(WRONG, FIRST_WRONG))
def test_a_wrong_repair_is_refused_with_a_reason_that_fits(bench, name, code, reasons):
    found = judged(bench, name, code)
    assert found.reason in reasons.split(), found
    for language in ("en", "es"):
        words = judged_words(
            Judged(False, found.reason, found.detail, parts=found.parts), False, Text(language)
        ).markdown
        assert "≠" not in words or not found.reason.startswith("contract"), words


@pytest.mark.parametrize(("name", "code"), some_quick(RIGHT, RIGHT[::4]))
def test_a_right_repair_passes_however_it_is_written(bench, name, code):
    assert judged(bench, name, code) == Judgement("passed")


def test_every_break_has_a_contract():
    breaks = [each.id for each in load_course().headings.values() if each.is_break]
    assert [name for name in breaks if not contract_of(lesson_of(name).edits)] == []


@pytest.mark.parametrize(
    ("mine", "right", "said"),
    [
        (0.70578, 0.70579, "0.70578 ≠ 0.70579"),
        (1, 2, "1 ≠ 2"),
        (-0.0, 0.5, "0 ≠ 0.5"),
        (1 / 3, 1e300, "0.3333 ≠ 1e+300"),
    ],
)
def test_two_numbers_that_differ_are_never_shown_as_equal(mine, right, said):
    assert str(unequal(mine, right)).strip() == said


SAID = [
    (
        {"name": "TenseMLP", "part": "differences[0, 0]", "mine": "-0.25", "right": "0.0625"},
        "`TenseMLP` with other inputs: a logit's distance from its row's mean (the largest counts as 1) "
        "is -0.25, and the healthy one gives 0.0625.",
    ),
    (
        {"name": "SGD", "with lr": "0.1", "with momentum": "0.9", "part": "weight[0, 1]", "mine": "1.05", "right": "1"},
        "`SGD` with a learning rate of 0.1, momentum 0.9: weight[0, 1] is 1.05, and the healthy one gives 1.",
    ),
    (
        {"name": "zero_grad", "with set_to_none": "False", "part": "p.grad", "mine": "None", "right": "array(2, 3)"},
        "`zero_grad` with `set_to_none=False`: p.grad is None, and the healthy one gives array(2, 3).",
    ),
    (
        {"name": "Linear(5, 2)", "with dtype": "float32", "said": "TypeError: no (a.py:3)"},
        "`Linear(5, 2)` with float32: TypeError: no (a.py:3).",
    ),
    ({}, "something else"),
]


@pytest.mark.parametrize(("parts", "words"), SAID)
def test_a_broken_contract_is_told_in_a_sentence(parts, words):
    said = judged_words(Judged(False, "contract", "something else", parts=parts), False, Text("en")).markdown
    assert said == f"It does what it should in this experiment, but not everywhere yet. {words}"


def test_a_repair_in_another_file_is_said_to_be_elsewhere():
    loop, call = "minimodel/training.py", "optimizer.zero_grad()"
    mended = changed(healthy_text(loop), [(call, f"{call}; model.zero_grad()")])
    assert judge_text(lesson_of("zero-grad"), {loop: mended}) == Judgement("elsewhere", "training.py")
