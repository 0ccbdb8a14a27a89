"""A model with knobs: what a learner turns, and what came of it."""
