"""What tells one role from another without any colour: a kind of line, and a mark."""

from dataclasses import dataclass

LINE, DASHES, MARKS, DOTTED, POINTS = "line", "dashes", "marks", "dotted", "points"


@dataclass(frozen=True)
class Stroke:
    """How one role's curve is drawn: as a line, in dashes, as a line with marks on it, in marks alone, or as points."""

    kind: str
    mark: str
    ascii: str

    def sample(self, unicode: bool) -> str:
        """What stands for it in a legend."""
        if not unicode:
            return self.ascii * (2 if self.kind in (LINE, DASHES) else 1)
        return {LINE: "⠒⠒", DASHES: "⠒ ⠒", MARKS: f"⠒{self.mark}⠒"}.get(self.kind, self.mark)

    def sign(self, unicode: bool) -> str:
        return self.mark if unicode else self.ascii


STROKES = {
    "healthy": Stroke(LINE, "●", "*"),
    "broken": Stroke(MARKS, "×", "x"),
    "arm-1": Stroke(LINE, "●", "*"),
    "arm-2": Stroke(MARKS, "×", "x"),
    "arm-3": Stroke(MARKS, "o", "o"),
    "arm-4": Stroke(DASHES, "◆", "="),
    "arm-5": Stroke(MARKS, "+", "+"),
    "arm-6": Stroke(MARKS, "#", "#"),
    "mark": Stroke(POINTS, "●", "@"),
    "ideal": Stroke(DOTTED, "·", "."),
}
ARMS = tuple(STROKES)[:-2]
# Every role that a cell may have, for whoever picks colours. An arm's seeds and its band are its faint role.
ROLES = (
    *(role for arm in ARMS for role in (arm, f"{arm}-faint")),
    *("mark", "ideal", "title", "axis", "shade", "positive", "negative", "right", "wrong"),
)


def stroke(role: str) -> Stroke:
    """Return a role's stroke; one that has none of its own is drawn as a line."""
    return STROKES.get(role, STROKES["healthy"])


def faint(role: str) -> str:
    """Return the role of all that stands behind an arm's middle line."""
    return f"{role}-faint"
