"""`check`: every proof of a lesson, a pack or the course; the summary first, then what fails and how to mend it."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from lessons.check.cache import Cache
from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.check.proofs import prove
from lessons.check.workers import Workers, cores
from lessons.lesson import Lesson, LessonError
from lessons.load import CONTENT, load_course, load_lesson
from tutor.shell.learners import write_plainly
from tutor.words.text import Text


def check(asked: argparse.Namespace, text: Text) -> int:
    """Prove every lesson, or those at a path. Exit code 1, and what fails, if one proof does not hold."""
    write_plainly()
    folders = chosen_folders(asked.path or CONTENT)
    proofs = {folder.name: list(found) for folder, found in proved(folders, Cache())}
    if asked.json:
        print(json.dumps(as_json(proofs)))
    else:
        report(proofs, asked.verbose, text)
    return 0 if all(proof.holds for found in proofs.values() for proof in found) else 1


def chosen_folders(path: Path) -> tuple[Path, ...]:
    """One lesson's folder, or those of a course. Raises LessonError."""
    if (path / "lesson.toml").is_file():
        return (path.resolve(),)
    course = load_course(path)
    return tuple(path / name for track in course.tracks for name in track.lessons)


def proved(folders: tuple[Path, ...], cache: Cache) -> Iterator[tuple[Path, list[Proof]]]:
    """The proofs of each lesson, with a bar on stderr where that is a terminal."""
    console = Console(stderr=True)
    with (
        Workers(cores()) as workers,
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        for folder in folders:
            task = progress.add_task(folder.name, total=None)
            yield folder, list(proofs_of(folder, workers, cache))
            progress.remove_task(task)


def proofs_of(folder: Path, workers: Workers, cache: Cache) -> Iterator[Proof]:
    """The proofs of one lesson; where it does not load, that is the one that fails."""
    try:
        lesson = load_lesson(folder)
    except LessonError as error:
        yield Proof(folder.name, "it loads", str(error))
        return
    yield from proofs_of_lesson(lesson, workers, cache)


def proofs_of_lesson(lesson: Lesson, workers: Workers, cache: Cache) -> Iterator[Proof]:
    evidence = Evidence(lesson, workers, cache)
    try:
        yield from prove(lesson, evidence)
    finally:
        evidence.close()


def report(proofs: dict[str, list[Proof]], verbose: bool, text: Text) -> None:
    """Print the summary, then what fails; every proof where asked for."""
    every = [proof for found in proofs.values() for proof in found]
    failed = sum(not proof.holds for proof in every)
    if failed:
        print(text("cli.check_failed", failed=failed, proofs=len(every)))
    else:
        print(text("cli.checked", lessons=len(proofs), proofs=len(every)))
    for proof in every:
        if verbose or not proof.holds or proof.advice:
            print("\n".join(lines_of(proof, text)))


def lines_of(proof: Proof, text: Text) -> Iterator[str]:
    """A proof: what was checked, and what was found; where to mend it, and what to write there."""
    said = proof.problem or proof.advice or proof.shown
    yield f"{mark_of(proof, text):<6}{proof.lesson}: {proof.what}{': ' if said else ''}{said}"
    if proof.place and not proof.holds:
        yield f"      {proof.lesson}/{proof.place}"
    for number, line in enumerate(proof.mend.splitlines()):
        yield f"      {text('cli.mend') if number == 0 else ' ' * len(text('cli.mend'))} {line}"


def mark_of(proof: Proof, text: Text) -> str:
    if not proof.holds:
        return text("cli.fails")
    return text("cli.advice") if proof.advice else text("cli.holds")


def as_json(proofs: dict[str, list[Proof]]) -> dict[str, object]:
    """The promised object; beside it where to mend what, and what was measured."""
    return {
        "lessons": [
            {"id": name, "proofs": [{**plain(proof), "holds": proof.holds} for proof in found]}
            for name, found in proofs.items()
        ],
        "holds": all(proof.holds for found in proofs.values() for proof in found),
    }


def plain(proof: Proof) -> dict[str, object]:
    """Every field that says something, and always `what` and `problem`."""
    fields = {name: value for name, value in vars(proof).items() if value or name == "problem"}
    del fields["lesson"]
    return fields
