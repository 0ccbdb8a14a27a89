"""A worked calculation as it ran: what its questions ask of it, and how far its lines are shown before that."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from lessons.course.asking.questions import kind_of
from lessons.course.lesson.blocks import Block, Code, Words
from lessons.course.lesson.calculation import Calculation, Line, Value
from lessons.course.lesson.lesson import Question, Worked
from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import Matrix
from lessons.course.lesson.summaries import Band, Majority, as_plain
from lessons.course.lesson.value_words import number
from lessons.course.lesson.values import LessonError

FEW = 40  # numbers that are said one by one
COLUMNS = 8  # that leave room for their numbers


def ran(worked: Worked) -> Calculation:
    assert worked.calculation is not None  # whoever opens a lesson has it computed first
    return worked.calculation


def worked_record(worked: Worked) -> Mapping[str, Any]:
    """Answer each question of a calculation as a sweep records it. Raises LessonError where it cannot be asked."""
    values = ran(worked).values
    for question in worked.questions:
        for name in question.show:
            if name == question.of or values[name].line > values[question.of].line:
                said = f"show has {name!r}, which gives away what comes later. Show what is known."
                raise LessonError(f"step {question.id}: {said}")
    return {question.id: {"value": as_plain(truth(values[question.of], question))} for question in worked.questions}


def truth(value: Value, question: Question) -> Band | Majority:
    if kind_of(question).gives_word:
        if not value.shape:
            raise LessonError(f"step {question.id}: {question.of} is one number, which has no shape.")
        return Majority(str(value.shape), 1.0)
    places = list(product(*map(range, value.shape)))
    if question.at not in places:
        said = f"at = {list(question.at)} is no place of {question.of}, {value.shape}."
        raise LessonError(f"step {question.id}: {said}")
    return Band(value.numbers[places.index(question.at)])


def trace_blocks(worked: Worked, missing: Question | None, text: Strings) -> Iterator[Block]:
    """Yield the program up to the line of the next question, and what is shown beside it; then all of it."""
    calculation = ran(worked)
    if missing is None:
        yield from (paragraph(part, ()) for part in paragraphs(calculation.lines))
    else:
        yield from so_far(worked, calculation, missing)
    for name in worked.show if missing is None else missing.show:
        yield value_block(name, calculation.values[name], text)


def so_far(worked: Worked, calculation: Calculation, missing: Question) -> Iterator[Code]:
    """Yield the lines from the last question to the next one; above, in short, what names had which shapes."""
    number, ends = worked.questions.index(missing), [calculation.values[each.of].line for each in worked.questions]
    still_open, lines = worked.questions[number:], calculation.lines[: ends[number] + 1]
    begin = min(ends[number], ends[number - 1] + 1) if number else 0
    known = [line for line in lines[:begin] if not hidden(line, still_open)]
    told = ([f"{line.name} {line.shape}" for line in part if line.shape] for part in paragraphs(known))
    if rows := [f"# {', '.join(part)}" for part in told if part]:
        yield Code(tuple(rows), "python")
    for part in paragraphs(lines[begin:]):
        yield paragraph(part, still_open)


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of a program, parted where the author left a line empty."""
    found: list[list[Line]] = []
    for line in lines:
        if not found or line.source.startswith("\n"):
            found.append([])
        found[-1].append(line)
    return found


def paragraph(lines: Sequence[Line], still_open: tuple[Question, ...]) -> Code:
    width = max((len(line.source.splitlines()[-1]) for line in lines if line.shape is not None), default=0)
    rows = [row for line in lines for row in rows_of(line, still_open, width)]
    return Code(tuple(rows), "python")


def rows_of(line: Line, still_open: tuple[Question, ...], width: int) -> list[str]:
    """Return a line of the program, with its shape or number beside it unless that is asked for."""
    *above, last = line.source.lstrip("\n").splitlines()
    if line.shape is None or hidden(line, still_open):
        return [*above, last]
    result = str(line.shape) if line.shape else number(line.values)
    return [*above, f"{last:{width}}  # {result}"]


def hidden(line: Line, still_open: tuple[Question, ...]) -> bool:
    """Return True if an open question asks for what would stand beside a line: its shape, or its only number."""
    return any(each.of == line.name and kind_of(each).gives_word == bool(line.shape) for each in still_open)


def value_block(name: str, value: Value, text: Strings) -> Block:
    if not value.shape:
        return Words(f"`{name} = {number(value.numbers[0])}`")
    across = value.shape[-1]
    rows = tuple(value.numbers[at : at + across] for at in range(0, len(value.numbers), across))
    names = tuple(map(str, range(len(rows)))), tuple(map(str, range(across)))
    says = (said_few if len(value.numbers) <= FEW else said_many)(name, value.shape, rows, text)
    return Matrix(f"{name}  {value.shape}", rows, *names, says, numbers=across <= COLUMNS)


Rows = tuple[tuple[float, ...], ...]


def said_few(name: str, shape: tuple[int, ...], rows: Rows, text: Strings) -> str:
    said = [", ".join(map(number, row)) for row in rows]
    if len(said) > 1:
        said = [text("trace.row", row=place, numbers=row) for place, row in enumerate(said)]
    return text("trace.numbers", name=name, shape=str(shape), numbers="; ".join(said))


def said_many(name: str, shape: tuple[int, ...], rows: Rows, text: Strings) -> str:
    """Say the count of numbers, that of those not 0 and their columns, and the places of the extremes."""
    at = {(down, across): value for down, row in enumerate(rows) for across, value in enumerate(row)}
    filled = [place for place, value in at.items() if value]
    lit = sorted({across for _, across in filled})
    few = f" {text('trace.columns', columns=', '.join(map(str, lit)))}" if len(lit) < min(len(rows[0]), FEW) else ""
    greatest, least = max(at, key=at.__getitem__), min(at, key=at.__getitem__)
    ends = {"greatest": number(at[greatest]), "least": number(at[least])}
    places = {"at_greatest": list(greatest), "at_least": list(least)}
    counts = {"count": len(at), "filled": len(filled)}
    return text("trace.many", name=name, shape=str(shape), **places, **ends, **counts) + few
