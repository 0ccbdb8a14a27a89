"""`new NAME --from FINDING`: a comparison that was kept at play becomes a lesson of its own, where an author begins."""

import shlex
from pathlib import Path

import tomli_w

from lessons.course.asking.measurements import metric_words
from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.values import LessonError
from lessons.course.play.comparison import COMPARE, Comparison
from lessons.course.play.knobs import NONE, Found
from lessons.format import dare, finding
from tutor.exits import Refused
from tutor.learner import Learner
from tutor.records import findings
from tutor.shell.compare import chosen_comparison
from tutor.shell.dare import finite_values, structure_text, trained, write_pack
from tutor.shell.options import read_words
from tutor.shell.request import Asked, open_learner
from tutor.words.author_sentences import author_words
from tutor.words.text import Text

MOST_SEEDS = 32  # of a lesson; a comparison may have had more


def from_finding(asked: Asked, folder: Path, text: Text) -> int:
    """Write a pack with the lesson. Raises Refused where no kept comparison says this, or a pack cannot hold it."""
    learner = open_learner(asked)
    kept = comparison_kept(learner, str(asked.finding), text)
    comparison = chosen(learner, kept, text)
    experiment = comparison.experiment(lambda name: ())
    seeds = min(comparison.seeds, MOST_SEEDS)
    metric, language = comparison.metric, text.language
    prose = comparison.prose(text)
    names = {f"name_{arm}": prose.sections[f"arm {arm}"] for arm in comparison.arms}
    title = text("finding.title", **names)  # what was found stands at its end
    told = {"finding": kept.text, "settings": comparison.settings_words(text), "metric": metric_words(metric, text)}
    values = measured(experiment, metric, seeds, text)
    files = {
        "course.toml": tomli_w.dumps(dare.course_of(asked.lesson, title, language, finding.FINDING)),
        f"{asked.lesson}/lesson.toml": structure_text(
            finding.structure(asked.lesson, experiment.arms, metric, seeds), text
        ),
        f"{asked.lesson}/{language}.md": finding.page(language, metric, values, {"title": title, **names, **told}),
    }
    return write_pack(learner, folder, files, text("finding.made", folder=folder), text)


def comparison_kept(learner: Learner, words: str, text: Text) -> Found:
    """Return the last kept comparison whose line of words holds these. Raises Refused, and names those there are."""
    compared = [each for each in findings(learner.events()) if COMPARE in each.settings]
    meant = [each for each in compared if words.casefold() in each.text.casefold()]
    if not meant:
        names = " · ".join(each.text for each in compared)
        raise Refused(text("finding.which", words=words, names=names) if names else text("finding.none"))
    return meant[-1]


def chosen(learner: Learner, kept: Found, text: Text) -> Comparison:
    """Read a kept comparison's command again. Raises Refused for one of own rows, or of a changed library."""
    try:
        found = chosen_comparison(read_words(shlex.split(kept.settings[COMPARE]), text), learner, text)
    except LessonError as error:
        raise Refused(author_words(str(error), text)) from None
    if found.play.own or any(values["break"] != NONE for values in found.arms.values()):
        raise Refused(text("finding.own"))
    return found


def measured(experiment: Experiment, metric: str, seeds: int, text: Text) -> dict[str, tuple[float, ...]]:
    """Train both arms on the lesson's own seeds. Raises Refused where a seed gives no number."""
    found = trained(experiment, seeds, of_pack=False, text=text)
    values = {arm: finite_values(found.values[arm][metric]) for arm in experiment.names}
    if any(len(each) < seeds for each in values.values()):
        raise Refused(text("finding.no_number"))
    return values
