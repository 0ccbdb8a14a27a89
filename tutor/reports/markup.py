"""HTML and SVG, built so that nothing from a file can become markup: all text is escaped unless it was made here."""

from html import escape

from progress.inert import inert


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, *content: str, **attributes: object) -> Markup:
    """An element. `class_` is `class`, `stroke_width` is `stroke-width`; None leaves an attribute out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(inert(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{together(*content)}</{name}>")


def together(*content: str) -> Markup:
    """One thing after another; what is not markup is escaped, and what a terminal or a reader would obey is shown."""
    return Markup("".join(each if isinstance(each, Markup) else escape(inert(each)) for each in content))
