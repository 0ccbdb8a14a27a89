"""What pages need of the tutor's own words: a string by its key, in one language."""

from typing import Any, Protocol


class Text(Protocol):
    """Called with a key, it answers with the words."""

    @property
    def language(self) -> str: ...

    def __call__(self, key: str, /, **values: Any) -> str: ...

    def has(self, key: str) -> bool: ...
