"""The one exception of this package."""


class ProgressError(Exception):
    """Something the learner should know: always a sentence or two for people, with what to do next."""
