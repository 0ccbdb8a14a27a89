"""Help: the keys of the screen below, each with what it does there, and what is to be done."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ActiveBinding, Screen
from textual.widgets import Input, Static, TextArea

from tutor.tui.screens.frame import OverScreen
from tutor.tui.widgets.bars import KeyLine, halves_of, key_of
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
    """Yield the keys of a key line: `↑↓ answer · Enter keep`. What is no key, such as `type`, has none."""
    for item in line.split(" · "):
        name, _, words = item.partition(" ")
        keys = tuple(key for half in halves_of(name) or [name] if (key := key_of(half)))
        yield KeyRow(keys, words if keys else item)


def meanings(active: Mapping[str, ActiveBinding], text: Text, several: bool) -> Iterator[tuple[str, Meaning]]:
    """Yield what each bound key does. Tab is left out where there are not several things to go to."""
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
