"""The colours in the dark and in the light: plain surfaces, one accent, and one colour an arm."""

from textual.theme import Theme


def roles(healthy: str, broken: str, third: str, fourth: str, fifth: str, sixth: str) -> dict[str, str]:
    """The colour of each arm: of a break by name, of others by place."""
    arms = (healthy, broken, third, fourth, fifth, sixth)
    by_place = {f"role-arm-{place}": colour for place, colour in enumerate(arms, 1)}
    return {"role-healthy": healthy, "role-broken": broken, "healthy": healthy, "broken": broken, **by_place}


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
    variables=roles(
        healthy="#5fafff",
        broken="#ffaf5f",
        third="#7ec98f",
        fourth="#d7afff",
        fifth="#87d7d7",
        sixth="#d7d787",
    )
    | {"muted": "#9a9da6"},
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
    variables=roles(
        healthy="#005fd7",
        broken="#af5f00",
        third="#1d6b35",
        fourth="#7b3fa0",
        fifth="#00696b",
        sixth="#6b6400",
    )
    | {"muted": "#62656e"},
)
