"""`doctor`, `merge`, `restore`, `reset`, `undo`: looking after the learner's file. What changes is said, and kept."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from lessons.course.course import Course
from lessons.engine.process import what_is_not_limited
from progress import history, scan
from progress.backups import backups, changes, read_backup, restore
from progress.disk import NAME, read_plain_file
from progress.doctor import BEYOND_MENDING, MENDABLE, examine, mend
from progress.event import PREFERENCE, Event, is_timely
from progress.merge import merge_file
from progress.sentence import ProgressError, inert
from tutor.exits import DONE, FAILED, WRONG_USAGE, Refused
from tutor.fold import fold, preferred
from tutor.learner import Learner
from tutor.pack_code import says_yes
from tutor.records import BESIDES, BY_KIND, read_event
from tutor.shell.launch import politely
from tutor.shell.request import Asked, asked_lesson, learner_here, shortened
from tutor.words.text import Text, counted, in_words, reason_of, title_at

MAX_NAMED = 8  # events, and lessons


def doctor(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    return politely(learner, text, lambda: examined(learner, text, asked.mend))


def examined(learner: Learner, text: Text, is_to_mend: bool) -> int:
    found = examine(learner.folder)
    kinds = {finding.kind for finding in found}
    noticed = [notice for notice in learner.journal.notices if notice.kind not in kinds]
    lines = [
        *(f"{'✗' if each.kind in MENDABLE else '·'} {in_words(each, text)}" for each in (*found, *noticed)),
        *(f"· {line}" for line in left_out_lines(learner, text)),
    ] or [text("keeping.healthy", folder=inert(str(learner.folder)))]
    print("\n".join(lines))
    for name in what_is_not_limited():
        print(f"· {text(f'limits.{name}')}")
    if kinds & MENDABLE and not is_to_mend:
        print(text("keeping.mend_offer"))
        return FAILED
    if kinds & MENDABLE:
        backup = mend(learner.folder)
        print(text("keeping.mended"))
        tell_backup(backup, text)
    return FAILED if kinds & BEYOND_MENDING else DONE


def tell_backup(backup: Path | None, text: Text) -> None:
    if backup:  # nothing is copied where nothing was changed
        print(text("keeping.backup", backup=backup))


def why_left_out(event: Event) -> str:
    """Return the part that keeps an event from being folded: `time`, `payload` or an unknown `kind`; else `""`."""
    if not is_timely(event.time):
        return "time"
    if event.kind == PREFERENCE:
        return "" if preferred(event) else "payload"
    if event.kind not in (*BY_KIND, *BESIDES):
        return "kind"
    return "" if read_event(event) else "payload"


def left_out_lines(learner: Learner, text: Text) -> Iterator[str]:
    events = learner.journal.events
    found = [(event, why) for event in events if (why := why_left_out(event))]
    content = ""
    with suppress(OSError):
        content = scan.text_of(read_plain_file(learner.folder / NAME)) if found else ""
    for event, why in found[:MAX_NAMED]:
        line = 1 + content.count("\n", 0, content.find(event.id)) if event.id in content else "?"
        time, kind = event.time.isoformat(timespec="seconds"), shortened(event.kind)
        yield text(f"left_out.{why}", line=line, id=shortened(event.id), kind=kind, time=time)
    if len(found) > MAX_NAMED:
        yield counted(text, "left_out.more", len(found) - MAX_NAMED)
    if found:
        yield text("left_out.advice")
    named = dict.fromkeys(event.lesson for event in history.renamed(events, learner.course.renamed) if event.lesson)
    if names := [shortened(name) for name in named if name not in learner.course.headings]:
        more = [", …"] if len(names) > MAX_NAMED else []
        yield text("left_out.lessons", lessons="".join([", ".join(names[:MAX_NAMED]), *more]))


def merge(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    done = merge_file(learner.folder, asked.file)
    print(text("keeping.merged", added=len(done.added), known=done.known))
    if done.differing:
        print(text("keeping.differing", count=len(done.differing)))
    if done.damaged:
        print(text("keeping.damaged", count=done.damaged))
    tell_backup(done.backup, text)
    for notice in done.notices:
        print(in_words(notice, text))
    return DONE


def restore_backup(asked: Asked, text: Text) -> int:
    """List the backups; or say what bringing one back, by name or number, would change, and do it once confirmed."""
    learner, text = learner_here(asked, text)
    kept = backups(learner.folder)
    if asked.backup is None:
        print("\n".join(backup_lines(kept, learner, text)))
        return DONE
    by_name = {path.name: path for path in kept} | {str(number): path for number, path in enumerate(kept, 1)}
    if asked.backup not in by_name:
        raise Refused(text("keeping.no_such_backup", name=inert(asked.backup)), WRONG_USAGE)
    backup = by_name[asked.backup]
    found = changes(learner.folder, backup)
    counts = {"gone": len(found.gone), "returned": len(found.returned), "changed": len(found.changed)}
    print(text("keeping.would_change", **counts))
    agreed = asked.yes
    if not agreed and sys.stdin.isatty():
        print(text("keeping.sure"), end=" ", flush=True)
        agreed = says_yes(sys.stdin.readline())
    if not agreed:
        print(text("keeping.unchanged"))
        return FAILED
    before = restore(learner.folder, backup)
    print(text("keeping.restored", backup=backup.name))
    tell_backup(before, text)
    return DONE


def backup_lines(kept: tuple[Path, ...], learner: Learner, text: Text) -> Iterator[str]:
    """Yield each copy with its number and what it holds, newest first, and below them the file as it is now."""
    for number, path in enumerate(kept, 1):
        try:
            backup = read_backup(path)
            made = f"{backup.made.astimezone():%Y-%m-%d %H:%M}"
            yield f"{number:>3}  {made}  {held_words(backup.events, learner.course, text)}"
        except ProgressError as error:
            yield f"{number:>3}  {inert(path.name)}  {in_words(error.sentence, text)}"
        except OSError as error:
            yield f"{number:>3}  {inert(path.name)}  {reason_of(error, text)}"
    if kept:
        yield f"{'':>3}  {text('keeping.now'):<16}  {held_words(learner.journal.events, learner.course, text)}"
    yield text("keeping.choose" if kept else "keeping.no_backups")


def held_words(events: Sequence[Event], course: Course, text: Text) -> str:
    held = fold(events, course)
    parts = [counted(text, "keeping.events", len(events)), counted(text, "keeping.finished", len(held.done))]
    for heading, mode in course.openings():
        if (heading.id, mode) == held.last:
            title = title_at(heading, mode, text, held.last in held.finished)
            parts.append(text("keeping.last", lesson=title))
    return " · ".join(parts)


def reset(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    lesson = asked_lesson(asked, text) if asked.lesson else None
    if (lesson is None) != bool(asked.all):
        raise Refused(text("keeping.reset_what"), WRONG_USAGE)
    learner.reset(lesson)
    what = lesson.id if lesson else text("keeping.everything")
    return said_or_trouble(learner, text, text("keeping.reset", what=what))


def undo(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    if not learner.undo_reset():
        raise Refused(text("keeping.nothing_to_undo"))
    return said_or_trouble(learner, text, text("keeping.undone"))


def said_or_trouble(learner: Learner, text: Text, words: str) -> int:
    """Print what was done. Raises Refused where it could not be saved, for then it was not."""
    if kind := learner.journal.trouble:
        file = inert(str(learner.folder / "progress.toml"))
        raise Refused(text("keeping.not_saved", file=file, trouble=text(f"trouble.{kind}")))
    print(words)
    return DONE
