"""What tells one role from another without any colour: a mark for cells, a dash and a shape for SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

LINE, DASHES, MARKS, POINTS = "line", "dashes", "marks", "points"


@dataclass(frozen=True)
class Stroke:
    """How one role's curve is drawn: as a line, in dashes, in marks along the way, or as points and no line."""

    kind: str
    mark: str
    ascii: str
    shape: str = ""  # of the marks on an SVG line: a path around (0, 0)
    dash: str = ""

    def sample(self, unicode: bool) -> str:
        """What stands for it in a legend."""
        if not unicode:
            return self.ascii * (1 if self.kind in (MARKS, POINTS) else 2)
        return {LINE: "⠒⠒", DASHES: "⠒ ⠒"}.get(self.kind, self.mark)

    def sign(self, unicode: bool) -> str:
        return self.mark if unicode else self.ascii


CROSS = "M-4-4L4 4M-4 4L4-4"
RING = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"
PLUS = "M-5 0H5M0-5V5"
SQUARE = "M-4-4H4V4H-4Z"
DISC = "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0"

STROKES = {
    "healthy": Stroke(LINE, "●", "*"),
    "broken": Stroke(MARKS, "×", "x", CROSS, "7 4"),
    "arm-1": Stroke(LINE, "●", "*"),
    "arm-2": Stroke(MARKS, "×", "x", CROSS, "7 4"),
    "arm-3": Stroke(MARKS, "o", "o", RING, "2 4"),
    "arm-4": Stroke(DASHES, "◆", "=", "", "12 6"),
    "arm-5": Stroke(MARKS, "+", "+", PLUS, "9 3 2 3"),
    "arm-6": Stroke(MARKS, "#", "#", SQUARE, "1 3"),
    "mark": Stroke(POINTS, "●", "@", DISC),
    "ideal": Stroke(MARKS, "·", ".", "", "1 5"),
}
ARMS = tuple(STROKES)[:-2]
# Every role that a cell may have, for whoever picks colours. An arm's seeds and its band are its faint role.
ROLES = (
    *(role for arm in ARMS for role in (arm, f"{arm}-faint")),
    *("mark", "ideal", "title", "axis", "shade", "positive", "negative", "right", "wrong"),
)


def stroke(role: str) -> Stroke:
    """A role that has no stroke of its own is drawn as a line."""
    return STROKES.get(role, STROKES["healthy"])


def faint(role: str) -> str:
    """The role of all that stands behind an arm's middle line."""
    return f"{role}-faint"


def numbered(roles: Sequence[str]) -> list[int]:
    """Number those that are drawn in marks, so that each sets its own where others leave room."""
    return [sum(stroke(each).kind == MARKS for each in roles[:place]) for place in range(len(roles))]
