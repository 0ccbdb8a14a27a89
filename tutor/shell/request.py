"""Requests of a command line: whose progress, in which language, with which packs and lesson."""

import os
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import tutor
from lessons.course.course import Course, LessonMode
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_course, nearest_lessons
from progress.disk import NAME, read_plain_file, refuse_closed
from progress.event import PREFERENCE
from progress.home import check_name, default_learner, home_folder, kept_packs, learner_folder
from progress.journal import Journal
from progress.scan import scan
from progress.sentence import ProgressError, inert
from tutor import fold, pack_code
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.kiosk import SENT, is_file_transfer, is_kiosk
from tutor.learner import Learner, OwnText
from tutor.shell.terminal import listen, read_any_bytes, say
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, in_words, system_language

if TYPE_CHECKING:  # opened at the map, the tutor loads none
    from lessons.course.lesson.lesson import Lesson

Asked = SimpleNamespace  # what a command line asked for
NOTHING_ASKED = {
    **dict.fromkeys(("command", "lesson", "learner", "lang", "home")),
    **dict.fromkeys(("packs", "pack")),  # said before the command, and after it
    **dict.fromkeys(("blind", "plain", "kiosk", "ascii"), False),
    "words": (),  # the command and what is said to it, without the options that go with every command
}
PACKS = "LYNX_TUTOR_PACKS"
HELP = {"help": "--help", "ayuda": "--help", "version": "--version", "versión": "--version"}
NUMBERED = re.compile(r"(?:(.+)/)?(?:break-)?(\d{1,4})")  # a break by its number, perhaps of a pack
ALIKE = 0.7  # how much of two words is the same: `lisst` and `list` share 0.89


def open_learner(asked: Asked) -> Learner:
    """Return the learner asked for, else the one of this account. Raises Refused for a name that cannot be one."""
    home = home_folder(asked.home)
    name = asked.learner if asked.learner is not None else default_learner()
    try:
        check_name(name)
    except ProgressError as error:
        raise Refused(in_words(error.sentence, text_for(asked)), WRONG_USAGE) from None
    folder = learner_folder(home, name)
    if asked.command != "doctor":  # which tells this, and all else that is wrong there
        refuse_closed(folder / NAME)
    return Learner(name, folder, Journal.open(folder, version=tutor.__version__), chosen_course(asked))


def chosen_course(asked: Asked) -> Course:
    """Return the course with the packs that are kept or named. Raises LessonError where a named one does not load."""
    paths = filter(None, os.environ.get(PACKS, "").split(os.pathsep))
    # The shell has expanded `~` already, but not within the variable.
    named = tuple(Path(os.path.expanduser(path)) for path in (*paths, *(asked.packs or ()), *(asked.pack or ())))
    kept = kept_packs(home_folder(asked.home))
    if not (named or kept):
        return load_course()
    load_courses = pack_code.packs().load_courses
    for path in named:
        if not path.is_dir():
            raise Refused(text_for(asked)("pack.no_folder", path=inert(str(path))))
    try:
        return load_courses((*kept, *named))
    except LessonError:
        good = named
    for path in kept:
        try:
            load_courses((*good, path))
            good = (*good, path)
        except LessonError as error:
            text = text_for(asked)
            words = text("packs.left_out", pack=inert(path.name), problem=inert(author_words(str(error), text)))
            print(words, file=sys.stderr)
    return load_courses(good)


def given_options(asked: Asked) -> list[str]:
    given = [(f"--{name}", getattr(asked, name)) for name in ("learner", "lang", "home")]
    given += [("--pack", pack) for pack in (*(asked.packs or ()), *(asked.pack or ()))]
    return [word for name, value in given if value is not None for word in (name, value)]


def chosen_text(asked: Asked, learner: Learner) -> Text:
    """Return the language asked for, else the one the learner chose last, else the system's."""
    return OwnText(asked.lang or learner.preference("language", system_language()), learner)


def break_name(lesson: str, course: Course) -> str:
    """Return the name that opens a break by its number, as `break-05`: its id says what is broken."""
    pack = lesson.rpartition("/")[0]
    return f"{pack}{'/' * bool(pack)}break-{course.breaks(pack).index(lesson):02}"


def full_name(name: str, course: Course) -> str:
    """Return a lesson's whole name.

    One of a pack may be asked for without the pack's, where that says which; a break by its number.
    """
    numbered = NUMBERED.fullmatch(name) if name not in course.headings else None
    if numbered and int(numbered[2]) < len(breaks := course.breaks(numbered[1] or "")):
        return breaks[int(numbered[2])]
    ends = [each for each in course.headings if each.endswith(f"/{name}")]
    return ends[0] if name not in course.headings and len(ends) == 1 else name


def shortened(words: str) -> str:
    """Make words from outside safe to print: without control characters, and not too long."""
    visible = "".join(character if character.isprintable() else "\ufffd" for character in words)
    return visible if len(visible) <= 60 else f"{visible[:59]}…"


def text_for(asked: Asked) -> Text:
    return Text(asked.lang or own_language(asked) or system_language())


def own_language(asked: Asked) -> str | None:
    """Return the language that the learner chose last, as their file says; of a name that cannot be, the account's."""
    try:
        home = home_folder(asked.home)
        try:
            folder = learner_folder(home, default_learner() if asked.learner is None else asked.learner)
        except ProgressError:
            folder = learner_folder(home, default_learner())
        content = read_plain_file(folder / NAME)
    except (ProgressError, OSError):
        return None
    chosen = [fold.preferred(event) for event in scan(content).events if event.kind == PREFERENCE]
    return dict(filter(None, chosen)).get("language")


def learner_here(asked: Asked, text: Text) -> tuple[Learner, Text]:
    """Return the learner asked for, and the words in their language. Raises Refused for a file transfer."""
    if is_kiosk():
        if is_file_transfer():
            raise Refused(text("kiosk.ignored"))
        read_any_bytes()
        if os.environ.get(SENT):
            say(text("kiosk.ignored"))
        try:
            if asked.learner is None:
                asked.learner = ask_who(home_folder(asked.home), text)
        except EOFError:
            raise Refused("", DONE) from None
    learner = open_learner(asked)
    return learner, chosen_text(asked, learner)


def ask_who(home: Path, text: Text) -> str:
    """Ask for the learner's name until it can be one; a new one is asked about again. Raises EOFError."""
    say(text("who.asks"))
    words, agreed = "", ""
    while True:
        words = words or listen(f"{text('who.prompt')} ").strip()
        try:
            name = check_name(words.replace("\ufffd", "\0"))  # of a letter that was lost: no name
        except ProgressError as error:
            say(inert(in_words(error.sentence, text)))
            words = ""
            continue
        if name == agreed or learner_folder(home, name).exists():
            return name
        words, agreed = listen(f"{text('who.begins', name=name)} ").strip() or name, name


def find_place(asked: Asked, text: Text) -> LessonMode | None:
    """Find the lesson asked for, in the mode asked for. Raises Refused if a blind lesson is no break."""
    if asked.lesson is None:
        return None
    lesson = asked_lesson(asked, text)
    if asked.blind and "blind" not in lesson.modes:
        raise Refused(text("cli.not_blind", lesson=lesson.id), WRONG_USAGE)
    return LessonMode(lesson, "blind" if asked.blind else "open")


def asked_lesson(asked: Asked, text: Text) -> "Lesson":
    """Find the lesson asked for by its id. Raises Refused, with the nearest ids, if it is unknown."""
    course = chosen_course(asked)
    name = full_name(asked.lesson, course)
    if name not in course.lessons:
        raise no_such_lesson(name, asked, course, text)
    return course.lessons[name]


def no_such_command(asked: Asked, commands: Iterable[str], text: Text) -> Refused:
    """Refuse a word that is no command: it may be a lesson, or nearly a command, or part of a lesson's id."""
    word, *rest = asked.words
    course = chosen_course(asked)
    name = full_name(word.lower(), course)
    lesson = course.renamed.get(name, name)
    if lesson in course.headings:
        said = word.lower() if NUMBERED.fullmatch(word.lower()) else lesson
        return refused("meant.is_lesson", word, [pasted(["learn", said, *rest], asked)], text)
    near = [HELP.get(each, each) for each in get_close_matches(word.lower(), [*commands, *HELP], 1, ALIKE)]
    meant = [near] if near else [["learn", each] for each in nearest_lessons(course, word)]
    lines = [pasted([*words, *rest], asked) for words in meant]
    return refused("meant.command" if lines else "meant.no_command", word, lines, text)


def no_such_lesson(name: str, asked: Asked, course: Course, text: Text) -> Refused:
    """Return the refusal of a name that no lesson has: the same command again, with each lesson that may be meant."""
    nearest = nearest_lessons(course, name)
    lines = [pasted([each if word == asked.lesson else word for word in asked.words], asked) for each in nearest]
    return refused("meant.lesson" if lines else "meant.no_lesson", name, lines, text)


def no_such_folder(path: Path, asked: Asked, text: Text) -> Refused:
    """Return the refusal of a path without a folder; of a word that is no path, with the lessons that may be meant."""
    if path.exists() or os.sep in asked.place:
        return Refused(text("cli.no_folder", path=inert(str(path))))
    asked.lesson = asked.place
    return no_such_lesson(asked.place, asked, chosen_course(asked), text)


def refused(key: str, word: str, lines: Sequence[str], text: Text) -> Refused:
    sentence = text(key, name=shortened(word))
    return Refused("\n".join([sentence, *(f"    {line}" for line in lines)]), WRONG_USAGE)


def pasted(words: Sequence[str], asked: Asked) -> str:
    """Return a command as the shell takes it, with the options that were given with every command."""
    return inert(shlex.join(["lynx-tutor", *words, *given_options(asked)]))
