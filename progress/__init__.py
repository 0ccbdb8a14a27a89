"""Keep what the learner did, as TOML that they can read, move and merge."""

from progress.sentence import ProgressError

__all__ = ["ProgressError"]
