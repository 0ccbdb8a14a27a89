"""What the learner did, kept as TOML that they can read, move and merge."""

from progress.sentence import ProgressError

__all__ = ["ProgressError"]
