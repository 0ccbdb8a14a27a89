"""A link for each learner: the path of their page, and the token that opens it."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from tutor.words.text import Text


@dataclass(frozen=True)
class Link:
    """One learner's way in. Whoever has the token is that learner; the path is no secret."""

    learner: str
    command: tuple[str, ...]  # what runs behind the page
    text: Text  # in the learner's language
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    path: str = field(default_factory=lambda: f"/{secrets.token_hex(4)}/")

    def opens_with(self, token: str) -> bool:
        """Whether this is the token; it takes as long for one that is nearly right."""
        return secrets.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def address(self, host: str, port: int) -> str:
        """What the learner opens."""
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{port}{self.path}?token={self.token}"


def link_at(links: Iterable[Link], path: str) -> Link | None:
    return next((link for link in links if link.path == path), None)
