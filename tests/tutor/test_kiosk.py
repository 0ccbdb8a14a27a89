"""A kiosk: who is learning is asked, and no key, name or sent command leads out of it."""

import os
import subprocess
from pathlib import Path

import pytest

from lessons.acts import Opened
from tests.tutor.conftest import MakeApp, go_to, make_learner, place_of, press_all, settle, words_on
from tests.tutor.terminal import TUTOR, Terminal, surroundings
from tests.tutor.work import work_up_to
from tutor.kiosk import VARIABLE
from tutor.unsaved import typed_place
from tutor.workbench import Workbench

NAMES = (
    *(
        "../x",
        "..",
        ".",
        "/etc",
        "~root",
        "a/b",
        "a\\b",
        "con",
        "-rf",
        ".ssh",
        "  ",
        "a\tb",
        "a\x01b",
        "a\x1b[5nb",
    ),
    *("a" * 65, "é" * 150, "a\u202eb", "a\u2028b", "*", "a\ufffdb"),
)  # that no learner can have

TYPED = {
    "Ctrl+Z": "\x1a",
    "Ctrl+backslash": "\x1c",
    "Ctrl+]": "\x1d",
    "Ctrl+C": "\x03",
    "Ctrl+D": "\x04",
    "NUL": "\0",
    "a command that is pasted": "\x1b[200~touch OUT\rsh -c 'touch OUT'\r\x1b[201~",
    "a paste that opens the palette": "\x1b[200~\x10shell\r\x1b[201~",
    "words for the palette": "\x10screenshot\r\x1b",
    "a shell's own escape": "~.!sh\r:!touch OUT\r|touch OUT\r",
    "where the cursor is": "\x1b[24;80R",
    "what the terminal is": "\x1b[?1;2c\x1b[>0;276;0c\x1bP>|xterm(388)\x1b\\",
    "an answerback of commands": "\x05touch OUT\r",
    "a title that is told": "\x1b]ltouch OUT\x1b\\\r",
    "a clipboard that is told": "\x1b]52;c;dG91Y2ggT1VU\x07",
    "clicks all over": "".join(
        f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m" for x in range(5, 80, 15) for y in range(1, 24, 4)
    ),
}  # at the keyboard, with the mouse, and by the terminal itself


# ---- who is learning ---------------------------------------------------------


def kiosk(home: Path, *arguments: str, **environment: str) -> Terminal:
    return Terminal("learn", "--kiosk", "--home", str(home), *arguments, home=home, environment=environment)


@pytest.mark.slow
def test_whoever_is_there_says_their_name_and_a_new_one_is_asked_about_again(home: Path) -> None:
    make_learner(home).record(Opened(), place_of())
    with kiosk(home) as terminal:
        terminal.wait_for("Who is learning?", "Your name:")
        assert "ana" not in terminal.words()
        terminal.press("bne", "enter")
        terminal.wait_for("bne is new here and begins anew")
        terminal.press("ana", "enter")
        terminal.wait_for("ana · EN", "continue")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert sorted(path.name for path in (home / "learners").iterdir()) == ["ana"]


@pytest.mark.slow
def test_enter_begins_a_new_name_and_the_title_shows_it(home: Path) -> None:
    with kiosk(home) as terminal:
        terminal.wait_for("Your name:")
        terminal.press("cira", "enter")
        terminal.wait_for("cira is new here")
        terminal.press("enter")
        terminal.wait_for("Welcome.", "cira · EN")


def test_nobody_there_is_no_error(home: Path) -> None:
    assert in_plain_lines(home, b"").returncode == 0
    assert not (home / "learners").exists()


def in_plain_lines(home: Path, lines: bytes, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """A kiosk without a terminal."""
    command = [*TUTOR, "learn", "--kiosk", "--home", str(home)]
    home.parent.mkdir(exist_ok=True)
    return subprocess.run(
        command, env=surroundings(home, environment), cwd=home.parent, input=lines, capture_output=True
    )


# ---- what is sent, and the keys -----------------------------------------------


def test_the_command_that_was_sent_is_not_run_and_that_is_said(home: Path, tmp_path: Path) -> None:
    sent = f"touch {tmp_path}/out"
    done = in_plain_lines(home, b"q\n", SSH_ORIGINAL_COMMAND=sent)
    assert done.stdout.startswith(b"Only the tutor runs here: the command that was sent is left out.")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["check"], ["export", "--to", "/"]])
def test_a_kiosk_by_its_environment_has_no_other_command(words: list[str], home: Path) -> None:
    done = subprocess.run(
        [*TUTOR, *words], env=surroundings(home, {VARIABLE: "1"}), capture_output=True, text=True
    )
    assert done.returncode == 2
    assert (
        done.stderr == "This is a kiosk: only `learn`, `mystery`, `review` and `play` are to be had here.\n"
    )


# ---- what the app and the plain lines offer ------------------------------------


@pytest.fixture
def in_kiosk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What an editor would leave behind, if one were started."""
    monkeypatch.setenv(VARIABLE, "1")
    for name in ("EDITOR", "VISUAL", "BROWSER"):
        monkeypatch.setenv(name, f"touch {tmp_path / 'out'}")
    return tmp_path / "out"


async def test_no_editor_and_no_browser_opens(in_kiosk: Path, make_app: MakeApp, few_seeds: None) -> None:
    app = make_app(mode="open")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await go_to(pilot, "repair")
        await press_all(pilot, "escape", "e")
        await settle(pilot)
        assert app.text("kiosk.no_editor") in words_on(pilot)
        app.open_url("https://example.org")
    assert not in_kiosk.exists()


async def test_the_learners_pages_are_written_into_their_folder(
    in_kiosk: Path, home: Path, make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    app = make_app()
    app.learner.record(Opened(), place_of())
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "m", "e")
        await settle(pilot)
    assert {path.suffix for path in (home / "learners" / "ana").glob("lynx-tutor-ana-*")} == {".md", ".html"}
    assert os.listdir(elsewhere) == []


FILES = ("/etc/x.toml", "../../x.toml", "~/.ssh/authorized_keys", "", "..", "/", "a/../..", "x")


@pytest.mark.parametrize("words", FILES)
def test_a_file_that_is_typed_is_one_of_their_folder(words: str, in_kiosk: Path, home: Path) -> None:
    learner = make_learner(home)
    place = typed_place(words, learner)
    assert place.parent == learner.folder
    assert place.name not in ("", ".", "..")


async def test_the_palette_offers_only_what_the_keys_do(in_kiosk: Path, make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 60)) as pilot:
        await settle(pilot)
        await press_all(pilot, "escape", "ctrl+p")
        await settle(pilot)
        words = words_on(pilot).lower()
        assert not [word for word in ("screenshot", "suspend", "shell", "inspect") if word in words]
        bound = {active.binding.action for active in app.screen_stack[0].active_bindings.values()}
        assert not [action for action in bound if "suspend" in action or "screenshot" in action]


@pytest.mark.slow
def test_no_words_at_the_plain_question_start_anything(home: Path, tmp_path: Path) -> None:
    work_up_to(make_learner(home), place_of(), "repair")
    lines = "\n".join(["!sh", "!", ":!sh", "edit", "e", "| sh", "$(sh)", ":e /etc/passwd", "", ":q", ""])
    done = subprocess.run(
        [*TUTOR, "learn", place_of().lesson.id, "--plain", "--kiosk", "--home", str(home), "--learner", "ana"],
        env=surroundings(home, {"EDITOR": f"touch {tmp_path}/out"}), input=lines, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "12 new text replaces line 12" in done.stdout
    assert os.listdir(tmp_path) == ["home"]


def test_a_link_in_the_workbench_leads_nowhere(home: Path, tmp_path: Path) -> None:
    """Whoever can write in the learner's folder from elsewhere makes a link there; the copy is written in its place."""
    ana, other = make_learner(home), tmp_path / "other.toml"
    other.write_text("secret")
    bench = Workbench(ana.folder, place_of())
    bench.keep("# mine\n")
    own = next(path for path in bench.workspace.rglob("*.py") if path.read_text() == "# mine\n")
    own.unlink()
    own.symlink_to(other)
    bench.keep("# mine again\n")
    assert not own.is_symlink()
    assert other.read_text() == "secret"
