"""Help over a screen: its keys and what they do, the glossary, and the palette of all that can be done."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ActiveBinding, Screen
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from lessons.course.lesson.glossary import Term, in_order, matching
from lessons.course.lesson.page import plain_text
from lessons.course.play.knobs import TASKS
from lessons.course.play.play import value_said
from lessons.course.steps.lesson_links import LESSON
from tutor.course_rows import listed_title
from tutor.tui.screens.frame import PAGES, FramedScreen, OverScreen, Tutor, TutorScreen
from tutor.tui.widgets.bars import KeyLine, halves_of, key_of
from tutor.tui.widgets.lists import FilterBox, MarkedList
from tutor.words.text import Text

EVERYWHERE = ("App", "FramedScreen", "Screen")  # whose keys work on every screen
SAME_AS = re.compile(r"app\.simulate_key\('(\w+)'\)")  # a key that stands for another one
SIGNS = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "question_mark": "?", "slash": "/",
    "left_square_bracket": "[", "right_square_bracket": "]",
}  # fmt: skip
WRITTEN = ("enter", "tab", "shift+tab")  # what an editor of many lines keeps for itself
UNKNOWN = "super+"  # what no terminal here sends

Meaning = tuple[str, bool]  # what a key does, and whether it does so on every screen

MOVES = ("up", "down", "pageup", "pagedown", "home", "end", "space", "ctrl+p")  # nobody looks for these by name
LEAST = 0.01  # the score of what is said where nothing matches


@dataclass(frozen=True)
class KeyRow:
    """Some keys that do one thing, by the names that Textual has for them."""

    keys: tuple[str, ...]
    words: str
    everywhere: bool = False


def key_rows(screen: Screen[object], text: Text) -> list[KeyRow]:
    """Return every key that does something on a screen now: first what its key line says."""
    active = screen.active_bindings
    bound = dict(meanings(active, text, several=len(screen.focus_chain) > 1))
    if isinstance(screen.focused, TextArea):
        bound = {key: meaning for key, meaning in bound.items() if key not in WRITTEN}
    line = [row for each in screen.query(KeyLine) for row in rows_said(each.words)]
    said = {key: (row.words, False) for row in line for key in row.keys}
    doing = {**said, **{key: meaning for key, meaning in bound.items() if meaning[1] or key not in said}}
    same = {key: match[1] for key, each in active.items() if (match := SAME_AS.fullmatch(each.binding.action))}
    doing |= {key: doing[other] for key, other in same.items() if other in doing and key not in said}
    rows: dict[Meaning, list[str]] = {(row.words, False): [] for row in line if not row.keys}
    for key, meaning in doing.items():
        rows.setdefault(meaning, []).append(key)
    if isinstance(screen.focused, Input | TextArea) and all(row.keys for row in line):
        rows[text("keys.typing_does"), False] = []
    return [KeyRow(tuple(keys), words, everywhere) for (words, everywhere), keys in rows.items()]


def rows_said(line: str) -> Iterator[KeyRow]:
    """Yield the keys of a key line: `↑↓ answer · Enter keep`. Words such as `type` are skipped."""
    for item in line.split(" · "):
        name, _, words = item.partition(" ")
        keys = tuple(key for half in halves_of(name) or [name] if (key := key_of(half)))
        yield KeyRow(keys, words if keys else item)


def meanings(active: Mapping[str, ActiveBinding], text: Text, several: bool) -> Iterator[tuple[str, Meaning]]:
    """Yield the meaning of each bound key. Tab is left out unless there are several things to go to."""
    for key, each in active.items():
        name = name_of(each, text)
        if not name or isinstance(each.node, Input | TextArea) or key.startswith(UNKNOWN):
            continue
        if (words := text(f"keys.{name}")) and (several or not name.startswith("App.focus")):
            yield key, (words, name.partition(".")[0] in EVERYWHERE)


def name_of(active: ActiveBinding, text: Text) -> str:
    """Return the name under which the strings say what a binding does: `LookPage.turn(1)`, `App.quit`."""
    action = active.binding.action
    space, dot, rest = action.partition(".")
    if dot and space in ("app", "screen"):
        names = [f"{'App' if space == 'app' else 'Screen'}.{rest}"]
    else:
        kinds = [kind.__name__ for kind in type(active.node).__mro__]
        names = [f"{kind}.{form}" for kind in kinds for form in (action, action.partition("(")[0])]
        names += [f"App.{action}"]
    return next((name for name in names if text.has(f"keys.{name}")), "")


def shown(keys: tuple[str, ...], text: Text) -> str:
    """Return keys as they are written on the keyboard: `↑ ↓ k j`, `1 … 0`."""
    held = "shift+"
    plain = [key for key in dict.fromkeys(keys) if not key.startswith(held)]
    names = [key_name(key, text) for key in plain or keys]
    digits = len(names) > 1 and all(name.isdecimal() for name in names)
    return " ".join((names[0], "…", names[-1]) if digits else names)


def key_name(key: str, text: Text) -> str:
    """Return a key's name or sign, in the learner's language."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    name = text(f"keyname.{last}") if text.has(f"keyname.{last}") else SIGNS.get(last, last)
    return "+".join([*(each.capitalize() for each in held), name.upper() if held and len(name) == 1 else name])


class HelpScreen(OverScreen[None]):
    """Help on the screen below, and its keys."""

    BINDINGS = [("escape,question_mark,f1,enter,q", "close")]

    def __init__(self, here: str, rows: Sequence[KeyRow]) -> None:
        super().__init__()
        self.here, self.rows = here, rows

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            if self.here:
                yield Static(self.here, classes="here", markup=False)
            yield Static(self.text("help.title"), classes="heading")
            yield from self.table(row for row in self.rows if not row.everywhere)
            yield Static(self.text("help.everywhere"), classes="heading")
            yield from self.table(row for row in self.rows if row.everywhere)
            yield Static(self.text("help.close"), classes="note")

    def table(self, rows: Iterable[KeyRow]) -> Iterable[Horizontal]:
        for row in rows:
            keys = Static(shown(row.keys, self.text), classes="keys", markup=False)
            yield Horizontal(keys, Static(row.words, markup=False))


class GlossaryScreen(OverScreen[str]):
    """Over the current screen. What the page below names comes first and carries a mark: lessons, which Enter opens,
    and terms; then all other terms. It gives back the lesson that is wanted.
    """

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

    @property
    def chosen_lesson(self) -> str:
        """Return the id of the lesson that is chosen; `""` of a term."""
        name = self.chosen.id if self.chosen else ""
        return name.removeprefix(LESSON) if name.startswith(LESSON) else ""

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.show_entry()

    def show_entry(self) -> None:
        """Show the two lines of the chosen term; without a match, a word on that."""
        term = self.chosen
        self.query_one("#entry-name", Static).update(term.name if term else "")
        words = plain_text(term.text).replace("\n", "\n\n") if term else self.text("glossary.none")
        opens = self.text("glossary.opens") if self.chosen_lesson else ""
        self.query_one("#entry-words", Static).update("\n\n".join(filter(None, (words, opens))))

    def on_filter_box_cursor_moved(self, message: FilterBox.CursorMoved) -> None:
        message.move(self.query_one("#terms", OptionList))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(self.chosen_lesson)


class TutorCommands(Provider):
    """The commands of the palette, in the learner's language."""

    @property
    def tutor(self) -> Tutor:
        return cast(Tutor, self.app)

    async def discover(self) -> Hits:
        """Before anything is typed: what the screen can do, then the lessons."""
        for hit in (*self.actions(), next(self.play()), *self.lessons()):
            yield DiscoveryHit(in_a_line(Content(str(hit.text)), hit.help or ""), hit.command, hit.text)

    async def search(self, query: str) -> Hits:
        matcher, hits = self.matcher(query), 0
        for hit in (*self.actions(), *self.play(), *self.lessons(), *self.terms()):
            name = str(hit.text)
            if (score := matcher.match(name)) > 0:
                hits += 1
                yield Hit(score, in_a_line(matcher.highlight(name), hit.help or ""), hit.command, name)
        if not hits:
            yield Hit(LEAST, self.tutor.text("palette.nothing"), lambda: None)

    def actions(self) -> Iterator[DiscoveryHit]:
        """Yield every key of the screen below, to be pressed by its name."""
        text = self.tutor.text
        for row in key_rows(self.screen, text):
            if row.keys and row.keys[0] not in MOVES:
                name = row.words[:1].upper() + row.words[1:]
                do = partial(self.app.simulate_key, row.keys[0])
                yield DiscoveryHit(name, do, name, help=shown(row.keys, text))

    def play(self) -> Iterator[DiscoveryHit]:
        text = self.tutor.text
        for task in TASKS:
            name = f"{text('play.title')} · {value_said('task', task, text)}"
            yield DiscoveryHit(name, partial(self.tutor.play, task), name, help=text("palette.play"))

    def lessons(self) -> Iterator[DiscoveryHit]:
        learner, text = self.tutor.learner, self.tutor.text
        for heading in learner.course.headings.values():
            title = listed_title(heading, "open", learner, text)
            yield DiscoveryHit(title, partial(self.tutor.open_lesson, heading.id), title, help=text("palette.lesson"))

    def terms(self) -> Iterator[DiscoveryHit]:
        """Yield every term of the glossary. Over a screen without one of its own, that of the course."""
        text, screen = self.tutor.text, self.screen
        if isinstance(screen, FramedScreen):
            terms, here = screen.terms()
            for term in in_order(terms):
                do = partial(self.tutor.show_glossary, terms, here, term.id)
                yield DiscoveryHit(term.name, do, term.name, help=text("palette.term"))


def in_a_line(name: Content, kind: str) -> Content:
    """Return an entry in one line: its name, and what it is."""
    return Content.assemble(name, (f"  {kind}", "$muted"))


class MarkedCommands(CommandList, MarkedList, can_focus=False):
    """Textual's own list, with a mark before the command under the cursor."""


class Palette(CommandPalette, TutorScreen[None]):
    """Textual's own palette, which says so where the window is too small for it."""

    CSS_PATH = PAGES

    def compose(self) -> ComposeResult:
        """Yield the same widgets, in the same boxes, but for the list."""
        for widget in super().compose():
            yield MarkedCommands() if type(widget) is CommandList else widget
