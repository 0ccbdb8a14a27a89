"""What the learner did, kept as TOML that they can read, move and merge."""

from progress.errors import ProgressError

__all__ = ["ProgressError"]
