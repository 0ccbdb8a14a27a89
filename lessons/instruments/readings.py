"""The number that an instrument has seen, and what goes into its words."""

from typing import Any


class Seen:
    """A number that was read; `finding` is a key of the instrument's words if it is out of the ordinary, else ""."""

    def __init__(self, value: Any, finding: str = "", **values: Any) -> None:
        plain = {name: each.item() if hasattr(each, "item") else each for name, each in values.items()}
        self.value, self.finding, self.values = float(value), finding, plain


Found = list[Seen]
