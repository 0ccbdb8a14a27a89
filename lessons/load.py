"""From files to frozen lessons. Whatever is wrong with a file is said with the file, the key, and what was expected."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from lessons.prose import options, read_prose
from lessons.schema import (
    FORMAT,
    LANGUAGES,
    QUESTION_KINDS,
    REVEALS,
    Break,
    Choice,
    Claim,
    Course,
    Experiment,
    Hint,
    Lesson,
    LessonError,
    NearMiss,
    Prose,
    Question,
    Repair,
    Track,
)
from lessons.table import Table

CONTENT = Path(__file__).parent / "content"
SOURCE = Path(__file__).parent.parent


@cache
def load_course(content: Path = CONTENT) -> Course:
    """The whole course: `course.toml` and every lesson it names. Raises LessonError."""
    table = Table.read(content / "course.toml")
    check_format(table)
    tracks = tuple(read_track(track) for track in table.tables("track"))
    renamed = table.table("renamed", {}).rest()
    table.close()
    names = [name for track in tracks for name in track.lessons]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{content / 'course.toml'}: lesson {twice!r} stands twice.")
    lessons = {name: load_lesson(content / name) for name in names}
    check_needs(lessons)
    return Course(tracks, lessons, renamed)


def load_lesson(folder: Path) -> Lesson:
    """One lesson from its folder. Raises LessonError."""
    table = Table.read(folder / "lesson.toml")
    check_format(table)
    identity = table.take("id", str)
    if identity != folder.name:
        raise LessonError(
            f"{table.where}: id = {identity!r}, but the folder is {folder.name!r}; they should be the same."
        )
    needs = table.texts("needs", [])
    minutes = table.take("minutes", int, 20)
    broken = read_break(table.table("break"))
    experiments = {
        name: read_experiment(name, inner) for name, inner in table.named_tables("experiment").items()
    }
    questions = tuple(read_question(inner, experiments) for inner in table.tables("predict"))
    hints = read_hints(table)
    near_misses = tuple(read_near_miss(inner) for inner in table.tables("near"))
    repair = read_repair(table.table("repair"))
    claims = {name: read_claim(name, inner) for name, inner in table.named_tables("claims").items()}
    probes = table.texts("probes", [])
    table.close()
    headings = list(required_headings(questions, hints, near_misses, probes))
    prose = {language: read_prose(folder / f"{language}.md", claims, headings) for language in LANGUAGES}
    check_options(questions, prose, folder)
    return Lesson(
        identity,
        folder,
        needs,
        broken,
        experiments,
        questions,
        hints,
        near_misses,
        repair,
        claims,
        prose,
        minutes,
    )


def required_headings(
    questions: tuple[Question, ...],
    hints: tuple[Hint, ...],
    near_misses: tuple[NearMiss, ...],
    probes: tuple[str, ...],
) -> Iterator[str]:
    """Every section that a page must have, in the order in which a learner meets them."""
    yield from ("summary", "read", "edit", "symptom")
    yield from (f"predict {question.id}" for question in questions)
    yield from ("observe",)
    yield from (f"probe {probe}" for probe in probes)
    yield from (f"hint {number}" for number, _ in enumerate(hints, 1))
    yield from (f"near {miss.id}" for miss in near_misses)
    yield from ("cause", "why", "next")


def check_format(table: Table) -> None:
    number = table.take("format", int)
    if number != FORMAT:
        raise LessonError(f"{table.where}: format = {number}, but this version reads format {FORMAT}.")


def read_track(table: Table) -> Track:
    title = table.table("title")
    track = Track(
        table.take("id", str),
        {language: title.take(language, str) for language in LANGUAGES},
        table.texts("lessons"),
    )
    title.close()
    table.close()
    return track


def read_break(table: Table) -> Break:
    broken = Break(table.take("file", str), table.take("before", str), table.take("after", str))
    table.close()
    check_break(broken, table.where)
    return broken


def check_break(broken: Break, where: str) -> None:
    """The text to replace must stand exactly once in a file of minimodel."""
    path = SOURCE / broken.file
    if not broken.file.startswith("minimodel/") or ".." in broken.file or not path.is_file():
        raise LessonError(f"{where}: file = {broken.file!r} is not a file of minimodel.")
    lines = path.read_text(encoding="utf-8").splitlines()
    if "\n" in broken.before or "\n" in broken.after:
        raise LessonError(f"{where}: before and after should each be one line, or a part of one.")
    found = [number for number, line in enumerate(lines, 1) for _ in range(line.count(broken.before))]
    if len(found) != 1:
        places = f"{len(found)} times, at lines {', '.join(map(str, found))}" if found else "nowhere"
        raise LessonError(
            f"{where}: {broken.before!r} should stand exactly once in {broken.file}; it stands {places}."
        )


def read_experiment(name: str, table: Table) -> Experiment:
    model = table.table("model")
    optimizer = table.table("optimizer")
    experiment = Experiment(
        name,
        task=table.take("task", str),
        model={
            "name": model.one_of("name", ("TenseMLP",)),
            "activation": model.take("activation", str, "gelu"),
            "hidden": model.take("hidden", int, 16),
        },
        optimizer={
            "name": optimizer.one_of("name", ("adam", "sgd")),
            "lr": optimizer.take("lr", float),
        },
        steps=table.take("steps", int),
        seeds=table.take("seeds", int),
    )
    model.close()
    optimizer.close()
    table.close()
    if experiment.steps < 1 or experiment.seeds < 1:
        raise LessonError(f"{table.where}: steps and seeds should be at least 1.")
    return experiment


def read_question(table: Table, experiments: Mapping[str, Experiment]) -> Question:
    question = Question(
        id=table.take("id", str),
        kind=table.one_of("kind", QUESTION_KINDS),
        experiment=table.one_of("experiment", tuple(experiments)),
        metric=table.take("metric", str),
        same_within=table.take("same_within", float, 0.0),
        compare=table.one_of("compare", ("ratio", "difference"), "ratio"),
        within=table.take("within", float, 0.0),
        side=table.one_of("side", ("healthy", "broken"), "broken"),
        percent=table.take("percent", bool, False),
        options=tuple(read_choice(option) for option in table.tables("option")),
        popular=table.take("popular", str, None),
        modes=table.texts("modes", ["open", "blind"]),  # type: ignore[arg-type]
    )
    table.close()
    if question.kind == "choice" and len(question.options) < 2:
        raise LessonError(f"{table.where}: a choice needs at least two [[predict.option]] tables.")
    return question


def read_choice(table: Table) -> Choice:
    choice = Choice(table.take("id", str), table.interval("healthy"), table.interval("broken"))
    table.close()
    return choice


def read_hints(table: Table) -> tuple[Hint, ...]:
    """The ladder: each rung reveals at least as much as the one below it."""
    hints = []
    for rung in table.tables("hint"):
        hints.append(Hint(rung.one_of("reveals", REVEALS)))
        rung.close()
    order = [REVEALS.index(hint.reveals) for hint in hints]
    if order != sorted(order):
        raise LessonError(
            f"{table.where}: [[hint]] reveals should only ever increase: {' < '.join(REVEALS)}."
        )
    return tuple(hints)


def read_near_miss(table: Table) -> NearMiss:
    miss = NearMiss(table.take("id", str), table.take("file", str), table.take("function", str))
    table.close()
    if not (SOURCE / miss.file).is_file():
        raise LessonError(f"{table.where}: file = {miss.file!r} does not exist.")
    return miss


def read_repair(table: Table) -> Repair:
    seeds: list[int] = table.take("seeds", list)
    repair = Repair(table.texts("gradcheck"), tuple(seeds))
    table.close()
    return repair


def read_claim(name: str, table: Table) -> Claim:
    measure = table.take("measure", str)
    equals = table.take("equals", float, None)
    within = table.take("within", float, 0.0)
    between = table.interval("between")
    if (equals is None) == (between is None):
        raise LessonError(f"{table.where}: a claim has either equals (with within) or between.")
    return Claim(name, measure, table.rest(), equals, within, between)


def check_options(questions: tuple[Question, ...], prose: Mapping[str, Prose], folder: Path) -> None:
    """Every option of a choice has its words in every language."""
    for language, page in prose.items():
        for question in questions:
            _, words = options(page.sections[f"predict {question.id}"])
            expected = {option.id for option in question.options}
            if set(words) != expected:
                raise LessonError(
                    f"{folder / language}.md: ## predict {question.id} should list the options "
                    f"{', '.join(sorted(expected)) or 'of no choice'}; it lists {', '.join(sorted(words)) or 'none'}."
                )


def check_needs(lessons: Mapping[str, Lesson]) -> None:
    for lesson in lessons.values():
        for need in lesson.needs:
            if need not in lessons:
                raise LessonError(f"{lesson.folder}/lesson.toml: needs {need!r}, which is not in the course.")


def nearest_lessons(course: Course, name: str) -> list[str]:
    """The ids most like a name that is none; where nothing is alike, the first of the course."""
    return get_close_matches(name, course.lessons, n=3, cutoff=0.3) or list(course.lessons)[:3]
