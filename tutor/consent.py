"""Code from elsewhere is asked about before it runs: once, and when it has changed; one's own never."""

from collections.abc import Iterable
from pathlib import Path

from lessons.course import Pack
from tutor.learner import Learner
from tutor.words.text import Text

YES = ("y", "yes", "s", "sí", "si")


def pack_to_ask(learner: Learner, lesson: str) -> Pack | None:
    """The pack that a lesson comes from, if it has to be asked about."""
    pack = learner.course.pack_of(lesson)
    return pack if pack and must_ask(learner, pack) else None


def packs_to_ask(learner: Learner, lessons: Iterable[str]) -> tuple[Pack, ...]:
    """Each pack that some of these lessons come from and that has to be asked about, once."""
    packs = {pack.id: pack for lesson in lessons if (pack := learner.course.pack_of(lesson))}
    return tuple(pack for pack in packs.values() if must_ask(learner, pack))


def must_ask(learner: Learner, pack: Pack) -> bool:
    """Return True unless the learner made the pack, or has agreed to run its code as it is now."""
    from lessons.pack_code import code_of  # nobody without a pack needs it

    if any(learner.preference(made_here(folder), "") for folder in (pack.folder, pack.folder.parent)):
        return False
    return learner.preference(name_of(pack), "") != code_of(pack)


def agree(learner: Learner, pack: Pack) -> None:
    """Keep in the journal that the learner lets a pack's code run."""
    from lessons.pack_code import code_of

    learner.prefer(name_of(pack), code_of(pack))


def keep_as_own(learner: Learner, folder: Path) -> None:
    """Keep in the journal that the learner began the pack in this folder."""
    learner.prefer(made_here(folder), "yes")


def made_here(folder: Path) -> str:
    return f"own {folder}"


def name_of(pack: Pack) -> str:
    return f"pack {pack.id}"


def consent_words(pack: Pack, text: Text) -> str:
    """Whose code it is, what was read of it, and what its process may still do."""
    return text("pack.ask", pack=pack.id, folder=pack.folder)


def says_yes(words: str) -> bool:
    """Whether an answer is a yes, in either language."""
    return words.strip().lower() in YES
