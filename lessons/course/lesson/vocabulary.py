"""The names that a lesson file may use, what each means, and the options that each takes.

The functions behind the names stand in `lessons/runs/`, a table each. Here they can be asked for without NumPy.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Annotated, Any

from lessons.course.lesson.values import MAX_ROWS, Interval, Layers, Points, Rows, Whole, between, one_of

INSTEAD = ("direction", "noise", "uphill")


@dataclass(frozen=True)
class Entry:
    """A name's meaning in one line, and its options, needed or not, with the type of each."""

    meaning: str
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    needs: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""  # of a pack's own task: the file that its function is in
    classes: int = 0  # of its labels

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process: its options were read in this one."""
        return {**vars(self), "options": {}}


def numbered(names: dict[str, Any]) -> str:
    fits = all(type(each) in (int, float) and isfinite(each) for each in names.values())
    return "" if fits else "a number for each name: { play = 2, write = 4 }."


def replaced(gradients: dict[str, object]) -> str:
    fits = all(each in INSTEAD for each in gradients.values())
    return "" if fits else f'a parameter and one of {", ".join(INSTEAD)}: {{ "fc1.weight" = "noise" }}.'


def matrix(rows: list[object]) -> str:
    lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
    numbers = [number for row in rows if isinstance(row, list) for number in row]
    fits = len(lengths) == 1 and numbers and all(type(number) in (int, float) for number in numbers)
    return "" if fits else "rows of numbers, all of one length: [[1, 2], [3, 4]]."


ANY_TASK = {
    "scale": float,
    "shuffled": Annotated[str, one_of(("rows", "labels"))],
    "leak": Rows,
    "label_noise": Annotated[float, between(0, 1)],
    "in_one_place": bool,
    "apart": bool,
}
SEEN = ("train", "held-out", "all")
AT = ("left", "right", "even", "odd", "all")  # where a motif begins
GRAMMAR = {**ANY_TASK, "rows": Rows}  # how many train; all others are held out

WORDS = {**ANY_TASK, "rows": Rows, "length": Whole, "letters": Whole}

TASKS: Mapping[str, Entry] = {
    "additive": Entry("60 cells of the grammar grid; verb and person add up", GRAMMAR),
    "agreement": Entry("60 cells of the grammar grid; what the person means depends on the verb", GRAMMAR),
    "triples": Entry("300 rows whose tense is not in the input", GRAMMAR),
    "xor": Entry("four corners of a square; `lifted` adds x·y as a third input", {**ANY_TASK, "lifted": bool}),
    "digits": Entry("pictures of 8 by 8 points of the ten digits, `moved` by so many points at most, with `noise`; each point so many by so many where they are `finer`", {**ANY_TASK, "rows": Rows, "noise": float, "moved": Whole, "finer": Whole}),
    "two-moons": Entry("two half circles that interlock", {**ANY_TASK, "rows": Rows, "noise": float}),
    "dichotomies": Entry("points in general position with random labels", {**ANY_TASK, "points": Points, "dimensions": Points, "circle": bool}),
    "line": Entry("a `function` of one number: sine, step, abs, square or zigzag; the middles between rows are held out, or numbers between the two of `beyond`", {**ANY_TASK, "function": str, "rows": Rows, "low": float, "high": float, "beyond": list[float]}),
    "multiply": Entry("the product of two numbers within ±`high`; held out: between the two of `beyond`", {**ANY_TASK, "rows": Rows, "high": float, "beyond": list[float]}),
    "sequence": Entry("strings of bits and one question: majority, parity, first (is it 1?), ends (is the first the last?) or rare (are three in four 1, or more?); held out: others, or strings as `longer` says", {**ANY_TASK, "question": str, "length": Whole, "rows": Rows, "longer": Whole}),
    "modular": Entry("(a + b) mod `modulus` for all a and b: adding on a clock", {**ANY_TASK, "modulus": Whole, "rows": Rows}),
    "columns": Entry("columns of noise, of which `telling` lean with the label; so many are `kept`: those that lean most, or spread most, in the rows of `chosen`; those of `scaled` give means and spreads; the first held-out row is a `slip`, so many times too large", {**ANY_TASK, "rows": Rows, "columns": Points, "telling": Points, "kept": Points, "by": Annotated[str, one_of(("labels", "spread"))], "chosen": Annotated[str, one_of(SEEN)], "scaled": Annotated[str, one_of(SEEN)], "slip": float}),
    "reverse": Entry("letters, the same backwards", WORDS),
    "copy": Entry("letters, and at each place the one before it; held-out rows as `longer` says", {**WORDS, "longer": Whole}),
    "first": Entry("letters, and which stands first", WORDS),
    "most": Entry("letters, and which stands there most often", WORDS),
    "largest": Entry("digits, and the largest of them; held-out rows as `longer` says", {**WORDS, "longer": Whole}),
    "sentences": Entry("`count` sentences, two unless said, `yesterday she walk -ed now i sing`, and the next word at each place; rows begin with the `first` word of a sentence or with `any`", {**GRAMMAR, "count": Whole, "begin": Annotated[str, one_of(("first", "any"))]}),
    "texts": Entry("a sentence, or `count`, two unless said, and a stop, with a `pad` of its own behind it or more of the `stop`; labels that are `ignored`: the `pads`, all `behind` a stop, or `none`; with `most` all behind a stop, and in seven texts of eight the stop as well", {**GRAMMAR, "count": Whole, "pad": Annotated[str, one_of(("own", "stop"))], "ignored": Annotated[str, one_of(("pads", "behind", "none", "most"))]}),
    "speech": Entry("who said when, `she yesterday you tomorrow i now she`, and the time of the last person", GRAMMAR),
    "motifs": Entry("one of four motifs of 5 numbers, in noise; `trained` at some places and `asked` at some", {**ANY_TASK, "rows": Rows, "length": Whole, "noise": float, "trained": Annotated[str, one_of(AT)], "asked": Annotated[str, one_of(AT)]}),
    "spot": Entry("a single 1 among zeros, at each place once: left half or right?", {**ANY_TASK, "length": Whole}),
    "knobs": Entry("a row a knob, turned by 1; each moves a needle of its own by its strength", {**ANY_TASK, "strengths": list[float]}),
}  # fmt: skip

# How each layer is written: what follows its name, in brackets where it may be left out.
LAYERS: Mapping[str, str] = {
    **dict.fromkeys(("Linear", "Matrix"), "inputs outputs"),
    **dict.fromkeys(("LayerNorm", "BatchNorm1d"), "size"),
    "LeakyReLU": "[slope]",
    "Dropout": "[p]",
    "Scale": "factor",
    "Unflatten": "channels",
    "Conv1d": "channels outputs width [stride] [padding] [padding_mode]",
    "Unshared": "channels outputs width places",
    "MaxPool1d": "width",
    **dict.fromkeys(("Max", "Mean", "Flatten"), ""),
    **dict.fromkeys(("ReLU", "GELU", "Tanh", "Sigmoid", "NaiveSigmoid", "Softmax"), ""),
    **dict.fromkeys(("Sin", "Identity"), ""),
}

INITS = (
    "default", "xavier_uniform", "xavier_normal", "kaiming_uniform", "kaiming_normal", "orthogonal", "uniform", "normal", "constant", "zeros",
)  # fmt: skip
SCALINGS = ("standard", "ntk")
FIRST = {"init": Annotated[str, one_of(INITS)], "gain": float, "noise": float, "rescale": float, "biases": float}
ANY_MODEL = {
    "frozen": list[str],
    "dtype": Annotated[str, one_of(("float32", "float64"))],
    "draw": Whole,
    "best_of": Annotated[int, between(1, 256)],
    "scale": Annotated[dict, numbered],
    "plus": dict,
}
NETWORK = {
    **FIRST,
    **ANY_MODEL,
    "activation": str,
    "bias": bool,
    "scaling": Annotated[str, one_of(SCALINGS)],
    "depth": Layers,
    "hidden": Whole,
    "norm": Annotated[str, one_of(("rows", "layer"))],
    "skip": bool,
    "undone": bool,
}
SIZES = {"sizes": list[Whole]}
MODELS: Mapping[str, Entry] = {
    "TenseMLP": Entry("23 → hidden → 5, an activation between", {**FIRST, **ANY_MODEL, "activation": str, "hidden": Whole, "scaling": Annotated[str, one_of(SCALINGS)]}),
    "MLP": Entry("linear layers of these sizes with an activation between; `depth` repeats the hidden one; `norm` behind each activation over the `rows` or the `layer`; `skip` past each layer that can; `undone`: every second weight is the inverse of the one before", NETWORK, SIZES),
    "layers": Entry("a Sequential, a layer a line, such as \"Linear 2 16\" or \"GELU\"", {**FIRST, **ANY_MODEL}, {"layers": list[str]}),
    "recurrence": Entry("a state that reads a row number by number, linear unless bent `inside`, and a readout", {**ANY_MODEL, "state": Whole, "inside": str, "after": str, "width": Whole}),
    "random-features": Entry("an MLP of which only the last layer learns", NETWORK, SIZES),
    "wired": Entry("an MLP with a `kept` share of its wires: the strongest once a copy was `taught` for so many steps, `shuffled` in each layer, `per-unit` or `per-input`, or `exchanged` in pairs, as many at each unit and input; its weights, or others drawn `anew`", {**NETWORK, "kept": float, "wiring": Annotated[str, one_of(("found", "shuffled", "per-unit", "per-input", "exchanged"))], "taught": Whole, "anew": bool}, SIZES),
    "transformer": Entry("words and places as vectors of `width`; `layers` in which each place looks at others with `heads`, or with a plain mean (`look`), and those before it alone if `causal`; then a `feedforward` network, with a `norm`", {**FIRST, **ANY_MODEL, "width": Whole, "heads": Whole, "layers": Whole, "feedforward": Whole, "norm": Annotated[str, one_of(("pre", "post"))], "positions": Annotated[str, one_of(("learned", "behind", "sinusoidal", "distance", "none"))], "causal": bool, "look": Annotated[str, one_of(("learned", "mean", "first-mean"))], "joined": bool, "deviation": float}),
    "GPT": Entry("the small GPT of `minimodel/lab/gpt.py`, with so many `blocks`", {**ANY_MODEL, "blocks": Whole}),
    "linearised": Entry("an MLP's linearisation at its start, trained in its place", NETWORK, SIZES),
    "least-squares": Entry("random features with the readout that fits best, computed and not trained", NETWORK, SIZES),
    "by-hand": Entry("weights that are written down: sawtooth, halving, count-sine or count-folds", {**ANY_MODEL, "size": Whole}, {"design": str}),
    "DeepMLP": Entry("a layer to `hidden`, `depth` residual blocks, and a last layer", {**FIRST, **ANY_MODEL, "hidden": Whole, "depth": Layers, "activation": str}),
}  # fmt: skip
LR = {"lr": float}

ANY_OPTIMIZER = {
    "angle": float,
    "only": Annotated[int, between(1, MAX_ROWS)],
    "instead": Annotated[dict, replaced],
    "held": list[str],
}
DECAY = {"weight_decay": float, "decays": list[str]}
OPTIMIZERS: Mapping[str, Entry] = {
    "sgd": Entry("stochastic gradient descent", {"momentum": float, **DECAY, **ANY_OPTIMIZER}, LR),
    "adam": Entry("Adam", {"beta1": float, "beta2": float, "eps": float, **DECAY, **ANY_OPTIMIZER}, LR),
    "adamw": Entry("Adam with decoupled weight decay", {"beta1": float, "beta2": float, "eps": float, **DECAY, **ANY_OPTIMIZER}, LR),
}  # fmt: skip

LOSSES: Mapping[str, str] = {
    "cross_entropy": "cross-entropy, computed as one operation",
    "at_places": "cross-entropy at every place of every row of words",
    "mean_squares": "the mean squared distance",
    "mse": "the same by minimodel's MSELoss, for targets that are numbers: an edit of it counts",
}

SUMMARIES = ("median", "mean", "least", "greatest")
ONE = SUMMARIES[2:]  # those that are one seed alone
PICTURES: Mapping[str, str] = {
    "curves": "the loss over the steps, every seed faint and the band over it",
    "bars": "a metric of each arm",
    "function": "what the model says along one input",
    "boundary": "what the model says over a square",
    "grid": "each cell of the grammar grid, right or wrong",
    "scatter": "words by what the first layer made of them",
    "cloud": "the rows behind the last hidden layer, along their two longest directions",
    "trend": "a metric over the varied setting",
    "spread": "where the seeds ended: a metric's values in shared bins; the losses while they train",
    "bend": "the activation of each arm, as it has become",
    "sureness": "how sure a model is of each held-out row, right or wrong",
    "table": "the table of sums on a clock, each cell right or wrong",
    "wave": "what one unit weighs over the hours of a clock",
    "weights": "the first weights, shaded",
    "attention": "who looks where in a row of words, layer by layer",
    "arrows": "the same, a line a word",
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
    **{name: words for name, words in PICTURES.items() if name not in ("curves", "spread")},
}
# Of a metric over the seeds: of one arm, or of a pair (`arm = "ratio"` or "difference", with `of` and `against`).
OVER_SEEDS = {"experiment": str, "metric": str}
OF_ARM = {"arm": str, "of": str, "against": str}
MEASURES: Mapping[str, Entry] = {
    "median": Entry("the median over the seeds of a metric, of one arm or of a pair (`ratio`, `difference`)", OF_ARM, OVER_SEEDS),
    "mean": Entry("its mean", OF_ARM, OVER_SEEDS),
    "least": Entry("its least value", OF_ARM, OVER_SEEDS),
    "greatest": Entry("its greatest value", OF_ARM, OVER_SEEDS),
    "every": Entry("what it is on each single seed, within the bounds that the claim says", OF_ARM, OVER_SEEDS),
    "share": Entry("the share of seeds whose value lies in `where`", OF_ARM, {**OVER_SEEDS, "where": Interval}),
    "entry": Entry("an entry of a worked calculation", {"at": list[int]}, {"of": str}),
    "count": Entry("how many numbers a value of a worked calculation has", needs={"of": str}),
    "gelu": Entry("GELU at `at`", needs={"at": float}),
    "gelu_slope": Entry("the slope of GELU at `at`", needs={"at": float}),
    "largest_exponent": Entry("the largest whole number to whose power e is no infinity in a `dtype`", needs={"dtype": str}),
    "parameters": Entry("how many parameters an arm's model has", {"experiment": str, "arm": str}),
    "setting": Entry("a setting of the lesson, by its name; `times` 100 for a percentage", {"times": float}, {"name": str}),
}  # fmt: skip

Matrix, Numbered = Annotated[list, matrix], Annotated[dict, numbered]
# What a page draws with `{draw NAME}`, from the healthy library.
DRAWINGS: Mapping[str, Entry] = {
    "corners": Entry("the four rows of a `task` as a square, ● and ○ for its classes; `## drawing NAME` may list other words than the classes' names: `- up-left: start + b`, and so `up-right`, `down-left`, `down-right`", needs={"task": str}),
    "digits": Entry("pictures `of` these digits, as they go in, with `options` of their task", {"options": Numbered}, {"of": list[int]}),
    "functions": Entry("activations `of` these names, from `low` to `high`, with 0 marked; a `tangent` of the first at a number", {"rows": int, "tangent": float}, {"of": list[str], "low": float, "high": float}),
    "labels": Entry("what `tasks` answer for some `verbs` (with `persons`), as real forms", {"persons": list[str]}, {"tasks": list[str], "verbs": list[str]}),
    "product": Entry("two little matrices, `left` and `right`, and their product, `plus` one row; `names` heads them", {"plus": Matrix, "names": list[str]}, {"left": Matrix, "right": Matrix}),
    "gap": Entry("scores of two `verbs` and two `persons` that add up, with `more` on the last; and their gap", {"more": float}, {"verbs": Numbered, "persons": Numbered}),
    "input": Entry("the row of numbers that a `verb` and a `person` become", needs={"verb": str, "person": str}),
}  # fmt: skip

Probes = tuple[Annotated[str, one_of(PROBES)], ...]
