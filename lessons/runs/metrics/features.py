"""Features that layers make of the rows: hidden numbers, slopes, verbs, hours, and what a recurrence still knows."""

from itertools import combinations
from typing import Any

import numpy as np

from lessons.runs import edits, layer_calls
from lessons.runs.metrics.weights import relative
from lessons.runs.trained_model import Array, Trained, at_rest

NUDGE, ROUNDING = 1e-5, 1e-8
WEAK = 0.01  # of the strongest direction: what is weaker counts no more


def hidden(run: Trained, start: bool = False) -> Array | None:
    """Return the hidden numbers on the training rows, now or at the start; None where a model has no hidden layer."""
    model = run.start if start else run.model
    return run.hidden(run.rows.x, model) if hasattr(model, "hidden") else None


def dead_units(run: Trained) -> float | None:
    found = hidden(run)
    return None if found is None else float((np.ptp(found, axis=tuple(range(found.ndim - 1))) == 0).mean())


def largest_hidden(run: Trained) -> float | None:
    found = hidden(run)
    return None if found is None else float(np.abs(found).max())


def sparsity(run: Trained) -> float | None:
    found = hidden(run)
    return None if found is None else float((found == 0).mean())


def directions(run: Trained) -> float | None:
    found = hidden(run)
    if found is None or not np.isfinite(found).all():
        return None
    strengths = np.linalg.svd(found.reshape(-1, found.shape[-1]), compute_uv=False)
    return float((strengths > WEAK * strengths[0]).sum())


def feature_movement(run: Trained) -> float | None:
    now, before = hidden(run), hidden(run, start=True)
    return None if now is None or before is None else relative(now, before)


def output_spread(run: Trained) -> float:
    outputs = run.outputs(run.rows.x)
    return float(np.sqrt(np.mean((outputs - outputs.mean(0)) ** 2)))


def outputs_apart(run: Trained) -> float | None:
    reference = run.reference or run
    if reference.trouble or reference.rows.inputs != run.rows.inputs:
        return None
    outputs, others = run.outputs(run.rows.x), reference.outputs(run.rows.x)
    return float(np.abs(outputs - others).max()) if outputs.shape == others.shape else None


def negative_slopes(run: Trained) -> float | None:
    found = slopes(run)
    return None if found is None else float((found < -ROUNDING).mean())


def least_slope(run: Trained) -> float | None:
    found = slopes(run)
    return None if found is None else float(found.min())


def slopes(run: Trained) -> Array | None:
    """Return the slope of every activation at every number that it is given, by central differences."""
    found = []
    for call in layer_calls.activation_calls(run, run.rows.x):
        z = call.given.astype(float)
        with run.library.no_grad():
            above, below = (np.asarray(call.layer(run.library.Tensor(at)).data) for at in (z + NUDGE, z - NUDGE))
        found.append(np.ravel((above - below) / (2 * NUDGE)))
    return np.concatenate(found) if found else None


def nearest_alike(run: Trained, what: str = "") -> float | None:
    vectors = verb_vectors(run)
    if vectors is None or not np.isfinite(vectors).all() or what not in ("", "regular"):
        return None
    kinds: Any = [verb.regular for verb in run.ruler.lab.tense.VERBS] if what else tenses_of(run)
    return float(np.mean([kinds[verb] == kinds[other] for verb, other in enumerate(neighbours(vectors))]))


def verbs_apart(run: Trained, what: str = "alike") -> float | None:
    vectors = verb_vectors(run)
    if vectors is None or what not in ("alike", "unlike"):
        return None
    kinds, pairs = tenses_of(run), combinations(range(len(vectors)), 2)
    asked = [(a, b) for a, b in pairs if (kinds[a] == kinds[b]) == (what == "alike")]
    return float(np.mean([np.linalg.norm(vectors[a] - vectors[b]) for a, b in asked]))


def first_matrix(run: Trained) -> Array | None:
    return next((array for array in run.parameters().values() if array.ndim == 2), None)


def verb_vectors(run: Trained) -> Array | None:
    """Return a row for each verb: the weights that lead from it to the hidden units."""
    count = len(run.ruler.lab.tense.VERBS)
    first = first_matrix(run)
    if not is_grid(run) or first is None or first.shape[1] < count:
        return None
    return np.asarray(first[:, :count].T, dtype=float)


def is_grid(run: Trained) -> bool:
    """Return True if each cell of the grammar grid stands in the rows exactly once."""
    cells = (*run.rows.cells, *run.rows.cells_out)
    tense = edits.healthy_library().lab.tense  # the names of the grid are no measurement
    return len(set(cells)) == len(cells) == len(tense.VERBS) * len(tense.PERSONS)


def neighbours(places: Array) -> list[int]:
    distances = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(distances, np.inf)
    return [int(nearest) for nearest in distances.argmin(1)]


def tenses_of(run: Trained) -> dict[int, tuple[tuple[int, int], ...]]:
    found: dict[int, list[tuple[int, int]]] = {}
    rows = run.rows
    labelled = zip((*rows.cells, *rows.cells_out), (*rows.y, *rows.y_out), strict=True)
    for (verb, person), label in labelled:
        found.setdefault(verb, []).append((person, int(label)))
    return {verb: tuple(sorted(each)) for verb, each in found.items()}


EVEN = 1e-12  # a curve that is flat but for rounding has no wave


def hours_of(run: Trained) -> int:
    """Return the number of hours on the task's clock; 0 for other tasks."""
    return run.rows.classes if run.settings.task["name"] == "modular" else 0


def curves_over_hours(run: Trained) -> Array | None:
    """Return a row for each unit: its weights for the first number being 0, 1, 2, ...; then for the second one."""
    hours = hours_of(run)
    first = first_matrix(run)
    if not hours or first is None or first.shape[1] != 2 * hours:
        return None
    return np.concatenate([first[:, :hours], first[:, hours:]]).astype(float)


def strongest_wave(run: Trained) -> float | None:
    curves = curves_over_hours(run)
    if curves is None or not np.isfinite(curves).all():
        return None
    powers = np.abs(np.fft.rfft(curves, axis=1))[:, 1:] ** 2
    powers = powers[powers.sum(axis=1) > EVEN]
    return float((powers.max(axis=1) / powers.sum(axis=1)).mean()) if len(powers) else None


def bits_kept(run: Trained) -> float | None:
    """Return the median over the rows: of a state of one number that halves, the bits are the binary digits."""
    if not hasattr(run.model, "state"):
        return None
    dtype = next(run.model.parameters()).dtype
    with run.library.no_grad():
        state = np.asarray(at_rest(run.model).state(run.library.Tensor(run.rows.x, dtype=dtype)).data, dtype=float)
    if state.shape[1:] != (1,):
        return None
    return float(np.median([as_read(each, bits) for each, bits in zip(state[:, 0], run.rows.x, strict=True)]))


def as_read(state: float, bits: Array) -> int:
    for number, bit in enumerate(bits[::-1]):
        digit = float(state >= 1)
        if digit != bit:
            return number
        state = 2 * (state - digit)
    return len(bits)
