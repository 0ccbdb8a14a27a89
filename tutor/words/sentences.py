"""What progress has to tell, in the learner's language."""

from progress.sentence import Sentence
from tutor.words.text import Text


def in_words(sentence: Sentence, text: Text) -> str:
    """The sentence for its kind from the string table, with all its values; its kind and values where there is none."""
    key = next((f"doctor.{kind}" for kind in sentence.kinds if text.has(f"doctor.{kind}")), "")
    if not key:
        return str(sentence)
    values = {
        name: in_words(value, text) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    return text(key, **values) if values else text(key)
