"""The command line: what was asked for, in which language, and the one place where errors become sentences."""

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import tutor
from lessons.lesson import LessonError
from lessons.threads import one_thread
from progress.errors import ProgressError
from tutor.exits import DONE, FAILED, INTERRUPTED, WRONG_USAGE, Refused
from tutor.words.sentences import in_words
from tutor.words.text import LANGUAGES, Text, system_language

NOTHING_ASKED = {
    "command": None,
    "lesson": None,
    "blind": False,
    "plain": False,
    "learner": None,
    "lang": None,
    "home": None,
    "packs": None,  # said before the command
    "pack": None,  # and after it
}


# The file that does each command, and the function in it. Only what a command needs is imported: the first paint
# waits for neither NumPy nor the reports.
KINDS = ("break", "experiment", "walkthrough", "lab")  # of lessons: the folders of lessons/templates
COMMANDS = {
    "learn": ("launch", "learn"),
    "review": ("launch", "review"),
    "run": ("run", "run"),
    "list": ("course", "list_course"),
    "glossary": ("words", "glossary"),
    "preview": ("preview", "preview"),
    "check": ("check", "check"),
    "new": ("new", "new"),
    "progress": ("course", "show_progress"),
    "doctor": ("maintain", "doctor"),
    "merge": ("maintain", "merge"),
    "restore": ("maintain", "restore_backup"),
    "reset": ("maintain", "reset"),
    "undo": ("maintain", "undo"),
    "report": ("reports", "report"),
    "export": ("reports", "export"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Errors are sentences on stderr, never a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    text = Text(asked_language(words) or system_language())
    asked = argparse.Namespace(**NOTHING_ASKED)
    if words:
        build_parser(text).parse_args(words, asked)
    try:
        return run_command(asked, text)
    except ProgressError as error:
        return complain(in_words(error.sentence, text), FAILED)
    except LessonError as error:
        return complain(str(error), FAILED)
    except Refused as error:
        return complain(str(error), error.code)
    except KeyboardInterrupt:
        return complain(text("cli.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        return DONE


def complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def run_command(asked: argparse.Namespace, text: Text) -> int:
    """Import the command's own file, and do it."""
    name = asked.command or "learn"
    if name in ("learn", "review"):
        gc.disable()  # until the first paint, 223 ms with it and 241 without: on the way there, nothing is garbage
    one_thread()
    file, function = COMMANDS[name]
    return int(getattr(import_module(f"tutor.shell.{file}"), function)(asked, text))


def asked_language(words: Sequence[str]) -> str | None:
    """`--lang`, read before anything else, so that usage errors and help already speak it."""
    for place, word in enumerate(words):
        if word.startswith("--lang="):
            word = word.removeprefix("--lang=")
            return word if word in LANGUAGES else None
        if word == "--lang" and place + 1 < len(words):
            return words[place + 1] if words[place + 1] in LANGUAGES else None
    return None


def program_version() -> str:
    """Asked of the package itself: importlib.metadata would cost the first paint ten milliseconds."""
    return tutor.__version__


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose own words come from the string table."""

    text: Text

    def __init__(self, add_help: bool = True, **options: Any) -> None:
        super().__init__(add_help=False, **options)
        self._positionals.title = self.text("cli.positionals")
        self._optionals.title = self.text("cli.options")
        if add_help:
            self.add_argument("-h", "--help", action="help", help=self.text("cli.help"))

    def format_usage(self) -> str:
        return super().format_usage().replace("usage: ", self.text("cli.usage"), 1)

    def format_help(self) -> str:
        return super().format_help().replace("usage: ", self.text("cli.usage"), 1)

    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(WRONG_USAGE, self.text("cli.error", program=self.prog, message=message))


def build_parser(text: Text) -> Parser:
    from tutor.shell.report_options import add_export, add_report

    Parser.text = text
    speak(text)
    common = common_options(text)
    before = common_options(text, packs="packs")
    parser = Parser(prog="lynx-tutor", description=text("cli.description"), parents=[before])
    parser.add_argument(
        "--version", action="version", version=f"lynx-tutor {program_version()}", help=text("cli.version")
    )
    commands = parser.add_subparsers(dest="command", title=text("cli.commands"), metavar=text("cli.command"))

    def command(name: str) -> Parser:
        return commands.add_parser(
            name, help=text(f"cli.{name}"), description=text(f"cli.{name}"), parents=[common]
        )

    learn = command("learn")
    learn.add_argument("lesson", nargs="?", metavar="LESSON", help=text("cli.lesson"))
    learn.add_argument("--blind", action="store_true", help=text("cli.blind"))
    learn.add_argument("--plain", action="store_true", help=text("cli.plain"))
    command("list").add_argument("--json", action="store_true", help=text("cli.json"))
    run = command("run")
    run.add_argument("lesson", metavar="LESSON", help=text("cli.lesson"))
    for name in ("seeds", "steps", "seed"):
        run.add_argument(f"--{name}", type=int, metavar="N", help=text(f"cli.{name}"))
    run.add_argument("--json", action="store_true", help=text("cli.json"))
    run.add_argument("--yes", action="store_true", help=text("cli.yes"))
    where = run.add_mutually_exclusive_group()
    where.add_argument("--processes", type=int, metavar="N", help=text("cli.processes"))
    where.add_argument("--scheduler", metavar="ADDRESS", help=text("cli.scheduler"))
    command("glossary").add_argument("term", nargs="*", metavar="TERM", help=text("cli.term"))
    preview = command("preview")
    preview.add_argument("lesson", metavar="LESSON|PATH", help=text("cli.lesson"))
    check = command("check")
    check.add_argument("path", nargs="?", type=Path, metavar="PATH", help=text("cli.path"))
    check.add_argument("--json", action="store_true", help=text("cli.json"))
    check.add_argument("-v", "--verbose", action="store_true", help=text("cli.verbose"))
    check.add_argument("--translated", action="store_true", help=text("cli.translated"))
    check.add_argument("--watch", action="store_true", help=text("cli.watch"))
    check.add_argument("--scheduler", metavar="ADDRESS", help=text("cli.scheduler"))
    check.add_argument("--no-cache", action="store_true", help=text("cli.no_cache"))
    new = command("new")
    new.add_argument("lesson", metavar="LESSON", help=text("cli.new_lesson"))
    new.add_argument("--kind", choices=KINDS, required=True, help=text("cli.kind"))
    new.add_argument("--to", type=Path, metavar="FOLDER", help=text("cli.to"))
    command("progress").add_argument("--json", action="store_true", help=text("cli.json"))
    command("review").add_argument("--plain", action="store_true", help=text("cli.plain"))
    command("doctor").add_argument("--mend", action="store_true", help=text("cli.mend"))
    command("merge").add_argument("file", type=Path, metavar="FILE", help=text("cli.file"))
    restore = command("restore")
    restore.add_argument("backup", nargs="?", metavar="BACKUP", help=text("cli.backup"))
    restore.add_argument("--yes", action="store_true", help=text("cli.yes"))
    reset = command("reset")
    reset.add_argument("lesson", nargs="?", metavar="LESSON", help=text("cli.lesson"))
    reset.add_argument("--all", action="store_true", help=text("cli.all"))
    command("undo")
    add_report(commands, common, text)
    add_export(commands, common, text)
    return parser


def common_options(text: Text, packs: str = "pack") -> Parser:
    """Options that may stand before or after the command; what may be said often is kept apart for each place."""
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--learner", metavar="NAME", help=text("cli.learner"))
    common.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    common.add_argument("--home", metavar="DIR", help=text("cli.home"))
    common.add_argument("--pack", metavar="PATH", action="append", dest=packs, help=text("cli.pack"))
    return common


def speak(text: Text) -> None:
    """argparse asks gettext for its own messages; answer from the string table where it has them."""
    translated = dict(zip(Text("en").group("argparse"), text.group("argparse"), strict=True))
    argparse._ = lambda message: translated.get(message, message)  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.exit(main())
