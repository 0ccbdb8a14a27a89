"""The one exception of this package."""

from progress.sentence import Sentence


class ProgressError(Exception):
    """Something the learner should know: always a sentence or two for people, with what to do next."""

    def __init__(self, sentence: Sentence | str) -> None:
        super().__init__(sentence)
        self.sentence = Sentence("other", words=sentence) if isinstance(sentence, str) else sentence

    def __str__(self) -> str:
        return str(self.sentence)
