"""One HTML page that needs nothing else: its style is in it, it runs no script, and it is told to load nothing."""

from pathlib import Path

from tutor.reports.markup import Markup, tag, together

PAGE_STYLE, PLOT_STYLE = (Path(__file__).with_name(name) for name in ("page.css", "plot.css"))
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html_page(language: str, title: str, *body: str) -> str:
    """A whole page. The policy keeps the browser off the network, whatever the page were to hold."""
    rules = PAGE_STYLE.read_text(encoding="utf-8") + PLOT_STYLE.read_text(encoding="utf-8")
    style = Markup(f"<style>\n{rules}</style>")
    head = tag(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="referrer" content="no-referrer">'),
        tag("title", title),
        style,
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', tag('main', *body)), lang=language)}\n"


def section(title: str, *content: str, anchor: str | None = None) -> Markup:
    return tag("section", tag("h2", title), *content, id=anchor)


def paragraph(words: str, class_: str | None = None) -> Markup:
    return tag("p", words, class_=class_)


def bullets(lines: list[str]) -> Markup:
    return tag("ul", *(tag("li", line) for line in lines))


def table(headings: list[str], rows: list[list[str]], numbers: set[int] = frozenset()) -> Markup:  # type: ignore[assignment]
    """A table that scrolls by itself where it is too wide; the columns in `numbers` are set to the right."""

    def kind(column: int) -> str | None:
        return "number" if column in numbers else None

    head = tag("tr", *(tag("th", words, scope="col", class_=kind(n)) for n, words in enumerate(headings)))
    body = (tag("tr", *(tag("td", words, class_=kind(n)) for n, words in enumerate(row))) for row in rows)
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body)), class_="scroll")


def tile(figure: str, words: str) -> Markup:
    """One figure, large, and what it counts."""
    return tag("div", tag("strong", figure), tag("span", words), class_="tile")


def tiles(*each: Markup) -> Markup:
    return tag("div", together(*each), class_="tiles")
