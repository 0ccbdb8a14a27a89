"""Drawings of the thing itself, computed by the healthy library: nothing is trained, and nothing drawn by hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from lessons.course.lesson.arm_roles import LOOKS
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Block, Strings, Table, Words
from lessons.course.lesson.pictures import Axis, Curve, Curves
from lessons.course.lesson.prose import options
from lessons.course.lesson.value_words import number
from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.corners import corners
from lessons.runs.edits import healthy_library
from lessons.runs.models.activations import activation_of
from lessons.runs.tasks import TASKS
from lessons.runs.tasks.numbers import SIDE
from lessons.runs.trained_model import Array
from minimodel import Tensor
from minimodel.lab import tense

Draw = Callable[[Mapping[str, Any], Prose, Strings], tuple[Block, ...]]

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


def input_row(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return the numbers that a verb and a person become: one of the verbs is 1, and one of the persons."""
    verb, person = verb_of(settings["verb"]), person_of(settings["person"])
    row = "".join(f"{entry:g}" for entry in tense.encode([(verb, person)])[0].tolist())
    rows = []
    for part, digits in (("verb", row[: len(VERBS)]), ("person", row[len(VERBS) :])):
        fives = (digits[start : start + 5] for start in range(0, len(digits), 5))  # which an eye can count
        rows.append((text(f"draw.{part}"), " ".join(fives), settings[part]))
    return (Table(("", text("draw.numbers", count=len(row)), ""), tuple(rows)),)


def labels(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return a table of each task's answers for some verbs; an arrow marks those unlike the first task's."""
    persons = [person_of(name) for name in settings.get("persons", tense.PRONOUNS)]
    headings = ("", "", *(tense.PRONOUNS[person] for person in persons))
    first = settings["tasks"][0]
    rows = []
    for task in settings["tasks"]:
        for name in settings["verbs"]:
            own, others = ([answer(each, verb_of(name), person) for person in persons] for each in (task, first))
            forms = [form if form == other else f"{form} ←" for form, other in zip(own, others, strict=True)]
            shown = text(f"draw.{task}") if name == settings["verbs"][0] else ""
            kind = "regular" if tense.VERBS[verb_of(name)].regular else "irregular"
            rows.append((shown, f"{name} ({text(f'draw.{kind}')})", *forms))
    return (Table(headings, tuple(rows)),)


def answer(task: str, verb: int, person: int) -> str:
    if task not in tense.TASKS:
        raise LessonError(f"{task!r} is no labelling of the grid.{nearest(task, tense.TASKS)}")
    given = [label for v, p, label in tense.cells(task) if (v, p) == (verb, person)]
    return " / ".join(tense.english(verb, person, label) for label in given)


def gap(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return a part for each verb and for each person, their sums, and what is left of the four."""
    verbs, persons = settings["verbs"], settings["persons"]
    if len(verbs) != 2 or len(persons) != 2:
        raise LessonError("verbs and persons should be two each.")
    scores = [[part + other for other in persons.values()] for part in verbs.values()]
    scores[1][1] += settings.get("more", 0.0)
    (first, second), (third, fourth) = scores
    table = tuple((name, *map(signed, row)) for name, row in zip(verbs, scores, strict=True))
    i_play, she_plays, i_write, she_writes = (
        tense.english(verb_of(verb), person_of(person), tense.PRESENT) for verb in verbs for person in persons
    )
    corners = f"{she_writes} {MINUS} {she_plays} {MINUS} {i_write} + {i_play}"
    return (Table(("", *persons), table), Words(f"{corners}: **{sum_words((fourth, -second, -third, first))}**"))


def sum_words(terms: Sequence[float]) -> str:
    """`3 − 1 − 4 + 2 = 0`."""
    first, *others = terms
    words = "".join(f" {MINUS if term < 0 else '+'} {number(abs(term))}" for term in others)
    return f"{signed(first)}{words} = {signed(sum(terms))}"


def signed(value: float) -> str:
    return f"{MINUS}{number(-value)}" if value < 0 else number(value)


NAMES = {False: ("W2", "W1", "W2 @ W1"), True: ("x", "W.T", "b", "x @ W.T + b")}


def product(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    left, right = (np.array(settings[key], dtype=float) for key in ("left", "right"))
    if left.shape[1] != right.shape[0]:
        raise LessonError(f"left {left.shape} and right {right.shape} cannot be multiplied.")
    parts, signs = [left, right], ["·", "="]
    whole = Tensor(left) @ Tensor(right)
    if "plus" in settings:
        plus = np.array(settings["plus"], dtype=float)
        if plus.shape != (1, right.shape[1]):
            raise LessonError(f"plus {plus.shape} should be one row, as long as those of right.")
        parts, signs, whole = [*parts, plus], ["·", "+", "="], whole + Tensor(plus)
    names = tuple(settings.get("names", NAMES["plus" in settings]))
    if len(names) != len(parts) + 1:
        raise LessonError(f"names should be {len(parts) + 1}: one for each matrix, from left to right.")
    return (side_by_side([*parts, np.asarray(whole.data)], signs, names, text),)


def side_by_side(matrices: list[Array], signs: list[str], names: tuple[str, ...], text: Strings) -> Table:
    """Return matrices as columns, a sign between them in the first row; in words, `A, 2 by 3: 1 2 0; 0 1 −1.`"""
    headings, columns, lines = [], [], []
    for matrix, name, sign in zip(matrices, names, [*signs, ""], strict=True):
        cells = [[signed(float(entry)) for entry in row] for row in matrix]
        width = max(len(cell) for row in cells for cell in row)
        headings += [name, ""]
        columns += [[f"[{'  '.join(cell.rjust(width) for cell in row)}]" for row in cells], [sign]]
        rows, across = matrix.shape
        entries = "; ".join(map(" ".join, cells))
        lines.append(text("draw.matrix", name=name, rows=rows, columns=across, entries=entries))
    return Table(tuple(headings[:-1]), tuple(zip_longest(*columns[:-1], fillvalue="")), lines=tuple(lines))


POINTS, SAID = 121, 5  # along a curve, and those that are said in words
DIGITS, TANGENT = 3, "tangent"
ROWS = 11


def functions(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    low, high, names = settings["low"], settings["high"], settings["of"]
    x = np.linspace(low, high, POINTS)
    heights = {name: activation(name, x) for name in names}
    if "tangent" in settings:
        heights[TANGENT] = tangent(names[0], settings["tangent"], x)
    values = np.concatenate(list(heights.values()))
    least, most = np.round((values.min(), values.max()), DIGITS)
    lowest, highest = min(0.0, float(least)), max(0.0, float(most))
    roles = roles_of(heights, settings.get("roles", {}))
    curves = [Curve(activation_name(name, text), roles[name], rounded(x), rounded(y)) for name, y in heights.items()]
    axes = Curve("", "ideal", (low, 0.0, 0.0, 0.0, 0.0, high), (0.0, 0.0, highest, lowest, 0.0, 0.0))
    says = " ".join(function_words(name, x, y, text) for name, y in heights.items())
    axis_x, axis_y = Axis("", low, high), Axis("", lowest, highest)
    return (Curves("", (axes, *curves), axis_x, axis_y, says, settings.get("rows", ROWS)),)


def roles_of(names: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """Return the role of each curve: that of the arm with this activation, or one that no other curve has."""
    roles = {name: known[name] for name in names if known.get(name)}
    unused = (role for role in LOOKS if role not in roles.values())
    return {name: roles.get(name) or next(unused, LOOKS[0]) for name in names}


def activation(name: str, x: Array) -> Array:
    return np.asarray(activation_of(healthy_library(), name, float)(Tensor(x)).data)


def tangent(name: str, at: float, x: Array) -> Array:
    """Return the straight line that touches an activation at a number, with the slope that the way back gives."""
    place = Tensor(np.array([at]), requires_grad=True)
    height = activation_of(healthy_library(), name, float)(place)
    height.sum().backward()
    return np.asarray(height.data + np.asarray(place.grad) * (x - at))


def rounded(values: Array) -> tuple[float, ...]:
    return tuple(np.round(values, DIGITS).tolist())


def activation_name(name: str, text: Strings) -> str:
    base, _, argument = name.partition(" ")
    own = next((f"draw.{each}" for each in (name, base) if text.has(f"draw.{each}")), "")
    return f"{text(own)} {'' if own.endswith(name) else argument}".strip() if own else name


def function_words(name: str, x: Array, y: Array, text: Strings) -> str:
    some = np.linspace(0, len(x) - 1, SAID).astype(int)
    pairs = ", ".join(text("draw.point", x=number(float(x[i])), y=number(float(y[i]))) for i in some)
    words = text("draw.says_function", name=activation_name(name, text), points=pairs)
    return words[:1].upper() + words[1:]


SHADES = " ░▒▓█"  # from paper to ink


def digits(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return pictures of some digits, as they go in: two columns a point."""
    rows = TASKS["digits"](healthy_library(), 0, **settings.get("options", {}))
    levels = np.clip(np.round(rows.x * (len(SHADES) - 1)), 0, len(SHADES) - 1).astype(int).reshape(-1, SIDE, SIDE)
    shown = [levels[np.flatnonzero(rows.y == digit)[0]] for digit in settings["of"]]
    columns = [["".join(2 * SHADES[level] for level in line) for line in picture] for picture in shown]
    names = tuple(map(str, settings["of"]))
    says = text("draw.pictures", names=", ".join(names))
    return (Table(names, tuple(zip(*columns, strict=True)), lines=(says,)),)


DRAW: Mapping[str, Draw] = {
    "corners": corners,
    "digits": digits,
    "functions": functions,
    "labels": labels,
    "product": product,
    "gap": gap,
    "input": input_row,
}


def draw(drawing: Drawing, page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return the blocks of a drawing, with the words of its section. Raises LessonError where it cannot be drawn."""
    words = options(page.sections.get(f"drawing {drawing.name}", ""))[1]
    try:
        return DRAW[drawing.kind]({**drawing.settings, "words": words}, page, text)
    except LessonError as error:
        raise LessonError(f"[drawing.{drawing.name}] {error}") from None
