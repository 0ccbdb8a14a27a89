"""A comparison: two settings over the same seeds, made into a lesson of one question, which the runs answer."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from lessons.course.asking.measurements import metric_words
from lessons.course.lesson.lesson import Edit, Experiment, Lesson, Prose, Question, Review
from lessons.course.lesson.metric import METRICS, NUMBER, SHARE, metric_of
from lessons.course.lesson.page import Knob, Strings
from lessons.course.lesson.value_words import is_share
from lessons.course.lesson.values import LessonError
from lessons.course.play.knob_settings import beginning_of_task, experiment_of, setting_of, settings_of
from lessons.course.play.knobs import (
    KNOBS,
    LEAST,
    MINE,
    NUMBERS,
    ROWS,
    TASKS,
    Values,
    applies,
    meant,
    telling,
    turned,
    typed_number,
)
from lessons.course.play.play import Play, Playing

COMPARE = "compare"  # the lesson, its experiment and its question
ARMS = ("a", "b")
SETTINGS = tuple(knob for knob in KNOBS if knob != "seed")  # every seed is tried
MEASURED = ("val_accuracy", "train_accuracy", "final_loss", "val_loss", "steps_to_loss_0.1")
COUNTED_ON = {"val_accuracy": "held_out", "train_accuracy": "training"}  # the constant answer, as the accuracy is
ALL_TRAIN = ("xor", "dichotomies")  # tasks that hold no row out
SEEDS = ("8", "32", "128")
FEWEST_SEEDS, MOST_SEEDS = 2, 1024
SAME_SHARE, SAME_PART = 0.01, 0.05  # how far two arms may be apart and still be the same
BESIDE = {"eps": "optimizer", "rows": "task"}  # what decides if a knob means anything; of others the model
TRIED = "tried"  # in the place of a knob
NAMED = (*NUMBERS, "positions")  # knobs whose values need their name
LONGEST_VALUE = 19  # letters that stand beside an arm's name


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two settings of the knobs, and what is measured of B beside A. `reason`: an explanation that it may refute."""

    play: Play
    a: Values
    b: Values
    metric: str
    seeds: int
    reason: str = ""

    @property
    def begun(self) -> Play:
        """Return the knobs as the command begins with them: a lesson's, a file's, or those of the task."""
        if self.play.first.lesson or self.a["task"] not in TASKS:
            return self.play
        return replace(self.play, first=beginning_of_task(self.a["task"]))

    @property
    def words(self) -> tuple[str, ...]:
        """Return the command that makes the same comparison, whoever types it."""
        first = self.begun.first
        arms = [(f"--{arm}", typed_settings(values, first.values)) for arm, values in self.arms.items()]
        name = first.lesson or self.a["task"]
        label = [("--label", own.asked.name)] if (own := self.begun.own) else []
        given = (word for pair in (*label, *arms) if pair[1] for word in pair)
        return (COMPARE, name, *given, "--metric", self.metric, "--seeds", str(self.seeds))

    @property
    def line(self) -> str:
        """Return the line to share: whoever pastes it bets before they see."""
        return shlex.join(["lynx-tutor", *self.words, "--ask"])

    def share_words(self, text: Strings) -> str:
        """Say how to share it; of one's own change, that the line works here alone."""
        return text("comparison.share_own" if self.is_own else "comparison.share", line=self.line)

    @property
    def is_own(self) -> bool:
        """Return True if the learner's own change of minimodel is compared, which nobody else has."""
        return MINE in (self.a["break"], self.b["break"])

    @property
    def arms(self) -> Mapping[str, Values]:
        return dict(zip(ARMS, (self.a, self.b), strict=True))

    @property
    def differing(self) -> tuple[str, ...]:
        """Return the knobs that mean something in one of the two, and are turned otherwise in the other."""
        knobs = (knob for knob in SETTINGS if any(applies(knob, values) for values in self.arms.values()))
        return tuple(knob for knob in knobs if self.a[knob] != self.b[knob])

    @property
    def question(self) -> Question:
        """Ask for B beside A: shares by their difference, other numbers by their ratio."""
        metric = metric_of(self.metric)
        summary = "mean" if metric and metric.is_yes_or_no else "median"
        compare, same = ("difference", SAME_SHARE) if is_share(self.metric) else ("ratio", SAME_PART)
        a, b = ARMS
        kind = "direction"
        return Question(COMPARE, kind, COMPARE, self.metric, b, a, (), compare, summary, same_within=same)

    def experiment(self, edits_of: Callable[[str], tuple[Edit, ...]]) -> Experiment:
        """Return the experiment with its two arms. Raises LessonError for a break that does not load."""
        found = {name: experiment_of(self.play.first, values, edits_of) for name, values in self.arms.items()}
        arms = tuple(replace(each.arms[0], name=name) for name, each in found.items())
        pairs = tuple((self.metric, how, *ARMS[::-1]) for how in (self.question.compare, "lower", "higher"))
        counted_on = COUNTED_ON.get(self.metric, "")
        return Experiment(COMPARE, arms, self.seeds, (self.metric,), probes=(), pairs=pairs, counted_on=counted_on)

    def lesson(self, edits_of: Callable[[str], tuple[Edit, ...]], prose: Mapping[str, Prose]) -> Lesson:
        experiment = self.experiment(edits_of)
        review = Review(COMPARE, experiment, self.question)
        return Lesson(COMPARE, Path(), experiments={COMPARE: experiment}, reviews=(review,), prose=prose)

    def prose(self, text: Strings) -> Prose:
        """Write the words of its lesson."""
        names = {f"arm {arm}": self.name(arm, values, text) for arm, values in self.arms.items()}
        task = self.play.said("task", self.a["task"], text)
        question = f"{self.settings_words(text)}\n\n**{{asked}}**"
        return Prose(text("comparison.title"), {f"experiment {COMPARE}": task, f"review {COMPARE}": question, **names})

    def settings_words(self, text: Strings) -> str:
        """Say what A and B are, and what they share."""
        told = {arm: self.told(values, self.differing, text) for arm, values in self.arms.items()}
        shared = [knob for knob in telling(self.a) if knob in SETTINGS and knob not in self.differing]
        return text("comparison.settings", **told, same=self.told(self.a, shared, text), seeds=self.seeds)

    def name(self, arm: str, values: Values, text: Strings) -> str:
        """Return `B (tanh)`, or `B (tanh, width 8)`: as many of the settings that differ as are short."""
        said = [
            self.told(values, [knob], text) if knob in NAMED else self.play.said(knob, values[knob], text)
            for knob in self.differing
        ]
        some = (", ".join([*said[:count], *["…"][: len(said) - count]]) for count in range(len(said), 0, -1))
        name = next((each for each in some if len(each) <= LONGEST_VALUE), "")
        return f"{arm.upper()} ({name})" if name else arm.upper()

    def told(self, values: Values, knobs: Iterable[str], text: Strings) -> str:
        return ", ".join(self.play.settings_words(values, tuple(knobs), text))


@dataclass(frozen=True, eq=False)
class Pairing:
    """The choices for a comparison, and what is chosen: two tries or two values of a knob, a metric, how many seeds."""

    play: Play
    begun: Values
    now: Values
    tried: tuple[Values, ...]  # as it began, as it was tried, as the knobs stand: the latest last
    order: tuple[str, ...]  # of what may differ
    chosen: Mapping[str, str]

    @property
    def comparison(self) -> Comparison:
        a, b = (self.settings[int(self.chosen[arm])] for arm in ARMS)
        return Comparison(self.play, a, b, self.chosen["metric"], int(self.chosen["seeds"]))

    @property
    def settings(self) -> tuple[Values, ...]:
        """Return what A and B may be: the tries, or the knobs as they stand with each value of one."""
        if (knob := self.chosen["knob"]) == TRIED:
            return self.tried
        first = self.play.first.values
        return tuple(turned(self.now, first, knob, value) for value in paired_values(self.play, self.now, knob))

    def turned(self, name: str, value: str) -> "Pairing":
        """Return it with another choice; of another knob, A and B begin with the value now and its neighbour."""
        found = replace(self, chosen={**self.chosen, name: value})
        if name != "knob":
            return found
        place = min(found.settings.index(self.now), len(found.settings) - 2)
        return found.turned("a", str(place)).turned("b", str(place + 1))

    def knobs(self, text: Strings) -> tuple[Knob, ...]:
        """Return what there is to choose as knobs; tries are told by what is turned in them."""
        places = tuple(map(str, range(len(self.settings))))
        told = {place: self.told(values, text) for place, values in zip(places, self.settings, strict=True)}
        metrics = metrics_for(self.play, self.now)
        choices = {"knob": self.order, **dict.fromkeys(ARMS, places), "metric": metrics, "seeds": SEEDS}
        names = {name: text("comparison.tried" if name == TRIED else f"play.{name}") for name in self.order}
        measured = {each: metric_words(each, text) for each in metrics}
        words = {"knob": names, **dict.fromkeys(ARMS, told), "metric": measured}
        return tuple(
            Knob(name, text(f"comparison.{name}"), self.chosen[name], values, words.get(name, {}))
            for name, values in choices.items()
        )

    def told(self, values: Values, text: Strings) -> str:
        if (knob := self.chosen["knob"]) != TRIED:
            return self.play.said(knob, values[knob], text)
        differing = Comparison(self.play, self.begun, values, "", 0).differing
        return ", ".join(self.play.settings_words(values, differing, text)) or text("comparison.begun")


def pairing(play: Play, playing: Playing, chosen: str) -> Pairing:
    """Return what can be compared: first B the settings now and A those before them, else values of the knob chosen."""
    now, task = playing.values, playing.values["task"]
    begun = turned(play.first.values, play.first.values, "task", task)
    found: dict[str, Values] = {typed_settings(begun, begun): begun}
    for values in (*(each.values for each in playing.tries if each.values["task"] == task), now):
        key = typed_settings(values, begun)
        found = {**{other: found[other] for other in found if other != key}, key: values}  # the latest last
    several = (knob for knob in SETTINGS if len(paired_values(play, now, knob)) > 1)
    knobs = [knob for knob in several if knob != "task" and applies(knob, now)]
    at = knobs.index(chosen) if chosen in knobs else 0
    order = (*[TRIED][: len(found) - 1], *knobs[at:], *knobs[:at])
    choice = {"metric": metrics_for(play, now)[0], "seeds": SEEDS[1]}
    return Pairing(play, begun, now, tuple(found.values()), order, choice).turned("knob", order[0])


def paired_values(play: Play, now: Values, knob: str) -> tuple[str, ...]:
    """Return the values of a knob that can be compared: one's own change only where it is turned on."""
    return tuple(each for each in play.choices(knob, Playing(now)) if each != MINE or now["break"] == MINE)


def typed_settings(values: Values, first: Values) -> str:
    """Return settings as a command line takes them: `width=4,activation=tanh`; `""` where nothing is turned."""
    told = (knob for knob in SETTINGS if values[knob] != first[knob] and applies(knob, values))
    return ",".join(f"{knob}={values[knob]}" for knob in told)


def metrics_for(play: Play, values: Values) -> tuple[str, ...]:
    """Return what is worth measuring for a task, what says most first."""
    has_classes = setting_of(settings_of(play.first, values).task).outputs > 1
    left_out: tuple[str, ...] = () if has_classes else ("val_accuracy", "train_accuracy")
    if values["task"] in ALL_TRAIN:
        left_out += ("val_accuracy", "val_loss")
    return tuple(metric for metric in MEASURED if metric not in left_out)


def read_settings(words: str, play: Play, begun: Values, text: Strings) -> Values:
    """Return the knobs with those turned that `width=4,activation=tanh` names. Raises LessonError, in a sentence."""
    given = dict(read_pair(pair, text) for pair in words.split(",") if pair.strip())
    first, values = play.first.values, begun
    for knob in (each for each in SETTINGS if each in given):
        if not applies(knob, values):
            raise unfit(knob, given[knob], values, text)
        given[knob] = read_value(knob, given[knob], play, values, text)
        values = turned(values, first, knob, given[knob])
    for knob, value in given.items():
        if values[knob] != value or not applies(knob, values):
            raise unfit(knob, value, values, text)
    return values


def unfit(knob: str, value: str, values: Values, text: Strings) -> LessonError:
    other = BESIDE.get(knob, "model")
    return LessonError(text("comparison.unfit", setting=f"{knob}={value[:40]}", other=f"{other}={values[other]}"))


def read_pair(words: str, text: Strings) -> tuple[str, str]:
    name, sign, value = (part.strip() for part in words.partition("="))
    if name.lower() not in SETTINGS:
        raise LessonError(text("comparison.no_knob", name=name[:40], knobs=", ".join(nearest(name, SETTINGS))))
    if not sign:
        raise LessonError(text("comparison.no_sign", name=name))
    return name.lower(), value


def read_value(knob: str, words: str, play: Play, now: Values, text: Strings) -> str:
    choices = tuple(choice for choice in play.choices(knob, Playing(now)) if choice != ROWS)
    if found := meant(knob, words, choices) or typed_number(knob, words, choices):
        return found
    between = text("comparison.between", least=LEAST.get(knob, choices[0]), most=choices[-1])
    values = between if knob in NUMBERS else ", ".join(nearest(words, choices))
    raise LessonError(text("comparison.no_value", name=knob, value=words[:40], values=values))


def nearest(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the known names that are most like one; all of them where none is."""
    return tuple(get_close_matches(name.lower(), known, 3, 0.5)) or known


def read_metric(name: str, play: Play, both: tuple[Values, ...], text: Strings) -> str:
    """Return the metric of this name. Raises LessonError for one that gives no number, or none for these tasks."""
    found = metric_of(name)
    usual = tuple(metric for metric in MEASURED if all(metric in metrics_for(play, values) for values in both))
    if found and found.kind in (NUMBER, SHARE) and (name in usual or name not in MEASURED):
        return name
    numbers = [each for each, metric in METRICS.items() if metric.kind in (NUMBER, SHARE)]
    known = () if found else [each for each in numbers if each in usual or each not in MEASURED]
    close = get_close_matches(name, known, 3, 0.5)
    raise LessonError(text("comparison.no_metric", name=name[:40], metrics=", ".join(close or usual)))
