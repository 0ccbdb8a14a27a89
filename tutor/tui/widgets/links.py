"""Words of which some can be clicked, each for an action."""

from collections.abc import Mapping

from rich.style import Style as RichStyle
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static


class Links(Static):
    """Underlines what is under the mouse; a click on it does its action."""

    auto_links = False  # they keep their own colours
    under: reactive[str] = reactive("")  # the action under the mouse

    def watch_hover_style(self, previous_hover_style: RichStyle, hover_style: RichStyle) -> None:
        self.under = hover_style.meta.get("@click", "")

    def filled(self, line: Content) -> Content:
        """A whole row of it, where the row is told by its reversed colours alone."""
        room = self.size.width - line.cell_length
        return line.pad_right(room) if self.app.no_color and room > 0 else line

    def link(self, words: str, style: str, action: str) -> Content:
        """Words that do an action when they are clicked; only words where there is none."""
        if not action:
            return Content.styled(words, style)
        shown = f"{style} underline" if action == self.under else style
        meta: Mapping[str, str] = {"@click": action}
        return Content.styled(words, shown).stylize(Style.from_meta(meta))
