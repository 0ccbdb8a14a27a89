"""Turns Markdown into one HTML page that needs nothing else: its style and its pictures are in it, and no script is.

The page tells the browser to load nothing, whatever it were to hold.
"""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lessons.pictures import Picture
from progress.inert import inert
from tutor.plots.svg import svg

STYLE = Path(__file__).with_name("page.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
PAGE = """<!doctype html>
<html lang="{language}"><head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
{style}</style></head>
<body><main>
{body}</main></body></html>
"""


def html_page(language: str, title: str, markdown: str, pictures: Mapping[str, Picture] | None = None) -> str:
    """Render a whole page. An image named in `pictures` is drawn where it stands."""
    body = renderer().render(markdown, {"pictures": pictures or {}})
    style = STYLE.read_text(encoding="utf-8")
    return PAGE.format(language=language, policy=POLICY, title=escape(inert(title)), style=style, body=body)


def renderer() -> MarkdownIt:
    """Make a renderer that passes no HTML through, makes no links, and lets wide tables scroll by themselves."""
    found = (
        MarkdownIt("commonmark", {"html": False, "xhtmlOut": False})
        .enable("table")
        .disable(["link", "autolink", "reference"])
    )
    found.add_render_rule("image", drawn)
    found.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
    found.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return found


def drawn(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Mapping[str, Any]) -> str:
    """Draw the picture that an image names; its words where there is none."""
    picture = env["pictures"].get(unquote(str(tokens[place].attrs["src"])))
    return svg(picture) if picture else escape(tokens[place].content)
