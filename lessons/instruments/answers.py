"""Instruments that look at the answers of a model."""

import numpy as np

from lessons.instruments.arrays import Array, like, read_array, take
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import CLASSES, TrainingSetup, Unreadable, ask

ROUNDING = 1e-3  # of the outputs' own spread
ALIKE = 1e-3


def answers(setup: TrainingSetup) -> Found:
    setup.needs(CLASSES)
    axis, labels = setup.class_axis, setup.class_numbers()
    found = []
    if setup.accuracy is not None:
        right, none = (own_accuracy(setup, each) for each in (labels, other_labels(setup)))
        if abs(right - 1) > 0.01 or none > 0.01:
            found.append(Seen(right).out("own_measure", none=none))
    rewarded = rewarded_share(setup)
    if rewarded < 0.5:
        found.append(Seen(rewarded).out("other_answer"))
    spread = spread_of_rows(setup)
    if spread < ALIKE:
        found.append(Seen(spread).out("rows_alike"))
    setup.write(setup.by_heart[1])
    said = setup.outputs(setup.few[0]).argmax(axis)
    given = np.unique(read_array(setup.few[1]))
    counts = np.bincount(said.reshape(-1)) / said.size
    if len(given) > 1 and counts.max() == 1:
        found.append(Seen(float(counts.max())).out("one_answer", answer=int(counts.argmax())))
    return found or [Seen(float(counts.max()), rewarded=rewarded)]


def own_accuracy(setup: TrainingSetup, classes: Array) -> float:
    """Return what the setup's own accuracy says of scores that are highest at these classes."""
    assert setup.accuracy is not None
    return float(
        np.mean(read_array(setup.accuracy(like(setup.raw_outputs, 9.0 * setup.one_hot(classes)), setup.batch[1])))
    )


def other_labels(setup: TrainingSetup) -> Array:
    labels = setup.class_numbers()
    return np.where(labels < 0, labels, (labels + 1) % setup.raw_outputs.shape[setup.class_axis])


def rewarded_share(setup: TrainingSetup) -> float:
    """Return 1 where of all shifts of the labels the true ones cost least, as sure answers; else 0."""
    count, labels = setup.raw_outputs.shape[setup.class_axis], setup.class_numbers()
    as_shares = not setup.adds_freely
    costs = []
    for shift in range(min(count, 12)):
        sure = setup.one_hot(np.where(labels < 0, labels, (labels + shift) % count))
        costs.append(
            setup.cost_of(
                np.clip(sure, 0.01, 0.99)
                if as_shares and setup.outputs().min() >= 0
                else np.log(np.clip(sure, 1e-4, 1))
            )
        )
    return float(np.nanargmin(costs) == 0) if np.isfinite(costs).any() else 1.0


def spread_of_rows(setup: TrainingSetup) -> float:
    """Return how far the outputs differ from row to row, against how far they differ from score to score."""
    outputs = setup.outputs()
    if len(outputs) < 2 or not setup.can_take_rows:
        return 1.0
    return float(outputs.std(0).mean() / (np.abs(outputs).mean() + 1e-30))


def company(setup: TrainingSetup) -> Found:
    """Ask rows alone, and all in another order: in eval(), where an answer is a row's own."""
    if not setup.can_take_rows:
        raise Unreadable("no_rows")
    setup.set_mode(False)
    together = setup.outputs()
    if len(together) != setup.row_count:
        raise Unreadable("no_rows")
    size = together.std() + np.abs(together).mean() + 1e-30
    count = min(4, len(together))
    alone = np.concatenate([setup.outputs(take(setup.batch[0], [row])) for row in range(count)])
    order = list(range(len(together)))[::-1]
    turned = setup.outputs(take(setup.batch[0], order))[::-1]
    changes = {
        "company": np.abs(alone - together[:count]).max() / size,
        "place": np.abs(turned - together).max() / size,
    }
    for key, change in changes.items():
        if change > ROUNDING:
            return [Seen(float(change)).out(key)]
    return [Seen(float(max(changes.values())))]


def asked_twice(setup: TrainingSetup) -> Found:
    modes = {}
    for training in (True, False):
        setup.set_mode(training)
        first = setup.outputs()
        modes[training] = [first, read_array(ask(setup.model, setup.batch[0])).astype(float)]  # with the next draws
    change = float(np.abs(np.subtract(*modes[False])).max())
    if change > 0:
        return [Seen(change).out("random")]
    differs = not np.array_equal(modes[True][1], modes[False][1])
    return [Seen(change).out("eval_while_training") if differs and not setup.training else Seen(change)]


def tomorrow(setup: TrainingSetup) -> Found:
    inputs = setup.batch[0]
    if isinstance(inputs, tuple | list | dict) or setup.kind != CLASSES or setup.labels.ndim != 2:
        raise Unreadable("no_sequence")
    words = read_array(inputs)
    if words.shape != setup.labels.shape or not np.array_equal(words[:, 1:], setup.labels[:, :-1]):
        raise Unreadable("no_sequence")
    setup.set_mode(False)
    half = words.shape[1] // 2
    later = words.copy()
    later[:, half:] = np.roll(words[:, half:], 1, axis=0) if len(words) > 1 else words[:, half:][:, ::-1]
    before, after = setup.outputs(), setup.outputs(like(inputs, later))
    time = 1 if setup.class_axis == -1 else 2
    early = (np.moveaxis(each, time, 1)[:, :half] for each in (before, after))
    change = float(np.abs(np.subtract(*early)).max())
    return [Seen(change).out("seen") if change > ROUNDING * np.abs(before).mean() else Seen(change)]


def straight(setup: TrainingSetup) -> Found:
    """Ask for a + b: a model that is linear adds up, however many layers it has."""
    inputs = setup.batch[0]
    if isinstance(inputs, tuple | list | dict) or read_array(inputs).dtype.kind != "f":
        raise Unreadable("no_sums")
    if len(setup.matrices) < 2 or not setup.can_take_rows:
        raise Unreadable("one_layer")
    setup.write(setup.by_heart[1])  # what begins at zero has bent by then
    setup.set_mode(False)
    a, b = np.random.default_rng(0).normal(size=(2, *inputs.shape)) * (read_array(inputs).std() + 1e-6)
    both, one, other, none = (setup.outputs(like(inputs, each)) for each in (a + b, a, b, 0 * a))
    if not np.abs(one - none).mean() > 1e-9:
        raise Unreadable("rows_alike")
    bent = float(np.abs(both + none - one - other).max() / np.abs(one - none).mean())
    return [Seen(bent).out("linear") if bent < 1e-4 else Seen(bent)]
