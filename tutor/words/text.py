"""Every word the tutor itself says, from strings/<language>.toml; and in which words a learner's place is said."""

import errno
import os
import re
import tomllib
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons.course.course import Course, Heading, LessonMode
from lessons.course.lesson.values import LANGUAGES, Mode
from progress.claim import Owner
from progress.journal import local_time
from progress.sentence import Sentence, inert

if TYPE_CHECKING:  # the course map imports neither before its first paint
    from lessons.course.lesson.state import State
    from progress.schedule import ReviewCard


STRINGS = Path(__file__).parent / "strings"
PERCENT = re.compile(r"(?<=\d) (?=%)")
WELCOME = ("what", "need", "long", "language", "begin")
SYSTEM_ERRORS = (
    "EACCES", "EAGAIN", "EDQUOT", "EEXIST", "EINVAL", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENODEV", "ENOENT",
    "ENOMEM", "ENOSPC", "ENOTDIR", "ENOTEMPTY", "EPERM", "EROFS", "ETIMEDOUT",
)  # fmt: skip


class Text:
    """Called with a key, it answers with the words: `text("map.minutes", minutes=25)`."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, /, **values: Any) -> str:
        words = self.table(key.partition(".")[0])[key]
        return words.format(**values) if values else words

    def in_language(self, language: str) -> "Text":
        return Text(language)

    def table(self, name: str) -> dict[str, str]:
        """Return all the words of one table, in order: `[run] left = …` is found under `run.left`."""
        return read_table(self.language, name)

    def has(self, key: str) -> bool:
        return key in self.table(key.partition(".")[0])


@cache
def read_table(language: str, name: str) -> dict[str, str]:
    """Read one table, when a word of it is first asked for: all of them together would hold up the first paint."""
    words = tomllib.loads(split_tables(language).get(name, ""))
    return {f"{name}.{key}": value for key, value in words.items()}


@cache
def split_tables(language: str) -> dict[str, str]:
    content = (STRINGS / f"{language}.toml").read_text(encoding="utf-8")
    _, *parts = re.split(r"^\[(\w+)\]$", content, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def read_strings(language: str) -> dict[str, str]:
    return {key: words for name in split_tables(language) for key, words in read_table(language, name).items()}


def next_language(language: str) -> str:
    """Return the language after this one; after the last, the first."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def system_language() -> str:
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return next((language for language in LANGUAGES if spoken.lower().startswith(language)), LANGUAGES[0])


def in_words(sentence: Sentence, text: Text) -> str:
    """Write the sentence for its kind from the string table, with its values; else its kind and values."""
    key = next((f"doctor.{kind}" for kind in sentence.kinds if text.has(f"doctor.{kind}")), "")
    if not key:
        return str(sentence)
    values = {name: value_words(name, value, text) for name, value in sentence.values.items()}
    return text(key, **values) if values else text(key)


def unbroken(words: str) -> str:
    """Return words that no line breaks between a number and its per cent sign."""
    return PERCENT.sub("\u00a0", words)


def value_words(name: str, value: object, text: Text) -> object:
    if isinstance(value, Sentence):
        return in_words(value, text)
    if name == "type":
        return text(f"type.{value}") if text.has(f"type.{value}") else value
    return system_words(str(value), text) if name == "problem" else value


def reason_of(error: Exception, text: Text) -> str:
    return system_words(getattr(error, "strerror", None) or str(error), text)


def system_words(problem: str, text: Text) -> str:
    """Write the words for what the system says in its own; those, where they are not known."""
    known = {os.strerror(getattr(errno, name)): name for name in SYSTEM_ERRORS if hasattr(errno, name)}
    return text(f"system.{known[problem]}") if problem in known else problem


def owner_words(key: str, owner: Owner, text: Text) -> str:
    """Say since when it is open in another window, or on another machine, which is named."""
    since, where = owner.since.astimezone(), "" if owner.is_here() else "_on"
    words = f"{since:%H:%M}" if since.date() == local_time().date() else f"{since:%Y-%m-%d %H:%M}"
    return text(f"session.{key}{where}", since=words, host=inert(owner.host[:40]))


def welcome_lines(text: Text, trouble: str = "") -> tuple[tuple[str, str], ...]:
    """Return the title and words of each part: what will happen, the time it takes, the language, how to begin."""
    words = {name: text(f"welcome.{name}") for name in WELCOME}
    words["long"] += f" {text('welcome.unkept', trouble=trouble) if trouble else text('welcome.kept')}"
    return tuple((text(f"welcome.name_{name}"), words[name]) for name in WELCOME)


def counted(text: Text, key: str, count: int, **values: str) -> str:
    """Write `1 learner`, `2 learners`."""
    return text(f"{key}_one" if count == 1 else key, count=count, **values)


def when_words(text: Text, due: datetime, today: date) -> str:
    """Write `today`, `tomorrow`, `in 5 days`: by the learner's own calendar."""
    days = (due.astimezone().date() - today).days
    if days <= 1:
        return text("when.today" if days <= 0 else "when.tomorrow")
    return text("when.days", days=days)


def next_review_words(text: Text, cards: "Sequence[ReviewCard]", course: Course, today: date) -> str:
    if not cards:
        return text("review.none_yet")
    concept = course.concepts[cards[0].concept][text.language]
    return text("review.none_due", idea=concept, when=when_words(text, cards[0].due, today))


def title_of(place: LessonMode, course: Course, text: Text, state: "State") -> str:
    return title_at(course.headings[place.lesson.id], place.mode, text, is_solved(state))


def title_at(heading: Heading, mode: Mode, text: Text, solved: bool = False) -> str:
    """Write a lesson's title; of a blind break only that it is one, until it is solved: the title tells the edit."""
    title = heading.title(text.language, solved)
    if mode == "open":
        return title
    return f"{title} · {text('mode.blind')}" if solved else text("map.mystery")


def is_solved(state: "State | None") -> bool:
    """Return True if the lesson is finished, or its repair has passed."""
    return state is not None and (state.finished or bool(state.passed))


def known_title(heading: Heading, course: Course, text: Text, knows: bool, done: bool = False) -> str:
    """Write a lesson's title for lists; of a break its blind one, if any, until the learner `knows` the edit."""
    blind_title = "" if knows else heading.blind_titles.get(text.language)
    if not blind_title or course.pack_of(heading.id):
        return blind_title or heading.title(text.language, done)
    return text("map.break_name", number=f"{course.breaks().index(heading.id):02}", title=blind_title)
