"""What the first layer made of the verbs of the grammar grid."""

import numpy as np

from lessons.runs.edits import healthy_library
from lessons.runs.rows import Array
from lessons.runs.trained import Trained


def nearest_alike(run: Trained, what: str = "") -> float | None:
    """The share of verbs whose nearest neighbour takes the same tenses; None for other tasks than the grid's.

    With `regular`: is the neighbour of a regular verb regular, and that of an irregular one irregular?
    """
    vectors = verb_vectors(run)
    if vectors is None or not np.isfinite(vectors).all() or what not in ("", "regular"):
        return None
    kinds = regularity_of(run) if what else tenses_of(run)
    return float(np.mean([kinds[verb] == kinds[other] for verb, other in enumerate(neighbours(vectors))]))


def regularity_of(run: Trained) -> dict[int, bool]:
    """Whether each verb is regular: no row says so."""
    return {number: verb.regular for number, verb in enumerate(run.ruler.lab.tense.VERBS)}


def verb_vectors(run: Trained) -> Array | None:
    """A row for each verb: the weights that lead from it to the hidden units."""
    count = len(run.ruler.lab.tense.VERBS)
    first = next((array for array in run.parameters().values() if array.ndim == 2), None)
    if not is_grid(run) or first is None or first.shape[1] < count:
        return None
    return np.asarray(first[:, :count].T, dtype=float)


def is_grid(run: Trained) -> bool:
    """Whether each cell of the grammar grid stands in the rows exactly once."""
    cells = (*run.rows.cells, *run.rows.cells_out)
    tense = healthy_library().lab.tense  # the names of the grid are no measurement
    return len(set(cells)) == len(cells) == len(tense.VERBS) * len(tense.PERSONS)


def neighbours(places: Array) -> list[int]:
    """The number of each one's nearest neighbour."""
    distances = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(distances, np.inf)
    return [int(nearest) for nearest in distances.argmin(1)]


def tenses_of(run: Trained) -> dict[int, tuple[tuple[int, int], ...]]:
    """The label of each person, by verb."""
    found: dict[int, list[tuple[int, int]]] = {}
    rows = run.rows
    labelled = zip((*rows.cells, *rows.cells_out), (*rows.y, *rows.y_out), strict=True)
    for (verb, person), label in labelled:
        found.setdefault(verb, []).append((person, int(label)))
    return {verb: tuple(sorted(each)) for verb, each in found.items()}
