"""Instruments that look at the loss: as a number, and as a function of the outputs."""

import math

import numpy as np

from lessons.instruments.arrays import Array, like
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import CLASSES, NUMBERS, YES_OR_NO, TrainingSetup, Unreadable

TOO_MANY_TIMES = 1.5  # what a mean may be of the cost of one row
TOO_LARGE, TOO_LARGE_FOR_NUMBERS = 4.0, 20.0  # numbers may be far from 0 at first
FAR_UP = 1000.0


def first_loss(setup: TrainingSetup) -> Found:
    first, constant = setup.loss_of(), setup.constant_cost
    seen = Seen(first, constant=constant)
    if not math.isfinite(first):
        return [seen.out("not_finite")]
    if not math.isfinite(constant):
        raise Unreadable("no_constant")
    found = []
    if (times := cost_of_one(setup)) > TOO_MANY_TIMES:
        found.append(Seen(times).out("counted"))
    if first > max_ratio(setup) * constant + 0.01:
        found.append(seen.out("large"))
    return found or [seen]


def max_ratio(setup: TrainingSetup) -> float:
    return TOO_LARGE_FOR_NUMBERS if setup.kind == NUMBERS else TOO_LARGE


def cost_of_one(setup: TrainingSetup) -> float:
    """Return how often the loss counts a row: 1 of a mean, of a known answer's cost. NaN where none is known."""
    outputs = setup.outputs()
    if setup.kind == CLASSES and setup.adds_freely:
        return setup.cost_of(np.zeros_like(outputs)) / math.log(outputs.shape[setup.class_axis])
    if setup.kind == YES_OR_NO:
        return setup.cost_of(np.full_like(outputs, 0.0 if outputs.min() < 0 else 0.5)) / math.log(2)
    if setup.kind == NUMBERS and setup.labels.shape == outputs.shape:
        return setup.cost_of(setup.labels + 1.0)
    return float("nan")


def turned_labels(setup: TrainingSetup) -> Found:
    labels, outputs = setup.labels, made_up_outputs(setup)
    turned = np.roll(labels, 1, axis=0)
    if np.array_equal(turned, labels):
        return [Seen(0.0)]
    before, after = (setup.loss_of_array(outputs, like(setup.batch[1], each)) for each in (labels, turned))
    change = abs(after - before) / (abs(before) + 1e-12)
    seen = Seen(change, outputs=str(outputs.shape), labels=str(labels.shape))
    return [seen.out("same") if change < 1e-6 else seen]


def made_up_outputs(setup: TrainingSetup) -> Array:
    """Return outputs of the right shape which differ in each row: shares where the model gives shares."""
    outputs, draw = setup.outputs(), np.random.default_rng(0)
    if 0 <= outputs.min() <= outputs.max() <= 1:
        return draw.uniform(0.05, 0.95, outputs.shape)
    return draw.normal(size=outputs.shape)


def scores(setup: TrainingSetup) -> Found:
    setup.needs(CLASSES, YES_OR_NO)
    outputs = fitted_outputs(setup)
    if setup.kind == YES_OR_NO:
        return yes_or_no_scores(setup, outputs)
    if not setup.adds_freely:
        return [Seen(setup.cost_of(outputs))]
    axis = setup.class_axis
    found = []
    change = abs(setup.cost_of(outputs + FAR_UP) - setup.cost_of(outputs))
    if not change < 0.05 + 0.05 * abs(setup.cost_of(outputs)):
        found.append(Seen(setup.cost_of(outputs + FAR_UP)).out("overflow"))
    if np.allclose(outputs.sum(axis), 1, atol=1e-3) and outputs.min() >= 0:
        least = setup.cost_of(setup.one_hot(setup.class_numbers()))
        found.append(Seen(least).out("probabilities"))
    elif outputs.min() == 0 and (outputs == 0).mean() > 0.05:
        found.append(Seen(float((outputs == 0).mean())).out("never_below_zero"))
    return found or [Seen(change)]


def yes_or_no_scores(setup: TrainingSetup, outputs: Array) -> Found:
    """Tell whether probabilities go into a loss that takes logits: it costs next to nothing to be sure and right."""
    labels = setup.labels.reshape(outputs.shape)
    takes_logits = setup.cost_of(30.0 * (2 * labels - 1)) < 1e-3
    least = setup.cost_of(labels.astype(float))
    if takes_logits and outputs.min() >= 0 and outputs.max() <= 1 and least > 0.05:
        return [Seen(least).out("probabilities")]
    return [Seen(setup.cost_of(outputs))]


def fitted_outputs(setup: TrainingSetup) -> Array:
    """Return the outputs after a training on a few rows, when scores have taken the signs that they want."""
    setup.write(setup.by_heart[1])
    return setup.outputs()
