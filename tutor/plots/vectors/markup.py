"""SVG's elements. Whatever stands in them is escaped and inert, and what XML cannot hold is left out."""

import re
from xml.etree import ElementTree

from progress.inert import inert

Element = ElementTree.Element
FORBIDDEN = re.compile("[\ufffe\uffff]")  # of what `inert` leaves


def tag(name: str, *inside: Element | str, **attributes: float | str | None) -> Element:
    """An element. `stroke_width=2` becomes `stroke-width="2"`; an attribute that is None is left out."""
    given = {key.replace("_", "-"): written(value) for key, value in attributes.items() if value is not None}
    element = Element(name, given)
    element.text = legible("".join(part for part in inside if isinstance(part, str))) or None
    element.extend([part for part in inside if not isinstance(part, str)])
    return element


def written(value: float | str) -> str:
    """A number to a tenth of a pixel."""
    return legible(value) if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def legible(words: str) -> str:
    """Words as an image may hold them, whoever wrote them."""
    return FORBIDDEN.sub("", inert(words, lines=True))


def text_of(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode")


def words(x: float, y: float, said: str, anchor: str = "start", **attributes: float | str | None) -> Element:
    """A line of text; `anchor` says which part of it stands at x."""
    return tag("text", said, x=x, y=y, text_anchor=anchor if anchor != "start" else None, **attributes)


def line(x: float, y: float, to_x: float, to_y: float, **attributes: float | str | None) -> Element:
    return tag("line", x1=x, y1=y, x2=to_x, y2=to_y, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: float | str | None) -> Element:
    return tag("rect", x=x, y=y, width=max(0.0, width), height=max(0.0, height), **attributes)


def cut(said: str, room: float, letter: float = 6.6) -> str:
    """Words in about so many pixels at most."""
    most = max(1, int(room / letter))
    return said if len(said) <= most else said[: most - 1] + "…"
