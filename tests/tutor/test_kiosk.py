"""A kiosk: who is learning is asked, and no key, name, word of the environment or line of code leads out of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lessons.acts import Opened
from lessons.load import CONTENT, load_lesson
from lessons.runs.edits import healthy_text
from lessons.runs.judge import judge_text
from tests.packs import write_pack
from tests.tutor.conftest import MakeApp, go_to, make_learner, place_of, press_all, settle, words_on
from tests.tutor.terminal import TUTOR, Terminal, left_clean, surroundings
from tests.tutor.ways_out import CODE, FOR_ROOT, JUDGED, NAMES, SENT, TYPED
from tests.tutor.work import work_up_to
from tutor.kiosk import VARIABLE, kept_variables
from tutor.unsaved import typed_place
from tutor.workbench import Workbench

ROOT = Path(__file__).parents[2]
BREAK = load_lesson(CONTENT / "break-gelu-identity")
FILE = BREAK.edits[0].file
CONFINED = (
    "import sys; sys.path.insert(0, sys.argv[1]); from tutor.kiosk import *; become_kiosk()\n"
    "assert confine(Path(sys.argv[2]))\n"
)
LANDLOCK = [sys.executable, "-c", "from lessons.runs.limits import rule_files; rule_files(1, {})"]
CAN_CONFINE = pytest.mark.skipif(
    subprocess.run(LANDLOCK, cwd=ROOT, capture_output=True).returncode != 0,
    reason="this system has no Landlock",
)


@pytest.fixture
def learners(tmp_path: Path) -> Path:
    """A home with a learner in it who has a secret; `ana` is who sits at the kiosk."""
    folder = tmp_path / "home" / "learners"
    (folder / "ana").mkdir(parents=True)
    (folder / "ben").mkdir()
    (folder / "ben" / "progress.toml").write_text("secret")
    (folder / "ben" / "progress.toml").chmod(0o600)
    return folder


def way_out(name: str, learners: Path) -> tuple[str, Path]:
    """The code of one, which says so where it led out; and a file that it may leave behind."""
    out = learners.parent.parent / "out"
    code = {**CODE, **JUDGED}[name]
    words = {"OUT": out, "SECRET": learners / "ben" / "progress.toml", "LEARNERS": learners}
    for word, path in words.items():
        code = code.replace(word, str(path))
    return f"{code}\nprint('led', 'out')\n", out


def nothing_happened(learners: Path, out: Path) -> bool:
    secret = learners / "ben" / "progress.toml"
    unchanged = secret.is_file() and secret.read_text() == "secret" and secret.stat().st_mode & 0o777 == 0o600
    return unchanged and not os.path.lexists(out) and os.listdir(learners / "ana") in ([], ["temporary"])


def printed_by(code: str, learners: Path) -> str:
    """What is printed by code that runs in a terminal, with the folders it needs."""
    arguments = ("-c", code, str(ROOT), str(learners / "ana"))
    with Terminal(*arguments, home=learners.parent, command=(sys.executable,)) as terminal:
        terminal.wait_for_end()
        return terminal.printed.decode()


@pytest.mark.parametrize("name", [name for name in CODE if name not in FOR_ROOT])
def test_each_of_them_is_a_way_where_nothing_holds(name: str, learners: Path) -> None:
    code, out = way_out(name, learners)
    assert "led out" in printed_by(code, learners) or out.exists()


@CAN_CONFINE
@pytest.mark.parametrize("name", CODE)
def test_the_tutor_itself_could_not_do_it(name: str, learners: Path) -> None:
    """A hole in the tutor would still be one in a wall with another behind it."""
    code, out = way_out(name, learners)
    words = printed_by(CONFINED + code, learners)
    assert "led out" not in words
    assert "Error" in words, "and it was tried"
    assert nothing_happened(learners, out)


@pytest.mark.parametrize("name", [*CODE, *JUDGED])
def test_a_repair_cannot_do_it(name: str, learners: Path) -> None:
    code, out = way_out(name, learners)
    judgement = judge_text(BREAK, {FILE: f"{code}\n{healthy_text(FILE)}"}, 8)
    assert not judgement.passed
    assert "led out" not in judgement.detail
    assert nothing_happened(learners, out)


def test_what_a_repair_prints_goes_nowhere() -> None:
    code = 'import os; os.write(1, b"\\x1b[5n\\x1b]52;c;bGVk\\x07\\x9b6n")'
    assert judge_text(BREAK, {FILE: f"{code}\n{healthy_text(FILE)}"}, 8).passed


# ---- who is learning ---------------------------------------------------------


def kiosk(home: Path, *arguments: str, **environment: str) -> Terminal:
    return Terminal("learn", "--kiosk", "--home", str(home), *arguments, home=home, environment=environment)


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


def test_enter_begins_a_new_name_and_the_title_shows_it(home: Path) -> None:
    with kiosk(home) as terminal:
        terminal.wait_for("Your name:")
        terminal.press("cira", "enter")
        terminal.wait_for("cira is new here")
        terminal.press("enter")
        terminal.wait_for("Welcome.", "cira · EN")
    for folder in (home, *(path for path in home.rglob("*") if path.is_dir())):
        assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_name_is_asked_again(name: str, home: Path) -> None:
    lines = f"{name}\nana\n\nq\n".encode("utf-8", "surrogateescape")
    done = in_plain_lines(home, lines)
    assert done.stdout.count(b"Your name:") == 2
    assert b"\x1b" not in done.stdout
    assert b"Traceback" not in done.stderr
    assert [path.name for path in (home / "learners").iterdir()] == ["ana"]
    assert os.listdir(home.parent) == ["home"]


@pytest.mark.parametrize("line", [b"\0ana\n", b"a\xf1a\n", b"x" * 100_000 + b"\n", b""])
def test_bytes_that_are_no_name_are_no_way_in(line: bytes, home: Path) -> None:
    done = in_plain_lines(home, line)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert not (home / "learners").exists()


def in_plain_lines(home: Path, lines: bytes, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """A kiosk without a terminal."""
    command = [*TUTOR, "learn", "--kiosk", "--home", str(home)]
    home.parent.mkdir(exist_ok=True)
    return subprocess.run(
        command, env=surroundings(home, environment), cwd=home.parent, input=lines, capture_output=True
    )


def test_outside_a_kiosk_one_row_says_who_goes_on_where_it_could_be_somebody_else(home: Path) -> None:
    make_learner(home, "ben").record(Opened(), place_of())
    with Terminal(home=home) as terminal:
        terminal.wait_for("ben · EN")
        assert "Not you?" not in terminal.words()
    make_learner(home, "ana").record(Opened(), place_of())
    with Terminal(home=home) as terminal:
        terminal.wait_for("ana goes on. Not you? lynx-tutor --learner NAME")
        terminal.press_for("enter", "●Read")
        terminal.press_for("escape", "↑↓ choose")
        assert "Not you?" not in terminal.words()
    done = subprocess.run([*TUTOR, "--plain"], env=surroundings(home, {}), input=b"q\n", capture_output=True)
    assert b"ana goes on. Not you?" in done.stdout


# ---- what is sent, and the keys -----------------------------------------------


@pytest.mark.parametrize("name", [name for name in SENT if name != "TERM"])  # without one there is no app
def test_what_a_client_says_of_the_environment_leads_nowhere(name: str, home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with kiosk(home, "--learner", "ana", **{name: SENT[name].replace("OUT", str(out))}) as terminal:
        terminal.wait_for("Welcome.", "ana · ")
        terminal.press("escape")
        terminal.wait_for("↑↓")
        terminal.press("q")
        assert terminal.wait_for_end() == (name == "PYTHONINSPECT")  # with which Python ends with 1
        assert left_clean(terminal.printed)
        assert b">>>" not in terminal.printed
    assert not out.exists()
    assert sorted(os.listdir(tmp_path)) == ["home"]


def test_of_the_environment_only_words_are_kept() -> None:
    given = {"TERM": "xterm", "LC_ALL": "es_ES.UTF-8", "LANG": "../x", "LC_TIME": "a b", "PYTHONINSPECT": "1"}
    kept = dict(kept_variables(given | SENT | {"TERM": "xterm", "LC_ALL": "C.UTF-8"}))
    assert set(kept) == {"TERM", "LC_ALL", "PATH", "HOME", VARIABLE, "SSH_ORIGINAL_COMMAND"}


def test_a_terminal_that_is_a_path_is_none(home: Path) -> None:
    assert "TERM" not in dict(kept_variables({"TERM": "../../out"}))
    with kiosk(home, "--learner", "ana", TERM="../../out") as terminal:
        terminal.wait_for("Which lesson?")
        terminal.press("q", "enter")
        assert terminal.wait_for_end() == 0


def test_the_command_that_was_sent_is_not_run_and_that_is_said(home: Path, tmp_path: Path) -> None:
    sent = f"touch {tmp_path}/out"
    done = in_plain_lines(home, b"q\n", SSH_ORIGINAL_COMMAND=sent)
    assert done.stdout.startswith(b"Only the tutor runs here: the command that was sent is left out.")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words", [["check"], ["export", "--to", "/"], ["run", "break-gelu-identity"], ["list"]]
)
def test_a_kiosk_by_its_environment_has_no_other_command(words: list[str], home: Path) -> None:
    done = subprocess.run(
        [*TUTOR, *words], env=surroundings(home, {VARIABLE: "1"}), capture_output=True, text=True
    )
    assert done.returncode == 2
    assert (
        done.stderr == "This is a kiosk: only `learn`, `mystery`, `review` and `play` are to be had here.\n"
    )


def test_no_key_at_the_question_puts_the_tutor_aside(home: Path) -> None:
    with kiosk(home) as terminal:
        terminal.wait_for("Your name:")
        terminal.press("\x1a", "ana", "enter")
        terminal.wait_for("ana is new here")
        terminal.press("\x04")
        assert terminal.wait_for_end() == 0


@pytest.mark.parametrize("key", ["\x1c", "\x03"])
def test_a_key_that_ends_it_leaves_nothing_behind_it(key: str, home: Path, tmp_path: Path) -> None:
    with kiosk(home, PYTHONINSPECT="1") as terminal:
        terminal.wait_for("Your name:")
        terminal.press(key)
        assert terminal.wait_for_end() in (-signal.SIGQUIT, 130, 1)  # 1: Python's own, with PYTHONINSPECT
        assert b">>>" not in terminal.printed
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU])
def test_no_signal_of_the_terminal_stops_it(number: int, home: Path) -> None:
    with kiosk(home, "--learner", "ana") as terminal:
        terminal.wait_for("Welcome.")
        terminal.signal(number)
        terminal.press("\x1a", "\x1c")
        terminal.press_for("escape", "↑↓ choose")
        terminal.press("q")
        assert terminal.wait_for_end() == 0


@pytest.mark.parametrize("step", ["read", "repair", "why"])
def test_nothing_that_is_typed_pasted_clicked_or_answered_leads_out(
    step: str, home: Path, tmp_path: Path
) -> None:
    work_up_to(make_learner(home), place_of(), step)
    left = list(TYPED)
    while left:  # in one session, or in several where one of them ends it
        with kiosk(
            home, place_of().lesson.id, "--learner", "ana", EDITOR=f"touch {tmp_path}/out"
        ) as terminal:
            terminal.wait_for(f"●{step.capitalize()}", "Esc")
            while left and not terminal.ended:
                terminal.press(TYPED[left[0]].replace("OUT", str(tmp_path / "out")))
                terminal.settle(0.2)
                assert os.listdir(tmp_path) == ["home"], left.pop(0)
                left.pop(0)
            leave(terminal)


def leave(terminal: Terminal) -> None:
    """Out of whatever is open, and out of the tutor."""
    while not terminal.ended:
        for key in ("escape", "q"):
            terminal.press(key) if not terminal.ended else None
            terminal.settle(0.3)
    assert terminal.wait_for_end() == 0
    assert left_clean(terminal.printed)


@pytest.mark.parametrize("command", ["learn", "mystery", "review"])
def test_every_way_in_asks_first(command: str, home: Path) -> None:
    with Terminal(command, "--kiosk", "--home", str(home), home=home) as terminal:
        terminal.wait_for("Who is learning?", "Your name:")


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


@pytest.mark.parametrize("words", ["!sh", "!", ":!sh", "edit", "e", "| sh", "$(sh)", ":e /etc/passwd", ""])
def test_no_words_at_the_plain_question_start_anything(words: str, home: Path, tmp_path: Path) -> None:
    work_up_to(make_learner(home), place_of(), "repair")
    lines = f"{words}\n" * 2 + ":q\n"
    done = subprocess.run(
        [*TUTOR, "learn", place_of().lesson.id, "--plain", "--kiosk", "--home", str(home), "--learner", "ana"],
        env=surroundings(home, {"EDITOR": f"touch {tmp_path}/out"}), input=lines, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "12 new text replaces line 12" in done.stdout
    assert os.listdir(tmp_path) == ["home"]


# ---- the whole of it -------------------------------------------------------------


def test_a_right_repair_passes_in_a_kiosk(home: Path) -> None:
    work_up_to(make_learner(home), place_of(), "repair")
    with kiosk(home, place_of().lesson.id, "--learner", "ana") as terminal:
        terminal.wait_for("●Repair", "Ctrl+S judge", "return x")
        terminal.press("backspace")
        terminal.wait_until(lambda words: "return x" not in words.replace("return x.", ""), "the x to go")
        terminal.press(*"x.gelu()")
        terminal.wait_until(lambda words: words.count("return x.gelu(") == 2, "the repair in place")
        terminal.press_for("ctrl+s", "Repaired.")
        terminal.press("escape", "escape")
        terminal.press("q")


def test_the_packs_of_the_command_are_there(home: Path, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack", "quiet")
    with kiosk(home, "--learner", "ana", "--pack", str(pack)) as terminal:
        terminal.wait_for("Welcome.")
        terminal.press_for("escape", "↑↓ choose")
        terminal.press_for("G", "Quiet things")
        terminal.press("q")
        assert terminal.wait_for_end() == 0


def test_a_link_in_the_workbench_leads_nowhere(learners: Path) -> None:
    """Whoever can write in the learner's folder from elsewhere makes a link there; the copy is written in its place."""
    ana = make_learner(learners.parent)
    bench = Workbench(ana.folder, place_of())
    bench.keep("# mine\n")
    own = next(path for path in bench.workspace.rglob("*.py") if path.read_text() == "# mine\n")
    own.unlink()
    own.symlink_to(learners / "ben" / "progress.toml")
    bench.keep("# mine again\n")
    assert not own.is_symlink()
    assert (learners / "ben" / "progress.toml").read_text() == "secret"
