"""Evidence: what a lesson's runs show on its own seeds and on others, trained when asked for, edits under limits."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from lessons.check.cache import Cache
from lessons.check.sweeps import (
    MORE_DRAWS,
    Plain,
    SweepEvidence,
    as_plain,
    as_swept,
    changed_by_dust,
    measured,
    seeds_beside,
    swept,
)
from lessons.course.lesson.lesson import Experiment, Lesson
from lessons.course.lesson.values import LessonError
from lessons.course.steps.recipes import seeds_of
from lessons.engine.chunks import Executor, Sweep, sweep_all
from lessons.engine.job import Job, Progress
from lessons.engine.pool import Pool
from lessons.engine.process import TIME, UNTIMED_S, CodeEnded, Process
from lessons.judge import judge
from lessons.runs.dust import Dusted
from lessons.runs.experiment import Measured, sweep_seeds

Found = tuple[Measured, Measured]  # on the lesson's own seeds, and on those held back


class Trouble(Exception):
    """A lesson's code gave no answer: a sentence says what it did instead. At a limit of time it is left unjudged."""

    def __init__(self, words: str, at_limit: bool = False) -> None:
        super().__init__(words)
        self.at_limit = at_limit


class Evidence:
    """The sweeps of a lesson and of its reviews, each trained in a process of its own, and kept."""

    def __init__(
        self, lesson: Lesson, pool: Pool, cache: Cache | None = None, executor: Executor | None = None
    ) -> None:
        self.lesson, self.pool, self.cache = lesson, pool, cache or Cache()
        self.executor = executor  # who trains the sweeps, where it is not the pool
        self.threads = ThreadPoolExecutor(pool.count)
        self.sweeps: dict[str, Future[SweepEvidence]] = {}
        self.answers: dict[str, Any] = {}  # of this check, where nothing is kept for the next
        self.verdict_s = judge.ANSWER_S if pool.answer_s < UNTIMED_S else UNTIMED_S
        self.judge = Process(self.verdict_s)
        self.told: Callable[[float, int], None] = lambda done, total: None
        self.trouble: Trouble | None = None  # once a run has not come to its end, no other is begun

    def begin(self, name: str) -> "Future[SweepEvidence]":
        if name not in self.sweeps:
            self.sweeps[name] = self.threads.submit(self.sweep, name)
        return self.sweeps[name]

    def swept(self, name: str) -> SweepEvidence:
        return self.begin(name).result()

    def both(self, name: str) -> Found:
        found = self.swept(name)
        return found.own, found.held_back

    def dusted(self, name: str) -> tuple[Measured, ...]:
        return self.swept(name).dusted

    def sweep(self, name: str) -> SweepEvidence:
        experiment, own = experiments(self.lesson)[name], self.own_seeds(name)
        seeds = (*own, *seeds_beside(experiment, own))
        found = as_swept(experiment, seeds, len(own), self.trained(name, experiment, seeds, len(own)))
        changed = [arm for arm in experiment.arms if changed_by_dust(found, arm.name)]
        if not changed:
            return found
        few = replace(experiment, arms=tuple(dict.fromkeys((experiment.arms[0], *changed))))
        return replace(found, dusted=(*found.dusted, *self.drawn_again(name, few, found.own)))

    def drawn_again(self, name: str, few: Experiment, own: Measured) -> Iterator[Measured]:
        """Yield the own seeds with further draws of dust, of a few arms: the others gave what they gave without."""
        count = len(own.seeds)
        seeds = tuple(Dusted(seed, draw) for draw in range(1, MORE_DRAWS + 1) for seed in own.seeds)
        data = self.trained(name, few, seeds, len(seeds))
        for start in range(0, len(seeds), count):
            again = measured(own.experiment, seeds, range(start, start + count), data)
            yield replace(again, values={**own.values, **again.values})

    def trained(self, name: str, experiment: Experiment, seeds: tuple[int, ...], own: int) -> Plain:
        found: Plain = self.cache.kept(
            ("sweep", experiment, seeds, own), lambda: self.train(name, experiment, seeds, own)
        )
        return found

    def train(self, name: str, experiment: Experiment, seeds: tuple[int, ...], own: int) -> Plain:
        if self.executor is None or experiment.is_own:  # then a process with limits
            found: Plain = self.run(name, swept, experiment, seeds, own)
            return found
        *_, (_, item) = sweep_all([Sweep(experiment, seeds)], self.executor)
        assert isinstance(item, Measured)
        return as_plain(item, own)

    def run(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Let a process do it. Raises Trouble, which names what was run."""
        if self.trouble:
            raise self.trouble
        found: Any = None
        try:
            for item in self.pool.items(Job.of(function, *arguments)):
                if isinstance(item, Progress):
                    self.progress(item.share or 0.0)
                else:
                    found = item
        except LessonError as error:
            words, at_limit = str(error).rstrip("."), isinstance(error, CodeEnded) and error.reason == TIME
            self.trouble = self.trouble or Trouble(f"in {name}, {words}" if name else words, at_limit)
            raise self.trouble from None
        return found

    def progress(self, done: float) -> None:
        """Report the number of sweeps that are done, now that one of them has come this far."""
        self.told(sum(each.done() for each in self.sweeps.values()) + done, len(self.sweeps))

    def own_seeds(self, name: str) -> tuple[int, ...]:
        review = self.lesson.review(name)
        return seeds_of(review, 0) if review else sweep_seeds(0, self.lesson.experiments[name].seeds)

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Let edited code run for another proof; the answer is kept by what is asked. Raises Trouble."""
        question = (function.__module__, function.__qualname__, arguments)
        name = next((each.id for each in arguments if isinstance(each, Experiment)), "")
        known = repr(question)
        if known not in self.answers:
            self.answers[known] = self.cache.kept(question, lambda: self.run(name, function, *arguments))
        return self.answers[known]

    def again(self) -> "Evidence":
        """Return new, empty evidence of this lesson, after a limit of time was hit."""
        return Evidence(self.lesson, self.pool, self.cache, self.executor)

    def close(self) -> None:
        self.judge.end()
        self.threads.shutdown(cancel_futures=True)


def experiments(lesson: Lesson) -> dict[str, Experiment]:
    return dict(lesson.experiments) | {review.id: review.experiment for review in lesson.reviews}
