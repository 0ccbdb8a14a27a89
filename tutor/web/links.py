"""A link for each learner: the path of their page, and the token that opens it, the same after every start."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from progress.disk import Disk
from tutor.words.text import Text

FILE = "links.json"  # in the home folder, for its owner alone


@dataclass(frozen=True)
class Link:
    """One learner's way in. Whoever has the token is that learner; the path is no secret."""

    learner: str
    command: tuple[str, ...]  # what runs behind the page
    text: Text  # in the learner's language
    token: str = field(repr=False)

    @property
    def page(self) -> str:
        """Return the name of the learner's page."""
        return sha256(self.token.encode()).hexdigest()[:8]

    def opens_with(self, token: str) -> bool:
        """Return True for the token; it takes as long for one that is nearly right."""
        return secrets.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def address(self, host: str, port: int) -> str:
        """Return what the learner opens."""
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{port}/{self.page}/?token={self.token}"


def keep_tokens(home: Path, learners: Iterable[str], anew: bool) -> dict[str, str]:
    """Return every learner's token as it was kept; who has none, or is to have another, gets a new one."""
    try:
        kept = json.loads((home / FILE).read_bytes())
    except (FileNotFoundError, ValueError):
        kept = {}
    new = {name: secrets.token_urlsafe(24) for name in learners if anew or name not in kept}
    if new:
        Disk().replace(home / FILE, json.dumps(kept | new, indent=1).encode())
    return {**kept, **new}
