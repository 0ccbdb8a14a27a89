"""Packs are asked about before anything of theirs runs: once, and again when their code has changed."""

from collections.abc import Iterable

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
    """Whether the learner has not agreed to run the code of a pack as it is now."""
    from lessons.pack_code import code_of  # nobody without a pack needs it

    return learner.preference(name_of(pack), "") != code_of(pack)


def agree(learner: Learner, pack: Pack) -> None:
    """Keep in the journal that the learner lets a pack's code run."""
    from lessons.pack_code import code_of

    learner.prefer(name_of(pack), code_of(pack))


def name_of(pack: Pack) -> str:
    return f"pack {pack.id}"


def consent_words(pack: Pack, text: Text) -> str:
    """Whose code it is, and what it will do."""
    return text("pack.ask", pack=pack.id, folder=pack.folder)


def says_yes(words: str) -> bool:
    """Whether an answer is a yes, in either language."""
    return words.strip().lower() in YES
