"""Plain lines about code: searching the source for the edited line, and changing a file until it behaves."""

from collections.abc import Callable

from lessons.outline import Place, last_line
from lessons.outline import search as places_called
from lessons.page import Change, Find
from lessons.source import source, source_files
from tutor import plain_editor
from tutor.lines import typed_number
from tutor.session import Session
from tutor.words.sentences import reason_of
from tutor.words.text import Text

Say = Callable[[str], None]
Asked = Callable[..., str]


def find(session: Session, want: Find, text: Text, say: Say, asked: Asked) -> None:
    """Enter takes a hint; `FILE` prints a file, `/words` searches, `FILE:LINE` points."""
    words = asked(text("linear.find" if want.hints_left else "linear.find_only", left=want.hints_left))
    if not words and want.hints_left:
        for act in session.hint_acts(asked(text("linear.guess", what=want.next_hint), free=True)):
            session.do(act)
    elif words == "files" or not words:
        say("\n".join(source_files()))
    elif words.startswith("/"):
        search(session, words[1:], say)
    else:
        point(session, words, text, say)


def point(session: Session, words: str, text: Text, say: Say) -> None:
    """Point at a line; a file alone is printed, with its numbers."""
    name, colon, line = words.rpartition(":")
    name = name if colon else words
    named = [each for each in source_files() if each == name or each.endswith(f"/{name}")]
    if not named:
        say(text("linear.no_file", file=name))
    elif colon and (number := typed_number(line)):
        session.do(session.pointing(named[0], number))
    else:
        show_source(session, named[0], text, say)


def show_source(session: Session, name: str, text: Text, say: Say) -> None:
    """Print a file of the source with its numbers, or what a class or function is; without a name, the files."""
    named = [each for each in source_files() if each == name or each.endswith(f"/{name}")]
    if not name:
        place = session.about()
        say(text("linear.about", file=place.file, line=place.line))
        say("\n".join(source_files()))
    elif named:
        say("\n".join(plain_editor.numbered(session.code(named[0]), 1, len(session.code(named[0])))))
    elif places := places_called(name, session.code):
        show_place(session, places[0], say)
    else:
        say(text("linear.no_file", file=name))


def show_place(session: Session, place: Place, say: Say) -> None:
    """Print a class or function, under the name of its file."""
    code = session.code(place.file)
    say(place.file)
    say("\n".join(plain_editor.numbered(code, place.line, last_line(code, place.line))))


def search(session: Session, words: str, say: Say) -> None:
    """Print every line of the source that holds these words."""
    for file in source_files():
        for number, line in enumerate(source(session.edits, file).splitlines(), 1):
            if words and words in line:
                say(f"{file}:{number} {line.strip()}")


def change(session: Session, want: Change, text: Text, say: Say, asked: Asked) -> None:
    """Edit in the learner's editor, or line by line, until it is to be judged."""
    code, bench = want.text, session.workbench
    bench.go_on_from(code)
    say("\n".join(plain_editor.numbered(code, want.line - 8, want.line + 8)))
    while (words := asked(text(prompt()), free=True)) != "judge":
        if words == "show":
            say("\n".join(plain_editor.numbered(code, 1, len(code))))
            continue
        try:
            code = edited(code, words, want.file)
            session.keep_code(code)
        except OSError as error:
            say(text("linear.no_editor", reason=reason_of(error, text)))
        except ValueError:
            say(text("linear.no_line"))
    say(text("repair.judging"))
    try:
        judged = bench.judged(code)
    except OSError as error:
        say(text("repair.unwritable", detail=reason_of(error, text)))
        return
    session.do(judged)


def prompt() -> str:
    return "linear.edit" if plain_editor.own_editor() else "linear.edit_lines"


def edited(code: str, words: str, file: str) -> str:
    """The code after the learner's editor, or after one line of words. Raises OSError, or ValueError for no line."""
    if not words and plain_editor.own_editor():
        return plain_editor.edited_elsewhere(code, file)
    changed = plain_editor.changed(code, words)
    if changed is None:
        raise ValueError(words)
    return changed
