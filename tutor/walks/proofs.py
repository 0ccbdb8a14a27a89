"""A walk by keys and one in plain lines reach the end of a lesson, in each language and mode."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from lessons.check.evidence import Evidence
from lessons.check.places import line_of_heading
from lessons.check.proof import Proof
from lessons.format import LANGUAGES
from lessons.lesson import Lesson
from tutor.walks.walking import walked

TUTOR = Path(__file__).parent.parent
Walk = Mapping[str, Any]  # a walk as plain data


def prove_walks(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The lesson is walked in a process of its own; in a language in which it has not changed, not again."""
    questions = {language: question(lesson, language) for language in LANGUAGES}
    new = [language for language in LANGUAGES if not evidence.cache.has(questions[language])]
    found = walk_in(new, lesson, evidence) if new else {}

    def walks_in(language: str) -> list[Walk]:
        return found[language] if language in found else walk_in([language], lesson, evidence)[language]

    for language in LANGUAGES:
        known: set[str] = set()
        for walk in evidence.cache.kept(questions[language], partial(walks_in, language)):
            yield from proofs_of(lesson, language, walk, known)


def question(lesson: Lesson, language: str) -> tuple[str, ...]:
    """What a walk in this language depends on: the other language's words are not met on the way."""
    return "walks", language, digest(lesson, ["lesson.toml", "../course.toml", f"{language}.md"]), of_tutor()


def walk_in(languages: list[str], lesson: Lesson, evidence: Evidence) -> dict[str, list[Walk]]:
    """Every walk in these languages, in one process: they share their runs. Raises Trouble."""
    found: dict[str, list[Walk]] = evidence.run("", walked, str(lesson.folder), languages)
    return found


def proofs_of(lesson: Lesson, language: str, walk: Walk, known: set[str]) -> Iterator[Proof]:
    """That a walk reaches the end; or what was found on it, but for what another walk has found already."""
    what = f"walk: {walk['view']}, {language}, {walk['mode']}"
    found = [each for each in walk["found"] if each["said"] not in known]
    known |= {each["said"] for each in found}
    for each in found:
        line = line_of_heading(lesson, language, each["heading"])
        yield Proof(lesson.id, what, each["said"], f"{language}.md", line)
    if not walk["found"]:
        yield Proof(lesson.id, what)


def digest(lesson: Lesson, names: Iterable[str]) -> str:
    return hashed(lesson.folder / name for name in names)


@cache
def of_tutor() -> str:
    """A hash of everything that a walk goes through in the tutor."""
    return hashed(path for path in sorted(TUTOR.rglob("*")) if path.suffix in (".py", ".toml", ".tcss"))


def hashed(paths: Iterable[Path]) -> str:
    """A hash of what stands in files; of one that is not there, nothing."""
    found = sha256()
    for path in paths:
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()
