"""The command line: what was asked for, in which language, and the one place where errors become sentences."""

import gc
import sys
from collections.abc import Sequence
from importlib import import_module

from lessons.course.lesson.values import LessonError
from lessons.threads import one_thread
from progress.sentence import ProgressError
from tutor.exits import DONE, FAILED, INTERRUPTED, WRONG_USAGE, Refused
from tutor.kiosk import become_kiosk, is_kiosk, leave_no_prompt
from tutor.shell.request import NOTHING_ASKED, Asked, no_such_command, text_for
from tutor.shell.terminal import prepare
from tutor.words.text import Text, in_words, system_language

# The file that does each command, and the function in it. Only what a command needs is imported: the first paint
# waits for neither NumPy nor the reports.
COMMANDS = {
    "learn": ("launch", "learn"),
    "mystery": ("launch", "mystery"),
    "review": ("launch", "review"),
    "play": ("launch", "play"),
    "serve": ("serve", "serve"),
    "run": ("run", "run"),
    "compare": ("compare", "compare"),
    "list": ("course", "list_course"),
    "glossary": ("course", "glossary"),
    "preview": ("authors", "preview"),
    "check": ("check", "check"),
    "diagnose": ("diagnose", "diagnose"),
    "new": ("authors", "new"),
    "pack": ("packs", "pack"),
    "progress": ("course", "show_progress"),
    "doctor": ("maintain", "doctor"),
    "merge": ("maintain", "merge"),
    "restore": ("maintain", "restore_backup"),
    "reset": ("maintain", "reset"),
    "undo": ("maintain", "undo"),
    "report": ("reports", "report"),
    "export": ("reports", "export"),
    "completion": ("completion", "completion"),
}

OPENING = ("learn", "mystery", "review", "play")  # those that open the tutor
NO_COMMAND = ("-h", "--help", "--version")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Errors are sentences on stderr, never a traceback."""
    if arguments is not None:
        return done(list(arguments))
    try:
        return done(sys.argv[1:])
    finally:
        if is_kiosk():
            leave_no_prompt()


def done(words: list[str]) -> int:
    common = Asked(**NOTHING_ASKED)
    if words:
        from tutor.shell.options import read_common  # with argparse, which the map does without

        common = read_common(words)
    if "--kiosk" in words or is_kiosk():
        become_kiosk()
    prepare(common.ascii)
    try:
        code = run_command(read(words, common))
        sys.stdout.flush()
        return code
    except ProgressError as error:
        return complain(in_words(error.sentence, text_for(common)), FAILED)
    except LessonError as error:
        return complain(error_in_words(error, text_for(common)), FAILED)
    except Refused as error:
        return complain(str(error), error.code)
    except KeyboardInterrupt:
        return complain(text_for(common)("cli.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        give_up_output()
        return DONE
    except OSError as error:
        give_up_output()
        return complain(refused_by_system(error, common), FAILED)


def give_up_output() -> None:
    """Print what is left, or forget it where it cannot be: Python would try again at its end, and show an error."""
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = None


def refused_by_system(error: OSError, common: Asked) -> str:
    """Write what the system refused: which place, whose it is, and what to type."""
    from progress.home import home_folder
    from progress.refusal import refusal

    try:
        home = home_folder(common.home)
    except (ProgressError, OSError):
        home = None
    return in_words(refusal(error, home), text_for(common))


def error_in_words(error: LessonError, text: Text) -> str:
    from tutor.words.author_sentences import author_words

    return author_words(str(error), text)


def complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def read(words: Sequence[str], common: Asked) -> Asked:
    """Read the command line. Raises Refused for a word that is no command."""
    if not words:
        return common
    from tutor.shell.options import ParsingEnded, read_words

    beyond = common.words or [word for word in words if word in COMMANDS]  # where common options make no sense
    if beyond and not beyond[0].startswith("-") and beyond[0] not in COMMANDS:
        raise no_such_command(common, COMMANDS, text_for(common))
    if not beyond or beyond[0] not in (*COMMANDS, *NO_COMMAND):
        words = ["learn", *words]
    try:
        try:
            asked = read_words(words, Text(common.lang or system_language()))
        except ParsingEnded:  # only where there is something to say about it is it found out in which language
            asked = read_words(words, text_for(common))
    except ParsingEnded as ended:
        ended.say()
    asked.words = common.words
    return asked


def run_command(asked: Asked) -> int:
    """Import the command's own file, and do it. Raises Refused where a kiosk is asked for what opens no tutor."""
    name = asked.command or "learn"
    opens = name in OPENING
    if asked.kiosk and not is_kiosk():  # it was asked for by the beginning of its name
        become_kiosk()
    if is_kiosk() and not opens:
        raise Refused(Text(asked.lang or system_language())("kiosk.only"), WRONG_USAGE)
    if not opens:
        gc.enable()
    one_thread()
    file, function = COMMANDS[name]
    # The app asks its learner for their language: a file is read once before the first paint, not twice.
    text = Text(asked.lang or system_language()) if opens else text_for(asked)
    return int(getattr(import_module(f"tutor.shell.{file}"), function)(asked, text))


if __name__ == "__main__":
    sys.exit(main())
