"""Walks: a learner who goes through a whole lesson by keys, or in plain lines, to see that it comes to its end."""
