"""How many colours a terminal is sent: what it says of itself first, then terminfo, then a guess by its name."""

from collections.abc import Mapping

from tutor.terminals.kinds import Kind, kind_of

NONE, FEW, MANY, ALL = 0, 16, 256, 1 << 24
NAMES = {FEW: "standard", MANY: "256", ALL: "truecolor"}  # what Textual and Rich call them
CHOSEN = {name: colours for colours, name in NAMES.items()}
FORCED = "TEXTUAL_COLOR_SYSTEM"


def colours_of(environ: Mapping[str, str], kind: Kind | None = None) -> int:
    """How many colours may be sent: NONE, FEW, MANY or ALL."""
    kind = kind or kind_of(environ)
    if environ.get("NO_COLOR"):  # an empty one does not count: no-color.org
        return NONE
    if forced := CHOSEN.get(environ.get(FORCED, "").lower()):
        return forced
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return ALL
    return granted(guessed(kind) if kind.colours is None else kind.colours)


def guessed(kind: Kind) -> int:
    """For a name that terminfo does not know."""
    return 256 if kind.name.endswith("256color") else 16


def granted(colours: int) -> int:
    """The most of the four that a terminal of so many colours can be sent."""
    return ALL if colours >= ALL else MANY if colours >= MANY else FEW if colours >= 8 else NONE
