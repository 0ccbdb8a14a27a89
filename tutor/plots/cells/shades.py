"""Shades by size and sign. Each level is a character of its own, so that nothing rests on colour."""

import math

from tutor.plots.cells.canvas import Cell
from tutor.plots.values import NOTHING

POSITIVE, NEGATIVE = "░▒▓█", "·-=≡"
ASCII_POSITIVE, ASCII_NEGATIVE = ":+*#", ".-=%"
SHARES, ASCII_SHARES = " ·░▒▓█", " .:+*#"  # from surely class 0 to surely class 1
NO_NUMBER = "?"


def signed(value: float, most: float, unicode: bool) -> Cell:
    """A number's shade beside the largest one. Exact zero is blank."""
    if not math.isfinite(value):
        return NO_NUMBER, "mark"
    share = abs(value) / most
    if share < NOTHING:
        return " ", ""
    level = min(3, math.ceil(4 * share) - 1)
    if value > 0:
        return (POSITIVE if unicode else ASCII_POSITIVE)[level], "positive"
    return (NEGATIVE if unicode else ASCII_NEGATIVE)[level], "negative"


def share(value: float, unicode: bool) -> Cell:
    """The shade of a share from 0 to 1."""
    if math.isnan(value):
        return NO_NUMBER, "mark"
    levels = SHARES if unicode else ASCII_SHARES
    return levels[min(len(levels) - 1, int(min(max(value, 0.0), 1.0) * len(levels)))], "shade"
