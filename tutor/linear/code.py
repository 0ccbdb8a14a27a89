"""Plain lines about code: searching the source for the edited line, and changing a file until it behaves."""

from lessons.course.lesson.page import Change, Find
from lessons.course.lesson.source import last_line, search, source, source_files
from lessons.course.steps.hints import first_text
from tutor import plain_editor
from tutor.library import Library
from tutor.linear.lines import Lines, typed_number
from tutor.session import Session
from tutor.words.text import reason_of


def find(lines: Lines, session: Session, want: Find) -> None:
    """Enter takes a hint; `FILE` prints a file, `/words` searches, `FILE:LINE` points."""
    text = lines.text
    words = lines.asked(text("linear.find" if want.hints_left else "linear.find_only", left=want.hints_left))
    if not words and want.hints_left:
        for act in session.hint_acts(lines.asked(text("linear.guess", what=want.next_hint), free=True)):
            session.do(act)
    elif words == "files" or not words:
        lines.say("\n".join(source_files()))
    elif words.startswith("/"):
        for file in source_files():
            for number, line in enumerate(source(session.edits, file).splitlines(), 1):
                if words != "/" and words[1:] in line:
                    lines.say(f"{file}:{number} {line.strip()}")
    else:
        point(lines, session, words)


def point(lines: Lines, session: Session, words: str) -> None:
    name, colon, line = words.rpartition(":")
    name = name if colon else words
    if not (file := file_called(name)):
        lines.say(lines.text("linear.no_file", file=name))
    elif colon and (number := typed_number(line)):
        session.do(session.pointing(file, number))
    else:
        show_source(lines, session, file)


def file_called(name: str) -> str:
    return next((file for file in source_files() if file == name or file.endswith(f"/{name}")), "")


def show_source(lines: Lines, session: Session | Library, name: str) -> None:
    """Print a file of the source with its numbers, or what a class or function is; without a name, the files."""
    if not name:
        if isinstance(session, Session):
            place = session.about()
            lines.say(lines.text("linear.about", file=place.file, line=place.line))
        lines.say("\n".join(source_files()))
    elif file := file_called(name):
        print_code(lines, session.code(file))
    elif places := search(name, session.code):
        place, code = places[0], session.code(places[0].file)
        lines.say(place.file)
        print_code(lines, code, place.line, last_line(code, place.line))
    else:
        lines.say(lines.text("linear.no_file", file=name))


def print_code(lines: Lines, code: str, first: int = 1, last: int | None = None) -> None:
    """Print the lines from `first` to `last`, each with its number, all at once."""
    numbered = [f"{number:>4} {line}" for number, line in enumerate(code.splitlines(), 1)]
    lines.say("\n".join(numbered[max(0, first - 1) : last]))


def change(lines: Lines, session: Session, want: Change) -> None:
    """Edit in the learner's editor, or line by line, until it is to be judged."""
    code, bench, text = want.text, session.workbench, lines.text
    begun, _ = first_text(session.place.lesson)
    bench.go_on_from(code)
    if not want.is_lab:
        lines.say(text("linear.repair", file=want.file, line=want.line))
    print_code(lines, code, want.line - 8, want.line + 8)
    has_editor = bool(plain_editor.own_editor())
    prompt = text("linear.edit" if has_editor else "linear.edit_lines")
    prompt = text("linear.edit_lab", prompt=prompt) if want.is_lab else prompt
    tell_oddity(lines, session)
    while (words := lines.asked(prompt, free=True)) != "judge":
        if words == "show":
            print_code(lines, code)
            continue
        if words == "hint" and want.is_lab:
            lines.say_blocks(session.gap_hint(code, 0))
            continue
        try:
            if not words and has_editor:
                bench.keep(code)
                plain_editor.edit(bench.path)
                code = bench.newest(code)
                tell_oddity(lines, session)
            elif (edited := begun if words == "anew" else plain_editor.changed(code, words)) is None:
                lines.say(text("linear.no_line"))
            else:
                code = edited
                session.keep_code(code)
        except OSError as error:
            lines.say(text("linear.no_editor", reason=reason_of(error, text)))
    lines.say(text("repair.judging"))
    try:
        code = bench.newest(code)
        tell_oddity(lines, session)
        judged = bench.judged(code)
    except OSError as error:
        lines.say(text("repair.unwritable", detail=reason_of(error, text)))
    else:
        session.do(judged)


def tell_oddity(lines: Lines, session: Session) -> None:
    """Say once what is odd about the copy as it was last read."""
    if words := session.workbench.odd_words(lines.text):
        lines.say(words)
