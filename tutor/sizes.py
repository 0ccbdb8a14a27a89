"""The smallest window that the app fits into: columns and rows."""

SMALLEST = (60, 16)
