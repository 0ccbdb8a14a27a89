"""The figures of a lesson's pages: they have to be computed, but not trained.

Of the course it is kept in the index; of any other lesson it is computed when that is opened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lessons.course.lesson.blocks import Block
from lessons.course.lesson.calculation import Calculation
from lessons.course.lesson.lesson import Experiment, Lesson, Shares
from lessons.course.lesson.values import ByLanguage


@dataclass(frozen=True)
class Figures:
    """The drawings of a lesson by language and name; of each experiment what the commonest answer gets; its trace."""

    drawn: Mapping[str, Mapping[str, tuple[Block, ...]]] = field(default_factory=dict)
    commonest: Mapping[str, Shares] = field(default_factory=dict)
    calculation: Calculation | None = None


def with_figures(lesson: Lesson, figures: Figures) -> Lesson:
    """Return a lesson with each figure in its place."""

    def with_shares(experiment: Experiment) -> Experiment:
        return replace(experiment, commonest=figures.commonest.get(experiment.id, {}))

    prose = ByLanguage(
        (language, replace(page, drawn=figures.drawn.get(language, {}))) for language, page in lesson.prose.items()
    )
    return replace(
        lesson,
        has_figures=True,
        prose=prose,
        experiments={name: with_shares(each) for name, each in lesson.experiments.items()},
        reviews=tuple(replace(each, experiment=with_shares(each.experiment)) for each in lesson.reviews),
        worked=lesson.worked and replace(lesson.worked, calculation=figures.calculation),
    )
