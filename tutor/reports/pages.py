"""Pages: a page's Markdown as HTML or in lines for a terminal, a picture as SVG, and where a page may be written.

An HTML page holds its style and its pictures and no script, and tells the browser to load nothing, whatever it holds.
"""

import io
import re
import sys
from collections.abc import Iterable
from html import escape
from itertools import count, groupby
from pathlib import Path
from typing import cast

from markdown_it import MarkdownIt
from rich.console import Console
from rich.markdown import Markdown
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text as Line

from lessons.course.lesson.page import Table, Words
from lessons.course.lesson.pictures import Picture
from progress.disk import replace_file
from progress.sentence import inert
from tutor.exits import Refused
from tutor.plots import draw
from tutor.plots.boundary import colours
from tutor.plots.canvas import ROLES
from tutor.reports.handed_in import PROGRESS
from tutor.reports.words import Part, literal, page, table_lines
from tutor.words.text import Text, reason_of

PAGE, STYLE = (Path(__file__).with_name(f"page.{kind}") for kind in ("html", "css"))
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
MIN_COLUMNS, MAX_COLUMNS = 80, 140  # of a table that an eye can still follow
TERMINAL = "-"  # where a page is printed, and not written


def html_page(language: str, title: str, parts: Iterable[Part]) -> str:
    # No HTML passes through and no link or image comes alive; wide tables scroll by themselves.
    renderer = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    renderer.disable(["link", "autolink", "reference", "image"])
    renderer.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
    renderer.add_render_rule("table_close", lambda *_: "</table></div>\n")
    body = "".join(
        f"<p>{svg(part)}</p>\n" if isinstance(part, Picture) else renderer.render(as_markdown(part)) for part in parts
    )
    page, style = (file.read_text(encoding="utf-8") for file in (PAGE, STYLE))
    return page.format(language=language, policy=POLICY, title=escape(inert(title)), style=style, body=body)


def markdown(parts: Iterable[Part]) -> str:
    """Join Markdown, tables and pictures, which are drawn as text, to a page."""
    return page(map(as_markdown, parts))


def as_markdown(part: Part) -> str:
    match part:
        case str():
            return part
        case Words():
            return literal(part.markdown)
        case Table():
            return table_lines(part)
    drawing = draw(cast(Picture, part), COLUMNS, ROWS).text()
    return "\n".join(f"    {line}" for line in drawing.splitlines())


def terminal_page(markdown: str, width: int = MIN_COLUMNS, encoding: str = "utf-8") -> str:
    """Lay the page out in lines of at most `width` columns, in letters that the encoding has, without colours."""
    file = io.TextIOWrapper(io.BytesIO(), encoding, errors="replace", newline="\n")
    columns = min(max(width, MIN_COLUMNS), MAX_COLUMNS)
    Console(file=file, width=columns, force_terminal=False, color_system=None).print(Markdown(markdown))
    file.seek(0)
    lines = "\n".join(line.rstrip() for line in file.read().splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"


COLUMNS, ROWS = 76, 20
# Legible on the white that each picture brings along. No two are told apart by their hue alone: see strokes.py.
BLUE, ORANGE, GREEN, GREY = "#1c6fbf", "#c05f00", "#1f8050", "#59626c"
COLOURS = {
    "healthy": BLUE, "broken": ORANGE, "arm-1": BLUE, "arm-2": ORANGE, "arm-3": "#b83a75", "arm-4": "#8a48b0",
    "arm-5": "#0f7480", "arm-6": "#7d6900", "shade": BLUE, "positive": BLUE, "negative": ORANGE, "right": GREEN,
    "wrong": ORANGE, "axis": GREY, "ideal": GREY, "mark": "#000000",
}  # fmt: skip
STYLES = {
    role: Style(color=COLOURS.get(role.removesuffix("-faint")), dim=role.endswith("-faint"), bold=role == "title")
    for role in ROLES
}
SVG = """<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" \
viewBox="0 0 {width} {height}">
<style>{styles}</style><rect width="100%" height="100%" fill="#ffffff"/>
<g transform="translate(9, 24)" font-size="{char_height}" \
font-family="'DejaVu Sans Mono', ui-monospace, Menlo, Consolas, monospace">{matrix}</g>
</svg>"""
LEFT_OVER = re.compile(r' clip-path="[^"]*"|<text [^>]*>\n</text>')


def svg(picture: Picture) -> str:
    """Return the terminal's picture, cell for cell, as one SVG on white, which also says in words what it shows."""
    console = Console(record=True, file=io.StringIO(), width=COLUMNS, color_system="truecolor", _environ={})
    lines = Line(no_wrap=True, overflow="ignore")
    for row in draw(picture, COLUMNS, ROWS, colour=True).rows:
        for role, run in groupby(row, key=lambda cell: cell[1]):
            pair = colours(role)  # of a square of answers
            style = Style(color=pair[0], bgcolor=pair[1]) if pair else STYLES.get(role)
            lines.append("".join(sign for sign, _ in run), style)
        lines.append("\n")
    console.print(lines)
    found = LEFT_OVER.sub("", console.export_svg(code_format=SVG, theme=DEFAULT_TERMINAL_THEME))
    said = f"<title>{escape(inert(picture.title))}</title><desc>{escape(inert(picture.says))}</desc>"
    return found.replace("<style>", f"{said}<style>", 1)


def print_page(page: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(page.encode(encoding, "replace").decode(encoding), end="" if page.endswith("\n") else "\n")


def checked_path(path: Path, text: Text, read: Iterable[Path] = ()) -> Path:
    """Return the file that a page may be written to. Raises Refused for a learner's progress, or what was `read`."""
    try:
        place = path.expanduser().resolve()
        if place.is_dir():
            problem = "is_folder"
        elif PROGRESS.fullmatch(place.name) or any(place == each.resolve() for each in read):
            problem = "refused"
        else:
            problem = "not_plain" if place.exists() and not place.is_file() else ""
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable(path, error, text) from None
    if problem:
        raise Refused(text(f"report.{problem}", file=inert(str(path))))
    return place


def write_page(path: Path, page: str, text: Text) -> None:
    """Write a plain file, whole or not at all. Raises Refused if that fails."""
    try:
        replace_file(path, page.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        raise unwritable(path, error, text) from None


def free_path(path: Path, page: str) -> Path:
    """Return the path, or the same with -2, -3 and so on behind it: an export that was edited is kept."""
    content = page.encode("utf-8", "replace")
    names = (path if number == 1 else path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(each for each in names if not each.exists() or (each.is_file() and each.read_bytes() == content))


def unwritable(path: Path, error: Exception, text: Text) -> Refused:
    problem = inert(reason_of(error, text))
    return Refused(text("report.unwritable", file=inert(str(path)), problem=problem))
