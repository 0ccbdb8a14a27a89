"""A circle in a ring."""

import math

import numpy as np

OUTER = 2.0


def ring(seed, rows=60, width=0.2):
    generator = np.random.default_rng([seed, 1])
    x, y = points(generator, rows, width)
    x_out, y_out = points(generator, rows, width)
    return x, y, x_out, y_out


def points(generator, rows, width):
    labels = np.arange(rows) % 2
    angles = generator.uniform(0, 2 * math.pi, rows)
    radius = 1 + (OUTER - 1) * labels + generator.normal(0, width, rows)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1), labels
