"""Metrics of rings."""

import numpy as np


def lost(run):
    said = run.outputs(run.rows.x_out).argmax(axis=1)
    return float(np.mean(said[run.rows.y_out == 1] == 0))
