"""The one exception of this package."""

from progress.sentence import Sentence


class ProgressError(Exception):
    """Carries what the learner should know, as a sentence that is not in any language yet."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence
