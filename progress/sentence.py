"""What there is to tell a learner, before it is in any language.

The words stand in the string table of each language, under `doctor.<kind>`; where `count` is one, under
`doctor.<kind>-one` if that is there.
"""

from pathlib import Path
from typing import Any

from progress.inert import inert


class Sentence:
    """Names one kind of thing to tell, with its values, which are safe to print wherever they came from."""

    __slots__ = ("kind", "values")

    def __init__(self, kind: str, **values: Any) -> None:
        self.kind = kind
        self.values = {
            name: inert(str(value)) if isinstance(value, str | Path) else value
            for name, value in values.items()
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds to look for in a table, the closest first: what is said of one thing may differ."""
        return (f"{self.kind}-one", self.kind) if self.values.get("count") == 1 else (self.kind,)

    def __str__(self) -> str:
        """Give kind and values as they are, for whoever has no words for them."""
        values = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{self.kind} ({values})" if values else self.kind

    __repr__ = __str__
