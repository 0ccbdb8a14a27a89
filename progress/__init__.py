"""Keep what a learner of lynx-tutor did, as TOML that they can read, move and merge."""

from progress.sentence import ProgressError

__all__ = ["ProgressError"]
