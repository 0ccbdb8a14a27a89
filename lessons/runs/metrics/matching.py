"""Who goes with whom, at the least cost in all: the assignment problem, solved exactly (Kuhn 1955, Munkres 1957)."""

import numpy as np

from lessons.runs.rows import Array


def best_match(costs: Array) -> Array:
    """For each row the column that it gets; every column is given once, and the sum of the costs is least.

    Row by row: the row takes its cheapest column, and whoever had it looks for another, along the cheapest chain.
    """
    count = len(costs)
    row_price, column_price = np.zeros(count), np.zeros(count + 1)
    owner = np.full(count + 1, -1)  # of each column; the last one is where a row begins its search
    for row in range(count):
        owner[count] = row
        came_from, column = chain(costs, row_price, column_price, owner)
        while column != count:
            owner[column], column = owner[came_from[column]], came_from[column]
    order = np.empty(count, dtype=int)
    order[owner[:count]] = np.arange(count)
    return order


def chain(costs: Array, row_price: Array, column_price: Array, owner: Array) -> tuple[Array, int]:
    """Find the cheapest chain to a free column. Prices change, so that what is on the chain costs nothing more."""
    count = len(costs)
    least, came_from = np.full(count, np.inf), np.full(count, count)
    seen, column = np.zeros(count + 1, dtype=bool), count
    while owner[column] >= 0:
        seen[column] = True
        row = owner[column]
        extra = costs[row] - row_price[row] - column_price[:count]
        better = ~seen[:count] & (extra < least)
        least[better], came_from[better] = extra[better], column
        following = int(np.where(seen[:count], np.inf, least).argmin())
        step = least[following]
        row_price[owner[seen]] += step
        column_price[seen] -= step
        least[~seen[:count]] -= step
        column = following
    return came_from, column
