"""A terminal is sent as many colours as it has, whatever its name, and every one of them can be read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem

from tests.tutor.contrast import contrast
from tutor.terminals.kinds import ALL, FEW, MANY, NONE, TerminalKind, colours_of
from tutor.tui.themes import themes

ASK = "import os; from tutor.terminals.kinds import colours_of; print(colours_of(os.environ))"
ROOT = Path(__file__).parents[3]
SYSTEMS = {FEW: ColorSystem.STANDARD, MANY: ColorSystem.EIGHT_BIT, ALL: ColorSystem.TRUECOLOR}
READ = ("foreground", "primary", "accent", "success", "warning", "error")  # the colours of words
READABLE, SEEN = 4.5, 3.0  # WCAG AA for words, and for lines and scroll bars


def asked(name: str) -> int:
    """Ask in a process of its own: curses reads terminfo once in a process, and never again."""
    environ = {"TERM": name, "PATH": os.environ.get("PATH", "")}
    done = subprocess.run([sys.executable, "-c", ASK], env=environ, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("name", ["foot", "foot-extra", "xterm-kitty", "alacritty", "xterm-ghostty", "wezterm"])
def test_an_emulator_that_terminfo_may_not_know_has_256_at_least(name):
    assert asked(name) >= MANY


NAMES = {FEW: "xterm screen linux", NONE: "vt100 dumb", MANY: "xterm-256color"}
UNHEARD_OF = {FEW: "acme", MANY: "acme-256color"}
ANSWERS = [(name, colours) for known in (NAMES, UNHEARD_OF) for colours in known for name in known[colours].split()]


@pytest.mark.parametrize(("name", "colours"), ANSWERS)
def test_terminfo_says_how_many_and_a_name_that_nobody_knows_is_guessed_at(name, colours):
    assert asked(name) == colours


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"COLORTERM": "truecolor"}, ALL),
        ({"COLORTERM": "24bit"}, ALL),
        ({"COLORTERM": "yes"}, FEW),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, NONE),
        ({"NO_COLOR": ""}, FEW),
        ({"WT_SESSION": "5a7c"}, ALL),  # WSL in Windows Terminal
        ({"TEXTUAL_COLOR_SYSTEM": "256"}, MANY),
        ({"TEXTUAL_COLOR_SYSTEM": "junk"}, FEW),
    ],
)
def test_what_the_environment_says_goes_first(environ, colours):
    assert colours_of(environ, TerminalKind("xterm", colours=8)) == colours


def test_inside_a_multiplexer_windows_terminal_says_nothing():
    assert colours_of({"WT_SESSION": "5a7c"}, TerminalKind("screen", colours=8)) == FEW


def test_entries_with_all_colours_have_all():
    assert colours_of({}, TerminalKind("xterm-direct", colours=1 << 24)) == ALL


PAIRS = [pytest.param(colours, theme, id=f"{colours}-{theme.name}") for colours in SYSTEMS for theme in themes(colours)]


def shown(colour: str, colours: int) -> tuple[int, int, int]:
    return tuple(Color.parse(colour).downgrade(SYSTEMS[colours]).get_truecolor())  # type: ignore[return-value]


@pytest.mark.parametrize(("colours", "theme"), PAIRS)
def test_words_can_be_read_on_every_ground(colours, theme):
    words = {name: str(getattr(theme, name)) for name in READ} | {"muted": theme.variables["muted"]}
    for ground in ("background", "surface", "panel"):
        for name, colour in words.items():
            apart = contrast(shown(colour, colours), shown(getattr(theme, ground), colours))
            assert apart >= READABLE, f"{name} on {ground}: {apart:.2f}"


@pytest.mark.parametrize(("colours", "theme"), PAIRS)
def test_curves_and_scroll_bars_are_seen_and_healthy_is_not_the_colour_of_broken(colours, theme):
    healthy, broken = (shown(theme.variables[f"role-{arm}"], colours) for arm in ("healthy", "broken"))
    assert healthy != broken
    lines = {name: colour for name, colour in theme.variables.items() if name.startswith("role-")}
    least = READABLE if colours > FEW else SEEN
    for name, colour in (lines | {"thumb": theme.variables["thumb"]}).items():
        apart = contrast(shown(colour, colours), shown(str(theme.background), colours))
        assert apart >= (SEEN if name == "thumb" else least), f"{name}: {apart:.2f}"


@pytest.mark.parametrize(("colours", "theme"), PAIRS)
def test_the_chosen_row_and_code_are_not_black_on_black(colours, theme):
    made = theme.to_color_system().generate()
    for name in ("text-primary", "text-success", "text-warning", "text-error", "text-accent"):
        for ground in ("background", "panel"):
            apart = contrast(shown(made[name], colours), shown(getattr(theme, ground), colours))
            assert apart >= SEEN, f"{name} on {ground}: {apart:.2f}"
