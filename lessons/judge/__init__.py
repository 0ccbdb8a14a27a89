"""A learner's code, judged by what it does."""
