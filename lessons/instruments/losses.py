"""Instruments that look at the loss: as a number, and as a function of the outputs."""

import math

import numpy as np

from lessons.instruments.arrays import like
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import CLASSES, NUMBERS, YES_OR_NO, TrainingSetup, UnusableSetup

TOO_MANY_TIMES = 1.5  # what a mean may be of the cost of one row
TOO_LARGE, TOO_LARGE_FOR_NUMBERS = 4.0, 20.0  # of a constant's cost; numbers may be far from 0 at first
FAR_UP = 1000.0
UNCHANGED = 1e-6  # relative
SURE_LOGIT = 30.0


def first_loss(setup: TrainingSetup) -> Found:
    first, constant = setup.loss_of(), setup.constant_cost
    if not math.isfinite(first):
        return [Seen(first, "not_finite")]
    if not math.isfinite(constant):
        raise UnusableSetup("no_constant")
    bound = TOO_LARGE_FOR_NUMBERS if setup.kind == NUMBERS else TOO_LARGE
    found = [Seen(times, "counted")] if (times := cost_of_one(setup)) > TOO_MANY_TIMES else []
    if first > bound * constant + 0.01:
        found.append(Seen(first, "large", constant=constant))
    return found or [Seen(first, constant=constant)]


def cost_of_one(setup: TrainingSetup) -> float:
    """Return what an answer costs that costs 1 by a mean; NaN where none is known."""
    outputs = setup.outputs()
    if setup.kind == CLASSES and setup.adds_freely:
        return setup.cost_of(np.zeros_like(outputs)) / math.log(outputs.shape[setup.class_axis])
    if setup.kind == YES_OR_NO:
        return setup.cost_of(np.full_like(outputs, 0.0 if outputs.min() < 0 else 0.5)) / math.log(2)
    return setup.cost_of(setup.labels + 1.0) if setup.labels.shape == outputs.shape else math.nan


def turned_labels(setup: TrainingSetup) -> Found:
    """Ask what outputs cost that differ in each row, and are shares where the model gives shares."""
    labels, outputs, draw = setup.labels, setup.outputs(), np.random.default_rng(0)
    made_up = draw.uniform(0.05, 0.95, outputs.shape) if setup.gives_shares else draw.normal(size=outputs.shape)
    turned = np.roll(labels, 1, axis=0)
    before, after = (setup.loss_of_array(made_up, like(setup.batch[1], each)) for each in (labels, turned))
    change = abs(after - before) / (abs(before) + 1e-12)
    is_same = change < UNCHANGED and not np.array_equal(turned, labels)
    return [Seen(change, "same" if is_same else "", outputs=str(outputs.shape), labels=str(labels.shape))]


def scores(setup: TrainingSetup) -> Found:
    setup.needs(CLASSES, YES_OR_NO)
    setup.write(setup.by_heart[1])  # then scores have the signs that they want
    outputs = setup.outputs()
    if setup.kind == YES_OR_NO:
        labels = setup.labels.reshape(outputs.shape)
        takes_logits = setup.cost_of(SURE_LOGIT * (2 * labels - 1)) < 1e-3
        least = setup.cost_of(labels.astype(float))
        is_twice = takes_logits and least > 0.05 and 0 <= outputs.min() <= outputs.max() <= 1
        return [Seen(least, "probabilities" if is_twice else "")]
    now, far_up = setup.cost_of(outputs), setup.cost_of(outputs + FAR_UP)
    if not setup.adds_freely:
        return [Seen(now)]
    found = [] if abs(far_up - now) < 0.05 * (1 + abs(now)) else [Seen(far_up, "overflow")]
    if setup.are_shares(outputs):
        found.append(Seen(setup.cost_of(setup.one_hot(setup.class_numbers())), "probabilities"))
    elif outputs.min() == 0 and (share := (outputs == 0).mean()) > 0.05:
        found.append(Seen(share, "never_below_zero"))
    return found or [Seen(now)]
