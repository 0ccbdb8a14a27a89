"""`new`: a lesson's folder to begin with, which passes `check` as it is."""

import argparse
import shlex
import shutil
from pathlib import Path

from lessons.beginning import ID, Unlisted, course_with, write_lesson
from tutor.consent import keep_as_own
from tutor.exits import WRONG_USAGE, Refused
from tutor.shell.learners import inert, open_learner
from tutor.words.sentences import reason_of
from tutor.words.text import Text


def new(asked: argparse.Namespace, text: Text) -> int:
    """Write a small lesson, list it in the pack it stands in, and say what to do next. Raises Refused."""
    pack: Path = asked.to or Path()
    if not ID.fullmatch(asked.lesson):
        raise Refused(text("new.bad_id", name=inert(asked.lesson)), WRONG_USAGE)
    folder = pack / asked.lesson
    refuse_taken(pack, folder, text)
    try:
        course = course_with(pack, asked.lesson, asked.kind)
    except Unlisted:
        raise Refused(text("new.unlisted", file=pack / "course.toml", name=asked.lesson)) from None
    is_begun_here = not (pack / "course.toml").exists()
    write_both(folder, asked.kind, course, text)
    if is_begun_here:
        keep_as_own(open_learner(asked), pack.resolve())
    print("\n".join(what_next(pack, folder, text)))
    return 0


def refuse_taken(pack: Path, folder: Path, text: Text) -> None:
    """Raise Refused where something is in the way."""
    if folder.exists() or folder.is_symlink():
        raise Refused(text("new.taken", folder=folder))
    if (pack / "lesson.toml").exists():
        raise Refused(text("new.inside", folder=pack))


def write_both(folder: Path, kind: str, course: str, text: Text) -> None:
    """Write the lesson and the course; where that fails, nothing of the lesson is left."""
    try:
        write_lesson(kind, folder)
        (folder.parent / "course.toml").write_text(course, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise Refused(text("new.unwritable", folder=folder, reason=reason_of(error, text))) from None


def what_next(pack: Path, folder: Path, text: Text) -> list[str]:
    """What was made, and the three commands that it is worked on with."""
    here, course = shlex.quote(str(folder)), shlex.quote(str(pack))
    commands = {
        f"lynx-tutor check {here}": text("new.check"),
        f"lynx-tutor preview {here}": text("new.preview"),
        f"lynx-tutor learn {folder.name} --pack {course}": text("new.learn"),
    }
    width = max(map(len, commands))
    return [
        text("new.made", folder=folder),
        *(f"  {each:<{width}}  {what}" for each, what in commands.items()),
    ]
