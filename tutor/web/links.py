"""The links of the server: a secret word for each learner, kept in the home folder."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from progress.disk import replace_file
from tutor.words.text import Text

KEPT = "links.json"  # for its owner alone


@dataclass(frozen=True)
class Link:
    """One learner's way in. Whoever has the token is that learner."""

    learner: str
    command: tuple[str, ...]  # what runs behind the page
    text: Text  # in the learner's language
    token: str = field(repr=False)

    def address(self, host: str, port: int) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/{self.token}/"


def keep_tokens(home: Path, learners: Iterable[str], anew: bool) -> dict[str, str]:
    """Return every learner's token as it was kept, and a new one for those without, or who are to have another."""
    try:
        kept = json.loads((home / KEPT).read_bytes())
    except (FileNotFoundError, ValueError):
        kept = {}
    new = {name: secrets.token_urlsafe(24) for name in learners if anew or name not in kept}
    if new:
        replace_file(home / KEPT, json.dumps(kept | new, indent=1).encode())
    return {**kept, **new}
