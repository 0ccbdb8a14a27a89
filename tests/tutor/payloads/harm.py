"""What must never be in anything that is shown or written: what a terminal, a browser or a spreadsheet would obey."""

import csv
import io
import json
import re
from html.parser import HTMLParser

from progress.inert import ACTIVE

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
FORMULA = tuple("=+-@\t\r")
TAGS = {"script", "iframe", "object", "embed", "form", "a", "base", "link", "img", "input", "button"}


def harm_in(layer: str, shown: str) -> str:
    """Why this may not be shown in this layer; nothing where it may."""
    if found := OBEYED.search(shown.replace("\r\n", "\n")):
        return f"U+{ord(found[0]):04X} in {shown[max(0, found.start() - 30) : found.end() + 30]!r}"
    if layer.endswith(("csv", "md", "html", "terminal", "notes")) and (
        found := ACTIVE.search(re.sub(r"[\r\n]", "", shown).removeprefix("\ufeff"))
    ):
        return f"U+{ord(found[0]):04X} is invisible"
    checks = {"csv": in_csv, "json": in_json, "html": in_html, "svg": in_html}
    check = checks.get(layer.split()[-1].lower())
    return check(shown) if check else ""


def in_csv(shown: str) -> str:
    rows = list(csv.reader(io.StringIO(shown)))
    cells = [cell for row in rows for cell in row if cell.startswith(FORMULA)]
    uneven = {len(row) for row in rows} - {len(rows[0])}
    numbers = [cell for cell in cells if not re.fullmatch(r"-\d+(\.\d+)?", cell)]
    return f"a formula: {numbers[0]!r}" if numbers else f"rows of {uneven} cells" if uneven else ""


def in_json(shown: str) -> str:
    def refused(name: str) -> float:
        raise ValueError(f"{name} is not JSON")

    try:
        json.loads(shown, parse_constant=refused)
    except ValueError as error:
        return str(error)
    return "" if shown.isascii() else "not only ASCII"


class Tags(HTMLParser):
    """Collects what a browser would do something with."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        live = [
            name
            for name, _ in attributes
            if name.startswith("on") or name in ("href", "src", "xlink:href", "action")
        ]
        if tag in TAGS or live:
            self.found.append(f"<{tag} {' '.join(live)}>")


def in_html(shown: str) -> str:
    tags = Tags()
    tags.feed(shown)
    return f"a live {tags.found[0]}" if tags.found else ""
