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
    """The lesson is walked in processes of their own, a language each. An unchanged one is not walked again."""
    asked = [evidence.threads.submit(walks_in, language, lesson, evidence) for language in LANGUAGES]
    for language, walks in zip(LANGUAGES, asked, strict=True):
        known: set[str] = set()
        for walk in walks.result():
            yield from proofs_of(lesson, language, walk, known)


def walks_in(language: str, lesson: Lesson, evidence: Evidence) -> list[Walk]:
    """Every walk in a language. Raises Trouble."""
    beside = ["lesson.toml", "../course.toml"]
    read = [*beside, f"{language}.md"]  # the other language's words are not met on the way
    all_of_it = [*beside, *(f"{each}.md" for each in LANGUAGES)]
    question = "walks", language, digest(lesson, read), of_tutor()
    asked = "", walked, str(lesson.folder), digest(lesson, all_of_it), language
    found: list[Walk] = evidence.cache.kept(question, partial(evidence.run, *asked))
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
