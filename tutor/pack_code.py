"""Code from elsewhere is asked about before it runs: once, and when it has changed; one's own never."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType

from lessons.course.course import LessonMode, Pack
from lessons.course.lesson.values import shortened
from progress.sentence import inert
from tutor.learner import Learner
from tutor.words.text import Text

LONGEST_WORDS = 160  # characters of a head's words
SHOW = ("e", "edits")
YES = ("y", "yes", "s", "sí", "si")  # in either language


def packs() -> ModuleType:
    """Return the module that reads packs, imported once there is one."""
    from lessons.format import packs

    return packs


def pack_to_ask(learner: Learner, lesson: str) -> Pack | None:
    pack = learner.course.pack_of(lesson)
    return pack if pack and must_ask(learner, pack) else None


def packs_to_ask(learner: Learner, lessons: Iterable[str]) -> tuple[Pack, ...]:
    """Return each pack that some of these lessons come from and that has to be asked about, once."""
    theirs = {pack.id: pack for lesson in lessons if (pack := learner.course.pack_of(lesson))}
    return tuple(pack for pack in theirs.values() if must_ask(learner, pack))


def must_ask(learner: Learner, pack: Pack) -> bool:
    """Return True unless the learner made the pack, or has agreed to run its code as it is now."""
    if any(learner.preference(f"own {folder}", "") for folder in (pack.folder, pack.folder.parent)):
        return False
    return learner.preference(f"pack {pack.id}", "") != packs().code_of(pack)


def agree(learner: Learner, pack: Pack) -> None:
    learner.prefer(f"pack {pack.id}", packs().code_of(pack))


def keep_as_own(learner: Learner, folder: Path) -> None:
    learner.prefer(f"own {folder}", "yes")


def consent_words(pack: Pack, text: Text) -> str:
    """Write the question of consent, and the limits of this system, which a process finds: it takes a moment."""
    return f"{asking_words(pack, text)}\n{limits_words(text)}"


def limits_words(text: Text) -> str:
    """Name the limits that keep a pack's code in on this system, or those that it lacks."""
    from lessons.engine.process import what_is_not_limited

    missing = ", ".join(text(f"pack.without_{name}") for name in what_is_not_limited())
    return text("pack.unlimited", missing=missing) if missing else text("pack.limited")


def asking_words(pack: Pack, text: Text) -> str:
    """Say whose code it is, what its authors say of it, and what was read of it."""
    asked = text("pack.ask", pack=pack.id, folder=inert(str(pack.folder)))
    said = list(head_lines(pack, text))
    return "\n".join([text("pack.says"), *said, "", asked] if said else [asked])


def head_lines(pack: Pack, text: Text) -> Iterator[str]:
    head = pack.head
    for words in (head.title, head.description):
        if words:
            yield f"  {plainly(words[text.language])}"
    for name in ("author", "version", "licence"):
        if value := getattr(head, name):
            yield f"  {text(f'pack.{name}')}: {plainly(value)}"


def plainly(words: str) -> str:
    """Return a stranger's words in one line: no part of them is obeyed, and none hides."""
    return inert(shortened(" ".join(words.split()), LONGEST_WORDS))


def code_words(pack: Pack) -> str:
    """Write what a pack can have run: of each edit the lines that go and those that come, and its programs."""
    return inert("\n".join(packs().code_lines(pack)), lines=True)


def language_words(learner: Learner, place: LessonMode, text: Text) -> str:
    """Say that a pack's pages are in another language than the learner's; once."""
    lesson, here = place.lesson, text.language
    pack = learner.course.pack_of(lesson.id)
    if pack is None or here in lesson.prose or learner.preference(f"read {pack.id}", "") == here:
        return ""
    learner.prefer(f"read {pack.id}", here)
    return text("pack.language", pack=pack.id, language=text(f"pack.in_{next(iter(lesson.prose))}"))


def agrees(learner: Learner, pack: Pack, text: Text, say: Callable[[str], object], ask: Callable[[str], str]) -> bool:
    """Ask in lines whether a pack's code may run, after each time that it was to be seen; keep a yes."""
    say(consent_words(pack, text))
    while (answer := ask(text("pack.question")).strip().lower()) in SHOW:
        say(code_words(pack))
    if agreed := says_yes(answer):
        agree(learner, pack)
    return agreed


def says_yes(words: str) -> bool:
    return words.strip().lower() in YES
