"""Ends of a command: its exit codes, and the refusal that becomes a sentence on stderr."""

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class Refused(Exception):
    """A request that cannot be done: a sentence, and the exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code
