"""The parameters: how large, how far from where they began, and what two layers make together."""

from collections.abc import Mapping

import numpy as np

from lessons.runs.rows import Array
from lessons.runs.trained import Trained


def flat(named: Mapping[str, Array], name: str = "") -> Array | None:
    """The entries of one parameter, or of all, end to end; None where there are none."""
    parts = [np.ravel(array) for key, array in named.items() if name in ("", key)]
    return np.concatenate(parts).astype(float) if parts else None


def parameter_mean(run: Trained, parameter: str = "") -> float | None:
    """The mean of one parameter's numbers; of one number, itself."""
    found = run.parameters().get(parameter)
    return None if found is None else float(found.mean())


def weight_norm(run: Trained, parameter: str = "") -> float | None:
    entries = flat(run.parameters(), parameter)
    return None if entries is None else float(np.linalg.norm(entries))


def weight_movement(run: Trained, parameter: str = "") -> float | None:
    """‖W - W₀‖ / ‖W₀‖."""
    now, before = flat(run.parameters(), parameter), flat(run.parameters(run.start), parameter)
    return None if now is None or before is None else relative(now, before)


def relative(now: Array, before: Array) -> float | None:
    """How far from where it was, beside how large it was; None from zero."""
    size = np.linalg.norm(before)
    return float(np.linalg.norm(now - before) / size) if size else None


def product(run: Trained) -> Array | None:
    """W2 @ W1: the one matrix that two layers would be without anything between. None unless there are two."""
    matrices = [array for array in run.parameters().values() if array.ndim == 2]
    if len(matrices) != 2 or matrices[1].shape[1] != matrices[0].shape[0]:
        return None
    return np.asarray(matrices[1] @ matrices[0])


def rank_w2w1(run: Trained) -> float | None:
    matrix = product(run)
    if matrix is None or not np.isfinite(matrix).all():
        return None
    return float(np.linalg.matrix_rank(matrix))


def shape_w2w1(run: Trained) -> str | None:
    matrix = product(run)
    return None if matrix is None else str(matrix.shape)


def parameters(run: Trained) -> float:
    """How many numbers there are that the optimizer may change."""
    learnt = {name for name, each in run.model.named_parameters() if each.requires_grad}
    return float(sum(array.size for name, array in run.parameters().items() if name in learnt))
