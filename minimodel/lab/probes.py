"""Probes: how a model is measured, without changing it."""

from typing import Any

import numpy as np

from .. import errors
from ..dtypes import as_numbers
from ..error_sentences import in_sentences
from ..operations import Array
from ..recording import no_grad


def outputs(model: Any, x: Any) -> Array:
    with no_grad(), np.errstate(all="ignore"):
        return model(x)._data


@in_sentences
def accuracy(model: Any, x: Any, y: Any) -> Any:
    """Return the share of rows whose largest logit is at the label.

    An Ensemble gives one for each member.
    """
    logits, labels = labelled(model, x, y)
    right = logits.argmax(-1) == labels
    share = right.mean(-1)
    return share if share.ndim else share.item()


def labelled(model: Any, x: Any, y: Any) -> tuple[Array, Array]:
    """Return outputs and labels. Raises ValueError if they do not fit."""
    logits, labels = outputs(model, x), as_numbers(y)
    rows = logits.shape[:-1]
    if rows[-labels.ndim :] != labels.shape or not labels.ndim:
        raise errors.ValueError(
            f"There are outputs of shape {logits.shape} and labels of "
            f"shape {labels.shape}: each row needs one label."
        )
    return logits, labels
