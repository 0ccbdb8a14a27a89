"""The smallest window that the app fits into: columns and rows."""

SMALLEST = (60, 16)
BREAKPOINTS = [(120, "-wide"), (160, "-widest")]  # columns from which a screen has two panes, and three
