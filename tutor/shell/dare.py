"""`new NAME --from-play`: what a learner changed at play becomes a break that somebody else meets blind, in one zip."""

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from statistics import median
from typing import Any

import tomli_w

from lessons.course.asking.measurements import metric_words
from lessons.course.lesson.lesson import BROKEN, HEALTHY, Arm, Edit, Experiment
from lessons.course.lesson.summaries import Value
from lessons.course.lesson.values import LessonError
from lessons.course.play.knob_settings import beginning_of, beginning_of_task, experiment_of
from lessons.course.play.knobs import KNOBS, MINE, NONE, TASKS
from lessons.engine.chunks import Results, Sweep, here
from lessons.engine.job import Job, last_item
from lessons.format import dare
from tutor.exits import DONE, Refused
from tutor.learner import Learner
from tutor.own_change import OwnChange
from tutor.pack_code import keep_as_own
from tutor.records import findings
from tutor.shell.request import Asked, open_learner
from tutor.shell.terminal import listen
from tutor.training import doer_of, ended_words
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, reason_of


def from_play(asked: Asked, folder: Path, text: Text) -> int:
    """Write a dare's pack and its zip. Raises Refused where nothing was changed, or nothing can be compared."""
    learner, archive = open_learner(asked), Path(f"{folder}.zip")
    if archive.exists():
        raise Refused(text("new.taken", folder=archive))
    edits = [dare.narrowed(each) for each in OwnChange(learner, text).edits]
    if not edits:
        raise Refused(text("dare.no_change"))
    experiment = experiment_at_play(learner, edits, text)
    metric, within = clearest(experiment, text)
    title, language = asked_line(text("dare.title"), asked.lesson), text.language
    sentence = asked_line(text("dare.sentence"), text("dare.otherwise"))
    words = {"title": title, "sentence": sentence, "metric": metric_words(metric, text)}
    settings = experiment.arms[0].settings
    files = {
        "course.toml": tomli_w.dumps(dare.course_of(asked.lesson, title, language, dare.DARE)),
        f"{asked.lesson}/lesson.toml": structure_text(dare.structure(asked.lesson, settings, edits, metric), text),
        f"{asked.lesson}/{language}.md": dare.page(language, edits, metric, within, words),
    }
    return write_pack(learner, folder, files, text("dare.made", folder=folder, archive=archive), text)


def structure_text(structure: dict[str, Any], text: Text) -> str:
    """Write a lesson.toml; why nothing is on trial, in the author's language."""
    return tomli_w.dumps({**structure, "trial": author_words(structure["trial"], text)})


def write_pack(learner: Learner, folder: Path, files: Mapping[str, str], made: str, text: Text) -> int:
    """Write a pack of one lesson, and its zip beside it, and say so. Raises Refused where the disk does not let us."""
    try:
        (folder / folder.name).mkdir(parents=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
        shutil.make_archive(str(folder), "zip", folder.parent, folder.name)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # half a pack is none
        raise Refused(text("new.unwritable", folder=folder, reason=reason_of(error, text))) from None
    keep_as_own(learner, folder.resolve())
    print(made)
    return DONE


def asked_line(prompt: str, otherwise: str) -> str:
    try:
        return listen(f"{prompt} ").strip() or otherwise
    except EOFError:
        return otherwise


def experiment_at_play(learner: Learner, edits: list[Edit], text: Text) -> Experiment:
    """Return the last finding with a change of one's own, healthy and changed. Raises Refused without one."""
    kept = reversed(findings(learner.events()))
    mine: dict[str, Any] = next((each.settings for each in kept if each.settings.get("break") == MINE), {})
    lesson, task = learner.course.lessons.get(mine.get("lesson", "")), mine.get("task")
    if not mine or not (lesson or task in TASKS):
        raise Refused(text("dare.no_finding"))
    first = beginning_of(lesson) if lesson else beginning_of_task(str(task))
    values = {knob: str(mine.get(knob, first.values[knob])) for knob in KNOBS} | {"break": NONE}
    try:
        experiment = experiment_of(first, values, lambda name: ())
    except (LookupError, ValueError, LessonError):  # a journal that was written by hand
        raise Refused(text("dare.no_finding")) from None
    (arm,) = experiment.arms
    arms = (replace(arm, name=HEALTHY), Arm(BROKEN, arm.settings, tuple(edits)))
    return replace(experiment, arms=arms, seeds=dare.SEEDS, pictures=())


def clearest(experiment: Experiment, text: Text) -> tuple[str, float]:
    """Train both copies with limits; return the metric that shows the change best, and its margin. Raises Refused."""
    found = trained(experiment, dare.SEEDS, of_pack=True, text=text)
    effects: dict[str, tuple[float, float]] = {}
    for metric in (each for each in experiment.metrics if each != "baseline"):
        values = [finite_values(found.values[arm][metric]) for arm in experiment.names]
        if all(len(each) == dare.SEEDS for each in values):
            healthy, broken = (median(each) for each in values)
            effects[metric] = abs(broken - healthy) / (abs(healthy) or 1), dare.margin_of(metric, healthy, broken)
    if not effects:
        raise Refused(text("dare.raises"))
    metric = max(effects, key=lambda each: effects[each])
    return metric, effects[metric][1]


def trained(experiment: Experiment, seeds: int, of_pack: bool, text: Text) -> Results:
    """Train every arm on so many seeds, with limits or without. Raises Refused where that comes to no end."""
    try:
        job = Job.of(here, [Sweep(experiment, tuple(range(seeds)), losses=False)])
        _, found = last_item(doer_of(of_pack).items(job))
    except LessonError as error:
        raise Refused(ended_words(error, text)) from None
    assert isinstance(found, Results)
    return found


def finite_values(values: Iterable[Value]) -> tuple[float, ...]:
    return tuple(each for each in values if isinstance(each, float) and isfinite(each))
