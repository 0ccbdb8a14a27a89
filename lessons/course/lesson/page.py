"""A page: what a view has to show and may ask for next, in frozen values that know no view and no journal."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from lessons.course.lesson.blocks import Block as Block
from lessons.course.lesson.blocks import Code as Code
from lessons.course.lesson.blocks import Table as Table
from lessons.course.lesson.blocks import Words as Words
from lessons.course.lesson.glossary import ADDRESS
from lessons.course.lesson.lesson import Experiment, Question
from lessons.course.lesson.pictures import Axis, Curve, Curves
from lessons.course.lesson.state import Act

# What a view has to show.


@dataclass(frozen=True)
class Look:
    """Something more to see, which a run has to show first: a probe of an experiment."""

    probe: str
    title: str
    experiment: Experiment
    lead: tuple[Block, ...] = ()  # what to look for, before its caption


@dataclass(frozen=True)
class Card:
    """One verdict, or one picture that belongs to no question."""

    question: str
    name: str  # in lists
    tone: str  # `right`, `wrong`, or `note` if undecided; of no question nothing
    blocks: tuple[Block, ...]
    run: Look | None = None  # what was watched of the experiment that decides it, to stand below where there is room


@dataclass(frozen=True)
class Aside:
    """Blocks that help, beside the page where there is room; else below it, or where the page has the same block."""

    title: str
    blocks: tuple[Block, ...]


# What it may ask for next.


@dataclass(frozen=True)
class Onward:
    """Ask only to go on; `words` says to what."""

    words: str
    change: tuple[str, ...] = ()  # predictions that may still change
    row: str = ""  # where it goes, where that is one row of several


@dataclass(frozen=True)
class Ask:
    """A question, and what was answered before."""

    question: Question
    options: Mapping[str, str]  # the answers on offer by id; none where one is typed
    levels: Mapping[str, float]  # how sure one may be, by its words; none in a calculation, which is practice
    answer: str = ""
    confidence: float | None = None
    number: int = 1
    count: int = 1
    pictures: Mapping[str, Curves] = field(default_factory=dict)  # of answers, by id
    ranked: Mapping[str, str] = field(default_factory=dict)  # what is to be put in order, by the number that names it


@dataclass(frozen=True)
class Train:
    """One seed to watch, or, if None, every seed of the experiment.

    It was asked for already if `at_once`; with the run before, whose end it follows, if `follows`.
    """

    experiment: Experiment
    seed: int | None = None
    words: str = ""
    at_once: bool = False
    follows: bool = False


@dataclass(frozen=True)
class Find:
    """Take a hint, after a guess, or point at a line. `next_hint` says what the next hint reveals."""

    hints_left: int
    next_hint: str = ""


@dataclass(frozen=True)
class Choose:
    """One of these, by id, of which an act follows; `details` says more of the one under the cursor."""

    options: Mapping[str, str]
    act: Callable[[str], Act]
    details: Mapping[str, tuple[Block, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Measure:
    """Look with one of these instruments, by id, or go on, for which `words` stand; of those in `seen` it was done."""

    options: Mapping[str, str]
    details: Mapping[str, tuple[Block, ...]]
    seen: tuple[str, ...]
    words: str
    points: bool = False  # to go on is to point at the line


@dataclass(frozen=True)
class Change:
    """Edit a file until it behaves."""

    file: str
    text: str
    begin: str  # its text as it was first given
    line: int = 1  # where to look
    fault: int = 0  # the line in which Python stopped when it was judged last, from 1; 0 where there is none
    is_lab: bool = False  # to be written, with hints for its gaps; else to be mended


@dataclass(frozen=True)
class Write:
    """A line for one's later self. May stay empty: the lesson is done without it."""

    text: str = ""
    asks_words: bool = True  # else Enter alone ends the lesson, and leads right on


@dataclass(frozen=True)
class Knob:
    """Something that may be turned: its name, its value, and what it may be, each in words, too."""

    id: str
    name: str
    value: str  # one of the values
    values: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)  # of a value that is not its own word
    about: str = ""  # what it is, in a sentence
    is_turned: bool = False  # away from where it began
    applies: bool = True  # it means something beside the others

    def said(self, value: str = "") -> str:
        """Return a value as people read it: the one there is, or another."""
        value = value or self.value
        return self.words.get(value, value) if self.applies else "—"


@dataclass(frozen=True)
class Tune:
    """Turn a knob, or train what they add up to. `words` say how the last try ended, or what Enter does."""

    knobs: tuple[Knob, ...]
    words: str = ""
    tone: str = ""
    finding: str = ""  # what a finding that is kept now would be about

    def knob(self, name: str) -> Knob:
        return next(knob for knob in self.knobs if knob.id == name)


Want = Onward | Ask | Train | Find | Choose | Measure | Change | Write | Tune


@dataclass(frozen=True)
class Page:
    """A step's blocks, and what it asks for. `cards` and `looks` are seen one at a time."""

    step: str
    title: str
    blocks: tuple[Block, ...]
    want: Want
    looks: tuple[Look, ...] = ()
    asides: tuple[Aside, ...] = ()
    cards: tuple[Card, ...] = ()
    folds: bool = False  # cards of right answers, to a line each
    shows: str = ""  # a `text` to be read, or the `run` or `code` that was made here
    help: str = ""  # the key of what `?` says of it

    @property
    def all_blocks(self) -> tuple[Block, ...]:
        """Return the blocks, and then those of each card."""
        return (*self.blocks, *(block for card in self.cards for block in card.blocks))


# Its words: Markdown, and strings of the tutor.

MARKED = re.compile(rf"\[([^\]]*)\]\({ADDRESS}[^)]*\)")
CODE = re.compile(r"^```[^\n]*\n(?P<block>.*?)^```[^\n]*$|(?P<ticks>`+)(?P<span>.+?)(?P=ticks)", re.M | re.S)
CUT = "\ue000"  # stands for a piece of code while the marks around it are taken away
SENTENCE = re.compile(r"(?<=[.!?])(?=[\s*»”])|(?<=\n)")
NO_LIST = re.compile(r"^(\d+)\\(?=\.)", re.M)  # a number that begins a paragraph, and no list
EMPHASIS = re.compile(r"(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])")  # and not `a * b * c`


class Strings(Protocol):
    """Called with a key, it answers with the words."""

    @property
    def language(self) -> str: ...

    def __call__(self, key: str, /, **values: Any) -> str: ...

    def has(self, key: str) -> bool: ...


def plain_text(markdown: str) -> str:
    """Return the words of a text in Markdown; what is code in it stays as it is written."""
    codes = (found["block"] or found["span"] or "" for found in CODE.finditer(unmarked(markdown)))
    words = NO_LIST.sub(r"\1", CODE.sub(CUT, unmarked(markdown)).replace("**", ""))
    return re.sub(CUT, lambda _: next(codes), EMPHASIS.sub(r"\1", words))


def sentences(text: str) -> list[str]:
    """Cut a text between its sentences and its lines. Joined again, they are the text."""
    return SENTENCE.split(text)


def unmarked(markdown: str) -> str:
    """Return a text without the links of its marked terms."""
    return MARKED.sub(r"\1", markdown)


# What each answer about a loss curve looks like: the healthy one falling, and the one that is meant, over it.

PLACES = tuple(place / 28 for place in range(29))
SHAPES: Mapping[str, Callable[[float], float]] = {
    "follows": lambda x: 0.12 + 0.88 * math.exp(-5 * x),
    "slower": lambda x: 0.05 + 0.95 / (1 + math.exp(13 * (x - 0.6))),
    "plateau": lambda x: 0.5 + 0.5 * math.exp(-7 * x),
    "flat": lambda x: 0.94,
    "unfinished": lambda x: 1 - 0.55 * x,
    "diverges": lambda x: 0.55 + 0.25 * math.exp(-9 * x) + 0.5 * x * x * x,
}


def thumbnails(text: Strings) -> dict[str, Curves]:
    healthy = Curve("", "healthy", PLACES, tuple(0.05 + 0.95 * math.exp(-6 * x) for x in PLACES))
    found = {}
    for name, shape in SHAPES.items():
        meant = Curve("", "broken", PLACES, tuple(map(shape, PLACES)))
        found[name] = Curves("", (healthy, meant), Axis("", 0.0, 1.0), Axis("", 0.0, 1.0), text(f"answer.{name}"))
    return found
