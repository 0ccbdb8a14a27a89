"""Options of the command line: every command with its options, explained in one language."""

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import tutor
from lessons.course.lesson.values import LANGUAGES
from tutor.exits import DONE, WRONG_USAGE
from tutor.shell.request import NOTHING_ASKED, Asked
from tutor.words.text import Text, system_language

OPTION = re.compile(r"--[a-z]+(?:-[a-z]+)*")
SHELLS = ("bash", "zsh", "fish")
KINDS = ("break", "experiment", "walkthrough", "lab")  # of lessons: the folders of lessons/templates


class ParsingEnded(Exception):
    """The command line asks for no command: it wants help, or it cannot be understood."""

    def __init__(self, parser: "Parser", problem: str = "") -> None:
        super().__init__(problem)
        self.parser, self.problem = parser, problem

    def say(self) -> NoReturn:
        """Print the help on stdout; or what is wrong, below the usage, on stderr."""
        if not self.problem:
            print(self.parser.format_help(), end="", flush=True)
            self.parser.exit(DONE)
        words = self.parser.text("cli.error", program=self.parser.prog, message=self.problem)
        self.parser.exit(WRONG_USAGE, f"{self.parser.format_usage()}{words}")


class Help(argparse.Action):
    """The option that asks for help."""

    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> NoReturn:
        assert isinstance(parser, Parser)
        raise ParsingEnded(parser)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser with the words of the string table, which raises ParsingEnded instead of printing."""

    text: Text
    commands: Mapping[str, "Parser"] = {}

    def __init__(self, add_help: bool = True, **options: Any) -> None:
        super().__init__(add_help=False, **options)
        self._positionals.title = self.text("cli.positionals")
        self._optionals.title = self.text("cli.options")
        if add_help:
            self.add_argument("-h", "--help", action=Help, nargs=0, dest=argparse.SUPPRESS, help=self.text("cli.help"))

    def error(self, message: str) -> NoReturn:
        raise ParsingEnded(self, message)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        sys.stdout.flush()  # within reach of whoever says that it could not be printed
        super().exit(status, message)

    def add_switches(self, *names: str) -> None:
        """Take options without a value, each explained under its own name."""
        for name in names:
            words = self.text(f"cli.{name.replace('-', '_')}")
            self.add_argument(f"--{name}", action="store_true", help=words)

    def take(self, name: str, value: str | None = None, words: str = "", **more: Any) -> None:
        """Take a value, explained under its own name or in other words; without a word for a value it is a number."""
        values = "|".join(self.text(f"metavar.{each}") for each in (name if value is None else value).split())
        self.add_argument(name, metavar=values or "N", help=self.text(words or f"cli.{name.lstrip('-')}"), **more)


def read_common(words: Sequence[str]) -> Asked:
    """Read the options that go with every command, and leave the rest in `words`; their defaults if they are wrong."""
    Parser.text = Text(system_language())  # nothing is said here
    asked = Asked(**NOTHING_ASKED)
    try:
        _, asked.words = common_options(Parser.text, packs="packs").parse_known_args(words, asked)
    except ParsingEnded:
        return Asked(**NOTHING_ASKED)
    return asked


def read_words(words: Sequence[str], text: Text) -> Asked:
    """Read a whole command line. Raises ParsingEnded, with what there is to say about it in this language."""
    parser = build_parser(text)
    asked, beyond = parser.parse_known_args(words, Asked(**NOTHING_ASKED))
    if not beyond:
        return asked
    own = parser.commands.get(asked.command, parser)
    problem = text("argparse.unrecognized") % " ".join(beyond)
    if near := get_close_matches(beyond[0], OPTION.findall(own.format_usage()), 1):
        problem = f"{problem}. {text('meant.option', name=near[0])}"
    raise ParsingEnded(own, problem)


def build_parser(text: Text) -> Parser:
    Parser.text = text
    # argparse asks gettext for its own messages: they are in the string table.
    translated = dict(zip(Text("en").table("argparse").values(), text.table("argparse").values(), strict=True))
    argparse._ = lambda message: translated.get(message, message)  # type: ignore[attr-defined]
    common = common_options(text)
    before = common_options(text, packs="packs")
    parser = Parser(prog="lynx-tutor", description=text("cli.description"), parents=[before])
    # Asking importlib.metadata would cost the first paint ten milliseconds.
    version = f"lynx-tutor {tutor.__version__}"
    parser.add_argument("--version", action="version", version=version, help=text("cli.version"))
    commands = parser.add_subparsers(dest="command", title=text("cli.commands"), metavar=text("cli.command"))
    parser.commands = commands.choices

    def command(name: str) -> Parser:
        words = text(f"cli.{name}")
        return commands.add_parser(name, help=words, description=words, parents=[common])

    add_lessons(command)
    add_proofs(command)
    add_files(command)
    return parser


def add_lessons(command: Callable[[str], Parser]) -> None:
    learn, mystery, review, play = map(command, ("learn", "mystery", "review", "play"))
    learn.take("lesson", nargs="?")
    learn.add_switches("blind")
    play.take("task", nargs="?")
    play.take("--label", "name", default="")
    for each in (learn, mystery, review, play):
        each.add_switches("plain", "kiosk")
    mystery.take("lesson", nargs="?", words="cli.which_break")
    mystery.add_switches("daily")
    serve = command("serve")
    serve.take("names", "name", nargs="*")
    serve.take("--host", "address", default="127.0.0.1")
    serve.take("--port", "port", type=int, default=8000)
    serve.add_switches("new-links")
    for name in ("list", "progress"):
        command(name).add_switches("json")
    run = command("run")
    run.take("lesson")
    for name in ("seeds", "steps", "seed"):
        run.take(f"--{name}", "", type=int)
    run.add_switches("json", "yes")
    compare = command("compare")
    compare.take("task", "task file", "cli.compared")
    compare.take("--label", "name", default="")
    for name in ("a", "b"):
        compare.take(f"--{name}", "settings", default="")
    compare.take("--metric", "name", required=True)
    compare.take("--seeds", "", type=int, default=32)
    compare.add_switches("ask", "json", "yes")
    where = run.add_mutually_exclusive_group()
    where.add_argument("--processes", type=int, metavar="N", help=run.text("cli.processes"))
    where.add_argument("--scheduler", metavar=run.text("metavar.address"), help=run.text("cli.scheduler"))


def add_proofs(command: Callable[[str], Parser]) -> None:
    command("glossary").take("term", nargs="*")
    command("preview").take("lesson", "lesson path")
    check = command("check")
    check.take("place", "lesson path", nargs="?")
    check.add_switches("json", "yes")
    check.add_argument("-v", "--verbose", action="store_true", help=check.text("cli.verbose"))
    check.add_switches("unproved", "translated", "watch")
    check.take("--scheduler", "address")
    check.add_switches("no-cache")
    diagnose = command("diagnose")
    diagnose.take("file", words="cli.own_file")
    diagnose.add_switches("json")
    new = command("new")
    new.take("lesson", words="cli.new_lesson")
    begun_with = new.add_mutually_exclusive_group()
    begun_with.add_argument("--kind", choices=KINDS, help=new.text("cli.kind"))
    begun_with.add_argument("--from-play", action="store_true", help=new.text("cli.from_play"))
    name, words = new.text("metavar.finding"), new.text("cli.finding")
    begun_with.add_argument("--from", dest="finding", metavar=name, help=words)
    new.take("--to", "folder", type=Path)
    pack = command("pack")
    done = ("add", "list", "remove")
    pack.add_argument("do", choices=done, metavar="|".join(done), help=pack.text("packs.do"))
    pack.take("what", "file", "packs.what", nargs="?")
    pack.add_switches("json")


def add_files(command: Callable[[str], Parser]) -> None:
    command("doctor").add_switches("mend")
    command("merge").take("file", type=Path)
    restore = command("restore")
    restore.take("backup", nargs="?")
    restore.add_switches("yes")
    reset = command("reset")
    reset.take("lesson", nargs="?")
    reset.add_switches("all")
    command("undo")
    report, export = command("report"), command("export")
    report.take("paths", "path", "report.paths", nargs="*", type=Path)
    for name in ("csv", "html"):
        report.take(f"--{name}", "file", f"report.{name}")
    for name in ("json", "pseudonyms"):
        report.add_argument(f"--{name}", action="store_true", help=report.text(f"report.{name}"))
    export.add_argument("--format", choices=("md", "html"), help=export.text("export.format"))
    export.take("--to", "path", "export.to")
    completion = command("completion")
    completion.add_argument("shell", choices=SHELLS, metavar="|".join(SHELLS), help=completion.text("completion.shell"))


def common_options(text: Text, packs: str = "pack") -> Parser:
    """Return the options that may stand before or after the command; packs of each place are kept apart.

    None may be shortened here: `--a` of a command is not `--ascii`.
    """
    parser = Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    common = parser.add_argument_group(text("cli.common"))
    common.add_argument("--learner", metavar=text("metavar.name"), help=text("cli.learner"))
    common.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    common.add_argument("--ascii", action="store_true", help=text("cli.ascii"))
    common.add_argument("--home", metavar=text("metavar.folder"), help=text("cli.home"))
    path, words = text("metavar.path"), text("cli.packs")
    common.add_argument("--pack", metavar=path, action="append", dest=packs, help=words)
    return parser
