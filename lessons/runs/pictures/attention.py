"""Draw attention: each word of a row looks at the words in its columns; the darker, the more. Or as arrows."""

from collections.abc import Iterator

import numpy as np

from lessons.course.lesson.pictures import Arrows, Matrix
from lessons.course.lesson.value_words import share
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array, Trained, at_rest

MOST_OF_IT = 0.5  # of a word's weight: there it looks
MOST_ARROWS, LEAST_WEIGHT = 3, 0.1  # of a word; the largest weight has one in any case


def attention(labels: Labels, runs: Runs) -> tuple[Matrix, ...]:
    """Draw a grid for each arm and layer, of the first held-out row; of several heads the mean."""
    return tuple(matrix_of(labels, *each) for each in layers_of(labels, runs, "picture.attention"))


def arrows(labels: Labels, runs: Runs) -> tuple[Arrows, ...]:
    """Draw the same as arrows, the strongest of each word."""
    return tuple(arrows_of(labels, *each) for each in layers_of(labels, runs, "picture.arrows"))


def layers_of(labels: Labels, runs: Runs, key: str) -> Iterator[tuple[str, tuple[str, ...], Array]]:
    """Yield a title, the words of the row, and who looks where, for each arm and layer."""
    for arm, run in runs.items():
        for number, weights in enumerate(weights_of(run), 1):
            title = labels.headed(arm, labels.text(key, layer=number))
            yield title, tuple(run.rows.words[word] for word in run.rows.x_out[0]), weights


def weights_of(run: Trained) -> Iterator[Array]:
    """Yield who looks where in the first held-out row, (places, places), layer by layer."""
    model = at_rest(run.model)
    with run.library.no_grad(), np.errstate(all="ignore"):
        layers = model.weights(run.library.Tensor(run.rows.x_out[:1])) if hasattr(model, "weights") else ()
        yield from (np.asarray(each.data, dtype=float)[0].mean(0) for each in layers)


def matrix_of(labels: Labels, title: str, words: tuple[str, ...], weights: Array) -> Matrix:
    looks = (
        labels.text("says.looks", word=word, at=words[row.argmax()], share=share(float(row.max())))
        for word, row in zip(words, weights, strict=True)
        if row.max() > MOST_OF_IT
    )
    says = labels.sentence("says.attention", title=title, looks="; ".join(looks) or labels.text("says.nowhere"))
    return Matrix(title, tuple(map(tuple, weights.tolist())), words, words, says, full=1.0)


def arrows_of(labels: Labels, title: str, words: tuple[str, ...], weights: Array) -> Arrows:
    names = tuple(f"{place} {word}" for place, word in enumerate(words, 1))
    looks = [[(names[at], share(float(row[at]))) for at in strongest(row)] for row in weights]
    lines = (
        labels.text("says.arrow", word=name, looks=", ".join(f"{at} ({weight})" for at, weight in each))
        for name, each in zip(names, looks, strict=True)
    )
    says = labels.sentence("says.arrows", title=title, lines="\n".join(lines))
    return Arrows(title, names, tuple(tuple(f"← {at} {weight}" for at, weight in each) for each in looks), says)


def strongest(row: Array) -> list[int]:
    order = np.argsort(-row, kind="stable")[:MOST_ARROWS]
    return [int(at) for number, at in enumerate(order) if not number or row[at] >= LEAST_WEIGHT]
