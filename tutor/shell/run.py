"""`run`: a lesson's experiment in the shell: progress on stderr; pictures and a table, or JSON, on stdout."""

import json
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Rows

from lessons.course.asking.measurements import experiment_words, metric_words, named, said, yardstick, yardstick_words
from lessons.course.course import Course, Head, Pack
from lessons.course.lesson.lesson import Experiment, Lesson, Prose
from lessons.course.lesson.pictures import Curves, Grid, Picture
from lessons.course.lesson.summaries import Band, Value, summarise
from lessons.engine.chunks import Executor, ExecutorError, Sweep, chunks_of, here, sweep_all
from lessons.engine.cluster import cluster
from lessons.engine.job import Job, last_item, whole
from lessons.engine.pool import Pool, cores
from lessons.engine.process import UNTIMED_S, CodeEnded, Process
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT, STRUCTURE, is_folder
from lessons.format.packs import check_lesson_inert
from lessons.runs.experiment import Measured, Sweeping, WatchedRun, sweep_seeds
from lessons.runs.pictures import picture_of, picture_of_sweep
from lessons.runs.pictures.labels import Labels
from progress.sentence import inert
from tutor import pack_code
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.figures import figured
from tutor.plots import draw
from tutor.shell.request import Asked, asked_lesson, chosen_course, open_learner
from tutor.terminals.characters import speaks_unicode
from tutor.training import ended_words
from tutor.words.text import Text

WIDEST, HEIGHT = 100, 16
MAX_SEEDS = 100_000  # more would not fit into memory
STRIP = 5  # rows of a grid that lies on its side


def run(asked: Asked, text: Text) -> int:
    lesson = chosen_lesson(asked, text)
    for name in ("seeds", "steps", "processes"):
        if getattr(asked, name) is not None and getattr(asked, name) < 1:
            raise Refused(text("cli.too_few", name=f"--{name}"), WRONG_USAGE)
    if (asked.seeds or 0) > MAX_SEEDS:
        raise Refused(text("cli.too_many", name="--seeds", most=MAX_SEEDS), WRONG_USAGE)
    if asked.seed is not None and asked.seed < 0:
        raise Refused(text("cli.seed_range"), WRONG_USAGE)
    if not lesson.experiments:
        raise Refused(text("cli.nothing_to_run", lesson=lesson.id))
    # A folder that stands alone is a pack, too.
    pack = chosen_course(asked).pack_of(lesson.id) or pack_at(lesson.folder, (lesson.folder,))
    ask_first(pack, asked, text)
    lesson = lesson if asked.json else figured(lesson, pack is not None, text)
    try:
        results = measure(lesson, pack, asked, text)
        for measured in [] if asked.json else results:
            show(measured, lesson, pack, text)
    except CodeEnded as ended:
        raise Refused(ended_words(ended, text)) from None
    if asked.json:
        print(json.dumps(as_json(lesson, results)))
    return DONE


def measure(lesson: Lesson, has_limits: object, asked: Asked, text: Text) -> list[Measured]:
    sweeps = [
        Sweep(each, sweep_seeds(asked.seed or 0, asked.seeds or each.seeds), asked.steps)
        for each in lesson.experiments.values()
    ]
    found: dict[int, Measured] = {}
    console = Console(stderr=True)
    with (
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
        trouble_in_sentences(text),
        chosen_executor(has_limits, asked, sweeps) as train,
    ):
        bars = [progress.add_task(name, total=None) for name in lesson.experiments]
        for place, item in sweep_all(sweeps, train):
            if isinstance(item, Sweeping):
                progress.update(bars[place], completed=item.done, total=item.total)
            else:
                found[place] = item
    return [found[place] for place in range(len(sweeps))]


@contextmanager
def chosen_executor(has_limits: object, asked: Asked, sweeps: Sequence[Sweep]) -> Iterator[Executor]:
    """Take the cluster or the processes that were asked for; without a word, all cores where there are many chunks."""
    counts = [len(chunks_of(each)) for each in sweeps]
    count = min(asked.processes or (cores() if max(counts) > 1 else 1), sum(counts))
    if asked.scheduler is not None:
        if any(each.experiment.is_own for each in sweeps):
            raise ExecutorError("own_functions")
        with cluster(asked.scheduler) as train:
            yield train
    elif has_limits:  # in one process with limits of time, too
        yield lambda chunks: whole(Process().items(Job.of(here, chunks)))
    elif count > 1:
        with closing(Pool(count, UNTIMED_S)) as pool:
            yield pool.train
    else:
        yield here


@contextmanager
def trouble_in_sentences(text: Text) -> Iterator[None]:
    """Raise Refused where those who should train cannot."""
    try:
        yield
    except ExecutorError as error:
        values = {name: inert(value) for name, value in error.values.items()}
        raise Refused(text(f"sweep.{error.what}", **values)) from error


def as_json(lesson: Lesson, results: list[Measured]) -> dict[str, object]:
    """Return the promised object. A value that does not exist, or is not a finite number, is null."""
    return {
        "lesson": lesson.id,
        "seeds": len(results[0].seeds),
        "experiments": {each.experiment.id: {"metrics": metrics(each)} for each in results},
    }


def metrics(measured: Measured) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for metric in filter(measured.is_number, measured.experiment.metrics):
        found[metric] = {}
        for arm, values in measured.values.items():
            band = summarise(values[metric])
            assert isinstance(band, Band)
            summary = {name: finite(getattr(band, name)) for name in ("median", "p5", "p95")}
            found[metric][arm] = {**summary, "values": [finite(value) for value in values[metric]]}
    return found


def finite(value: Value) -> float | None:
    return value if isinstance(value, float) and math.isfinite(value) else None


def show(measured: Measured, lesson: Lesson, pack: Pack | None, text: Text) -> None:
    console = Console()
    width = min(console.width, WIDEST)
    unicode = speaks_unicode(sys.stdout)
    page = lesson.prose[text.language]
    first, last, count = measured.seeds[0], measured.seeds[-1], len(measured.seeds)
    key = "cli.header" if count > 1 else "cli.header_one"
    name = experiment_words(measured.experiment.id, page)
    print(text(key, task=name, seeds=count, first=first, last=last, steps=measured.experiment.steps))
    for picture in picture_of_sweep(Labels(measured.experiment, page, text), measured):
        print(draw(picture, width, HEIGHT, unicode).text())
        print(picture.says)
        if isinstance(picture, Curves):
            drawn = min(each.shape[1] for each in measured.losses.values())  # seeds whose losses were kept
            if drawn < count:
                print(text("cli.drawn", drawn=drawn, seeds=count))
    steps = max(map(len, measured.losses.values()), default=0)
    inputs = measured.experiment, first, steps, page, Text(text.language)
    if companions := last_item(Process().items(Job.of(of_first_seed, *inputs))) if pack else of_first_seed(*inputs):
        print(text("cli.first_seed", seed=first))
    for picture in companions:
        print(draw(picture, width, STRIP, unicode).text())
        print(picture.says)
    console.print(table(measured, lesson, text))
    metrics = measured.experiment.metrics
    if always := yardstick_words(yardstick(metric, measured.experiment, text) for metric in metrics):
        print(always)


def of_first_seed(experiment: Experiment, seed: int, steps: int, page: Prose, text: Text) -> tuple[Picture, ...]:
    """Return the experiment's grids, of one seed: a grid is a model's own, and has no median."""
    if not steps or "grid" not in experiment.pictures:
        return ()
    run = WatchedRun(experiment, seed, steps, experiment.shown)
    for _ in run:
        pass
    return tuple(each for each in picture_of(Labels(experiment, page, text), run.trained) if isinstance(each, Grid))


def table(measured: Measured, lesson: Lesson, text: Text) -> Rows:
    page, arms = lesson.prose[text.language], measured.experiment.names
    found = Rows(box=None, pad_edge=False)
    for heading in ("", *(named(arm, page, text) for arm in arms)):
        found.add_column(heading)
    for metric in measured.experiment.metrics:
        words = [said(measured.summary(metric, arm), metric, text) for arm in arms]
        found.add_row(metric_words(metric, text), *words)
    return found


def chosen_lesson(asked: Asked, text: Text) -> Lesson:
    """Find a lesson of the course or of a pack by its name, or the one in a folder. Raises Refused, or LessonError."""
    path = Path(asked.lesson)
    if asked.lesson in chosen_course(asked).lessons or not is_folder(path) or not (path / STRUCTURE).exists():
        return asked_lesson(asked, text)
    lesson = load_lesson(path.resolve())
    check_lesson_inert(lesson)
    return lesson


def pack_at(folder: Path, lessons: tuple[Path, ...], course: Course | None = None) -> Pack | None:
    """Return the lessons of a folder as a pack; None for the course's own folder."""
    if folder.is_relative_to(CONTENT):
        return None
    head = course.head if course else Head()
    return Pack(folder.name, folder, {each.name: each for each in lessons}, head)


def ask_first(pack: Pack | None, asked: Asked, text: Text) -> None:
    """Ask whether the code of a pack may run, on stderr. Raises Refused for a no, and where nobody is there."""
    if pack is None or asked.yes:
        return
    learner = open_learner(asked)
    if not pack_code.must_ask(learner, pack):
        return
    say = partial(print, file=sys.stderr, flush=True)
    if asked.json or not sys.stdin.isatty():
        say(pack_code.consent_words(pack, text))
        raise Refused(text("pack.yes_needed", lesson=inert(str(pack.folder))), WRONG_USAGE)
    if not pack_code.agrees(learner, pack, text, say, lambda question: say(question, end=" ") or sys.stdin.readline()):
        raise Refused(text("pack.declined", pack=pack.id))
