"""`check`: every proof of a lesson, a pack or the course; a line a lesson, then what fails and where."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from lessons.check.cache import Cache
from lessons.check.course import Folder, folder_at, prove_folder, prove_needs, read_lesson_at
from lessons.check.evidence import Evidence
from lessons.check.families import prove_pages, prove_runs
from lessons.check.kept_verdicts import keep_verdicts, kept_verdicts
from lessons.check.proof import Proof
from lessons.check.words.translation_marks import mark_translated
from lessons.check.workers import Workers
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.load import CONTENT, load_course
from lessons.runs.chunks import Executor
from lessons.runs.pool import cores
from progress.home import cache_folder
from progress.inert import inert
from tutor.exits import Refused
from tutor.shell.executors import on_cluster
from tutor.shell.permission import ask_first, pack_at
from tutor.words.text import Text

Proofs = dict[str, list[Proof]]  # by lesson, in order
Tell = Callable[[str, float, int], None]  # of which lesson how many of its sweeps are done
WATCH_INTERVAL_S = 0.2  # between two looks at the files


def check(asked: argparse.Namespace, text: Text) -> int:
    """Prove every lesson, or those at a path. Exit code 1, and what fails, if one proof does not hold."""
    path = (asked.path or CONTENT).resolve()
    cache = Cache(None if asked.no_cache else cache_folder(asked.home) / "check")
    cache.forget_old()
    if asked.translated:
        mark(path, text)
    if asked.watch:
        folder = chosen_folder(path, text)
        ask_first(pack_at(folder.path, folder.lessons), asked, text)
        return watch(path, cache, asked, text)
    try:
        folder = chosen_folder(path, text)
    except (LessonError, Refused) as error:
        if asked.json:
            print(json.dumps({**as_json({}), "holds": False, "problem": str(error)}))
        raise
    ask_first(pack_at(folder.path, folder.lessons), asked, text)
    with on_cluster(asked.scheduler, text) as executor:
        return told(folder, proved(folder, cache, text, executor=executor), asked, text)


def chosen_folder(path: Path, text: Text) -> Folder:
    """What stands at a path. Raises Refused where there is no folder, or LessonError."""
    if not path.is_dir():
        raise Refused(text("cli.no_folder", path=inert(str(path))))
    return folder_at(path)


def told(folder: Folder, proofs: Proofs, asked: argparse.Namespace, text: Text) -> int:
    """Print what was proved, and give the exit code."""
    if asked.json:
        print(json.dumps(as_json(proofs)), flush=True)
    else:
        report(len(folder.lessons), proofs, asked.verbose, text)
    return 0 if holds(proofs) else 1


def holds(proofs: Proofs) -> bool:
    return all(proof.holds for found in proofs.values() for proof in found)


def mark(path: Path, text: Text) -> None:
    """Write down which text each section was translated from."""
    for place in folder_at(path).lessons:
        try:
            headings = mark_translated(place)
        except OSError as error:
            raise LessonError(f"{error.filename or place}: {error.strerror}.") from None
        print(text("cli.translated_from", lesson=place.name, sections=len(headings)), file=sys.stderr)


# ---- proving ---------------------------------------------------------------


def proved(
    folder: Folder,
    cache: Cache,
    text: Text,
    names: frozenset[str] | None = None,
    executor: Executor | None = None,
) -> Proofs:
    """Return the proofs of a folder and of its lessons, or of those named: first all that takes no run."""
    console = Console(stderr=True)
    proofs: Proofs = {}
    if own := list(prove_folder(folder)):
        proofs[folder.path.name] = own
    with (
        Workers(cores(), folder.path if pack_at(folder.path, ()) else None) as workers,
        ThreadPoolExecutor(workers.count) as pool,
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        new: list[Evidence] = []
        for lesson in read_lessons(folder, names, proofs):
            if kept := kept_verdicts(lesson, cache):
                proofs[lesson.id] += kept
            else:
                new.append(Evidence(lesson, workers, cache, executor))
        tell = partial(show_progress, progress)
        try:
            pages = dict(zip(new, pool.map(lambda of: say_pages(of, text), new), strict=True))
            for of, runs in zip(
                new, pool.map(lambda of: watched_runs(of, pages[of], tell), new), strict=True
            ):
                keep_verdicts(of.lesson, cache, [*pages[of], *runs])
                proofs[of.lesson.id] += [*pages[of], *runs]
                of.close()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return proofs


def watched_runs(of: Evidence, pages: list[Proof], tell: Tell) -> list[Proof]:
    """Prove what takes runs, and tell how far they are."""
    of.told = partial(tell, of.lesson.id)
    return list(prove_runs(of.lesson, of, all(proof.holds for proof in pages)))


def read_lessons(folder: Folder, names: frozenset[str] | None, proofs: Proofs) -> list[Lesson]:
    """Load the lessons of a folder, or those named; where one does not load, that is the proof that fails."""
    lessons: list[Lesson] = []
    for place in folder.lessons:
        if names is not None and place.name not in names:
            continue
        found = proofs.setdefault(place.name, [])
        try:
            lessons.append(read_lesson_at(place, folder.course))
            found += prove_needs(lessons[-1], folder.course)
        except LessonError as error:
            found.append(Proof(place.name, "it loads", str(error)))
    return lessons


def say_pages(of: Evidence, text: Text) -> list[Proof]:
    """Prove the pages of a lesson, and print at once that they fail, before anything runs."""
    pages = prove_pages(of.lesson, of)
    if failed := sum(not proof.holds for proof in pages):
        said = text("cli.pages", lesson=of.lesson.id, failed=failed, proofs=len(pages))
        print(said, file=sys.stderr, flush=True)
    return pages


def show_progress(progress: Progress, lesson: str, done: float, total: int) -> None:
    """Show a bar for each lesson whose runs are on their way."""
    bar = next((task.id for task in progress.tasks if task.description == lesson), None)
    bar = progress.add_task(lesson, total=total) if bar is None else bar
    progress.update(bar, completed=done, total=total, visible=done < total)


# ---- watching --------------------------------------------------------------


def watch(path: Path, cache: Cache, asked: argparse.Namespace, text: Text) -> int:
    """Prove again what changed, whenever a file is saved: the pages at once, then what runs. Ctrl+C ends it."""
    names: frozenset[str] | None = None
    while True:
        seen = stamps(path)
        try:
            folder = folder_of_now(path)
            told(folder, proved(folder, cache, text, names), asked, text)
        except LessonError as error:
            print(error, flush=True)
        if not asked.json:
            print(text("cli.watching"), flush=True)
        while (now := stamps(path)) == seen:
            time.sleep(WATCH_INTERVAL_S)
        names = changed(path, seen, now)


def folder_of_now(path: Path) -> Folder:
    load_course.cache_clear()
    return folder_at(path)


def stamps(path: Path) -> dict[Path, tuple[int, int]]:
    """When each file was last written, and its size."""
    found = {}
    for file in sorted(path.rglob("*")):
        try:
            status = file.lstat()
        except OSError:  # it has just gone
            continue
        found[file] = (status.st_mtime_ns, status.st_size)
    return found


def changed(
    path: Path, before: dict[Path, tuple[int, int]], now: dict[Path, tuple[int, int]]
) -> frozenset[str] | None:
    """The lessons whose files changed; None, which is all, where it was something else."""
    files = {file for file in {*before, *now} if before.get(file) != now.get(file) and not file.is_dir()}
    if (path / "lesson.toml").exists() or any(file.parent == path for file in files):
        return None
    return frozenset(file.relative_to(path).parts[0] for file in files) or None


# ---- saying ----------------------------------------------------------------


def report(lessons: int, proofs: Proofs, verbose: bool, text: Text) -> None:
    """Print a line a lesson; below them what fails, and advice; the sum of several lessons last."""
    for name, found in proofs.items():
        mark = "✓" if all(proof.holds for proof in found) else "✗"
        print(f"{mark} {name}: {sum_of(found, text)}")
    every = [proof for found in proofs.values() for proof in found]
    for proof in sorted(every, key=lambda each: each.holds):
        if verbose or not proof.holds or proof.advice:
            print("\n".join(lines_of(proof, text)))
    if lessons > 1:
        print(text("cli.checked", lessons=lessons, sum=sum_of(every, text)))


def sum_of(proofs: list[Proof], text: Text) -> str:
    """That all hold, or how many of them fail."""
    failed = sum(not proof.holds for proof in proofs)
    return text("cli.check_failed" if failed else "cli.check_holds", failed=failed, proofs=len(proofs))


def lines_of(proof: Proof, text: Text) -> Iterator[str]:
    """Return a proof in lines: what was checked, what was found, and where to mend it."""
    said = proof.problem or proof.advice or proof.shown
    yield f"{mark_of(proof, text):<6}{proof.lesson}: {proof.what}{': ' if said else ''}{said}"
    if proof.place and not proof.holds:
        yield f"      {proof.lesson}/{proof.place}"


def mark_of(proof: Proof, text: Text) -> str:
    if not proof.holds:
        return text("cli.fails")
    return text("cli.advice") if proof.advice else text("cli.holds")


def as_json(proofs: Proofs) -> dict[str, object]:
    """The promised object; beside it where to mend what, and what was measured."""
    return {
        "lessons": [
            {"id": name, "proofs": [plain(proof) for proof in found]} for name, found in proofs.items()
        ],
        "holds": holds(proofs),
    }


def plain(proof: Proof) -> dict[str, object]:
    """`what`, `holds` and `problem`, and every other field that says something."""
    fields = {name: value for name, value in vars(proof).items() if value and name not in ("lesson", "what")}
    return {"what": proof.what, "holds": proof.holds, "problem": "", **fields}
