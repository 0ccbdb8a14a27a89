"""Runs of a pack's code, for views to drive as any other: they are computed in a process with limits."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Words
from lessons.course.lesson.values import LessonError
from lessons.engine.process import CodeEnded, LimitedProcess
from tutor.words.text import Text

# What it answers once its code has ended.
NOTHING: dict[str, Any] = {**dict.fromkeys(("before", "live", "pictures", "moments", "kept"), ()), "now": {}}


def run_of(of_pack: object, kind: Callable[..., Any], *inputs: Any) -> Any:
    """Make a run: here for the course's own lessons, apart for those of a pack."""
    return PackRun(kind, *inputs) if of_pack else kind(*inputs)


class PackRun(LimitedProcess):
    """A run in another process. Once its code has ended it yields no frame, and has no act: see `trouble_of`."""

    def __init__(self, kind: Callable[..., Any], *inputs: Any) -> None:
        super().__init__(kind, *(Text(each.language) if isinstance(each, Text) else each for each in inputs))
        self.kind = kind
        self.ended: LessonError | None = None
        self.spoken: tuple[Prose, Text] | None = None

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # what views ask for is what kind of run it is
        return self.kind

    def __getattr__(self, name: str) -> Any:
        is_method = callable(getattr(self.kind, name, None))
        return partial(self.asked, name) if is_method else self.asked(name)

    def __iter__(self) -> Iterator[Any]:
        try:
            yield from super().__iter__()
        except LessonError as error:
            self.ended = error

    def asked(self, name: str, *inputs: Any) -> Any:
        """Return the run's answer; once its code has ended, the empty one in NOTHING, or None."""
        if self.ended is None:
            try:
                if self.spoken:
                    spoken, self.spoken = self.spoken, None
                    self.call("speak", *spoken)
                return self.call(name, *inputs)
            except LessonError as error:
                self.ended = error
        return NOTHING.get(name)

    def speak(self, page: Prose, text: Text) -> None:
        """Go on in another language, from the next question on: who drives the run asks, and may be waiting now."""
        self.spoken = page, Text(text.language)
        words = {type(each): each for each in self.spoken}
        self.inputs = tuple(words.get(type(each), each) for each in self.inputs)

    def again(self) -> "PackRun":
        return PackRun(self.kind, *self.inputs)


def trouble_of(run: object, text: Text) -> str:
    """Say why the code of a pack's run has ended; `""` for any other run."""
    return ended_words(run.ended, text) if isinstance(run, PackRun) and run.ended else ""


def apart(items: Callable[..., Iterator[Any]], *inputs: Any) -> Iterator[Any]:
    """Compute blocks of a page apart; where the code ends instead, the last of them says so."""
    text = next(each for each in inputs if isinstance(each, Text))
    run = PackRun(items, *inputs)
    yield from run
    if trouble := trouble_of(run, text):
        yield (Words(trouble, "note"),)


def ended_words(error: LessonError, text: Text) -> str:
    return text(f"pack.{error.reason}") if isinstance(error, CodeEnded) else str(error)
