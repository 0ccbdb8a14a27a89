"""Traces of a worked calculation: what is asked about it, what is true of it, and what of it is shown before that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lessons.course.lesson import Question, Worked
from lessons.course.page import Block, Code, Text, Words
from lessons.course.pictures import Matrix
from lessons.course.summaries import Band, Majority, as_plain
from lessons.course.value_words import number
from lessons.course.values import LessonError
from lessons.runs.calculation import Line, traced, value_at, value_of
from lessons.runs.trained_model import Array

FEW = 40  # numbers that are said one by one
COLUMNS = 8  # that leave room for their numbers


def worked_record(worked: Worked) -> Mapping[str, Any]:
    """Answer each question of a calculation as a sweep records it. Raises LessonError where it cannot be asked."""
    for question in worked.questions:
        for name in question.show:
            if name == question.of or value_at(worked.program, name).line > line_of(worked, question):
                said = f"show has {name!r}, which gives away what comes later. Show what is known."
                raise LessonError(f"step {question.id}: {said}")
    return {question.id: {"value": as_plain(truth(worked, question))} for question in worked.questions}


def truth(worked: Worked, question: Question) -> Band | Majority:
    array = value_of(worked, question.of)
    if question.kind == "shape":
        if not array.ndim:
            raise LessonError(f"step {question.id}: {question.of} is one number, which has no shape.")
        return Majority(str(array.shape), 1.0)
    try:
        return Band(float(array[question.at].item()))
    except (IndexError, ValueError):
        said = f"at = {list(question.at)} is no place of {question.of}, {array.shape}."
        raise LessonError(f"step {question.id}: {said}") from None


def line_of(worked: Worked, question: Question) -> int:
    """Return the line after which what a question asks for has a value."""
    return value_at(worked.program, question.of).line


def trace_blocks(worked: Worked, missing: Question | None, text: Text) -> Iterator[Block]:
    """Yield the program up to the line of the next question, and what is shown beside it; then all of it."""
    if missing is None:
        yield from (paragraph(part, ()) for part in paragraphs(traced(worked)))
    else:
        yield from so_far(worked, missing)
    for name in worked.show if missing is None else missing.show:
        yield value_block(name, value_of(worked, name), text)


def so_far(worked: Worked, missing: Question) -> Iterator[Code]:
    """Yield the lines from the last question to the next one; above, in short, what names had which shapes."""
    number, end = worked.questions.index(missing), line_of(worked, missing)
    still_open, lines = worked.questions[number:], traced(worked)[: end + 1]
    begin = min(end, line_of(worked, worked.questions[number - 1]) + 1) if number else 0
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
    """Return a line of the program with its shape beside it, or its number; with nothing while that is asked for."""
    *above, last = line.source.lstrip("\n").splitlines()
    if line.shape is None or hidden(line, still_open):
        return [*above, last]
    result = str(line.shape) if line.shape else number(line.values)
    return [*above, f"{last:{width}}  # {result}"]


def hidden(line: Line, still_open: tuple[Question, ...]) -> bool:
    """Return True if an open question asks for what would stand beside a line: its shape, or its only number."""
    return any(each.of == line.name and (each.kind == "shape") == bool(line.shape) for each in still_open)


def value_block(name: str, array: Array, text: Text) -> Block:
    if not array.ndim:
        return Words(f"`{name} = {number(float(array))}`")
    rows = array.reshape(-1, array.shape[-1])
    values, (down, across) = tuple(tuple(map(float, row)) for row in rows), rows.shape
    names = tuple(map(str, range(down))), tuple(map(str, range(across)))
    says = (said_few if rows.size <= FEW else said_many)(name, array.shape, rows, text)
    return Matrix(f"{name}  {array.shape}", values, *names, says, numbers=across <= COLUMNS)


def said_few(name: str, shape: tuple[int, ...], rows: Array, text: Text) -> str:
    said = [", ".join(map(number, map(float, row))) for row in rows]
    if len(said) > 1:
        said = [text("trace.row", row=place, numbers=row) for place, row in enumerate(said)]
    return text("trace.numbers", name=name, shape=str(shape), numbers="; ".join(said))


def said_many(name: str, shape: tuple[int, ...], rows: Array, text: Text) -> str:
    """Return how many numbers there are, how many are not 0 and in which columns, and where the extremes stand."""
    lit = [str(column) for column in np.flatnonzero(rows.any(axis=0))]
    greatest, least = (list(divmod(int(place), rows.shape[1])) for place in (rows.argmax(), rows.argmin()))
    few = f" {text('trace.columns', columns=', '.join(lit))}" if len(lit) < min(rows.shape[1], FEW) else ""
    counts = {"count": rows.size, "filled": int((rows != 0).sum())}
    ends = {"greatest": number(float(rows.max())), "least": number(float(rows.min()))}
    return text("trace.many", name=name, shape=str(shape), at_greatest=greatest, at_least=least, **ends, **counts) + few
