"""Evidence: what a lesson's runs show on its own seeds, and on seeds that it never uses, trained when asked for."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from lessons.check.cache import Cache
from lessons.check.worker_process import beat
from lessons.check.workers import Trouble, Workers
from lessons.lesson import Experiment, Lesson
from lessons.reviewing import seeds_of
from lessons.runs.chunks import Executor, sweep_chunks
from lessons.runs.experiment import Sweeping, sweep, sweep_seeds
from lessons.runs.measured import Measured
from lessons.summaries import Record, Value

HELD_BACK = tuple(range(700_001, 700_033))  # 32 seeds that no lesson, review or judge trains
RESAMPLES = 1000
DRAWN_FROM = 20260101  # the seed of the resampling: the same draws in every check

Values = Mapping[str, Mapping[str, list[Value]]]  # by arm, by metric, a value a seed


class Evidence:
    """The sweeps of a lesson and of its reviews, each trained in a process of its own, and kept."""

    def __init__(
        self, lesson: Lesson, workers: Workers, cache: Cache | None = None, executor: Executor | None = None
    ) -> None:
        self.lesson, self.workers, self.cache = lesson, workers, cache or Cache()
        self.executor = executor  # who trains the sweeps, where it is not the workers
        self.threads = ThreadPoolExecutor(workers.count)
        self.sweeps: dict[tuple[str, bool], Future[Measured]] = {}
        self.answers: dict[str, Any] = {}  # of this check, where nothing is kept for the next
        self.told: Callable[[float, int], None] = lambda done, total: None
        self.trouble: Trouble | None = None  # once a run has not come to its end, no other is begun

    def gather(self) -> None:
        """Begin to train everything that the proofs will rest on."""
        for held_back in (False, True):
            for name in experiments(self.lesson):
                self.begin(name, held_back)

    def begin(self, name: str, held_back: bool) -> "Future[Measured]":
        if (name, held_back) not in self.sweeps:
            future = self.threads.submit(self.sweep, name, held_back)
            self.sweeps[name, held_back] = future
        return self.sweeps[name, held_back]

    def own(self, name: str) -> Measured:
        """Return an experiment on the lesson's own seeds, or a review in its first round. Raises Trouble."""
        return self.begin(name, False).result()

    def held_back(self, name: str) -> Measured:
        """Return the same on the 32 seeds that the lesson never uses. Raises Trouble."""
        return self.begin(name, True).result()

    def sweep(self, name: str, held_back: bool) -> Measured:
        experiment = experiments(self.lesson)[name]
        seeds = HELD_BACK if held_back else self.own_seeds(name)
        question = ("sweep", experiment, seeds)
        values = self.cache.kept(question, lambda: self.train(name, experiment, seeds))
        return measured(experiment, seeds, values)

    def train(self, name: str, experiment: Experiment, seeds: tuple[int, ...]) -> Values:
        """Train a sweep: in a process with limits, or where an executor has its own."""
        if self.executor is None:
            found: Values = self.run(name, swept, experiment, seeds)
            return found
        *_, item = sweep_chunks(experiment, seeds, None, self.executor)
        assert isinstance(item, Measured)
        return plain(item)

    def run(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Let a process do it. Raises Trouble, which names what was run."""
        if self.trouble:
            raise self.trouble
        try:
            return self.workers.ask(function, *arguments, beat=self.progress)
        except Trouble as trouble:
            self.trouble = self.trouble or Trouble(f"in {name}, {trouble}" if name else str(trouble))
            raise self.trouble from None

    def progress(self, done: float) -> None:
        """Tell how many of the sweeps are done, now that one of them has come this far."""
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

    def close(self) -> None:
        self.threads.shutdown(cancel_futures=True)


def experiments(lesson: Lesson) -> dict[str, Experiment]:
    """Return everything that is trained: the lesson's experiments, and those of its reviews."""
    return dict(lesson.experiments) | {review.id: review.experiment for review in lesson.reviews}


def swept(experiment: Experiment, seeds: tuple[int, ...]) -> dict[str, dict[str, list[Value]]]:
    """Sweep an experiment: the values as plain data. Called in a worker."""
    for item in sweep(experiment, seeds):
        if isinstance(item, Sweeping):
            beat(item.done / item.total)
    assert isinstance(item, Measured)
    return plain(item)


def plain(found: Measured) -> dict[str, dict[str, list[Value]]]:
    """Return the values as plain data."""
    return {arm: {name: list(each) for name, each in values.items()} for arm, values in found.values.items()}


def measured(experiment: Experiment, seeds: tuple[int, ...], values: Values) -> Measured:
    own = {arm: {name: tuple(each) for name, each in found.items()} for arm, found in values.items()}
    return Measured(experiment, seeds, own)


def record_of(sweeps: Iterable[Measured]) -> Record:
    """Return the sweeps as verdicts read them."""
    return {each.experiment.id: each.as_record() for each in sweeps}
