"""Code that was judged, in words and pictures: how it behaves, and each check of a lab."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.course.asking.measurements import experiment_words, metric_words, named, said
from lessons.course.lesson.arm_roles import BREAK
from lessons.course.lesson.exercise import Lab, LabCheck, Told, case_words
from lessons.course.lesson.lesson import BROKEN, HEALTHY, Lesson, Prose
from lessons.course.lesson.metric import NUMBER, SHARE, metric_of
from lessons.course.lesson.page import Block, Strings, Words
from lessons.course.lesson.pictures import Axis, Curve, Curves, loss_axis
from lessons.course.lesson.state import Judged
from lessons.course.lesson.summaries import Value, summarise
from lessons.course.lesson.value_words import number
from lessons.course.steps import hints
from lessons.course.steps.behaviour import (
    MISTAKE,
    SIDES,
    UNTRIED,
    YOURS,
    Behaviour,
    Checked,
    behaviour_of,
    checks_of,
    filled_grid,
    parts_in,
)

# Reasons whose detail says it all.
NUMBERS = ("raises", "parameters", "shape", "value", "gradient", "untrained")
MOST = 3  # measurements in one sentence
NEAR = 0.1  # relative: numbers that people take for the same
NEAR_SHARE = 0.02
ONE_CURVE = 0.03  # powers of ten between two curves that the eye takes for one
LEARNS = 0.8  # of its first loss: what ends above that has not learnt
ROLES = {**BREAK, YOURS: "arm-3"}


def lab_blocks(judged: Judged, lab: Lab, text: Strings) -> list[Block]:
    """Write the verdict; of checks that were told one by one what the first that fails says, and how many are left."""
    checked, verdict = checks_of(judged.behaviour), hints.judged_words(judged, True, text)
    if len(checked) != len(lab.checks):
        return [verdict]
    told = [check_told(*pair, text) for pair in zip(lab.checks, checked, strict=True)]
    if judged.passed:
        return [verdict, *told]
    done = sum(each.reason == "passed" for each in checked)
    first = next((words for words in told if words.tone == "wrong"), told[0])
    key = "lab.score_numbers" if "≠" in first.markdown else "lab.score"
    score = Words(text(key, done=done, count=len(checked)), "bad")
    left = len(checked) - done - 1
    return [score, first, *([Words(text("lab.more", count=left), "note")] if left else [])]


def mistake_words(judged: Judged, page: Prose) -> Iterator[Words]:
    """Yield what the lesson says of a mistake that it knows."""
    heading = f"told {parts_in(judged.parts).get(MISTAKE, '')}"
    if heading in page.sections:
        yield Words(page.sections[heading], "told")


def check_told(check: LabCheck, each: Checked, text: Strings) -> Words:
    options, uses, case = check.options, check.options.get("uses", ()), case_words(check.options)
    listed = ", ".join(map(str, uses)) if isinstance(uses, list | tuple) else ""
    task, below = options.get("task", ""), options.get("below", "")
    name = text(f"draw.{task}") if text.has(f"draw.{task}") else task
    words = text(f"lab.check_{check.name}", case=case, uses=listed, task=name, below=below)
    if each.reason == "passed":
        return Words(words, "passed")
    if each.reason == UNTRIED:
        return Words(text("lab.untried", check=words), "note")
    if each.reason in NUMBERS:  # what they mean was said just now
        why = each.detail.removeprefix(case).lstrip(":, ")
    else:
        detail = each.detail.removeprefix(case).lstrip(":, ")
        why = hints.judged_words(Judged(False, each.reason, detail, parts=each.parts), True, text).markdown
    return Words(f"{words}. {why}".rstrip(), "wrong")


def judged_blocks(judged: Judged, lesson: Lesson, page: Prose, text: Strings) -> list[Block]:
    """Write the verdict, why, and a drawing of what happened; of a lab check by check."""
    if lesson.lab:
        return [*lab_blocks(judged, lesson.lab, text), *mistake_words(judged, page)]
    behaviour = behaviour_of(judged.behaviour)
    if behaviour is None or behaviour.experiment not in lesson.experiments:
        return [hints.judged_words(judged, False, text)]
    return BehaviourWords(behaviour, lesson, page, text).blocks(judged)


@dataclass(frozen=True, eq=False)
class BehaviourWords:
    """One behaviour of a lesson's experiment, in one language."""

    behaviour: Behaviour
    lesson: Lesson
    page: Prose
    text: Strings

    def blocks(self, judged: Judged) -> list[Block]:
        if not judged.passed:
            sentences = (Words(each, "told") for each in (*self.own_words(), *self.sentences()))
            return [Words(self.headline(judged), "bad"), *sentences, self.curves((HEALTHY, YOURS))]
        last = {side: number(losses[-1]) for side, losses in self.behaviour.losses.items()}
        onto, grid = self.text("behaviour.onto", **last), self.behaviour.grid
        sentence = f"{onto} {self.text('behaviour.ruled')}" if self.is_ruled else onto
        blocks: list[Block] = [Words(self.text("repair.passed"), "good"), Words(sentence, "told"), self.curves(SIDES)]
        if grid:
            blocks.append(filled_grid(grid, self.name(YOURS), ROLES[YOURS], self.text))
        return blocks

    @property
    def is_ruled(self) -> bool:
        """Return True if the broken library reported a loss of its own elsewhere, unlike this one."""
        experiments, losses = self.lesson.experiments, self.behaviour.losses
        own = {each.id for each in experiments.values() if any(arm.settings.own_ruler for arm in each.arms)}
        return bool(own) and self.behaviour.experiment not in own and losses[BROKEN] != losses[HEALTHY]

    def headline(self, judged: Judged) -> str:
        """Describe the loss, and the step at which it is furthest from the healthy one."""
        if judged.reason != "trajectory":
            return hints.judged_words(judged, False, self.text).markdown
        steps, yours, healthy = self.behaviour.steps, *(self.behaviour.losses[side] for side in (YOURS, HEALTHY))
        if lost := next((step for step, loss in zip(steps, yours, strict=True) if not math.isfinite(loss)), None):
            return self.text("behaviour.nan", step=number(lost))
        away, step = max((abs(mine - right), step) for step, mine, right in zip(steps, yours, healthy, strict=True))
        values = {"step": step, "away": away, "yours": yours[-1], "healthy": healthy[-1]}
        return self.text(f"behaviour.{self.kind()}", **{name: number(value) for name, value in values.items()})

    def kind(self) -> str:
        """Return the course of the learner's curve in a word."""
        yours, healthy, broken = (self.behaviour.losses[side] for side in (YOURS, HEALTHY, BROKEN))
        if yours == healthy:
            return "same"
        if far(yours, healthy) < ONE_CURVE:
            return "close"
        if yours[-1] > LEARNS * yours[0] and healthy[-1] < LEARNS * healthy[0]:
            return "flat"
        if far(yours, broken) < ONE_CURVE or 4 * far(yours, broken) < far(yours, healthy):
            return "still"
        return "other"

    def own_words(self) -> Iterator[str]:
        """Yield the lesson's own words on this behaviour: the first of them that fit."""
        for each in self.lesson.repair.told if self.lesson.repair else ():
            if fits(each, self.behaviour.metrics.get(each.metric, {}).get(YOURS)):
                yield self.page.sections[f"told {each.id}"]
                return

    def sentences(self) -> Iterator[str]:
        """Yield the measurements that are as in the broken model, those that are wrong otherwise, and those mended."""
        parts: dict[str, list[str]] = {"as_broken": [], "apart": [], "mended": []}
        for metric in sorted(self.behaviour.metrics, key=self.weight, reverse=True):
            values = self.behaviour.metrics[metric]
            kind = compared(metric, *(values[side] for side in (YOURS, HEALTHY, BROKEN)))
            words = {side: self.value(metric, value) for side, value in values.items()}
            reads_the_same = kind == "apart" and words[YOURS] == words[HEALTHY]
            if kind and not reads_the_same and metric != "final_loss":  # the loss is drawn
                key = "part_mended" if kind == "mended" else "part"
                parts[kind].append(self.text(f"behaviour.{key}", metric=metric_words(metric, self.text), **words))
        for kind, found in parts.items():
            if found:
                yield self.text(f"behaviour.{kind}", parts="; ".join(found[:MOST]))

    def weight(self, metric: str) -> float:
        values = self.behaviour.metrics[metric]
        return max(parted(values[HEALTHY], values[side]) for side in (YOURS, BROKEN))

    def value(self, metric: str, value: Value) -> str:
        return self.text("behaviour.never") if value is None else said(summarise((value,)), metric, self.text)

    def curves(self, sides: tuple[str, ...]) -> Curves:
        """Draw the losses of these sides, the last one on top."""
        steps, losses, loss = self.behaviour.steps, self.behaviour.losses, self.text("axis.loss")
        curves = tuple(Curve(self.name(side), ROLES[side], steps, losses[side]) for side in sides)
        parts = [
            self.text("says.curve", arm=each.name, first=number(each.y[0]), last=number(each.y[-1])) for each in curves
        ]
        says = self.text("says.curves", steps=number(steps[-1]), arms="; ".join(parts))
        title = self.text("picture.loss")
        if len(self.lesson.experiments) > 1:
            title = f"{loss[:1].upper()}{loss[1:]} · {experiment_words(self.behaviour.experiment, self.page)}"
        y = loss_axis(loss, (value for each in curves for value in each.y))
        return Curves(title, curves, Axis(self.text("axis.steps"), 0, steps[-1]), y, says)

    def name(self, side: str) -> str:
        return named(side, self.page, self.text)


def far(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the mean distance of two curves, in powers of ten."""
    pairs = [(max(a, 1e-12), max(b, 1e-12)) for a, b in zip(one, other, strict=True)]
    if not all(math.isfinite(value) for pair in pairs for value in pair):
        return math.inf
    return sum(abs(math.log10(a / b)) for a, b in pairs) / len(pairs)


def fits(told: Told, value: Value) -> bool:
    if not isinstance(value, float):
        return False
    return (told.least is None or value >= told.least) and (told.most is None or value <= told.most)


def parted(one: Value, other: Value) -> float:
    """Return the distance of two numbers, in powers of ten."""
    if not isinstance(one, float) or not isinstance(other, float):
        return 0.0 if one == other else 1.0
    sizes = [math.log10(max(abs(value), 1e-15)) if math.isfinite(value) else 15.0 for value in (one, other)]
    return abs(sizes[0] - sizes[1])


def compared(metric: str, yours: Value, healthy: Value, broken: Value) -> str:
    """Tell if a measurement is as in the broken model, mended, or like neither; `""` if it cannot tell."""
    found = metric_of(metric)
    if found is None or found.kind not in (NUMBER, SHARE):
        return ""
    share = found.kind == SHARE
    if alike(yours, healthy, share):
        return "" if alike(healthy, broken, share) else "mended"
    return "as_broken" if alike(yours, broken, share) else "apart"


def alike(one: Value, other: Value, share: bool) -> bool:
    if not isinstance(one, float) or not isinstance(other, float):
        return one == other
    room = NEAR_SHARE if share else max(NEAR * max(abs(one), abs(other)), 1e-9)
    return one == other or abs(one - other) <= room
