"""A learner's own runs once more: the same seed gives the same run, bit for bit, so no picture needs to be stored."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from lessons.format import LessonError
from lessons.lesson import Experiment, Prose
from lessons.measurements import experiment_words
from lessons.page import Train
from lessons.pictures import Picture
from tutor.pack_runs import run_of
from tutor.reports.learner_report import OwnLesson
from tutor.training import Watching
from tutor.words.text import Text

LARGEST_SEED = 2**32
Wanted = Callable[[], bool]


@dataclass(frozen=True)
class OwnRun:
    """The run of an experiment that a learner watched last. `name` begins the names of its pictures."""

    name: str
    experiment: Experiment
    seed: int
    of_pack: bool = False

    def title(self, page: Prose, text: Text) -> str:
        return text("export.run", task=experiment_words(self.experiment.id, page), seed=self.seed)


def own_runs(lesson: OwnLesson) -> Iterator[OwnRun]:
    """Find the runs to train again. The names hold lesson, mode and experiment, and nothing from the file."""
    if not lesson.may_run:
        return
    last, name = dict(lesson.state.runs), f"{lesson.place.lesson.id.replace('/', '-')}-{lesson.place.mode}"
    of_pack = "/" in lesson.place.lesson.id
    for experiment in lesson.place.lesson.experiments.values():
        if 0 <= last.get(experiment.id, -1) < LARGEST_SEED:
            yield OwnRun(f"{name}-{experiment.id}", experiment, last[experiment.id], of_pack)


def picture_names(run: OwnRun) -> Iterator[str]:
    """Number the names of a run's pictures: at most one for each arm, and one for all of them."""
    yield f"{run.name}.svg"
    yield from (f"{run.name}-{number + 2}.svg" for number, _ in enumerate(run.experiment.arms))


def trained_again(run: OwnRun, page: Prose, text: Text, wanted: Wanted) -> dict[str, Picture]:
    """Train a run again for its pictures. What cannot be run has none; it ends early once it is not `wanted`."""
    try:
        watching = run_of(run.of_pack, Watching, Train(run.experiment, run.seed), page, text)
        for _ in watching:
            if not wanted():
                return {}
        pictures = watching.pictures()
    except (LessonError, ValueError):
        return {}
    title = run.title(page, text)
    named = (replace(picture, title=f"{title} · {picture.title}") for picture in pictures)
    return dict(zip(picture_names(run), named, strict=False))
