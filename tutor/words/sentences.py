"""What progress and the system have to tell, in the learner's language."""

import errno
import os

from progress.sentence import Sentence
from tutor.words.text import Text

SYSTEM = (
    "EACCES", "EEXIST", "EINVAL", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENODEV", "ENOENT", "ENOSPC", "ENOTDIR",
    "ENOTEMPTY", "EPERM", "EROFS", "ETIMEDOUT",
)  # fmt: skip


def in_words(sentence: Sentence, text: Text) -> str:
    """The sentence for its kind from the string table, with all its values; its kind and values where there is none."""
    key = next((f"doctor.{kind}" for kind in sentence.kinds if text.has(f"doctor.{kind}")), "")
    if not key:
        return str(sentence)
    values = {name: value_words(name, value, text) for name, value in sentence.values.items()}
    return text(key, **values) if values else text(key)


def value_words(name: str, value: object, text: Text) -> object:
    if isinstance(value, Sentence):
        return in_words(value, text)
    if name == "type":
        return text(f"type.{value}") if text.has(f"type.{value}") else value
    return system_words(str(value), text) if name == "problem" else value


def reason_of(error: Exception, text: Text) -> str:
    """Why something could not be done, in the learner's language where the system's words are known."""
    return system_words(getattr(error, "strerror", None) or str(error), text)


def system_words(problem: str, text: Text) -> str:
    """The words for what the system says in its own; those, where they are not known."""
    known = {os.strerror(getattr(errno, name)): name for name in SYSTEM if hasattr(errno, name)}
    return text(f"system.{known[problem]}") if problem in known else problem
