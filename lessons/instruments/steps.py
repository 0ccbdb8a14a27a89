"""Instruments that let the setup train: with its own optimizer and, where it has one, its own step."""

import math
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from lessons.instruments.arrays import Array, like, read_array
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import CLASSES, Gradients, TrainingSetup, UnusableSetup

STEPS = 20
HARDLY, FAR, DECAYED = 1e-6, 5.0, 0.1  # of a matrix' own length, in so many steps
TOO_LONG = 1.5  # learning rates, for one number in the first step of an Adam
FEW_MOVE = 0.5  # of the numbers that have a gradient
ALIKE, TOO_MUCH, SHRUNK = 0.99, 1.05, 1e-3  # of a gradient with the batch's own: cosine, and lengths
UNCHANGED = 1e-6  # relative
LEARNT, LEARNT_AT_ALL = 0.7, 0.95  # of what a constant answer costs; of the first loss


def moved(setup: TrainingSetup) -> Found:
    start, grads, losses = setup.weights(), setup.gradients(), setup.train(STEPS)
    before = next(losses)
    first = setup.weights()  # what rounds its weights has rounded them by now, as far as they are to be
    first_step = longest_step(setup, start, first)
    *_, after = losses
    now = setup.weights()
    live = [
        n for n in setup.matrices if n in setup.known and start[n].any() and grads[n] is not None and grads[n].any()
    ]
    if not live:
        raise UnusableSetup("no_gradient")
    ways = [float(np.linalg.norm(now[name] - start[name]) / np.linalg.norm(start[name])) for name in live]
    middle, still = float(np.median(ways)), share_still(setup, first, now, grads)
    readings = (
        ("decay", share := decayed_share(setup), share > DECAYED),
        ("first_step", first_step, first_step > TOO_LONG),
        ("not_at_all", 0.0, max(ways) == 0),
        ("hardly", middle, max(ways) > 0 and middle < HARDLY),
        ("rounded_away", 1 - still, still > FEW_MOVE and middle >= HARDLY),
        ("far", middle, not math.isfinite(middle) or (middle > FAR and not after < before)),
    )
    return [Seen(value, key, names=live) for key, value, is_out in readings if is_out] or [Seen(middle)]


def longest_step(setup: TrainingSetup, start: dict[str, Array], first: dict[str, Array]) -> float:
    """Return how many learning rates the longest first step of a number is; NaN where it is no kind of Adam."""
    found = []
    for name, group in setup.known.items():
        if "betas" in group and group.get("lr"):
            way = np.abs(first[name] - start[name]).max(initial=0) / float(group["lr"])
            found.append(way - float(group.get("weight_decay") or 0) * np.abs(start[name]).max(initial=0))
    return float(max(found, default=math.nan))


def decayed_share(setup: TrainingSetup) -> float:
    """Return how much of a weight its decay alone takes away in 20 steps."""
    rates = [float(each.get("lr", 0)) * float(each.get("weight_decay") or 0) for each in setup.known.values()]
    return 1 - (1 - min(1.0, max(rates, default=0.0))) ** STEPS


def share_still(setup: TrainingSetup, first: dict[str, Array], now: dict[str, Array], grads: Gradients) -> float:
    """Return how many of the numbers that have a gradient are where they were after the first step."""
    still = count = 0
    for name, g in grads.items():
        if g is not None and name in setup.known:
            has = np.abs(g) > 1e-4 * np.abs(g).max(initial=0)
            count += int(has.sum())
            still += int((has & (now[name] == first[name])).sum())
    return still / max(count, 1)


def downhill(setup: TrainingSetup) -> Found:
    before, start = setup.loss_of(), setup.weights()
    next(setup.train(1))
    after, now = setup.loss_of(), setup.weights()
    if all(np.array_equal(start[name], now[name]) for name in start):
        raise UnusableSetup("no_step")
    if after < before or abs(after - before) < UNCHANGED * abs(before):
        return [Seen(after - before, before=before, after=after)]
    for part in (0.01, 0.0001) if not after < 2 * abs(before) else (0.01,):
        setup.write({name: start[name] + part * (now[name] - start[name]) for name in start})
        if setup.loss_of() < before:
            break
    else:
        return [Seen(after - before, "uphill", before=before, after=after)]
    setup.restore()
    *_, after = *setup.train(STEPS), setup.loss_of()
    return [Seen(after - before, "" if after < before else "too_far", before=before, after=after)]


def left_over(setup: TrainingSetup) -> Found:
    """Compare what the optimizer is given at the second step with this batch's own gradient."""
    given: list[Gradients] = []
    plain = setup.optimizer.step

    def noted(*inputs: Any, **options: Any) -> Any:
        given.append(setup.noted_gradients())
        return plain(*inputs, **options)

    next(setup.train(1))
    is_kept = getattr(setup.model, "training", True) == setup.training
    setup.set_mode(setup.training)
    left, fresh = setup.noted_gradients(), setup.gradients()
    for name, p in setup.parameters.items():
        p.grad = left[name] if left[name] is None or isinstance(p.data, np.ndarray) else like(p.data, left[name])
    setup.optimizer.step = noted
    try:
        next(setup.train(1))
    finally:
        setup.optimizer.step = plain
    found = [] if is_kept else [Seen(0.0, "left_in_eval")]
    if len(given) != 1:
        raise UnusableSetup("several_steps")
    return [*found, compared(given[0], fresh, setup.known)]


def compared(given: Gradients, fresh: Gradients, known: Iterable[str]) -> Seen:
    both = [name for name in known if given[name] is not None and fresh[name] is not None]
    a, b = (np.concatenate([[0.0], *(each[name].reshape(-1) for name in both)]) for each in (given, fresh))
    length, own = np.linalg.norm(a), np.linalg.norm(b)
    if not 0 < length < math.inf or not 0 < own < math.inf:
        raise UnusableSetup("no_gradient")
    alike, times = a @ b / (length * own), length / own
    if alike < ALIKE:
        return Seen(np.linalg.norm(a - b) / own, "other")
    return Seen(times, "times" if times > TOO_MUCH else "shrunk" if times < SHRUNK else "")


def one_batch(setup: TrainingSetup) -> Found:
    first, (least, weights) = setup.loss_of(setup.few), setup.by_heart
    setup.write(weights)
    try:
        constant = setup.constant_cost
        right = share_right(setup, setup.few) if setup.kind == CLASSES else math.nan
    except UnusableSetup:  # then the loss alone tells
        constant, right = math.nan, math.nan
    bounds = LEARNT * constant, LEARNT_AT_ALL * first
    has_learnt = right > 0.99 or least < min(filter(math.isfinite, bounds), default=math.inf) or least < 1e-3
    return [Seen(least, "" if has_learnt else "stuck", first=first, constant=constant)]


def share_right(setup: TrainingSetup, batch: tuple[Any, Any]) -> float:
    said = setup.outputs(batch[0]).argmax(setup.class_axis)
    labels = read_array(batch[1]).reshape(said.shape)
    return float((said == labels)[labels >= 0].mean())


def shuffled_rows(setup: TrainingSetup) -> Found:
    if setup.held_out is None:
        raise UnusableSetup("no_held_out")
    setup.needs(CLASSES)
    if setup.labels.ndim != 1:
        raise UnusableSetup("no_rows")
    count = setup.raw_outputs.shape[setup.class_axis]
    batches = [
        (inputs, like(labels, drawn_labels(read_array(inputs), count)))
        for inputs, labels in (setup.batch, setup.held_out)
    ]
    held_out = read_array(setup.held_out[1])
    common = max(np.bincount(held_out)) / len(held_out)
    luck = math.sqrt(common * (1 - common) / len(held_out))
    trained, right = learnt(setup, setup.batch, setup.held_out)
    setup.restore()
    _, noise = learnt(setup, *batches)
    is_lost = trained > 0.6 and right <= common + luck
    finding = "leak" if noise > 0.8 else "no_rule" if is_lost else ""
    return [Seen(noise, finding, right=right, trained=trained, common=common)]


def drawn_labels(inputs: Array, classes: int) -> Array:
    """Return a label of each row that means nothing, and is the same wherever the row is the same."""
    return np.array([zlib.crc32(np.ascontiguousarray(row).tobytes()) % classes for row in inputs])


def learnt(setup: TrainingSetup, batch: Any, held_out: Any) -> tuple[float, float]:
    """Train on a batch, and return the shares of its rows and of held-out rows that are right."""
    setup.write(setup.fit(batch)[1])
    return share_right(setup, batch), share_right(setup, held_out)
