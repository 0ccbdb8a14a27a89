"""`check`: every proof of a lesson, a pack or the course; a line a lesson, then what fails and where."""

import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, nullcontext, suppress
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from lessons.check import families, translation
from lessons.check.cache import Cache, keep_verdicts, kept_verdicts
from lessons.check.course import Folder, folder_at, prove_folder, prove_needs
from lessons.check.evidence import Evidence
from lessons.check.key import prove_balance
from lessons.check.pages import Proof
from lessons.course.course import Course
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import LessonError
from lessons.engine.chunks import Executor
from lessons.engine.cluster import cluster
from lessons.engine.pool import Pool, cores
from lessons.engine.process import ANSWER_S, UNTIMED_S
from lessons.format.course import load_course, load_lesson
from lessons.format.files import CONTENT
from progress import home
from tutor.exits import Refused
from tutor.shell.request import Asked, chosen_course, full_name, no_such_folder
from tutor.shell.run import ask_first, pack_at, trouble_in_sentences
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, counted, reason_of

Proofs = dict[str, list[Proof]]  # by lesson, in order
Proved = Iterator[tuple[str, list[Proof]]]  # a lesson's name and its proofs, or those of their folder
WATCH_INTERVAL_S = 0.2  # between two looks at the files


def check(asked: Asked, text: Text) -> int:
    """Prove every lesson, or those at a path. Exit code 1, and what fails or is not judged, unless all proofs hold."""
    cache = Cache(None if asked.no_cache else home.cache_folder(asked.home) / "check")
    cache.forget_old()
    try:
        path = asked_folder(asked)
        if asked.translated:
            mark(path, text)
        if not path.is_dir():
            raise no_such_folder(path, asked, text)
        folder = folder_at(path)
    except (LessonError, Refused) as error:
        if asked.json:
            print(json.dumps({**as_json({}), "holds": False, "problem": str(error)}))
        raise
    ask_first(pack_at(folder.path, folder.lessons, folder.course), asked, text)
    if asked.watch:
        return watch(path, cache, asked, text)
    on_cluster = nullcontext() if asked.scheduler is None else cluster(asked.scheduler)
    with trouble_in_sentences(text), on_cluster as executor:
        return told(folder, proved(folder, cache, text, executor=executor), asked, text)


def asked_folder(asked: Asked) -> Path:
    """Return the folder of a lesson that is asked for by its name, else the one at a path; the course where neither."""
    if asked.place is None:
        return CONTENT
    course = chosen_course(asked)
    name = full_name(asked.place, course)
    return course.lessons[name].folder if name in course.headings else Path(asked.place).resolve()


def told(folder: Folder, proved: Proved, asked: Asked, text: Text) -> int:
    """Print a line a lesson as soon as it is proved, and then what fails; or all of it as one object."""
    proofs: Proofs = {}
    for name, found in proved:
        proofs[name] = found
        if not asked.json:
            print(f"{mark_of(found)} {name}: {sum_of(found, text)}", flush=True)
    if folder.course and len(folder.lessons) > 1:
        every = [proof for found in proofs.values() for proof in found]
        proofs.setdefault(folder.path.name, []).append(prove_balance(folder.path.name, every))
    order = [folder.path.name, *(each.name for each in folder.lessons)]
    proofs = {name: proofs[name] for name in dict.fromkeys(order) if name in proofs}
    if asked.json:
        print(json.dumps(as_json(proofs)), flush=True)
    else:
        report(len(folder.lessons), proofs, asked, text)
    return 0 if all(map(hold, proofs.values())) else 1


def hold(proofs: list[Proof]) -> bool:
    return all(proof.holds for proof in proofs)


def mark_of(proofs: list[Proof]) -> str:
    if hold(proofs):
        return "✓"
    return "✗" if any(proof.fails for proof in proofs) else "?"


def mark(path: Path, text: Text) -> None:
    for place in folder_at(path).lessons:
        try:
            headings = translation.mark_translated(place)
        except OSError as error:
            raise Refused(f"{error.filename or place}: {reason_of(error, text)}.") from None
        print(counted(text, "cli.translated_from", len(headings), lesson=place.name), file=sys.stderr)


def proved(
    folder: Folder, cache: Cache, text: Text, names: frozenset[str] | None = None, executor: Executor | None = None
) -> Proved:
    """Yield the proofs of a folder, and of its lessons, or of those named, each as soon as they are known."""
    known, new = {}, {}
    for place in folder.lessons:
        if names is None or place.name in names:
            lesson, known[place.name] = read_lesson(place, folder.course)
            if lesson and not (kept := kept_verdicts(lesson, cache)):
                new[place.name] = lesson
            elif lesson:
                known[place.name] += kept
    if own := list(prove_folder(folder)):
        known = {folder.path.name: [], **known}
        known[folder.path.name][:0] = own
    yield from ((name, found) for name, found in known.items() if name not in new)
    foreign = pack_at(folder.path, folder.lessons, folder.course) is not None
    with closing(Pool(cores(), ANSWER_S if foreign else UNTIMED_S)) as pool, shown_progress() as progress:
        evidence = [Evidence(lesson, pool, cache, executor) for lesson in new.values()]
        for of in evidence:
            of.told = partial(show_progress, progress, of.lesson.id)
        for name, found in proved_by_runs(evidence, text):
            keep_verdicts(new[name], cache, found)
            yield name, [*known[name], *found]


def proved_by_runs(evidence: list[Evidence], text: Text) -> Proved:
    """Prove lessons at once, first all that takes no run. Where a limit of time stopped one, it is tried once more."""
    stopped: list[Evidence] = []
    with ThreadPoolExecutor(evidence[0].pool.count if evidence else 1) as pool:
        try:
            pages = dict(zip(evidence, pool.map(lambda of: say_pages(of, text), evidence), strict=True))
            runs = {pool.submit(prove_runs, of, pages[of]): of for of in evidence}
            for future in as_completed(runs):
                if is_stopped(found := future.result()):
                    stopped.append(runs[future])
                else:
                    yield runs[future].lesson.id, found
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for of in stopped:  # alone
        yield of.lesson.id, prove_runs(of.again(), pages[of])


def prove_runs(of: Evidence, pages: list[Proof]) -> list[Proof]:
    try:
        return [*pages, *families.prove_runs(of.lesson, of, hold(pages))]
    finally:
        of.close()


def is_stopped(proofs: list[Proof]) -> bool:
    return any(proof.unjudged for proof in proofs)


def read_lesson(place: Path, course: Course | None) -> tuple[Lesson | None, list[Proof]]:
    """Load a lesson; where it does not load, that is the proof that fails."""
    try:
        lesson = course.lessons[place.name] if course else load_lesson(place)
        return lesson, list(prove_needs(lesson, course))
    except LessonError as error:
        return None, [Proof(place.name, "it loads", str(error))]


def say_pages(of: Evidence, text: Text) -> list[Proof]:
    """Prove the pages of a lesson, and print at once that they fail, before anything runs."""
    pages = families.prove_pages(of.lesson, of)
    if failed := sum(not proof.holds for proof in pages):
        said = counted(text, "cli.pages", failed, lesson=of.lesson.id, proofs=str(len(pages)))
        print(said, file=sys.stderr, flush=True)
    return pages


def shown_progress() -> Progress:
    """Return bars on stderr, below whatever is printed meanwhile on the same terminal."""
    console = Console(stderr=True)
    is_one = sys.stdout.isatty()
    return Progress(console=console, transient=True, disable=not console.is_terminal, redirect_stdout=is_one)


def show_progress(progress: Progress, lesson: str, done: float, total: int) -> None:
    bar = next((task.id for task in progress.tasks if task.description == lesson), None)
    bar = progress.add_task(lesson, total=total) if bar is None else bar
    progress.update(bar, completed=done, total=total, visible=done < total)


def watch(path: Path, cache: Cache, asked: Asked, text: Text) -> int:
    """Prove again what changed, whenever a file is saved: the pages at once, then what runs. Ctrl+C ends it."""
    names: frozenset[str] | None = None
    while True:
        seen = stamps(path)
        try:
            load_course.cache_clear()
            folder = folder_at(path)
            told(folder, proved(folder, cache, text, names), asked, text)
        except LessonError as error:
            print(author_words(str(error), text), flush=True)
        if not asked.json:
            print(text("cli.watching"), flush=True)
        names = changed(path, seen, next_save(path, seen))


def next_save(path: Path, seen: dict[Path, tuple[int, int]]) -> dict[Path, tuple[int, int]]:
    """Wait until other files are there than were seen, and are whole: two looks, one after the other, find the same."""
    before = seen
    while (now := stamps(path)) == seen or now != before:
        before = now
        time.sleep(WATCH_INTERVAL_S)
    return now


def stamps(path: Path) -> dict[Path, tuple[int, int]]:
    """Return the time of the last change of each file, and its size."""
    found = {}
    for file in path.rglob("*"):
        with suppress(OSError):  # it has just gone
            status = file.lstat()
            found[file] = (status.st_mtime_ns, status.st_size)
    return found


def changed(path: Path, before: dict[Path, tuple[int, int]], now: dict[Path, tuple[int, int]]) -> frozenset[str] | None:
    """Return the lessons whose files changed; None, which is all, where it was something else."""
    files = {file for file in {*before, *now} if before.get(file) != now.get(file) and not file.is_dir()}
    if (path / "lesson.toml").exists() or any(file.parent == path for file in files):
        return None
    return frozenset(file.relative_to(path).parts[0] for file in files) or None


def report(lessons: int, proofs: Proofs, asked: Asked, text: Text) -> None:
    """Print what fails, and advice; the sum of several lessons; what no run proves."""
    every, yours = parted(proofs)
    for proof in sorted(every, key=lambda each: each.holds):
        if asked.verbose or not proof.holds or proof.advice:
            print("\n".join(lines_of(proof, text)))
    if lessons > 1:
        print(text("cli.checked", lessons=lessons, sum=sum_of(every, text)))
    for each in yours if asked.unproved else ():
        print(f"{each.lesson}/{each.place}  {what_of(each, text)}: {each.advice}")
    if yours:
        print(text("cli.check_yours", proved=sum(proof.holds for proof in every), sentences=len(yours)))


def parted(proofs: Proofs) -> tuple[list[Proof], list[Proof]]:
    """Return all proofs, and the sentences that are their author's."""
    every = [proof for found in proofs.values() for proof in found]
    return [proof for proof in every if not proof.yours], [proof for proof in every if proof.yours]


def sum_of(proofs: list[Proof], text: Text) -> str:
    proofs = [proof for proof in proofs if not proof.yours]
    counts = {"failed": sum(proof.fails for proof in proofs), "unjudged": sum(proof.unjudged for proof in proofs)}
    many = str(len(proofs))
    said = [counted(text, f"cli.check_{name}", count, proofs=many) for name, count in counts.items() if count]
    return " ".join(said) or text("cli.check_holds", proofs=len(proofs))


def lines_of(proof: Proof, text: Text) -> Iterator[str]:
    said = author_words(proof.problem or proof.advice or proof.shown, text)
    mark = text("cli.advice" if proof.advice else "cli.holds") if proof.holds else text("cli.fails")
    yield f"{'?' if proof.unjudged else mark:<6}{proof.lesson}: {what_of(proof, text)}{': ' if said else ''}{said}"
    if proof.place and (proof.advice or not proof.holds):
        yield f"      {proof.lesson}/{proof.place}"


def what_of(proof: Proof, text: Text) -> str:
    """Return the name of what was judged, or of several, in the author's language."""
    said = author_words(proof.what, text)
    return ", ".join(author_words(name, text) for name in said.split(", ")) if said == proof.what else said


def as_json(proofs: Proofs) -> dict[str, object]:
    """Return the promised object; beside it where to mend what, and what was measured."""
    lessons = []
    for name, found in proofs.items():
        every, yours = (list(map(plain, part)) for part in parted({name: found}))
        lessons.append({"id": name, "proofs": every, "unproved": yours})
    return {"lessons": lessons, "holds": all(map(hold, proofs.values()))}


def plain(proof: Proof) -> dict[str, object]:
    """Return `what`, `holds` and `problem`, and every other field that says something."""
    fields = {name: value for name, value in vars(proof).items() if value and name not in ("lesson", "what")}
    return {"what": proof.what, "holds": proof.holds, "problem": "", **fields}
