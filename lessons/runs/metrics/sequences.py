"""Ask a model of words: what it gets right at a place, whether it reads the words behind one, and what it writes."""

import numpy as np

from lessons.runs.generation import CACHES, written, written_with_cache
from lessons.runs.tasks.words import SENTENCE
from lessons.runs.trained_model import Array, Trained
from minimodel.lab import gpt


def at_place(run: Trained, place: str = "1") -> float | None:
    """Return the share of held-out rows that are right at a place, counted from 1; None where there is none."""
    number = int(float(place)) - 1
    if not run.rows.words or run.rows.y_out.ndim < 2 or not 0 <= number < run.rows.y_out.shape[1]:
        return None
    return float((run.outputs(run.rows.x_out).argmax(-1) == run.rows.y_out)[:, number].mean())


def reads_ahead(run: Trained) -> float | None:
    """Return in what share of the rows the answer at the second word changes when later words are another row's."""
    x = run.rows.x_out
    if not run.rows.words or run.rows.y_out.ndim < 2 or x.shape[1] < 3:
        return None
    other = np.concatenate([x[:, :2], x[::-1, 2:]], axis=1)
    answers, theirs = (run.outputs(each)[:, 1].argmax(-1) for each in (x, other))
    return float((answers != theirs).mean())


def grammatical(run: Trained, rows: str = "") -> float | None:
    """Return the share of grammatical texts: of two sentences that it writes by itself after a time and a person.

    With `filled`, what it reads is as long as the rows of its training: behind the text stands any word.
    """
    if run.rows.words != gpt.WORDS or run.rows.y_out.ndim < 2:
        return None
    text = written(run, run.rows.x_out[:, :2], 2 * SENTENCE, is_filled=rows == "filled")
    return float(gpt.grammatical(text).mean())


def stops(run: Trained, at: str = "") -> float | None:
    """Return the share of texts that it ends by itself after a time and a person: after two sentences at most.

    With `first`, after the first sentence.
    """
    if "stop" not in run.rows.words:
        return None
    text = written(run, run.rows.x_out[:, :2], (1 if at == "first" else 2) * SENTENCE + 1)
    return float((text == run.rows.words.index("stop")).any(-1).mean())


def stops_at(run: Trained, place: str = "4") -> float | None:
    """Return how likely a stop is to it at a place, counted from 1: the mean over held-out rows, each as it is read."""
    number = int(float(place)) - 1
    if "stop" not in run.rows.words or not 0 <= number < run.rows.x_out.shape[1]:
        return None
    scores = run.outputs(run.rows.x_out)[:, number]
    share = np.exp(scores - scores.max(-1, keepdims=True))
    return float((share / share.sum(-1, keepdims=True))[:, run.rows.words.index("stop")].mean())


def agrees(run: Trained, cache: str = "") -> float | None:
    """Return the share of words that are the same with a cache, or a faulty one, as the slow way."""
    texts = both_ways(run, cache)
    return None if texts is None else float((texts[0] == texts[1]).mean())


def same_kind(run: Trained, cache: str = "") -> float | None:
    """Return the share of words that are at least of the same kind: a time, a person, a verb or an ending."""
    texts = both_ways(run, cache)
    return None if texts is None else float((gpt.KINDS[texts[0]] == gpt.KINDS[texts[1]]).mean())


def both_ways(run: Trained, cache: str) -> tuple[Array, Array] | None:
    """Return the sentence that it writes after a sentence, the slow way and with a cache; None where it can't."""
    fault, longest = CACHES.get(cache), run.rows.x_out.shape[1]
    if fault is None or run.rows.words != gpt.WORDS or not getattr(run.model, "can_cache", False):
        return None
    if 2 * SENTENCE - 2 + fault.asked >= longest:  # it has no such place
        return None
    given = run.rows.x_out[:, :SENTENCE]
    texts = written(run, given, 2 * SENTENCE), written_with_cache(run, given, 2 * SENTENCE, fault)
    return texts[0][:, SENTENCE:], texts[1][:, SENTENCE:]
