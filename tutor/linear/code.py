"""Plain lines about code: searching the source for the edited line, and changing a file until it behaves."""

from collections.abc import Callable, Sequence

from lessons.course.lesson.page import Block, Change, Find
from lessons.course.lesson.source import healthy_text, last_line, search, source, source_files
from lessons.course.steps.hints import first_text
from tutor import plain_editor
from tutor.library import Library
from tutor.linear.lines import Lines, typed_number
from tutor.own_change import OwnChange
from tutor.session import Session
from tutor.words.text import Text, reason_of
from tutor.workbench import Workbench


def find(lines: Lines, session: Session, want: Find) -> None:
    """Enter takes a hint; `FILE` prints a file, `/words` searches, `FILE:LINE` points."""
    text = lines.text
    words = lines.asked(text("linear.find" if want.hints_left else "linear.find_only", left=want.hints_left))
    if not words and want.hints_left:
        for act in session.hint_acts(lines.asked(text("linear.guess", what=want.next_hint), free=True)):
            session.do(act)
    elif lines.means(words, "files") or not words:
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
    bench, text = session.workbench, lines.text
    begun, _ = first_text(session.place.lesson)
    bench.go_on_from(want.text)
    if not want.is_lab:
        lines.say(text("linear.repair", file=want.file, line=want.line))
    print_code(lines, want.text, want.line - 8, want.line + 8)
    prompt = editing_prompt(text("linear.judge_it"), text)
    hint = (lambda code: session.gap_hint(code, 0)) if want.is_lab else None
    prompt = text("linear.edit_lab", prompt=prompt) if want.is_lab else prompt
    code = edited(lines, bench, want.text, begun, prompt, "judge", session.keep_code, hint)
    lines.say(text("repair.judging"))
    try:
        code = bench.newest(code)
        tell_oddity(lines, bench)
        judged = bench.judged(code)
    except OSError as error:
        lines.say(text("repair.unwritable", detail=reason_of(error, text)))
    else:
        session.do(judged)


def editing_prompt(last: str, text: Text) -> str:
    return text("linear.edit" if plain_editor.own_editor() else "linear.edit_lines", last=last)


def edited(
    lines: Lines,
    bench: Workbench,
    code: str,
    begun: str,
    prompt: str,
    last: str,
    keep: Callable[[str], object],
    hint: Callable[[str], Sequence[Block]] | None = None,
) -> str:
    """Change a file in the learner's editor, or line by line, until they say the last word; return its text."""
    tell_oddity(lines, bench)
    while not lines.means(words := lines.asked(prompt, free=True), last):
        if lines.means(words, "show"):
            print_code(lines, code)
            continue
        if hint and lines.means(words, "hint"):
            lines.say_blocks(hint(code))
            continue
        try:
            if not words and plain_editor.own_editor():
                bench.keep(code)
                plain_editor.edit(bench.path)
                code = bench.newest(code)
                tell_oddity(lines, bench)
            elif (new := begun if lines.means(words, "anew") else plain_editor.changed(code, words)) is None:
                lines.say(lines.text("linear.no_line"))
            else:
                code = new
                keep(code)
        except OSError as error:
            lines.say(lines.text("linear.no_editor", reason=reason_of(error, lines.text)))
    return code


def change_library(lines: Lines, change: OwnChange) -> None:
    """Edit files of the learner's own minimodel, one after the other."""
    text = lines.text
    while words := lines.asked(text("play.mine_where"), free=True):
        name, _, line = words.rpartition(":") if ":" in words else (words, "", "1")
        if not (file := file_called(name)):
            lines.say("\n".join(source_files()) if lines.means(words, "files") else text("linear.no_file", file=name))
            continue
        code, number = change.opened(file), typed_number(line) or 1
        print_code(lines, code, number - 8, number + 8)
        prompt, bench = editing_prompt(text("linear.keep_it"), text), change.bench(file)
        code = edited(lines, bench, code, healthy_text(file), prompt, "done", bench.draft)
        lines.say(change.kept(file, bench.newest(code)) or text("play.mine_kept", file=bench.path))


def tell_oddity(lines: Lines, bench: Workbench) -> None:
    """Say once what is odd about the copy as it was last read."""
    if words := bench.odd_words(lines.text):
        lines.say(words)
