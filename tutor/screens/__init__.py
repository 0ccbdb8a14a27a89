"""Whole screens: they show what the rules say, and record what the learner does."""
