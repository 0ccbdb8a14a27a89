"""`doctor`, `merge`, `restore`, `reset`, `undo`: looking after the learner's file. What changes is said, and kept."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from lessons.course import Course
from progress.backups import Changes, backups, changes, read_backup, restore
from progress.doctor import Finding, examine, mend
from progress.errors import ProgressError
from progress.event import Event
from progress.inert import inert
from progress.merge import merge_file
from tutor.consent import says_yes
from tutor.exits import DONE, FAILED, WRONG_USAGE, Refused
from tutor.fold import fold
from tutor.learner import Learner
from tutor.left_out import left_out_lines
from tutor.shell.asked_lesson import asked_lesson
from tutor.shell.last_resort import politely
from tutor.shell.learners import chosen_text, open_learner
from tutor.words.course import counted, title_at
from tutor.words.sentences import in_words, reason_of
from tutor.words.text import Text

BEYOND_MENDING = {
    "not-a-file",
    "dangling",
    "not-plain",
}  # nothing can be saved until the learner moves it away


def prepared(asked: argparse.Namespace) -> tuple[Learner, Text]:
    """The learner, and the words in their language."""
    learner = open_learner(asked)
    return learner, chosen_text(asked, learner)


@contextmanager
def spoken(text: Text) -> Iterator[None]:
    """What progress refuses is said in the learner's language."""
    try:
        yield
    except ProgressError as error:
        raise Refused(in_words(error.sentence, text)) from None


def doctor(asked: argparse.Namespace, text: Text) -> int:
    """Explain what is wrong with the learner's folder, and mend it with --mend; say what this system cannot limit."""
    learner, text = prepared(asked)
    return politely(learner, text, lambda: examined(learner, text, asked.mend))


def examined(learner: Learner, text: Text, is_to_mend: bool) -> int:
    """Print what is wrong, and mend it where that was asked for."""
    from lessons.runs.judge import what_is_not_limited  # with NumPy, which no other command here needs

    found = examine(learner.folder)
    kinds = {finding.kind for finding in found}
    noticed = [
        Finding(notice, mendable=False) for notice in learner.journal.notices if notice.kind not in kinds
    ]
    left_out = list(left_out_lines(learner, text))
    for finding in (*found, *noticed):
        print(finding_words(finding, text))
    for line in left_out:
        print(f"· {line}")
    if not found and not noticed and not left_out:
        print(text("keeping.healthy", folder=inert(str(learner.folder))))
    for name in what_is_not_limited():
        words = text(f"limits.{name}")
        print(f"· {words}")
    mendable = [finding for finding in found if finding.mendable]
    left = FAILED if kinds & BEYOND_MENDING else DONE
    if not mendable:
        return left
    if not is_to_mend:
        print(text("keeping.mend_offer"))
        return FAILED
    with spoken(text):
        backup = mend(learner.folder)
    print(text("keeping.mended"))
    if backup:
        print(text("keeping.backup", backup=backup))
    return left


def finding_words(finding: Finding, text: Text) -> str:
    """The finding in a sentence, marked where mending would change it."""
    return f"{'✗' if finding.mendable else '·'} {in_words(finding.sentence, text)}"


def merge(asked: argparse.Namespace, text: Text) -> int:
    """Add the events of another progress file to the learner's own."""
    learner, text = prepared(asked)
    with spoken(text):
        done = merge_file(learner.folder, asked.file)
    print(text("keeping.merged", added=len(done.added), known=done.known))
    if done.differing:
        print(text("keeping.differing", count=len(done.differing)))
    if done.damaged:
        print(text("keeping.damaged", count=done.damaged))
    if done.backup:
        print(text("keeping.backup", backup=done.backup))
    for notice in done.notices:
        print(in_words(notice, text))
    return DONE


def restore_backup(asked: argparse.Namespace, text: Text) -> int:
    """List the backups; or show what bringing one back would change, and do it once that is confirmed."""
    learner, text = prepared(asked)
    kept = backups(learner.folder)
    if asked.backup is None:
        print("\n".join(backup_lines(kept, learner, text)))
        return DONE
    backup = chosen_backup(asked.backup, kept, text)
    with spoken(text):
        print(change_words(changes(learner.folder, backup), text))
    if not asked.yes and not confirmed(text):
        print(text("keeping.unchanged"))
        return FAILED
    with spoken(text):
        before = restore(learner.folder, backup)
    print(text("keeping.restored", backup=backup.name))
    if before:
        print(text("keeping.backup", backup=before))
    return DONE


def backup_lines(kept: tuple[Path, ...], learner: Learner, text: Text) -> Iterator[str]:
    """Each copy with its number and what it holds, newest first, and below them the file as it is now."""
    for number, path in enumerate(kept, 1):
        try:
            backup = read_backup(path)
            made = f"{backup.made.astimezone():%Y-%m-%d %H:%M}"
            yield f"{number:>3}  {made}  {held_words(backup.events, learner.course, text)}"
        except (ProgressError, OSError) as error:
            words = (
                in_words(error.sentence, text) if isinstance(error, ProgressError) else reason_of(error, text)
            )
            yield f"{number:>3}  {inert(path.name)}  {words}"
    if kept:
        yield f"{'':>3}  {text('keeping.now'):<16}  {held_words(learner.journal.events, learner.course, text)}"
    yield text("keeping.choose" if kept else "keeping.no_backups")


def held_words(events: Sequence[Event], course: Course, text: Text) -> str:
    """How many events there are, how many lessons they finish, and which one the learner was in last."""
    held = fold(events, course)
    finished = len({lesson for lesson, _ in held.finished})
    parts = [counted(text, "keeping.events", len(events)), counted(text, "keeping.finished", finished)]
    for heading, mode in course.openings():
        if (heading.id, mode) == held.last:
            parts.append(
                text("keeping.last", lesson=title_at(heading, mode, text, held.last in held.finished))
            )
    return " · ".join(parts)


def chosen_backup(asked: str, kept: tuple[Path, ...], text: Text) -> Path:
    """By its number in the list or by its name."""
    by_name = {path.name: path for path in kept} | {str(number): path for number, path in enumerate(kept, 1)}
    if asked not in by_name:
        raise Refused(text("keeping.no_such_backup", name=inert(asked)), WRONG_USAGE)
    return by_name[asked]


def change_words(found: Changes, text: Text) -> str:
    return text(
        "keeping.would_change", gone=len(found.gone), returned=len(found.returned), changed=len(found.changed)
    )


def confirmed(text: Text) -> bool:
    """Ask, where there is somebody to ask."""
    if not sys.stdin.isatty():
        return False
    return says_yes(input(f"{text('keeping.sure')} "))


def reset(asked: argparse.Namespace, text: Text) -> int:
    """Begin one lesson, or all, anew. `undo` takes it back."""
    lesson = asked_lesson(asked, text) if asked.lesson else None
    learner, text = prepared(asked)
    if lesson is None and not asked.all:
        raise Refused(text("keeping.reset_what"), WRONG_USAGE)
    learner.reset(lesson)
    what = lesson.id if lesson else text("keeping.everything")
    return said_or_trouble(learner, text, text("keeping.reset", what=what))


def undo(asked: argparse.Namespace, text: Text) -> int:
    """Take the latest reset back."""
    learner, text = prepared(asked)
    if not learner.undo_reset():
        raise Refused(text("keeping.nothing_to_undo"))
    return said_or_trouble(learner, text, text("keeping.undone"))


def said_or_trouble(learner: Learner, text: Text, words: str) -> int:
    """What was done; unless it could not be saved, for then it was not."""
    if kind := learner.journal.trouble:
        file = inert(str(learner.folder / "progress.toml"))
        raise Refused(text("keeping.not_saved", file=file, trouble=text(f"trouble.{kind}")))
    print(words)
    return DONE
