"""The colours in the dark and the light: plain surfaces, one accent, one an arm; green and red are for verdicts."""

from dataclasses import replace

from textual.theme import Theme

from tutor.terminals.kinds import ALL, MANY


def roles(*arms: str) -> dict[str, str]:
    """Return the colour of each arm: of a break by name, healthy and broken; of others by place."""
    named = dict(zip(("role-healthy", "role-broken", "healthy", "broken"), arms[:2] * 2, strict=True))
    return named | {f"role-arm-{place}": colour for place, colour in enumerate(arms, 1)}


def greys(muted: str, thumb: str, track: str) -> dict[str, str]:
    """Return the colours of what is said quietly, and of scroll bars, which an eye finds all the same."""
    bars = {"scrollbar": thumb, "scrollbar-hover": thumb, "scrollbar-background": track}
    return {"muted": muted, "thumb": thumb, **bars}


DARK = Theme(
    name="lynx-dark",
    primary="#7fb2e5",
    secondary="#a7a8b8",
    accent="#f2b84b",
    foreground="#dcdcdc",
    background="#16181d",
    surface="#16181d",
    panel="#23262e",
    success="#7ec98f",
    warning="#f2b84b",
    error="#ef8a80",
    dark=True,
    variables=roles("#5fafff", "#ffaf5f", "#ff87d7", "#d7afff", "#87d7d7", "#d7d787")
    | greys(muted="#9a9da6", thumb="#767a85", track="#16181d"),
)
LIGHT = Theme(
    name="lynx-light",
    primary="#1f5f9e",
    secondary="#5a5a66",
    accent="#8a5200",
    foreground="#20232a",
    background="#fbfaf7",
    surface="#fbfaf7",
    panel="#ebe8e1",
    success="#1d6b35",
    warning="#8a5200",
    error="#a52a20",
    dark=False,
    variables=roles("#005fd7", "#944a00", "#ab1283", "#6a3fb5", "#00696b", "#6b6400")
    | greys(muted="#62656e", thumb="#767a85", track="#fbfaf7"),
)
# With 256 colours each of these is itself: none becomes its neighbour, or too pale for its ground.
LIGHT_OF_256 = replace(
    LIGHT,
    panel="#eeeeee",
    success="#005f00",
    variables=roles("#005fd7", "#875f00", "#af0087", "#5f00af", "#005f5f", "#5f5f00")
    | greys(muted="#626262", thumb="#767676", track="#fbfaf7"),
)
# With 16 colours: the bright ones on black and blue; on light grey, which is as light as every terminal can, black and
# blue for words, and magenta for lines alone.
BLACK, WHITE, GREY, BLUE = "#000000", "#ffffff", "#aaaaaa", "#0000aa"
FLAT = dict.fromkeys(("text-muted", "text-disabled", "foreground-muted", "foreground-disabled"), GREY)
DARK_OF_16 = replace(
    DARK,
    primary="#55ffff",
    secondary=GREY,
    accent="#ffff55",
    foreground=GREY,
    background=BLACK,
    surface=BLACK,
    panel=BLUE,
    success="#55ff55",
    warning="#ffff55",
    error="#ff55ff",
    variables=roles("#55ffff", "#ffff55", WHITE, "#ff55ff", GREY, GREY)
    | greys(muted=GREY, thumb=GREY, track=BLACK)
    | FLAT,
)
DARK_MAGENTA = "#aa00aa"
LIGHT_OF_16 = replace(
    LIGHT,
    primary=BLUE,
    secondary=BLACK,
    accent=BLUE,
    foreground=BLACK,
    background=GREY,
    surface=GREY,
    panel=GREY,
    success=BLUE,
    warning=BLACK,
    error=BLACK,
    variables=roles(BLUE, DARK_MAGENTA, BLACK, BLACK, BLACK, BLACK)
    | greys(muted=BLACK, thumb=BLACK, track=GREY)
    | dict.fromkeys(FLAT, BLACK),
)


def themes(colours: int) -> tuple[Theme, Theme]:
    """Return the dark and the light theme for so many colours; without colours, only attributes are sent."""
    if not colours:
        return colourless(DARK_OF_16), colourless(LIGHT_OF_16)
    return {ALL: (DARK, LIGHT), MANY: (DARK, LIGHT_OF_256)}.get(colours, (DARK_OF_16, LIGHT_OF_16))


def colourless(theme: Theme) -> Theme:
    """Return the same theme, with a cursor in text that is seen without a colour."""
    return replace(theme, variables=theme.variables | {"input-cursor-text-style": "reverse"})
