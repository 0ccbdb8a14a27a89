"""Compares what the two libraries do with the same request: results, gradients and refusals."""

import numpy as np
import torch
from left_out import check_left_out
from tally import Wrong

REFUSALS = (ValueError, TypeError, IndexError, RuntimeError)
RTOL, SCALE = 1e-9, 1e-6


def as_array(x):
    """Takes the numbers out of a tensor of either library."""
    return np.asarray(x.detach() if hasattr(x, "detach") else x)


def distance(mine, theirs, scale=SCALE):
    """Measures how far apart two arrays are, relative to the largest entry of theirs or a larger scale."""
    a, b = as_array(mine).astype(float), as_array(theirs).astype(float)
    if a.shape != b.shape:
        return np.inf
    apart = ~((a == b) | (np.isnan(a) & np.isnan(b)))
    largest = np.abs(b[np.isfinite(b)]).max(initial=scale)
    return np.nan_to_num(np.abs(a - b)[apart] / largest, nan=np.inf, posinf=np.inf).max(initial=0)


def must_agree(name, mine, theirs, scale=SCALE, rtol=RTOL):
    """Raises Wrong unless both are the same numbers in the same shape, or both None."""
    if mine is None or theirs is None:
        if mine is not theirs:
            raise Wrong(f"{name}: {mine!r:.80} against {theirs!r:.80}")
        return
    a, b = as_array(mine), as_array(theirs)
    if a.shape != b.shape:
        raise Wrong(f"{name}: shape {a.shape} against {b.shape}")
    if distance(a, b, scale) > rtol:
        raise Wrong(f"{name}: {np.array2string(a.ravel()[:6])} against {np.array2string(b.ravel()[:6])}")


def outcome(run):
    """Runs a function; returns what it gives, and how it refuses."""
    try:
        return run(), None
    except Exception as error:
        return None, error


def both(asked, run_mine, run_theirs, shapes=()):
    """Runs a request in both libraries, and returns both results, or None where both refuse.

    Raises Wrong where only one refuses, or LeftOut where that is on the list.
    """
    (mine, refused), (theirs, also) = outcome(run_mine), outcome(run_theirs)
    if refused is None and also is None:
        return mine, theirs
    if also is not None and isinstance(refused, REFUSALS):
        return None
    check_left_out(asked, shapes, refused, theirs)
    if refused is None:
        raise Wrong(f"refused by PyTorch only: {also!r:.160}")
    raise Wrong(f"refused by minimodel{' only' if also is None else ''}: {refused!r:.160}")


def must_agree_backwards(asked, results, leaves, scale):
    """Walks back from both results with the same weights, and compares the gradients of pairs of leaves."""
    mine, theirs = results
    weights = np.cos(np.arange(theirs.numel())).reshape(theirs.shape)
    for _, leaf in leaves:
        leaf.grad = None  # the samples of an operator share tensors
    if both(asked, lambda: mine.backward(weights), lambda: theirs.backward(torch.tensor(weights))):
        for i, (leaf, also) in enumerate(leaves):
            must_agree(f"gradient {i}", leaf.grad, also.grad, scale)
