"""What an instrument has seen: a number, whether it is ordinary, and what goes into the words."""

from typing import Any


class Seen:
    """A number that was read, and the values that its words name. Ordinary, unless it is `out` for a reason."""

    def __init__(self, value: float, **values: Any) -> None:
        self.value, self.values, self.finding = value, values, ""

    def out(self, finding: str, **values: Any) -> "Seen":
        """Return it as out of the ordinary: `finding` is a key of the instrument's words."""
        self.finding, self.values = finding, {**self.values, **values}
        return self


Found = list[Seen]
