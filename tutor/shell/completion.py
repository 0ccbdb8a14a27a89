"""`completion`: the script with which a shell completes commands and options."""

from tutor.exits import DONE, Refused
from tutor.shell.options import build_parser
from tutor.shell.request import Asked
from tutor.words.text import Text


def completion(asked: Asked, text: Text) -> int:
    """Print the script for the shell that is asked for. Raises Refused without shtab."""
    try:
        import shtab
    except ModuleNotFoundError as missing:
        raise Refused(text("completion.not_installed")) from missing
    print(shtab.complete(build_parser(text), asked.shell))
    return DONE
