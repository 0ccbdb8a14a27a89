"""A transformer: words and places as vectors, blocks in which each place looks at others, and an answer."""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError
from lessons.runs.models.weights import Kit, start

PERIOD = 10_000  # of the slowest sine


def transformer(
    kit: Kit,
    width: int = 16,
    heads: int = 1,
    layers: int = 1,
    feedforward: int = 0,
    norm: str = "",
    positions: str = "learned",
    causal: bool = False,
    look: str = "learned",
    joined: bool = False,
    deviation: float = 1.0,
    init: str = "xavier_uniform",
    **first: Any,
) -> Any:
    """Build it for rows of words, answering at the end of a row or at every place, as its labels are.

    `look`: attention is learned, or a plain mean in every layer or in the first; `joined`: the word before is added to
    each word by a matrix of its own; `deviation`: of the first vectors of words and places; `positions`: a vector for
    each place, or for each distance between words a number that is added to scores, the last one for all beyond.
    """
    rows = kit.rows
    if not rows.words or not rows.classes:
        raise LessonError("model: a transformer reads rows of words, such as those of the task speech.")
    if width < 1 or heads < 1 or width % heads or layers < 1:
        raise LessonError(f"model: {heads} heads do not share a width of {width}, in {layers} layers.")
    length, at_end = max(rows.inputs, rows.x_out.shape[1]), rows.y.ndim == 1
    parts = parts_of(kit.library)
    reach = rows.inputs if positions == "distance" else 0
    means = {"mean": layers, "first-mean": 1}.get(look, 0)
    blocks = []
    for number in range(layers):
        is_mean = number < means
        look_around = parts["SeparateAttention"](kit, width, heads, causal, is_mean, 0 if is_mean else reach)
        blocks.append(parts["TransformerBlock"](kit, width, look_around, feedforward, norm))
    where = kit.library.Tensor(waves(length, width).astype(kit.dtype)) if positions == "sinusoidal" else None
    if positions in ("learned", "behind"):
        drawn = deviation * kit.generator.normal(size=(length, width))
        where = kit.library.nn.Parameter(drawn.astype(kit.dtype))
    model = parts["Transformer"](kit, width, blocks, where, positions == "behind", joined, at_end)
    model.words.weight.write(model.words.weight.data * deviation)
    return start(kit, model, init=init, **first)


def gpt(kit: Kit, blocks: int = 1) -> Any:
    """Build the small GPT of the arm's own library, as its own lines draw it."""
    own = kit.library.lab.gpt
    kit.library.manual_seed(kit.generator.integers(2**32))
    return own.GPT(own.Config(blocks=blocks))


def waves(length: int, width: int) -> Any:
    """Return sines and cosines of a place, each slower than the one before. Source: Vaswani et al., 2017."""
    angles = np.arange(length)[:, None] / PERIOD ** (np.arange(0, width, 2) / width)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, -1)[:, :width]


@cache
def parts_of(library: ModuleType) -> dict[str, Any]:
    """Define its modules of a library's own parts, so that an edited one is really used."""
    nn = library.nn

    class SeparateAttention(nn.Module):  # type: ignore[name-defined]
        """Attention whose queries, keys, values and output are layers of their own: each can be kept as drawn."""

        heads, joined = nn.MultiheadAttention.heads, nn.MultiheadAttention.joined

        def __init__(self, kit: Kit, width: int, heads: int, causal: bool, is_mean: bool, reach: int) -> None:
            super().__init__()
            self.reach = reach
            if reach:
                self.distances = nn.Parameter(np.zeros((heads, 2 * reach - 1), kit.dtype))
            self.num_heads, self.causal = heads, causal
            self.scale = 0.0 if is_mean else None  # scores of 0: a mean of all that may be seen
            self.query, self.key, self.value, self.out = (kit.linear(width, width, bias=False) for _ in range(4))

        def forward(self, x: Any, kept: Any = None) -> Any:
            return self.out(self.joined(self.attended(x, self.heads(self.value(x)), kept)))

        def attended(self, x: Any, value: Any, kept: Any = None) -> Any:
            query, key = self.heads(self.query(x)), self.heads(self.key(x))
            if kept is not None:  # x is one more word, and looks at those that were kept
                key, value = kept.add(key, value)
            if self.reach:
                return self.by_distance(query, key) @ value
            return nn.functional.scaled_dot_product_attention(
                query, key, value, is_causal=self.causal and kept is None, scale=self.scale
            )

        def by_distance(self, query: Any, key: Any) -> Any:
            """Return attention weights of scores to which each distance adds a number. Source: Raffel et al., 2020."""
            places = np.arange(key.shape[-2])
            away = places[-query.shape[-2] :, None] - places
            known = away.clip(1 - self.reach, self.reach - 1)
            added = self.distances[..., known + self.reach - 1]  # (..., heads, T, T)
            scores = query @ key.mT / query.shape[-1] ** 0.5 + added.unsqueeze(-4)
            return (scores.masked_fill(away < 0, -np.inf) if self.causal else scores).softmax(-1)

        def weights(self, x: Any) -> Any:
            """Return who looks where, (..., heads, T, T): the mean of values that are 1 at one place each."""
            return self.attended(x, library.Tensor(np.eye(x.shape[-2], dtype=x.dtype)))

    class TransformerBlock(nn.Module):  # type: ignore[name-defined]
        """x plus what each place sees, then plus what a network of each place makes of it."""

        def __init__(self, kit: Kit, width: int, look: Any, feedforward: int, norm: str) -> None:
            super().__init__()
            self.look, self.norm_first = look, norm == "pre"
            self.norm1: Any = nn.LayerNorm(width, dtype=kit.dtype) if norm else None
            self.feed: Any = None
            if feedforward:
                self.feed = nn.Sequential(kit.linear(width, feedforward), nn.ReLU(), kit.linear(feedforward, width))
                self.norm2: Any = nn.LayerNorm(width, dtype=kit.dtype) if norm else None

        def forward(self, x: Any, kept: Any = None) -> Any:
            x = self.plus(x, lambda x: self.look(x, kept), self.norm1)
            return self.plus(x, self.feed, self.norm2) if self.feed else x

        def plus(self, x: Any, change: Any, norm: Any) -> Any:
            if norm is None:
                return x + change(x)
            return x + change(norm(x)) if self.norm_first else norm(x + change(x))

        def weights(self, x: Any) -> Any:
            return self.look.weights(self.norm1(x) if self.norm_first else x)

    class Transformer(nn.Module):  # type: ignore[name-defined]
        def __init__(
            self, kit: Kit, width: int, blocks: Any, places: Any, behind: bool, joined: bool, at_end: bool
        ) -> None:
            super().__init__()
            self.words = nn.Embedding(len(kit.rows.words), width, generator=kit.generator, dtype=kit.dtype)
            self.places, self.behind, self.at_end = places, behind, at_end
            self.can_cache = not behind and not joined and all(block.look.causal for block in blocks)
            self.before = kit.linear(width, width, bias=False) if joined else None
            self.blocks = nn.Sequential(*blocks)
            self.answer = kit.linear(width, kit.rows.classes)

        def forward(self, x: Any) -> Any:
            return self.answer(self.hidden(x))

        def hidden(self, x: Any) -> Any:
            x = self.blocks(self.vectors(x))
            x = self.placed(x) if self.behind else x
            return x[..., -1, :] if self.at_end else x

        def next(self, word: Any, place: int, caches: Any) -> Any:
            """Return the scores of what comes after one more word, (rows, 1), whose place is told."""
            x = self.words(word)
            x = x if self.places is None else x + self.places[place]
            for block, kept in zip(self.blocks, caches, strict=True):
                x = block(x, kept)
            return self.answer(x)

        def vectors(self, x: Any) -> Any:
            """Return each word as a vector, with its place where that is told, and with the word before it."""
            x = self.words(x)
            if self.before is not None:
                before = np.maximum(np.arange(x.shape[-2]) - 1, 0)
                x = x + self.before(x[..., before, :] * (np.arange(x.shape[-2]) > 0)[:, None])
            return x if self.behind else self.placed(x)

        def placed(self, x: Any) -> Any:
            if self.places is None:
                return x
            places = self.places[..., : x.shape[-2], :]
            return x + places.reshape(*places.shape[:-2], 1, *places.shape[-2:])

        def weights(self, x: Any) -> list[Any]:
            """Return who looks where, layer by layer."""
            found, x = [], self.vectors(x)
            for block in self.blocks:
                found.append(block.weights(x))
                x = block(x)
            return found

    return {each.__name__: each for each in (SeparateAttention, TransformerBlock, Transformer)}
