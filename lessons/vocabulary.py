"""The names that a lesson file may use, what each means, and the options that each takes.

The functions behind the names stand in `lessons/runs/`, a table each. Here they can be asked for without NumPy.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lessons.format import LANGUAGES

SHARE, NUMBER, WORD, SHAPE = "share", "number", "word", "shape"


@dataclass(frozen=True)
class Entry:
    """What a name means in one line, and its options with the type of each."""

    meaning: str
    options: Mapping[str, type] = field(default_factory=dict)


@dataclass(frozen=True)
class Metric:
    """What is measured on a trained model, and the kind of value it gives. `argument`: a name after a colon."""

    kind: str
    meaning: str
    argument: str = ""
    words: Mapping[str, str] = field(default_factory=dict)  # what it is called, by language
    words_with: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by argument, and language

    def called(self, language: str, argument: str = "") -> str:
        """Return its name in a language; an argument that has no words of its own stands behind it."""
        if argument in self.words_with:
            return self.words_with[argument][language]
        return f"{self.words[language]} {argument}".strip()


def read_metrics() -> dict[str, Metric]:
    """Read the metrics from the file that stands beside their functions."""
    tables = tomllib.loads(
        (Path(__file__).parent / "runs" / "metrics" / "metrics.toml").read_text(encoding="utf-8")
    )
    found = {}
    for name, table in tables.items():
        if ":" not in name:
            words = {language: table[language] for language in LANGUAGES}
            with_argument = {
                key.partition(":")[2]: each for key, each in tables.items() if key.startswith(f"{name}:")
            }
            found[name] = Metric(
                table["kind"], table["meaning"], table.get("argument", ""), words, with_argument
            )
    return found


@dataclass(frozen=True)
class Measure:
    """What a claim may measure, the arguments that it needs, and those that it may have."""

    meaning: str
    needs: Mapping[str, type]
    may: Mapping[str, type] = field(default_factory=dict)


# What is done to any task's rows: inputs multiplied; "labels" or "rows" shuffled; held-out rows that train as well.
ANY_TASK = {"scale": float, "shuffled": str, "leak": int}
GRAMMAR = {**ANY_TASK, "rows": int}  # how many train; all others are held out

TASKS: Mapping[str, Entry] = {
    "additive": Entry("60 cells of the grammar grid; verb and person add up", GRAMMAR),
    "agreement": Entry("60 cells of the grammar grid; what the person means depends on the verb", GRAMMAR),
    "triples": Entry("300 rows whose tense is not in the input", GRAMMAR),
    "xor": Entry("four corners of a square; `lifted` adds x·y as a third input", {**ANY_TASK, "lifted": bool}),
    "two-moons": Entry("two half circles that interlock", {**ANY_TASK, "rows": int, "noise": float}),
    "dichotomies": Entry("points in general position with random labels", {**ANY_TASK, "points": int, "dimensions": int, "circle": bool}),
    "line": Entry("a `function` of one number: sine, step, abs, square or zigzag; the middles between rows are held out, or numbers between the two of `beyond`", {**ANY_TASK, "function": str, "rows": int, "low": float, "high": float, "beyond": list}),
    "multiply": Entry("the product of two numbers within ±`high`; held out: between the two of `beyond`", {**ANY_TASK, "rows": int, "high": float, "beyond": list}),
    "sequence": Entry("strings of bits and one question: majority, parity, ends (is the first the last?) or rare (are three in four 1, or more?)", {**ANY_TASK, "question": str, "length": int, "rows": int}),
    "modular": Entry("(a + b) mod `modulus` for all a and b: adding on a clock", {**ANY_TASK, "modulus": int, "rows": int}),
    "knobs": Entry("a row a knob, turned by 1; each moves a needle of its own by its strength", {**ANY_TASK, "strengths": list}),
}  # fmt: skip

# The first weights: drawn anew, multiplied, with noise, the first layer's times `rescale` and the last one's over it;
# `biases`: the spread of the first biases.
FIRST = {"init": str, "gain": float, "noise": float, "rescale": float, "biases": float}
# Modules or parameters that do not learn, by name; which draw of the first weights, where arms differ in it; the best
# of so many starts, by every second held-out row.
ANY_MODEL = {"frozen": list, "dtype": str, "draw": int, "best_of": int}
NETWORK = {
    **FIRST,
    **ANY_MODEL,
    "sizes": list,
    "activation": str,
    "bias": bool,
    "scaling": str,
    "depth": int,
    "hidden": int,
}
MODELS: Mapping[str, Entry] = {
    "TenseMLP": Entry("23 → hidden → 5, an activation between", {**FIRST, **ANY_MODEL, "activation": str, "hidden": int, "scaling": str}),
    "MLP": Entry("linear layers of these sizes with an activation between; `depth` repeats the hidden one", NETWORK),
    "layers": Entry("a Sequential, a layer a line, such as \"Linear 2 16\" or \"GELU\"", {**FIRST, **ANY_MODEL, "layers": list}),
    "recurrence": Entry("a state that reads a row number by number, linear unless bent `inside`, and a readout", {**ANY_MODEL, "state": int, "inside": str, "after": str, "width": int}),
    "random-features": Entry("an MLP of which only the last layer learns", NETWORK),
    "wired": Entry("an MLP with a `kept` share of its wires: the strongest once a copy was `taught` for so many steps, or `shuffled`; its weights, or others drawn `anew`", {**NETWORK, "kept": float, "wiring": str, "taught": int, "anew": bool}),
    "linearised": Entry("an MLP's linearisation at its start, trained in its place", NETWORK),
    "least-squares": Entry("random features with the readout that fits best, computed and not trained", NETWORK),
    "by-hand": Entry("weights that are written down: sawtooth, chords, halving, count-sine, count-folds or fold-inside", {**ANY_MODEL, "design": str, "size": int}),
    "DeepMLP": Entry("a layer to `hidden`, `depth` residual blocks, and a last layer", {**FIRST, **ANY_MODEL, "hidden": int, "depth": int, "activation": str}),
}  # fmt: skip
INITS = (
    "default",
    "xavier_uniform",
    "xavier_normal",
    "kaiming_uniform",
    "kaiming_normal",
    "uniform",
    "normal",
    "constant",
    "zeros",
)
SCALINGS = ("standard", "ntk")

OPTIMIZERS: Mapping[str, Entry] = {
    "sgd": Entry("stochastic gradient descent", {"lr": float, "momentum": float, "weight_decay": float, "nesterov": bool}),
    "adam": Entry("Adam", {"lr": float, "beta1": float, "beta2": float, "eps": float, "weight_decay": float}),
    "adamw": Entry("Adam with decoupled weight decay", {"lr": float, "beta1": float, "beta2": float, "eps": float, "weight_decay": float}),
}  # fmt: skip

LOSSES: Mapping[str, str] = {
    "cross_entropy": "cross-entropy, computed as one operation",
    "cross_entropy_spelled_out": "the same from log_softmax, gather and mean",
    "mean_squares": "the mean squared distance",
}

METRICS: Mapping[str, Metric] = read_metrics()

SUMMARIES = ("median", "mean", "least", "greatest")
ONE = SUMMARIES[2:]  # those that are one seed alone
PICTURES: Mapping[str, str] = {
    "curves": "the loss over the steps, every seed faint and the band over it",
    "bars": "a metric of each arm",
    "histogram": "hidden numbers, in shared bins",
    "matrix": "a matrix with shades",
    "function": "what the model says along one input",
    "boundary": "what the model says over a square",
    "grid": "each cell of the grammar grid, right or wrong",
    "scatter": "words by what the first layer made of them",
    "trend": "a metric over the varied setting",
    "spread": "where the seeds ended: a metric's values in shared bins; the losses while they train",
    "bend": "the activation of each arm, as it has become",
    "sureness": "how sure a model is of each held-out row, right or wrong",
    "table": "the table of sums on a clock, each cell right or wrong",
    "wave": "what one unit weighs over the hours of a clock",
    "weights": "the first weights, shaded",
    "nudges": "how many right answers flip, the further the rows are pushed",
    "between": "how much is right on the straight way from one network to another",
}
PROBES: Mapping[str, str] = {
    "curves": "the loss over the steps",
    "accuracy": "accuracy over the steps",
    "hidden": "a histogram of the hidden numbers",
    "rank": "the rank of W2 @ W1",
    "gap": "the interaction gap",
    "gradients": "gradient norms by parameter",
    "hardest": "the held-out rows with the highest loss",
    "first-difference": "the first number that differs, and where",
    **{
        name: PICTURES[name]
        for name in (
            "bars",
            "boundary",
            "grid",
            "matrix",
            "function",
            "scatter",
            "trend",
            "bend",
            "sureness",
            "table",
            "wave",
            "between",
            "nudges",
            "weights",
        )
    },
}
# Of a metric over the seeds: of one arm, or of a pair (`arm = "ratio"` or "difference", with `of` and `against`).
OVER_SEEDS = {"experiment": str, "metric": str}
OF_ARM = {"arm": str, "of": str, "against": str}
MEASURES: Mapping[str, Measure] = {
    "median": Measure("the median over the seeds of a metric, of one arm or of a pair (`ratio`, `difference`)", OVER_SEEDS, OF_ARM),
    "mean": Measure("its mean", OVER_SEEDS, OF_ARM),
    "least": Measure("its least value", OVER_SEEDS, OF_ARM),
    "greatest": Measure("its greatest value", OVER_SEEDS, OF_ARM),
    "share": Measure("the share of seeds whose value lies in `where`", {**OVER_SEEDS, "where": list}, OF_ARM),
    "slope": Measure("the slope of a metric over the varied setting, log against log", OVER_SEEDS),
    "entry": Measure("an entry of a worked calculation", {"of": str}, {"at": list}),
    "count": Measure("how many numbers a value of a worked calculation has", {"of": str}),
    "gelu": Measure("GELU at `at`", {"at": float}),
    "gelu_slope": Measure("the slope of GELU at `at`", {"at": float}),
    "largest_exponent": Measure("the largest whole number to whose power e is no infinity in a `dtype`", {"dtype": str}),
    "parameters": Measure("how many parameters an arm's model has", {}, {"experiment": str, "arm": str}),
    "constant": Measure("a number that repeats a setting: write `setting`, which names it", {"value": float}),
    "setting": Measure("a setting of the lesson, by its name; `times` 100 for a percentage", {"name": str}, {"times": float}),
}  # fmt: skip
# What a page draws with `{draw NAME}`, from the healthy library.
DRAWINGS: Mapping[str, Measure] = {
    "functions": Measure("activations `of` these names, from `low` to `high`, with 0 marked; a `tangent` of the first at a number", {"of": list, "low": float, "high": float}, {"rows": int, "tangent": float}),
    "labels": Measure("what `tasks` answer for some `verbs` (with `persons`), as real forms", {"tasks": list, "verbs": list}, {"persons": list}),
    "product": Measure("two little matrices, `left` and `right`, and their product, `plus` one row; `names` heads them", {"left": list, "right": list}, {"plus": list, "names": list}),
    "gap": Measure("scores of two `verbs` and two `persons` that add up, with `more` on the last; and their gap", {"verbs": dict, "persons": dict}, {"more": float}),
    "input": Measure("the row of numbers that a `verb` and a `person` become", {"verb": str, "person": str}),
}  # fmt: skip
LAB_CHECKS: Mapping[str, Entry] = {
    "shape": Entry("a layer's parameters have the names and shapes of minimodel's", {"of": str, "like": str, "arguments": list, "like_arguments": list}),
    "equals": Entry("with the same parameters and inputs, it gives what minimodel's gives", {"of": str, "like": str, "arguments": list, "like_arguments": list, "inputs": list}),
    "gradient": Entry("its gradients are the slopes that small nudges show", {"of": str, "arguments": list, "inputs": list}),
    "trains": Entry("with the learner's layers among them, these layers reach a loss", {"task": str, "layers": list, "below": float, "steps": int, "lr": float}),
    "refuses": Entry("made with these arguments, it raises a TypeError", {"of": str, "arguments": list}),
    "forbids": Entry("it does not use what it is to write itself", {"uses": list}),
}  # fmt: skip
DIRECTIONS = ("more", "same", "fewer")
CURVES = ("follows", "slower", "plateau", "flat", "unfinished", "diverges")
TRENDS = ("rises", "flat", "falls")
QUESTION_KINDS = ("direction", "number", "choice", "shape", "curve", "which", "order", "trend", "entry")


YES_OR_NO = (
    "solved",
    "separable",
)  # 1 or 0 of a seed: of many seeds their share says more than the middle one
ALWAYS = ("train_accuracy", "val_accuracy", "final_loss", "steps_to_loss_0.1")  # what every run shows


def metric_of(name: str) -> Metric | None:
    """The metric that a name asks for; an argument may stand after a colon."""
    base, colon, argument = name.partition(":")
    found = METRICS.get(base)
    if found is None or (colon and not (found.argument and argument)):
        return None
    return found
