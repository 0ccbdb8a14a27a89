"""Read TOML that may be damaged: the one place in which all that can be wrong with it becomes a sentence."""

import re
import tomllib
from typing import Any

from progress.sentence import ProgressError, Sentence

WHERE_IN_PIECE = re.compile(r" \(at [^()]*\)\Z")  # lines counted from the piece's own beginning only confuse


def read_toml(text: str) -> dict[str, Any]:
    """Return the values of a text in TOML; ProgressError says what is wrong with it."""
    try:
        text.encode()
        return tomllib.loads(text)
    except UnicodeEncodeError:
        problem = Sentence("not-utf8")
    except tomllib.TOMLDecodeError as error:
        problem = Sentence("not-toml", problem=WHERE_IN_PIECE.sub("", str(error)))
    except (RecursionError, ValueError, OverflowError):
        problem = Sentence("unreadable-value")
    raise ProgressError(problem)
