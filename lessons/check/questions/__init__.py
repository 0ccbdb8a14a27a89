"""Predictions, reviews and steps: each has one true answer, and its runs decide it."""
