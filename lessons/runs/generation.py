"""Texts that a transformer writes by itself: the slow way, which reads them anew for each word, and with a cache."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.runs.trained_model import Array, Trained, at_rest


@dataclass(frozen=True)
class CacheFault:
    """The number of places by which a new word is said to stand too far: as it asks for the next, and as it is kept."""

    asked: int = 0
    kept: int = 0
    of_all: bool = False  # the words that were given, too
    told: bool = False  # it reads the words of the slow way, whatever it says itself


CACHES: Mapping[str, CacheFault] = {
    "": CacheFault(),
    "ahead": CacheFault(1, 1),
    "behind": CacheFault(-1, -1),
    "four": CacheFault(4, 4),
    "kept": CacheFault(0, 1),
    "all": CacheFault(1, 1, of_all=True),
    "told": CacheFault(1, 1, told=True),
}


class KeyValueCache:
    """The keys and values of the words that one layer has read."""

    def __init__(self) -> None:
        self.kept: list[Any] = []

    def add(self, *new: Any) -> list[Any]:
        """Keep one more key and value, (rows, heads, 1, d) each, and return all keys and all values."""
        pairs = zip(self.kept or [None] * len(new), new, strict=True)
        self.kept = [new if old is None else type(new)(np.concatenate([old.data, new.data], -2)) for old, new in pairs]
        return self.kept


def written(run: Trained, text: Array, length: int, is_filled: bool = False) -> Array:
    """Go on with texts, always with the likeliest word, and read each text anew for each word of it."""
    longest = run.rows.x_out.shape[1]
    while text.shape[1] < length:
        read = text[:, -longest:]
        last = read.shape[1] - 1
        if is_filled:
            read = np.pad(read, ((0, 0), (0, longest - read.shape[1])))
        text = np.column_stack([text, run.outputs(read)[:, last].argmax(-1)])
    return text


def written_with_cache(run: Trained, text: Array, length: int, fault: CacheFault) -> Array:
    """Go on with texts, and read each word once, at the place that it is said to have."""
    model, given = at_rest(run.model), text.shape[1]
    caches = [KeyValueCache() for _ in model.blocks]
    read = written(run, text, length) if fault.told else None
    with run.library.no_grad():
        for place in range(length - 1):
            word = run.library.Tensor((text if read is None else read)[:, [place]])
            is_off = fault.of_all or place >= given
            asked, kept = (place + is_off * off for off in (fault.asked, fault.kept))
            asking = caches if asked == kept else copy.deepcopy(caches)
            scores = model.next(word, asked, asking)
            if asking is not caches:
                model.next(word, kept, caches)
            if place + 1 >= given:
                text = np.column_stack([text, scores.data[:, -1].argmax(-1)])
    return text
