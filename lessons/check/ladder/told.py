"""Whether a text tells the answer to a question: the words of the true option, the shape, the number, or the curve."""

import re
from collections.abc import Mapping

from lessons.check.ladder.spoken import sentences, spoken, tight
from lessons.lesson import Experiment, Question
from lessons.questions.typed import as_shape

WORDS, LETTERS = 3, 12  # of an option that is not said by chance
NEAR = 0.011  # how far a rounded share may be from the true one
GUESSES = {0.0, 0.5, 1.0}  # and one over the number of answers: what a guess gets, which may be said
PERCENT = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?)\s*(?:%|percent\b|per cent\b|por ciento\b|in a hundred\b|de cada cien\b)"
)
DECIMAL = re.compile(r"(?<![\w.,])(\d*[.,]\d+)(?!\w)")
FEW_DIGITS = 3  # below so many, a number may be the same by chance
CURVE = re.compile(r"\b(?:loss|losses|curve|pérdidas?|curva)\b")
OTHERS = re.compile(r"\b(?:healthy|sana|sano|if|whether|would|might|could|may|si|podría|puede)\b")
CURVES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{'|'.join(words)})\b")
    for name, words in {
        "plateau": (
            "floor", "plateau", "levels off", "gets stuck", "stops falling", "comes to a halt", "meseta", "suelo",
            "se estanca", "deja de bajar",
        ),
        "flat": (
            "flat", "never falls", "does not fall", "hardly moves", "stays where it (?:is|was)", "plana", "no baja",
            "nunca baja", "no se mueve",
        ),
        "diverges": (
            "diverges?", "explodes?", "blows up", "shoots up", "grows without (?:end|bound)", "explota", "se dispara",
            "crece sin fin",
        ),
        "slower": ("slower", "more slowly", "más lenta", "más despacio", "más lentamente"),
        "unfinished": ("still falling", "keeps falling", "sigue bajando", "todavía baja"),
    }.items()
}  # fmt: skip


NOUNS: Mapping[str, re.Pattern[str]] = {
    "steps": re.compile(r"\b(?:steps|pasos)\b"),  # first: steps_to_loss counts steps
    "accuracy": re.compile(r"\b(?:accuracy|exactitud)\b"),
    "loss": re.compile(r"\b(?:loss|pérdida)\b"),
}
WAYS: Mapping[str, re.Pattern[str]] = {
    "more": re.compile(r"\b(?:more|higher|larger|greater|más(?! baj| pequeñ| cort)|mayor)\b"),
    "fewer": re.compile(r"\b(?:fewer|less|lower|smaller|menos|menor|más baj[oa]|más pequeñ[oa])\b"),
}


def told_by(
    text: str, question: Question, truth: str, options: Mapping[str, str], own: bool, experiment: Experiment
) -> str:
    """What a text says that is the truth; nothing where it does not. `own`: it is the text that asks."""
    if question.kind == "choice":
        return told_option(text, truth, options)
    if question.kind == "curve":
        return told_curve(text, truth)
    if question.kind == "direction":
        return told_direction(text, question, truth, experiment)
    if question.kind == "shape" and own:
        return told_shape(text, truth, experiment)
    if question.kind == "number" and own:
        return told_number(text, float(truth), question.percent, experiment)
    return ""


def told_option(text: str, truth: str, options: Mapping[str, str]) -> str:
    """The words of the true option, where those of no other stand beside them."""
    said = {name: tight(spoken(words).written).rstrip(".") for name, words in options.items()}
    right, whole = options.get(truth, ""), spoken(text).tight
    if len(right.split()) < WORDS or len(said.get(truth, "")) < LETTERS:
        return ""
    others = [words for name, words in said.items() if name != truth and words and words in whole]
    return f"{right!r}" if said[truth] in whole and not others else ""


def told_curve(text: str, truth: str) -> str:
    """A sentence about the loss that says what it does, and that is no question and nobody else's loss."""
    for sentence in sentences(text):
        words = sentence.casefold()
        is_told = CURVE.search(words) and not words.rstrip().endswith("?") and not OTHERS.search(words)
        if is_told and [name for name, pattern in CURVES.items() if pattern.search(words)] == [truth]:
            return f"{sentence[:80]!r}"
    return ""


def told_direction(text: str, question: Question, truth: str, experiment: Experiment) -> str:
    """A sentence that says of the arm in question that its number is higher, or lower, and says it as a fact."""
    noun = next((words for metric, words in NOUNS.items() if metric in question.metric), None)
    if noun is None or truth not in WAYS:
        return ""
    arm = rf"\b(?:broken|changed|edited|rot[oa]|cambiad[oa]|{re.escape(question.arm)})\b"
    for sentence in sentences(text):
        words = sentence.casefold()
        is_told = not words.rstrip().endswith("?") and not OTHERS.search(words) and re.search(arm, words)
        if (
            is_told
            and noun.search(words)
            and [way for way, each in WAYS.items() if each.search(words)] == [truth]
        ):
            return f"{sentence[:80]!r}"
    return ""


def told_shape(text: str, truth: str, experiment: Experiment) -> str:
    """The shape itself, unless a matrix that is given has it as well."""
    shape = as_shape(truth)
    if not shape or set(shape) & hidden_sizes(experiment):
        return ""
    sizes = r"\s*[,×x]\s*".join(map(str, shape))
    return f"{truth}" if re.search(rf"(?<!\d){sizes}(?!\d)", spoken(text).words) else ""


def outputs(experiment: Experiment) -> int:
    """How many numbers the first arm's model gives for a row; five where nothing says so."""
    sizes = experiment.arms[0].settings.model.get("sizes", [5])
    last = sizes[-1] if isinstance(sizes, list) and sizes else 5
    return last if isinstance(last, int) and last > 0 else 5


def hidden_sizes(experiment: Experiment) -> set[int]:
    """The widths between input and output."""
    found: set[int] = set()
    for model in (arm.settings.model for arm in experiment.arms):
        sizes, hidden = model.get("sizes", []), model.get("hidden", 16)
        found |= {*(sizes[1:-1] if isinstance(sizes, list) else []), hidden if isinstance(hidden, int) else 0}
    return found


def told_number(text: str, truth: float, percent: bool, experiment: Experiment) -> str:
    """The number, as a share or with all its digits; what a mere guess gets may be said."""
    words = spoken(text).words
    if any(abs(truth - guess) <= NEAR for guess in GUESSES | {1 / outputs(experiment)}):
        return ""
    for found in PERCENT.findall(words) if percent else ():
        if abs(as_float(found) / 100 - truth) <= NEAR:
            return f"{found} %"
    for found in DECIMAL.findall(words):
        digits = len(found.lstrip("0.,").replace(".", "").replace(",", ""))
        exact = digits >= FEW_DIGITS and abs(as_float(found) - truth) <= 10 ** -places(found)
        if exact or (percent and abs(as_float(found) - truth) <= NEAR):
            return found
    return ""


def as_float(digits: str) -> float:
    return float(digits.replace(",", "."))


def places(digits: str) -> int:
    return len(re.split("[.,]", digits)[1])
