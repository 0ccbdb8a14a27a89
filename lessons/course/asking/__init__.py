"""Questions and what becomes of them: the kinds, the verdicts of the runs, and both in words."""
