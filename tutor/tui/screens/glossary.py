"""The glossary: the field's words, each in two lines. Typing narrows the list; the chosen term stands beside it."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from lessons.course.glossary import Term, in_order, matching
from lessons.course.text import plain_text
from tutor.tui.screens.frame import OverScreen
from tutor.tui.widgets.bars import KeyLine
from tutor.tui.widgets.lists import FilterBox, MarkedList


class GlossaryScreen(OverScreen[None]):
    """Over the current screen. The terms of the page below it come first and carry a mark; then all others."""

    BINDINGS = [("escape", "close"), ("f1", "app.help")]
    help_key = "glossary.help"
    keys_key = "glossary.keys"

    def __init__(self, terms: Sequence[Term], here: Sequence[Term] = (), term: str = "") -> None:
        super().__init__()
        self.here = tuple(here)
        self.terms = (*here, *(term for term in in_order(terms) if term not in here))
        self.first = term
        self.shown: tuple[Term, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="glossary"):
            yield Static(self.text("glossary.title"), classes="heading")
            yield FilterBox("term-filter", self.text("glossary.filter"))
            with Horizontal():
                yield MarkedList(id="terms")
                with VerticalScroll(id="entry"):
                    yield Static(id="entry-name", markup=False)
                    yield Static(id="entry-words", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#terms").can_focus = self.query_one("#entry").can_focus = False
        self.query_one(FilterBox).focus()
        self.show_terms(self.terms, self.first)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list; once the letters are gone it has all terms again, and the same one chosen."""
        event.stop()
        typed, chosen = self.query_one(FilterBox).letters, self.chosen
        if typed:
            self.show_terms(matching(self.terms, typed))
        else:
            self.show_terms(self.terms, chosen.id if chosen else "")

    def show_terms(self, terms: tuple[Term, ...], chosen: str = "") -> None:
        self.shown = terms
        table = self.query_one("#terms", OptionList)
        marks = ("• " if term in self.here else "  " for term in terms)
        rows = [Content.assemble((mark, "$accent"), term.name) for mark, term in zip(marks, terms, strict=True)]
        table.set_options(map(Option, rows))
        names = [term.id for term in terms]
        table.highlighted = (names.index(chosen) if chosen in names else 0) if names else None
        self.show_entry()

    @property
    def chosen(self) -> Term | None:
        row = self.query_one("#terms", OptionList).highlighted
        return self.shown[row] if row is not None and row < len(self.shown) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.show_entry()

    def show_entry(self) -> None:
        """Show the two lines of the chosen term; where nothing matches, a word on that."""
        term = self.chosen
        self.query_one("#entry-name", Static).update(term.name if term else "")
        words = plain_text(term.text).replace("\n", "\n\n") if term else self.text("glossary.none")
        self.query_one("#entry-words", Static).update(words)

    def on_filter_box_moved(self, message: FilterBox.Moved) -> None:
        message.move(self.query_one("#terms", OptionList))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_close()
