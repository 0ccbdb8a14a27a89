"""Instruments that let the setup train: with its own optimizer and, where it has one, its own step."""

import math
import zlib
from typing import Any

import numpy as np

from lessons.instruments.arrays import Array, like, read_array
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import CLASSES, Gradients, TrainingSetup, Unreadable

STEPS = 20
HARDLY, FAR, DECAYED = 1e-6, 5.0, 0.1  # of a matrix' own length, in so many steps
TOO_LONG = 1.5  # learning rates, for one number in the first step of an Adam
FEW_MOVE = 0.5  # of the numbers that have a gradient
LEARNT, LEARNT_AT_ALL = 0.7, 0.95  # of what a constant answer costs; of the first loss


def moved(setup: TrainingSetup) -> Found:
    start, grads = setup.weights(), setup.gradients()
    losses = setup.train(STEPS)
    before = next(losses)
    first_step = longest_step(setup, start)
    after = [*losses][-1]
    now = setup.weights()
    ways = {n: float(np.linalg.norm(now[n] - start[n]) / (np.linalg.norm(start[n]) + 1e-12)) for n in setup.matrices}
    ways = {
        name: way
        for name, way in ways.items()
        if start[name].any() and grads[name] is not None and known_to(setup, name)
    }
    live = {name: way for name, way in ways.items() if grads[name].any()}
    if not live:
        raise Unreadable("no_gradient")
    middle, still = float(np.median(list(live.values()))), share_still(setup, start, now, grads)
    found = []
    if decayed := decay_share(setup):
        found.append(Seen(decayed).out("decay"))
    if first_step > TOO_LONG:
        found.append(Seen(first_step).out("first_step"))
    if max(live.values()) == 0:
        return [*found, Seen(0.0).out("not_at_all", names=list(live))]
    if middle < HARDLY:
        found.append(Seen(middle).out("hardly"))
    elif still > FEW_MOVE:
        found.append(Seen(1 - still).out("rounded_away"))
    if not math.isfinite(middle) or (middle > FAR and not after < before):
        found.append(Seen(middle).out("far"))
    return found or [Seen(middle, least=min(live.values()), most=max(live.values()))]


def known_to(setup: TrainingSetup, name: str) -> bool:
    return any(each is setup.parameters[name] for group in setup.optimizer.param_groups for each in group["params"])


def longest_step(setup: TrainingSetup, start: dict[str, Array]) -> float:
    """Return how many learning rates the longest first step of a number is; NaN where it is no kind of Adam."""
    groups = [group for group in setup.optimizer.param_groups if "betas" in group and group.get("lr")]
    names = {id(each): name for name, each in setup.parameters.items()}
    now, found = setup.weights(), []
    for group in groups:
        decay = group.get("weight_decay") or 0
        for name in (names[id(each)] for each in group["params"] if id(each) in names):
            way = np.abs(now[name] - start[name]).max(initial=0) / float(group["lr"])
            found.append(way - decay * np.abs(start[name]).max(initial=0))
    return float(max(found, default=math.nan))


def decay_share(setup: TrainingSetup) -> float:
    """Return how much of a weight its decay alone takes away in 20 steps; 0 where that is little."""
    rates = [
        float(group.get("lr", 0)) * float(group.get("weight_decay") or 0) for group in setup.optimizer.param_groups
    ]
    share = 1 - (1 - min(1.0, max(rates, default=0.0))) ** STEPS
    return share if share > DECAYED else 0.0


def share_still(setup: TrainingSetup, start: dict[str, Array], now: dict[str, Array], grads: Gradients) -> float:
    """Return how many of the numbers that have a gradient are where they were."""
    still = count = 0
    for name, g in grads.items():
        if g is not None and known_to(setup, name):
            has = np.abs(g) > 1e-4 * np.abs(g).max(initial=0)
            count += int(has.sum())
            still += int((has & (now[name] == start[name])).sum())
    return still / max(count, 1)


def downhill(setup: TrainingSetup) -> Found:
    before, start = setup.loss_of(), setup.weights()
    next(setup.train(1))
    after, now = setup.loss_of(), setup.weights()
    if all(np.array_equal(start[name], now[name]) for name in start):
        raise Unreadable("no_step")
    seen = Seen(after - before, before=before, after=after)
    if after < before or abs(after - before) < 1e-6 * abs(before):
        return [seen]
    setup.write({name: start[name] + 0.01 * (now[name] - start[name]) for name in start})
    if setup.loss_of() > before:
        return [seen.out("uphill")]
    setup.restore()
    later = [*setup.train(STEPS), setup.loss_of()]
    if not later[-1] < before:
        return [Seen(later[-1] - before, before=before, after=later[-1]).out("too_far")]
    return [seen]


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
    found = [] if is_kept else [Seen(0.0).out("left_in_eval")]
    if len(given) != 1:
        raise Unreadable("several_steps")
    own = {name: g for name, g in given[0].items() if known_to(setup, name)}
    return [*found, *compared(own, fresh)]


def compared(given: Gradients, fresh: Gradients) -> Found:
    both = [name for name in given if given[name] is not None and fresh[name] is not None]
    if not both:
        raise Unreadable("no_gradient")
    a, b = (np.concatenate([each[name].reshape(-1).astype(float) for name in both]) for each in (given, fresh))
    length, own = float(np.linalg.norm(a)), float(np.linalg.norm(b))
    if not own or not np.isfinite(length) or not np.isfinite(own):
        raise Unreadable("no_gradient")
    alike, times = float(a @ b / (length * own + 1e-30)), length / own
    seen = Seen(float(np.linalg.norm(a - b) / own), times=times)
    if alike < 0.99:
        return [seen.out("other")]
    if times > 1.05:
        return [Seen(times).out("times")]
    return [Seen(times).out("shrunk") if times < 1e-3 else seen]


def one_batch(setup: TrainingSetup) -> Found:
    first, (least, weights) = setup.loss_of(setup.few), setup.by_heart
    setup.write(weights)
    right = share_right(setup, setup.few) if setup.kind == CLASSES else math.nan
    seen = Seen(least, first=first, constant=setup.constant_cost)
    bounds = LEARNT * setup.constant_cost, LEARNT_AT_ALL * first
    has_learnt = right > 0.99 or least < min(filter(math.isfinite, bounds), default=math.inf) or least < 1e-3
    return [seen if has_learnt else seen.out("stuck")]


def share_right(setup: TrainingSetup, batch: tuple[Any, Any]) -> float:
    axis = setup.class_axis
    said, labels = setup.outputs(batch[0]).argmax(axis), read_array(batch[1])
    counts = labels.reshape(said.shape) >= 0
    return float((said == labels.reshape(said.shape))[counts].mean())


def shuffled_rows(setup: TrainingSetup) -> Found:
    if setup.held_out is None:
        raise Unreadable("no_held_out")
    setup.needs(CLASSES)
    if setup.labels.ndim != 1:
        raise Unreadable("no_rows")
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
    seen = Seen(noise, right=right, trained=trained, common=float(common))
    if noise > 0.8:
        return [seen.out("leak")]
    return [seen.out("no_rule") if trained > 0.6 and right <= common + luck else seen]


def drawn_labels(inputs: Array, classes: int) -> Array:
    """Return a label of each row that means nothing, and is the same wherever the row is the same."""
    return np.array([zlib.crc32(np.ascontiguousarray(row).tobytes()) % classes for row in inputs])


def learnt(setup: TrainingSetup, batch: Any, held_out: Any) -> tuple[float, float]:
    """Train on a batch, and return the shares of its rows and of held-out rows that are right."""
    setup.write(setup.fit(batch)[1])
    return share_right(setup, batch), share_right(setup, held_out)
