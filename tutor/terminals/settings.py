"""What is shown with: the characters that the terminal has, found out from it, from its name, or from the locale."""

import locale
from collections.abc import Mapping

from tutor.terminals.characters import Characters
from tutor.terminals.kinds import Kind

ASCII = "LYNX_TUTOR_ASCII"
LOCALE = ("LC_ALL", "LC_CTYPE", "LANG")
NO_LOCALE = ("", "C", "POSIX")
LATIN = ("iso88591", "iso885915", "cp1252", "latin1")


def characters_of(environ: Mapping[str, str], kind: Kind, utf8: bool | None) -> Characters:
    """What this terminal can show. `utf8` is its own answer, and None where it gave none."""
    if environ.get(ASCII):
        return Characters.ASCII
    charset = charset_of(environ)
    if utf8 is None:
        utf8 = charset == "utf8"
        if not utf8 and charset not in LATIN:
            return Characters.ASCII
    if utf8:
        return Characters.CONSOLE if kind.is_console else Characters.UNICODE
    named = charset not in ("", "utf8", *LATIN)  # a table of its own, where our letters are others
    hidden = kind.hides_another and charset not in LATIN  # it hands bytes on to who knows what
    return Characters.LATIN if kind.has_latin and not named and not hidden else Characters.ASCII


def charset_of(environ: Mapping[str, str]) -> str:
    """The charset that the locale names; nothing where there is no locale.

    Python itself sets LC_CTYPE to C.UTF-8 where there is none, and that says nothing of the terminal.
    """
    names = [environ.get(name, "") for name in LOCALE]
    if names[0] in NO_LOCALE and names[1] == "C.UTF-8" and names[2] in NO_LOCALE:
        return ""
    name = next(filter(None, names), "")
    if name in NO_LOCALE:
        return ""
    charset = name.partition("@")[0].partition(".")[2]  # as it is named, whether or not this machine has it
    return plain_name(charset or locale.getpreferredencoding(False))


def plain_name(encoding: str) -> str:
    return encoding.lower().replace("-", "").replace("_", "")


def of_stream(encoding: str | None) -> Characters:
    """What can be written to something that is no terminal: whatever its encoding has."""
    name = plain_name(encoding or "utf-8")
    return Characters.UNICODE if name == "utf8" else Characters.LATIN if name in LATIN else Characters.ASCII
