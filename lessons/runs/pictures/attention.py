"""Draw attention: each word of a row looks at the words in its columns; the darker, the more."""

from collections.abc import Iterator

import numpy as np

from lessons.course.lesson.pictures import Matrix
from lessons.course.lesson.value_words import share
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array, Trained, at_rest

MOST_OF_IT = 0.5  # of a word's weight: there it looks


def attention(labels: Labels, runs: Runs) -> tuple[Matrix, ...]:
    """Draw a grid for each arm and layer, of the first held-out row; of several heads the mean."""
    return tuple(
        matrix_of(labels, arm, run, number, weights)
        for arm, run in runs.items()
        for number, weights in enumerate(weights_of(run), 1)
    )


def weights_of(run: Trained) -> Iterator[Array]:
    """Yield who looks where in the first held-out row, (places, places), layer by layer."""
    model = at_rest(run.model)
    with run.library.no_grad(), np.errstate(all="ignore"):
        layers = model.weights(run.library.Tensor(run.rows.x_out[:1])) if hasattr(model, "weights") else ()
        yield from (np.asarray(each.data, dtype=float)[0].mean(0) for each in layers)


def matrix_of(labels: Labels, arm: str, run: Trained, layer: int, weights: Array) -> Matrix:
    words = tuple(run.rows.words[number] for number in run.rows.x_out[0])
    title = labels.headed(arm, labels.text("picture.attention", layer=layer))
    looks = (
        labels.text("says.looks", word=word, at=words[row.argmax()], share=share(float(row.max())))
        for word, row in zip(words, weights, strict=True)
        if row.max() > MOST_OF_IT
    )
    says = labels.sentence("says.attention", title=title, looks="; ".join(looks) or labels.text("says.nowhere"))
    return Matrix(title, tuple(map(tuple, weights.tolist())), words, words, says, full=1.0)
