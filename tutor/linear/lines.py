"""A learner at a line of text: what is said, what is asked, the commands, and the field's words in lines."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from lessons.course.lesson.film import Frame
from lessons.course.lesson.glossary import Term, in_order, matching, named, nearest_names
from lessons.course.lesson.page import Block, Code, Table, Words, plain_text
from lessons.course.play.rows import OwnRows
from lessons.format.glossary import course_terms
from progress.sentence import inert
from tutor.emergency import trouble_words
from tutor.learner import Learner
from tutor.plots import ascii
from tutor.words.text import Text, next_language

Say = Callable[[str], None]
Listen = Callable[[str], str]
PROGRESS_INTERVAL_S = 3.0  # between two lines about how far a run has come
DRAWN = (76, 16)  # columns and rows of a drawing
COMMANDS = ("step", "watch", "source", "play", "instruments")
GLOSSARY = "g"
MOST_DIGITS = 18
PLAIN = str.maketrans("─━│┃┌┐└┘├┤┬┴┼", "--||+++++++++")
BLANKS = re.compile(r"\n{3,}")
SAID_OF = {"right": "right", "passed": "right", "wrong": "wrong"}  # by tone
SIGNS = {"-": "linear.was", "+": "linear.is_now"}


def entry(term: Term) -> str:
    return f"{term.name}: {plain(term.text)}"


def unknown(words: str, terms: tuple[Term, ...], text: Text) -> str:
    """Offer terms for unknown words: those that have their letters, else those that look most like them."""
    nearest = names(matching(terms, words)) or ", ".join(nearest_names(terms, words))
    key = "glossary.unknown" if nearest else "glossary.unlike"
    return text(key, words=words, nearest=nearest) if nearest else text(key, words=words)


def names(terms: tuple[Term, ...]) -> str:
    return ", ".join(term.name for term in terms)


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
        self.told_trouble = ""
        self.pictures: tuple[Any, ...] = ()  # those that were said last

    def say(self, words: str) -> None:
        """Say a line or more; no character in it moves a cursor, and any blank is a plain one."""
        self._say(inert(words, lines=True).replace("\u00a0", " "))

    def say_blocks(self, blocks: Iterable[Block]) -> None:
        """Say each block; pictures can be asked for as drawings afterwards."""
        blocks = tuple(blocks)
        self.pictures = tuple(block for block in blocks if hasattr(block, "says")) or self.pictures
        for block in blocks:
            self.say_all(spoken(block, self.text))

    def say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def tell_trouble(self) -> None:
        """Say once that something could not be saved, and why."""
        trouble = trouble_words(self.learner, self.text)
        if trouble and trouble != self.told_trouble:
            self.say(self.text("lesson.unsaved", trouble=trouble))
        self.told_trouble = trouble

    def asked(self, prompt: str, free: bool = False) -> str:
        """Ask for one line. Commands mean the same everywhere; among free words they begin with a colon."""
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
                for picture in self.pictures:
                    self.say(ascii(picture, *DRAWN))
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
        terms, here = self.terms()
        if not words:
            self.say(self.text("glossary.here", terms=names(here)) if here else self.text("glossary.none_here"))
            self.say(self.text("glossary.how"))
        elif words in ("all", self.text("glossary.all")):
            self.say(names(in_order(terms)))
        else:
            term = named(words, (*here, *terms))
            self.say(entry(term) if term else unknown(words, terms, self.text))

    def play(self, task: str | OwnRows = "", lesson: str = "") -> None:
        """Open a model with knobs, where a whole tutor speaks these lines."""

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """Return every term of the glossary, and those of what was said last."""
        return course_terms(self.learner.course, self.text.language), ()

    def command(self, words: str) -> Command | None:
        """Return the command that these words are, in the learner's language or in English."""
        name, *rest = words.split() or [""]
        names = {self.text(f"linear.command_{each}"): each for each in COMMANDS} | {each: each for each in COMMANDS}
        return Command(names[name], *rest) if name in names and len(rest) < 2 else None

    def means(self, words: str, name: str) -> bool:
        """Return True for a word that asks for something here, in the learner's language or in English."""
        return words in (name, self.text(f"linear.word_{name}"))

    def change_language(self) -> None:
        self.text = self.text.in_language(next_language(self.text.language))
        self.learner.prefer("language", self.text.language)
        self.say(self.text("linear.language"))

    def drive(self, run: Iterable[Frame | None]) -> None:
        """Run it to its end, with a line now and then about how far it has come."""
        last = time.monotonic()
        for frame in run:
            if frame and time.monotonic() - last > PROGRESS_INTERVAL_S:
                last = time.monotonic()
                self.say(frame.says or self.text("linear.progress", done=frame.done, total=frame.total))

    def confidence(self, levels: Mapping[str, float]) -> float | None:
        """Ask for the confidence by its number; None for Enter alone."""
        self.say_all(numbered(levels))
        while words := self.asked(self.text("linear.confidence")):
            if number := picked(words, len(levels)):
                return list(levels.values())[number - 1]
            self.say(self.text("linear.unknown", words=words))
        return None


def numbered(names: Iterable[str]) -> Iterator[str]:
    return (f"  {number} {name}" for number, name in enumerate(names, 1))


def picked(words: str, count: int) -> int:
    """Return the number that was chosen, from 1; 0 if the words choose no item."""
    number = typed_number(words)
    return number if number and number <= count else 0


def typed_number(words: str) -> int | None:
    """Return the whole number that was typed, if anybody means one: as long as a journal can keep it."""
    return int(words) if words.isdecimal() and len(words) <= MOST_DIGITS else None


def spoken(block: Block, text: Text) -> Iterator[str]:
    """Write the lines of a block. A picture is its sentence."""
    match block:
        case Words(markdown, tone):
            mark = text(f"linear.{SAID_OF[tone]}") if tone in SAID_OF else ""
            words = plain(markdown).removeprefix("· ")
            yield f"{mark}{words[:1].upper()}{words[1:]}" if mark else words
        case Code(lines, "diff"):
            for line in lines:
                yield f"    {text(SIGNS[line[0]])} {line[1:].strip()}" if line[:1] in SIGNS else f"    {line}"
        case Code(lines):
            yield from (f"    {line}" for line in lines)
        case Table(headings, rows):
            yield from block.lines or (row_words(headings, row) for row in rows)
        case picture:
            yield picture.says


def plain(markdown: str) -> str:
    """Return Markdown without its marks; what is drawn in it, in plain characters."""
    return BLANKS.sub("\n\n", plain_text(markdown)).strip("\n").translate(PLAIN)


def row_words(headings: tuple[str, ...], row: tuple[str, ...]) -> str:
    """Return `loss: healthy 0.1; broken 0.7.`: a row as a sentence, its first cell alone, the others with headings."""
    first, *others = [(heading, cell) for heading, cell in zip(headings, row, strict=True) if cell]
    told = "; ".join(cell if cell.startswith(f"{name} ") else f"{name} {cell}".strip() for name, cell in others)
    return f"{first[1]}: {told}." if told else f"{first[1]}."
