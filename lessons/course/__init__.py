"""A lesson's parts and its course: pages, steps, questions, verdicts. Pure: no file, no NumPy."""
