"""Cells of the screen, and the codes that a terminal needs to get from the look of one to the look of another."""

from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.strip import Strip


class Look(NamedTuple):
    """Attributes, foreground and background as codes. A blank has no foreground: any will do."""

    attributes: str = ""
    foreground: str = "39"
    background: str = "49"


Cell = tuple[str, Look]

PLAIN = Look()
UNKNOWN: Cell = ("", Look("?"))
SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})  # underlined, reversed, struck through, overlined
ENDS = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29", "21": "24", "53": "55"}


def cells(strip: Strip, system: ColorSystem | None) -> list[Cell]:
    """Return one cell a column; a wide character is a cell and an empty one after it."""
    row: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        look = look_of(style, system) if style else PLAIN
        if cell_len(text) != len(text):
            row += wide_cells(text, look)
        elif text.isspace():
            row += [(" ", blank(look))] * len(text)
        else:
            row += [(character, look if character != " " else blank(look)) for character in text]
    return row


def wide_cells(text: str, look: Look) -> list[Cell]:
    """Cut characters into cells: one that takes no column belongs to the one before."""
    row: list[Cell] = []
    for character in text:
        width = cell_len(character)
        if width:
            row += [(character, look), *([("", look)] * (width - 1))]
        elif row:
            row[-1] = (row[-1][0] + character, look)
    return row


@lru_cache(4096)
def look_of(style: Style, system: ColorSystem | None) -> Look:
    attributes = Strip.render_ansi(style.without_color, ColorSystem.STANDARD)  # bold, dim, reverse, underline
    if attributes and system is None:  # a VT100 ends attributes only all at once
        attributes = f"0;{attributes}"
    return Look(attributes, codes(style.color, system, True), codes(style.bgcolor, system, False))


def codes(colour: Color | None, system: ColorSystem | None, foreground: bool) -> str:
    if colour is None or system is None:
        return "39" if foreground else "49"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground))


@lru_cache(4096)
def blank(look: Look) -> Look:
    """Return the look of a space: of what does not show on one, nothing is left."""
    if seen_on_blanks(look):
        return look
    return Look("", "", look.background)


def seen_on_blanks(look: Look) -> bool:
    return not SEEN_ON_BLANKS.isdisjoint(look.attributes.split(";"))


@lru_cache(4096)
def arrived(old: Look, new: Look) -> Look:
    """Return the terminal's look after the change: a blank leaves foreground and bold as they were."""
    if new.foreground:
        return new
    attributes = "" if seen_on_blanks(old) else old.attributes
    return Look(attributes, old.foreground, new.background)


@lru_cache(4096)
def change(old: Look, new: Look) -> str:
    """Return the shortest codes from one look to another."""
    new = arrived(old, new)
    step = difference(old, new)
    if step == "":
        return ""
    return f"\x1b[{min((way for way in (step, afresh(new)) if way is not None), key=len)}m"


def difference(old: Look, new: Look) -> str | None:
    """Return the codes for what differs, attributes ended one by one; None where one of them cannot be."""
    had, wanted = (set(look.attributes.split(";")) - {""} for look in (old, new))
    if not had <= ENDS.keys():
        return None
    ended = {ENDS[code] for code in had - wanted}
    begun = [code for code in wanted if code not in had or ENDS.get(code) in ended]
    colours = [code for code, before in zip(new[1:3], old[1:3], strict=True) if code != before]
    return ";".join([*sorted(ended), *sorted(begun), *colours])


def afresh(new: Look) -> str:
    """Return the codes for all that is wanted, after a reset."""
    colours = [code for code, none in zip(new[1:3], PLAIN[1:3], strict=True) if code != none]
    wanted = [code for code in (new.attributes, *colours) if code]
    return ";".join(["0", *wanted]) if wanted else ""
