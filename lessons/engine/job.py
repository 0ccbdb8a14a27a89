"""A job: a function by its name, and its plain arguments. It gives plain items: one, or a stream of them."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pkgutil import resolve_name
from typing import Any, get_args, get_origin, get_type_hints

from lessons.course.lesson.film import Pace
from lessons.course.lesson.values import LessonError, error_words
from lessons.runs.beat import Beat

Paces = Callable[[], Pace]


@dataclass(frozen=True, eq=False)
class Job:
    """A function, named `package.module:name`, so that only who does the job imports what it needs."""

    function: str
    arguments: tuple[Any, ...] = ()
    gives: Any = Any  # the type of its items
    is_paced: bool = False  # it is a generator, which is sent a Pace at each step

    @classmethod
    def of(cls, function: Callable[..., Any], *arguments: Any) -> "Job":
        """Make a job of a function that is at hand: its items are of the type that it says it gives."""
        return cls(f"{function.__module__}:{function.__qualname__}", arguments, item_type(function))


def item_type(function: Callable[..., Any]) -> Any:
    """Return the type of what a function returns; of an iterator what it yields, of a generator also its result."""
    given = Any if isinstance(function, type) else get_type_hints(function).get("return", Any)
    if get_origin(given) is Generator:
        item, _, result = get_args(given)
        return reduce(or_, (item, result)) if Any not in (item, result) else Any
    return get_args(given)[0] if get_origin(given) is Iterator else given


@dataclass(frozen=True)
class Progress:
    """A job is under way; `share` says how far it is, where that is known."""

    share: float | None = None


def whole(items: Iterable[Any]) -> Iterator[Any]:
    """Leave out how far a job is: its items alone. Raises LessonError."""
    return (item for item in items if not isinstance(item, Progress))


def last_item(items: Iterable[Any]) -> Any:
    """Return the last item of a job; None if there is none. Raises LessonError."""
    *_, found = (None, *whole(items))
    return found


class Doing:
    """A job under way: a step after the other, each at the pace that is wanted then.

    A generator yields None after a step, or the share that is done, of which it is told once a beat; anything else that
    it yields or returns is an item.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.steps: Any = None  # an iterator, once it is begun

    def go_on(self, paces: Paces) -> list[Any]:
        """Return the next item in a list; within a beat at least a Progress; `[]` at the end. Raises LessonError."""
        beat = Beat()
        beat.is_due()
        try:
            while (item := self.next_item(paces)) is None or type(item) is float:
                if beat.is_due() or paces().stopped:
                    return [Progress(item)]
        except StopIteration as end:
            return [end.value] if end.value is not None else []
        except LessonError:
            raise
        except Exception as error:  # whatever a job raises is told
            raise LessonError(error_words(error)) from error
        return [item]

    def next_item(self, paces: Paces) -> Any:
        """Take the next step. Raises StopIteration at the end, with the result of a function or generator."""
        if self.steps is None:
            found = resolve_name(self.job.function)(*self.job.arguments)
            if not isinstance(found, Iterator):
                self.steps = iter(())
                raise StopIteration(found)
            self.steps = found
            return next(self.steps)
        return self.steps.send(paces()) if self.job.is_paced else next(self.steps)
