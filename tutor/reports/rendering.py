"""Renders a page's Markdown: as one HTML page that needs nothing else, or in lines for a terminal.

The HTML page holds its style and its pictures and no script, and tells the browser to load nothing, whatever it holds.
"""

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console
from rich.markdown import Markdown

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
NARROWEST, WIDEST = 80, 140  # columns of a table that an eye can still follow


def html_page(language: str, title: str, markdown: str, pictures: Mapping[str, Picture] | None = None) -> str:
    """Render a whole page. An image named in `pictures` is drawn where it stands."""
    body = renderer().render(markdown, {"pictures": pictures or {}})
    style = STYLE.read_text(encoding="utf-8")
    return PAGE.format(language=language, policy=POLICY, title=escape(inert(title)), style=style, body=body)


def renderer() -> MarkdownIt:
    """Make a renderer that passes no HTML through, makes no links, and lets wide tables scroll by themselves."""
    found = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    found.disable(["link", "autolink", "reference"])
    found.add_render_rule("image", drawn)
    found.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
    found.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return found


def drawn(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Mapping[str, Any]) -> str:
    """Draw the picture that an image names; its words where there is none."""
    picture = env["pictures"].get(unquote(str(tokens[place].attrs["src"])))
    return svg(picture) if picture else escape(tokens[place].content)


def terminal_page(markdown: str, width: int = NARROWEST, encoding: str = "utf-8") -> str:
    """Lay the page out in lines of at most `width` columns, in letters that the encoding has, without colours."""
    file = io.TextIOWrapper(io.BytesIO(), encoding, errors="replace", newline="\n")
    columns = min(max(width, NARROWEST), WIDEST)
    Console(file=file, width=columns, force_terminal=False, color_system=None).print(Markdown(markdown))
    file.seek(0)
    lines = "\n".join(line.rstrip() for line in file.read().splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"
