"""Metrics: what is measured on a trained model. Each function takes one run; its name stands in the vocabulary."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from lessons.runs.trained import Trained
from lessons.summaries import Value

LEARNT = 0.1  # the loss that counts as learnt in steps_to_loss_0.1


def measure(run: Trained, metrics: Sequence[str]) -> dict[str, Value]:
    """Measure each of these metrics. What cannot be measured on this run has no value."""
    return {metric: measure_one(run, metric) for metric in metrics}


def measure_one(run: Trained, metric: str) -> Value:
    name, _, argument = metric.partition(":")
    if run.trouble and name not in ("outcome", "curve"):
        return None
    value = METRICS[name](run, argument) if argument else METRICS[name](run)
    return value if value is None or isinstance(value, str) else float(value)


def accuracy(outputs: np.ndarray, labels: np.ndarray) -> float | None:
    """The share of rows whose largest output is at the label."""
    return float((outputs.argmax(-1) == labels).mean()) if len(labels) else None


def train_accuracy(run: Trained) -> float | None:
    return accuracy(run.outputs(run.rows.x), run.rows.y)


def val_accuracy(run: Trained) -> float | None:
    return accuracy(run.outputs(run.rows.x_out), run.rows.y_out)


def final_loss(run: Trained) -> float | None:
    return run.losses[-1] if run.losses else None


def steps_to_loss(run: Trained, bound: str) -> float | None:
    below = np.flatnonzero(np.asarray(run.losses) < float(bound))
    return float(below[0]) if below.size else None


def steps_to_learnt(run: Trained) -> float | None:
    return steps_to_loss(run, str(LEARNT))


def effective_weight(run: Trained) -> np.ndarray:
    named = run.parameters()
    return np.asarray(named["fc2.weight"] @ named["fc1.weight"])


def rank_w2w1(run: Trained) -> float | None:
    product = effective_weight(run)
    return float(np.linalg.matrix_rank(product)) if np.isfinite(product).all() else None


def shape_w2w1(run: Trained) -> str:
    return str(effective_weight(run).shape)


def interaction_gap(run: Trained) -> float:
    """The largest |f(v,p) - f(v₀,p) - f(v,p₀) + f(v₀,p₀)| over the grammar grid."""
    tense = run.ruler.lab.tense
    scores = run.outputs(tense.grid()).reshape(len(tense.VERBS), len(tense.PERSONS), -1)
    return float(np.abs(scores - scores[:1] - scores[:, :1] + scores[:1, :1]).max())


def curve(run: Trained) -> str:
    reference = run.reference or run
    return curve_word(np.asarray(run.losses), np.asarray(reference.losses))


def curve_word(losses: np.ndarray, reference: np.ndarray) -> str:
    """What a loss curve does, beside the first arm's."""
    if not losses.size or not np.isfinite(losses[-1]) or losses[-1] > 1.5 * losses[0]:
        return "diverges"
    if losses[-1] > 0.9 * losses[0]:
        return "flat"
    mine, first = (np.flatnonzero(each < LEARNT) for each in (losses, reference))
    if not mine.size:
        return "unfinished" if still_falling(losses) else "plateau"
    return "slower" if first.size and mine[0] > 1.1 * first[0] else "follows"


def still_falling(losses: np.ndarray) -> bool:
    """Whether the last tenth of the run still takes off more than a twentieth of the loss."""
    tenth = max(1, len(losses) // 10)
    return bool(losses[-1] < 0.95 * losses[-1 - tenth])


METRICS: Mapping[str, Callable[..., Value]] = {
    "train_accuracy": train_accuracy,
    "val_accuracy": val_accuracy,
    "final_loss": final_loss,
    "steps_to_loss": steps_to_loss,
    "steps_to_loss_0.1": steps_to_learnt,
    "rank_w2w1": rank_w2w1,
    "shape_w2w1": shape_w2w1,
    "interaction_gap": interaction_gap,
    "curve": curve,
}
