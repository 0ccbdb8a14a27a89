"""Runs that the walks of a lesson share: each is trained once, with few seeds, and shown to every one of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lessons.acts import Act, Judged, Predicted
from lessons.course import LessonMode
from lessons.lesson import Experiment, Prose
from lessons.page import Block, Look, Train
from lessons.text import Text as Words
from progress.schedule import Card
from tests.tutor.walks.answers import any_answer
from tutor.learner import Learner
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.training import Frame, SweepingAll, Training, Watching
from tutor.words.text import Text
from tutor.workbench import Workbench

FEW = 3  # seeds: the numbers are proved elsewhere

Key = tuple[Experiment, int | None]  # one seed that is watched, or every seed


@dataclass
class Runs:
    """What has been trained, looked at and judged so far."""

    trained: dict[Key, tuple[Any, Act]] = field(default_factory=dict)
    seen: dict[object, tuple[Block, ...] | None] = field(default_factory=dict)
    judged: dict[str, Judged] = field(default_factory=dict)

    def training(self, want: Train, seeds: tuple[int, ...], page: Prose, text: Text) -> Training:
        if want.seed is not None:
            return WatchedOnce(want, page, text, self)
        return SweptOnce(want, seeds, page, text, self)


class WatchedOnce(Watching):
    """One seed: trained if no walk has watched it yet."""

    def __init__(self, want: Train, page: Prose, text: Words, runs: Runs) -> None:
        super().__init__(want, page, text)
        self.runs, self.key = runs, (want.experiment, want.seed)
        if self.key in runs.trained:
            self.run = runs.trained[self.key][0]

    def __iter__(self) -> Iterator[Frame]:
        if self.key not in self.runs.trained:
            yield from super().__iter__()
            self.runs.trained[self.key] = self.run, super().act()
        else:
            yield Frame(self.run.length, self.run.length)

    def act(self) -> Any:
        return self.runs.trained[self.key][1]


class SweptOnce(SweepingAll):
    """Every seed: trained if no walk has done it yet."""

    def __init__(self, want: Train, seeds: tuple[int, ...], page: Prose, text: Words, runs: Runs) -> None:
        super().__init__(want, seeds, page, text)
        self.runs, self.key = runs, (want.experiment, None)
        if self.key in runs.trained:
            self.measured = runs.trained[self.key][0]

    def __iter__(self) -> Iterator[Frame]:
        if self.key not in self.runs.trained:
            yield from super().__iter__()
            self.runs.trained[self.key] = self.measured, super().act()
        else:
            yield Frame(1, 1)

    def act(self) -> Any:
        return self.runs.trained[self.key][1]


class SharedBench(Workbench):
    """A workbench that has the same code judged once."""

    def __init__(self, folder: Path, place: LessonMode, runs: Runs) -> None:
        super().__init__(folder, place)
        self.runs = runs

    def judged(self, code: str, trial: Any = None) -> Judged:
        self.keep(code)
        if code not in self.runs.judged:
            self.runs.judged[code] = super().judged(code, trial)
        return self.runs.judged[code]


class WalkedSession(Session):
    """A session of a lesson whose runs are shared."""

    def __init__(self, learner: Learner, place: LessonMode, text: Text, runs: Runs) -> None:
        super().__init__(learner, place, text)
        self.runs, self.workbench = runs, SharedBench(learner.folder, place, runs)

    def training(self, want: Train) -> Training:
        return self.runs.training(want, self.seeds(want), self.prose, self.text)

    def seeds(self, want: Train) -> tuple[int, ...]:
        return super().seeds(want)[:FEW]

    def see(self, look: Look) -> Iterator[tuple[Block, ...] | None]:
        key = look, self.place.mode, self.text.language
        if key not in self.runs.seen:
            *_, self.runs.seen[key] = super().see(look)
        yield self.runs.seen[key]


class WalkedReview(ReviewSession):
    """A review whose run is shared."""

    def __init__(self, learner: Learner, card: Card, text: Text, runs: Runs) -> None:
        super().__init__(learner, card, text)
        self.runs = runs

    def pass_by(self) -> None:
        """Answer it and let it be decided, with nobody looking: then the next of its concept can come."""
        self.do(Predicted(self.review.id, any_answer(self.review.question, self.prose), 0.5))
        want = self.page.want
        assert isinstance(want, Train)
        training = self.train(want)
        for _ in training:
            pass
        self.do(training.act())

    def training(self, want: Train) -> Training:
        return self.runs.training(want, self.seeds(want), self.prose, self.text)

    def seeds(self, want: Train) -> tuple[int, ...]:
        return super().seeds(want)[:FEW]
