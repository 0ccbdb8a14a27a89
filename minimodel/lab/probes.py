"""Probes: what can be measured on a model, without changing it.

Each is a function of a model and data. Where it says so, an Ensemble may
stand for the model, and the result has a leading axis of members.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import said
from ..answers import in_words
from ..dtypes import as_numbers
from ..nn.losses import CrossEntropyLoss
from ..operations import Array
from ..recording import no_grad
from ..tensor import Tensor
from .tense import PERSONS, VERBS, grid


def outputs(model: Any, x: Any) -> Array:
    """The model's outputs as an array, with nothing recorded."""
    with no_grad(), np.errstate(all="ignore"):
        return model(x)._data


def hidden(model: Any, x: Any) -> Array:
    """H1, what the activation returns, with nothing recorded."""
    with no_grad(), np.errstate(all="ignore"):
        return model.hidden(Tensor(x))._data


def scalar_or_array(value: Any) -> Any:
    """A Python number for one model, an array (S,) for an Ensemble."""
    array = np.asarray(value)
    return array if array.ndim else array.item()


def accuracy(model: Any, x: Any, y: Any) -> Any:
    """The share of rows whose largest logit is at the label.

    An Ensemble gives one for each member.
    """
    logits, labels = labelled(model, x, y)
    right = logits.argmax(-1) == labels
    return scalar_or_array(right.mean(-1))


def labelled(model: Any, x: Any, y: Any) -> tuple[Array, Array]:
    """The outputs and the labels. Raises ValueError if they do not fit."""
    logits, labels = outputs(model, x), as_numbers(y)
    rows = logits.shape[:-1]
    if rows[-labels.ndim :] != labels.shape or not labels.ndim:
        raise said.ValueError(
            f"There are outputs of shape {logits.shape} and labels of "
            f"shape {labels.shape}: each row needs one label."
        )
    return logits, labels


def numerical_rank(matrix: Any) -> Any:
    """How many singular values are not lost in rounding.

    Those above the largest · max(shape) · machine epsilon count, NumPy's
    rule. Leading axes are kept. A matrix with NaN or infinite entries has
    rank NaN.
    """
    array = np.asarray(matrix)
    finite = np.isfinite(array).all(axis=(-1, -2))
    safe = np.where(finite[..., None, None], array, 0)
    rank = np.linalg.matrix_rank(safe)
    return scalar_or_array(
        rank if finite.all() else np.where(finite, rank, np.nan)
    )


def effective_weight(model: Any) -> Array:
    """W2 @ W1: the one matrix two layers would be without an activation.

    Shape (5, 23), or (S, 5, 23) for an Ensemble.
    """
    return model.fc2.weight._data @ model.fc1.weight._data


def interaction_gap(model: Any) -> Any:
    """How far the logits are from (something of verb) + (of person).

    max |f(v,p) - f(v0,p) - f(v,p0) + f(v0,p0)| over verbs, persons and
    classes, on the whole grid. A linear map has 0, up to rounding.
    """
    parameter = next(iter(model.parameters()))
    logits = outputs(model, grid(parameter.dtype))
    f = logits.reshape(*logits.shape[:-2], len(VERBS), len(PERSONS), -1)
    first_verb, first_person = f[..., :1, :, :], f[..., :, :1, :]
    corner = f[..., :1, :1, :]
    gap = np.abs(f - first_verb - first_person + corner)
    return scalar_or_array(gap.max(axis=(-1, -2, -3)))


def activation_histogram(
    model: Any, x: Any, bins: int = 20
) -> tuple[Array, Array]:
    """(counts, edges) of H1's entries, as numpy.histogram returns them.

    An Ensemble's members are counted together. Entries that are NaN or
    infinite are left out.
    """
    entries = hidden(model, x)
    return np.histogram(entries[np.isfinite(entries)], bins=bins)


def gradient_norms(model: Any, x: Any, y: Any) -> dict[str, Any]:
    """‖∇‖ of each parameter, for the mean cross-entropy on (x, y).

    An Ensemble gives an array (S,) for each. The gradients that the model
    held before are put back.
    """
    named = dict(model.named_parameters())
    before = {name: p.grad for name, p in named.items()}
    for p in named.values():
        p.grad = None
    with np.errstate(all="ignore"):
        loss = CrossEntropyLoss()(model(x), y)
        loss.backward(np.ones(loss.shape))
    lead = loss.ndim
    norms = {name: norm(p.grad, lead) for name, p in named.items()}
    for name, p in named.items():
        p.grad = before[name]
    return norms


def norm(array: Array | None, lead: int = 0) -> Any:
    """The root of the sum of squares, over all but `lead` axes."""
    if array is None:
        return 0.0
    rows = array.reshape(*array.shape[:lead], -1)
    return scalar_or_array(np.sqrt(np.square(rows).sum(-1)))


def update_norms(
    before: Mapping[str, Array], after: Mapping[str, Array]
) -> dict[str, Any]:
    """‖change‖ of each parameter between two state_dicts of one model."""
    return {name: norm(after[name] - before[name]) for name in before}


def weight_movement(
    start: Mapping[str, Array], model: Any
) -> dict[str, Any]:
    """‖W - W₀‖ / ‖W₀‖ of each parameter since the state_dict `start`.

    A parameter that began at zero has moved infinitely far, or not at all.
    """
    now = model.state_dict()
    return {name: relative(now[name], start[name]) for name in start}


def relative(now: Array, before: Array) -> float:
    """‖now - before‖ / ‖before‖."""
    moved, size = norm(now - before), norm(before)
    if size == 0:
        return float("inf") if moved else 0.0
    return float(moved / size)


def dead_units(model: Any, x: Any) -> Array:
    """True for each unit of H1 that is the same on every row of x.

    Shape (hidden,), or (S, hidden) for an Ensemble. Such a unit tells the
    next layer nothing; a ReLU that is 0 everywhere also learns nothing.
    """
    return np.asarray(np.ptp(hidden(model, x), axis=-2) == 0)


def confusion_counts(
    model: Any, x: Any, y: Any, classes: int | None = None
) -> Array:
    """How often label i was called j, at [i, j]; of members (S, C, C)."""
    logits, labels = outputs(model, x), np.asarray(y)
    count = classes or logits.shape[-1]
    predicted = logits.argmax(-1)
    true = np.broadcast_to(labels, predicted.shape)
    pairs = np.eye(count, dtype=int)
    return np.asarray(pairs[true].swapaxes(-1, -2) @ pairs[predicted])


@dataclass(frozen=True, slots=True)
class HardExample:
    """A row, its loss, and what the model said where `label` was true."""

    index: int
    loss: float
    predicted: int
    label: int


def hardest_examples(
    model: Any, x: Any, y: Any, n: int = 10
) -> tuple[HardExample, ...]:
    """The n rows with the largest loss, the worst first."""
    logits, labels = labelled(model, x, y)
    if logits.ndim != 2 or labels.dtype.kind not in "iu":
        raise said.ValueError(
            "hardest_examples takes one model and labels that are class "
            f"numbers, and got outputs {logits.shape} and {labels.dtype}."
        )
    log_p = Tensor(logits).log_softmax()._data
    losses = -np.take_along_axis(log_p, labels[:, None], axis=-1)[:, 0]
    worst = np.argsort(-losses, kind="stable")[:n]
    predicted = logits.argmax(-1)
    return tuple(
        HardExample(
            int(i), float(losses[i]), int(predicted[i]), int(labels[i])
        )
        for i in worst
    )


in_words(sys.modules[__name__])
