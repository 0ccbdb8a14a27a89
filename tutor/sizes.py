"""Windows: the smallest that the app fits into, in columns and rows, and what wider ones hold."""

SMALLEST = (60, 16)
BREAKPOINTS = [(120, "-wide"), (160, "-widest")]  # columns from which a screen has two panes, and three
WIDEST = 94  # columns that an eye follows


def is_small(width: int, height: int) -> bool:
    """Return True if nothing fits into a window of this size."""
    return width < SMALLEST[0] or height < SMALLEST[1]
