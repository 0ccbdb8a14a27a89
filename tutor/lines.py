"""Lines out and lines in: what is said, what is asked, and the few commands that mean the same at every question."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lessons.glossary import Term, course_terms
from lessons.page import Block
from lessons.questions.typed import as_number
from progress.inert import inert
from tutor.learner import Learner
from tutor.words.spoken import spoken
from tutor.words.text import Text

Say = Callable[[str], None]
Listen = Callable[[str], str]
DRAWN = (76, 16)  # columns and rows of a drawing
COMMANDS = ("step", "watch", "source", "play")
GLOSSARY = "g"
MOST_DIGITS = 18


class Leave(Exception):
    """The learner leaves the tutor; everything is saved already."""


class Back(Exception):
    """The learner goes one step back."""


class Again(Exception):
    """The page is said again: in another language."""


class Command(Exception):
    """The learner wants something of the lesson: `step 3`, `watch 1234`, `source FILE`, `play`."""

    def __init__(self, name: str, rest: str = "") -> None:
        super().__init__(name)
        self.name, self.rest = name, rest


class ToMap(Exception):
    """The learner goes back to the course list."""


class Lines:
    """A learner who is spoken to, and answers, a line at a time."""

    def __init__(self, learner: Learner, text: Text, say: Say, listen: Listen) -> None:
        self.learner, self.text, self._say, self.listen = learner, text, say, listen
        self.pictures: tuple[Any, ...] = ()  # those that were said last

    def say(self, words: str) -> None:
        """Say a line or more; nothing in it moves a cursor, wherever it came from."""
        self._say(inert(words, lines=True))

    def say_blocks(self, blocks: Iterable[Block]) -> None:
        """Say each block; pictures can be asked for as drawings afterwards."""
        blocks = tuple(blocks)
        self.pictures = tuple(block for block in blocks if hasattr(block, "says")) or self.pictures
        for block in blocks:
            self.say_all(spoken(block, self.text))

    def draw(self) -> None:
        """Draw the pictures that were said last, in ASCII."""
        from tutor.plots import ascii

        for picture in self.pictures:
            self.say(ascii(picture, *DRAWN))

    def say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def asked(self, prompt: str, free: bool = False) -> str:
        """One line from the learner. Commands mean the same everywhere; among free words they begin with a colon."""
        words = self.listen(f"{prompt} ").strip()
        match words.removeprefix(":") if words.startswith(":") or not free else "":
            case "q":
                raise Leave
            case "m":
                raise ToMap
            case "b":
                raise Back
            case "?":
                self.say(self.text("linear.help"))
            case "d":
                self.draw()
            case "l":
                self.change_language()
                raise Again
            case command if command.split(" ")[0] == GLOSSARY:
                self.explain(command.removeprefix(GLOSSARY).strip())
            case command if found := self.command(command):
                raise found
            case _:
                return words
        return self.asked(prompt, free)

    def explain(self, words: str) -> None:
        """Say what a word of the field means; without one, the terms of what was said last."""
        from tutor.linear_words import entry_lines

        self.say_all(entry_lines(words, *self.terms(), self.text))

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """Every term of the glossary, and those of what was said last."""
        return course_terms(self.learner.course, self.text.language), ()

    def command(self, words: str) -> Command | None:
        """The command that these words are, in the learner's language or in English."""
        name, *rest = words.split() or [""]
        names = {self.text(f"linear.command_{each}"): each for each in COMMANDS} | dict(
            zip(COMMANDS, COMMANDS, strict=True)
        )
        return Command(names[name], *rest) if name in names and len(rest) < 2 else None

    def change_language(self) -> None:
        self.text = self.text.in_language("es" if self.text.language == "en" else "en")
        self.learner.prefer("language", self.text.language)
        self.say(self.text("linear.language"))

    def confidence(self, chance: float) -> float:
        """How sure, in per cent; Enter alone says that it is a guess."""
        while True:
            words = self.asked(self.text("linear.confidence", chance=round(100 * chance)))
            value = as_number(words.removesuffix("%")) if words else 100 * chance
            if value is not None and round(100 * chance) <= round(value) <= 99:
                return round(value) / 100
            self.say(self.text("linear.confidence_range", chance=round(100 * chance)))


def numbered(names: Iterable[str]) -> Iterator[str]:
    """What there is to choose from, each with its number."""
    return (f"  {number} {name}" for number, name in enumerate(names, 1))


def picked(words: str, count: int) -> int:
    """The number that was chosen, from 1; 0 where the words are none of these."""
    number = typed_number(words)
    return number if number and number <= count else 0


def typed_number(words: str) -> int | None:
    """The whole number that was typed, if anybody means one: as long as a journal can keep it."""
    return int(words) if words.isdecimal() and len(words) <= MOST_DIGITS else None
