"""The grammar grid on paper: an input row, two labellings beside each other, and four scores that add up or do not."""

from collections.abc import Mapping, Sequence
from typing import Any

from lessons.format import LessonError
from lessons.lesson import Prose
from lessons.numbers import number
from lessons.page import Block, Table, Words
from lessons.table import nearest
from lessons.text import Text
from minimodel.lab import tense

VERBS = tuple(verb.name for verb in tense.VERBS)
MINUS = "−"


def verb_of(name: str) -> int:
    return place_of(name, VERBS, "verb")


def person_of(name: str) -> int:
    return place_of(name, tense.PRONOUNS, "person")


def place_of(name: str, names: tuple[str, ...], what: str) -> int:
    if name not in names:
        raise LessonError(f"{name!r} is no {what}.{nearest(name, names)}")
    return names.index(name)


def input_row(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """The numbers that a verb and a person become: one of the verbs is 1, and one of the persons."""
    verb, person = verb_of(settings["verb"]), person_of(settings["person"])
    row = "".join(f"{entry:g}" for entry in tense.encode([(verb, person)])[0].tolist())
    rows = (
        (text("draw.verb"), in_fives(row[: len(VERBS)]), settings["verb"]),
        (text("draw.person"), in_fives(row[len(VERBS) :]), settings["person"]),
    )
    return (Table(("", text("draw.numbers", count=len(row)), ""), rows),)


def in_fives(digits: str) -> str:
    """Digits in groups of five, which an eye can count."""
    return " ".join(digits[start : start + 5] for start in range(0, len(digits), 5))


def labels(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """What each task answers for some verbs; what differs from the first task is marked."""
    persons = [person_of(name) for name in settings.get("persons", tense.PRONOUNS)]
    headings = ("", "", *(tense.PRONOUNS[person] for person in persons))
    first = settings["tasks"][0]
    rows = []
    for task in settings["tasks"]:
        for name in settings["verbs"]:
            forms = [form(task, name, person, first) for person in persons]
            shown = text(f"draw.{task}") if name == settings["verbs"][0] else ""
            rows.append((shown, verb_words(name, text), *forms))
    return (Table(headings, tuple(rows)),)


def verb_words(name: str, text: Text) -> str:
    kind = "regular" if tense.VERBS[verb_of(name)].regular else "irregular"
    return f"{name} ({text(f'draw.{kind}')})"


def form(task: str, name: str, person: int, first: str) -> str:
    """The English form that a task asks for, with an arrow where the first task asks for another."""
    own, others = (answer(each, verb_of(name), person) for each in (task, first))
    return own if own == others else f"{own} ←"


def answer(task: str, verb: int, person: int) -> str:
    if task not in tense.TASKS:
        raise LessonError(f"{task!r} is no labelling of the grid.{nearest(task, tense.TASKS)}")
    given = [label for v, p, label in tense.cells(task) if (v, p) == (verb, person)]
    return " / ".join(tense.english(verb, person, label) for label in given)


def gap(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """A part for each verb and for each person, their sums, and what is left of the four."""
    verbs, persons = settings["verbs"], settings["persons"]
    if len(verbs) != 2 or len(persons) != 2:
        raise LessonError("verbs and persons should be two each.")
    scores = [[part + other for other in persons.values()] for part in verbs.values()]
    scores[1][1] += settings.get("more", 0.0)
    (first, second), (third, fourth) = scores
    table = tuple((name, *map(signed, row)) for name, row in zip(verbs, scores, strict=True))
    left_over = sum_words((fourth, -second, -third, first))
    words = f"{corners(list(verbs), list(persons))}: **{left_over}**"
    return (Table(("", *persons), table), Words(words))


def corners(verbs: Sequence[str], persons: Sequence[str]) -> str:
    """Which four scores are added and subtracted: `she writes − she plays − I write + I play`."""
    present = [tense.english(verb_of(v), person_of(p), tense.PRESENT) for v in verbs for p in persons]
    return f"{present[3]} {MINUS} {present[1]} {MINUS} {present[2]} + {present[0]}"


def sum_words(terms: Sequence[float]) -> str:
    """`3 − 1 − 4 + 2 = 0`."""
    first, *others = terms
    words = "".join(f" {MINUS if term < 0 else '+'} {number(abs(term))}" for term in others)
    return f"{signed(first)}{words} = {signed(sum(terms))}"


def signed(value: float) -> str:
    return f"{MINUS}{number(-value)}" if value < 0 else number(value)
