"""What may be asked on the command line: every command with its options, explained in one language."""

import argparse
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import tutor
from tutor.exits import DONE, WRONG_USAGE
from tutor.shell.report_options import add_export, add_report
from tutor.words.text import LANGUAGES, Text, system_language

OPTION = re.compile(r"--[a-z]+(?:-[a-z]+)*")
KINDS = ("break", "experiment", "walkthrough", "lab")  # of lessons: the folders of lessons/templates
NOTHING_ASKED = {
    "command": None,
    "lesson": None,
    "blind": False,
    "plain": False,
    "kiosk": False,
    "ascii": False,
    "learner": None,
    "lang": None,
    "home": None,
    "packs": None,  # said before the command
    "pack": None,  # and after it
    "words": (),  # the command and what is said to it, without the options that go with every command
}


class Ended(Exception):
    """The command line asks for nothing more: it wants help, or it cannot be understood."""

    def __init__(self, parser: "Parser", problem: str = "") -> None:
        super().__init__(problem)
        self.parser, self.problem = parser, problem

    def say(self) -> NoReturn:
        """Print the help on stdout; or what is wrong, below the usage, on stderr."""
        if not self.problem:
            self.parser.print_help()
            self.parser.exit(DONE)
        words = self.parser.text("cli.error", program=self.parser.prog, message=self.problem)
        self.parser.exit(WRONG_USAGE, f"{self.parser.format_usage()}{words}")


class Help(argparse.Action):
    """The option that asks for help."""

    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> NoReturn:
        assert isinstance(parser, Parser)
        raise Ended(parser)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose own words come from the string table, and which raises Ended instead of printing."""

    text: Text
    commands: Mapping[str, "Parser"] = {}

    def __init__(self, add_help: bool = True, **options: Any) -> None:
        super().__init__(add_help=False, **options)
        self._positionals.title = self.text("cli.positionals")
        self._optionals.title = self.text("cli.options")
        if add_help:
            self.add_argument(
                "-h", "--help", action=Help, nargs=0, dest=argparse.SUPPRESS, help=self.text("cli.help")
            )

    def error(self, message: str) -> NoReturn:
        raise Ended(self, message)


def read_common(words: Sequence[str]) -> argparse.Namespace:
    """Read the options that go with every command, and leave the rest in `words`; nothing where they make no sense."""
    Parser.text = Text(system_language())  # nothing is said here
    asked = argparse.Namespace(**NOTHING_ASKED)
    try:
        _, asked.words = common_options(Parser.text, packs="packs").parse_known_args(words, asked)
    except Ended:
        return argparse.Namespace(**NOTHING_ASKED)
    return asked


def read_words(words: Sequence[str], text: Text) -> argparse.Namespace:
    """Read a whole command line. Raises Ended, with what there is to say about it in this language."""
    parser = build_parser(text)
    asked, beyond = parser.parse_known_args(words, argparse.Namespace(**NOTHING_ASKED))
    if beyond:
        raise unknown_words(beyond, parser.commands.get(asked.command, parser))
    return asked


def unknown_words(words: Sequence[str], parser: "Parser") -> Ended:
    """What there is to say about words that a command does not take: the option that the first one nearly is."""
    problem = parser.text("argparse.unrecognized") % " ".join(words)
    near = get_close_matches(words[0], OPTION.findall(parser.format_usage()), 1)
    return Ended(parser, f"{problem}. {parser.text('meant.option', name=near[0])}" if near else problem)


def build_parser(text: Text) -> Parser:
    Parser.text = text
    speak(text)
    common = common_options(text)
    before = common_options(text, packs="packs")
    parser = Parser(prog="lynx-tutor", description=text("cli.description"), parents=[before])
    version = (
        f"lynx-tutor {tutor.__version__}"  # importlib.metadata would cost the first paint ten milliseconds
    )
    parser.add_argument("--version", action="version", version=version, help=text("cli.version"))
    commands = parser.add_subparsers(dest="command", title=text("cli.commands"), metavar=text("cli.command"))
    parser.commands = commands.choices

    def command(name: str) -> Parser:
        words = text(f"cli.{name}")
        return commands.add_parser(name, help=words, description=words, parents=[common])

    add_lessons(command, text)
    add_proofs(command, text)
    add_keeping(command, text)
    add_report(commands, common, text)
    add_export(commands, common, text)
    return parser


def add_lessons(command: Any, text: Text) -> None:
    """Take what learners do with lessons."""
    learn = command("learn")
    learn.add_argument("lesson", nargs="?", metavar=text("metavar.lesson"), help=text("cli.lesson"))
    learn.add_argument("--blind", action="store_true", help=text("cli.blind"))
    mystery, review, play = command("mystery"), command("review"), command("play")
    play.add_argument("task", nargs="?", metavar=text("metavar.task"), help=text("cli.task"))
    for each in (learn, mystery, review, play):
        each.add_argument("--plain", action="store_true", help=text("cli.plain"))
        each.add_argument("--kiosk", action="store_true", help=text("cli.kiosk"))
    mystery.add_argument("--daily", action="store_true", help=text("cli.daily"))
    add_serve(command("serve"), text)
    for name in ("list", "progress"):
        command(name).add_argument("--json", action="store_true", help=text("cli.json"))
    run = command("run")
    run.add_argument("lesson", metavar=text("metavar.lesson"), help=text("cli.lesson"))
    for name in ("seeds", "steps", "seed"):
        run.add_argument(f"--{name}", type=int, metavar="N", help=text(f"cli.{name}"))
    run.add_argument("--json", action="store_true", help=text("cli.json"))
    run.add_argument("--yes", action="store_true", help=text("cli.yes"))
    where = run.add_mutually_exclusive_group()
    where.add_argument("--processes", type=int, metavar="N", help=text("cli.processes"))
    where.add_argument("--scheduler", metavar=text("metavar.address"), help=text("cli.scheduler"))


def add_serve(serve: Parser, text: Text) -> None:
    """Take for whom, and where, the app is served in a browser."""
    serve.add_argument("names", nargs="*", metavar=text("metavar.name"), help=text("cli.names"))
    serve.add_argument("--host", default="127.0.0.1", metavar=text("metavar.address"), help=text("cli.host"))
    serve.add_argument("--port", type=int, default=8000, metavar=text("metavar.port"), help=text("cli.port"))
    serve.add_argument("--new-links", action="store_true", help=text("cli.new_links"))


def add_proofs(command: Any, text: Text) -> None:
    """Take what authors do with lessons."""
    path = text("metavar.path")
    command("glossary").add_argument("term", nargs="*", metavar=text("metavar.term"), help=text("cli.term"))
    preview = command("preview")
    preview.add_argument("lesson", metavar=f"{text('metavar.lesson')}|{path}", help=text("cli.lesson"))
    check = command("check")
    check.add_argument("path", nargs="?", type=Path, metavar=path, help=text("cli.path"))
    check.add_argument("--json", action="store_true", help=text("cli.json"))
    check.add_argument("--yes", action="store_true", help=text("cli.yes"))
    check.add_argument("-v", "--verbose", action="store_true", help=text("cli.verbose"))
    check.add_argument("--translated", action="store_true", help=text("cli.translated"))
    check.add_argument("--watch", action="store_true", help=text("cli.watch"))
    check.add_argument("--scheduler", metavar=text("metavar.address"), help=text("cli.scheduler"))
    check.add_argument("--no-cache", action="store_true", help=text("cli.no_cache"))
    new = command("new")
    new.add_argument("lesson", metavar=text("metavar.lesson"), help=text("cli.new_lesson"))
    new.add_argument("--kind", choices=KINDS, required=True, help=text("cli.kind"))
    new.add_argument("--to", type=Path, metavar=text("metavar.folder"), help=text("cli.to"))


def add_keeping(command: Any, text: Text) -> None:
    """Take what looks after the learner's file."""
    command("doctor").add_argument("--mend", action="store_true", help=text("cli.mend"))
    command("merge").add_argument("file", type=Path, metavar=text("metavar.file"), help=text("cli.file"))
    restore = command("restore")
    restore.add_argument("backup", nargs="?", metavar=text("metavar.backup"), help=text("cli.backup"))
    restore.add_argument("--yes", action="store_true", help=text("cli.yes"))
    reset = command("reset")
    reset.add_argument("lesson", nargs="?", metavar=text("metavar.lesson"), help=text("cli.lesson"))
    reset.add_argument("--all", action="store_true", help=text("cli.all"))
    command("undo")


def common_options(text: Text, packs: str = "pack") -> Parser:
    """Options that may stand before or after the command; what may be said often is kept apart for each place."""
    parser = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common = parser.add_argument_group(text("cli.common"))
    common.add_argument("--learner", metavar=text("metavar.name"), help=text("cli.learner"))
    common.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    common.add_argument("--ascii", action="store_true", help=text("cli.ascii"))
    common.add_argument("--home", metavar=text("metavar.folder"), help=text("cli.home"))
    common.add_argument(
        "--pack", metavar=text("metavar.path"), action="append", dest=packs, help=text("cli.pack")
    )
    return parser


def speak(text: Text) -> None:
    """argparse asks gettext for its own messages; answer from the string table where it has them."""
    translated = dict(zip(Text("en").group("argparse"), text.group("argparse"), strict=True))
    argparse._ = lambda message: translated.get(message, message)  # type: ignore[attr-defined]
