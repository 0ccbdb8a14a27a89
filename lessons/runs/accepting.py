"""Where several cures are right: a repaired library has to reach bounds, on the lesson's seeds and on unknown ones.

The judged process only trains and hands over parameters; the healthy library measures them here. Where the repaired
library computes other outputs from the same parameters, a fresh process computes them, which was never told a label.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from lessons.exercise import Bound
from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.calls import Code, Relabelled
from lessons.runs.edits import healthy_library
from lessons.runs.judgement import BOUND, FORGED, Answer, Ask, Found, Judgement, ask
from lessons.runs.metrics import measure_one
from lessons.runs.planting import apart
from lessons.runs.slopes import generator
from lessons.runs.told import END, START, State, Told, healthy_run, inputs_of, told_states, with_parameters
from lessons.summaries import Value

UNKNOWN_SEEDS = 2**31  # from here on nobody has trained
MORE = 4  # unknown seeds more where the first misses a bound: most of all have to reach it


def asks_of_bounds(lesson: Lesson) -> Iterator[Ask]:
    """Each experiment that a bound is for, once a seed."""
    assert lesson.repair is not None
    by_experiment: dict[str, list[Bound]] = {}
    for bound in lesson.repair.accept:
        by_experiment.setdefault(bound.experiment, []).append(bound)
    for name, bounds in by_experiment.items():
        accepted = Accepted(lesson.experiments[name], bounds)
        yield accepted.compared()
        yield from (accepted.trained(Seed(seed, known=True)) for seed in lesson.repair.seeds)
        yield accepted.trained(accepted.unknown())


def unknown_seed() -> int:
    return UNKNOWN_SEEDS + secrets.randbelow(UNKNOWN_SEEDS)


def own(arm: Arm) -> Arm:
    """An arm as the judged library trains it: nothing is edited, and nothing but itself measures."""
    return replace(arm, edits=(), settings=replace(arm.settings, own_ruler=True))


@dataclass(frozen=True)
class Seed:
    """A seed to train from. `labels`: the numbers of the classes, where they are others than the task's."""

    number: int
    known: bool
    labels: tuple[int, ...] | None = None


@dataclass(eq=False)
class Accepted:
    """What a repaired library has to reach in one experiment, and what is known of it so far."""

    experiment: Experiment
    bounds: Sequence[Bound]
    computes_alike: bool = False  # the healthy outputs, from the same parameters
    tried: int = 0  # unknown seeds
    missed: list[Judgement] = field(default_factory=list)  # of these

    @property
    def arm(self) -> Arm:
        arm = self.experiment.arms[0]
        return replace(arm, edits=(), settings=replace(arm.settings, own_ruler=False))

    def unknown(self) -> Seed:
        """A seed that nobody knows, its classes under other numbers than the task's."""
        seed = unknown_seed()
        classes = healthy_run(self.arm, seed, None).rows.classes
        shift = 1 + secrets.randbelow(max(1, classes - 1))
        return Seed(seed, False, tuple((each + shift) % classes for each in range(classes)) or None)

    # ---- asking ------------------------------------------------------------

    def compared(self) -> Ask:
        """Ask what the model gives for inputs and parameters that were never trained with."""
        seed = unknown_seed()
        run = healthy_run(self.arm, seed, None)
        inputs = [run.rows.x * generator().uniform(0.5, 1.5, run.rows.x.shape)]
        expected = {"outputs": [[run.outputs(x).tolist() for x in inputs]]}

        def problem(answer: Answer) -> Found:
            self.computes_alike = not apart({"outputs": answer.get("outputs")}, expected)
            return None

        states = [run.model.state_dict()]
        asked = ask("looks", problem, arm=own(self.arm), seed=seed, states=states, inputs=inputs)
        return replace(asked, may_raise=True)

    def trained(self, seed: Seed) -> Ask:
        """Ask for the parameters of a training."""
        values = {"seed": seed.number, "steps": self.arm.settings.steps, "labels": seed.labels}
        return ask("trained", partial(self.measured, seed), arm=own(self.arm), **values)

    def looked(self, seed: Seed, losses: Any, states: Sequence[State]) -> Ask:
        """Ask a process that knows no labels what the model gives with these parameters."""
        inputs = inputs_of(healthy_run(self.arm, seed.number, seed.labels))
        problem = partial(self.told, seed, losses, states)
        return ask("looks", problem, arm=own(self.arm), seed=unknown_seed(), states=states, inputs=inputs)

    # ---- measuring ---------------------------------------------------------

    def measured(self, seed: Seed, answer: Answer) -> Found:
        """Measure what was trained; or ask for its outputs first, where they are not the healthy ones."""
        losses, states = answer["losses"], told_states(answer["states"])
        if not self.computes_alike:
            return (self.looked(seed, losses, states),)
        run = with_parameters(self.arm, seed.number, seed.labels, losses, states)
        return self.judged(seed, {bound.metric: measure_one(run, bound.metric) for bound in self.bounds})

    def told(self, seed: Seed, losses: Any, states: Sequence[State], answer: Answer) -> Found:
        """Measure by the outputs that came back. Where they do not go with the parameters, no model gave them."""
        moved = any(not np.array_equal(states[START][name], states[END][name]) for name in states[START])
        first, last = ({"outputs": answer["outputs"][which]} for which in (START, END))
        if moved and not apart(first, last):
            return Judgement(FORGED, self.experiment.id)
        run = Told(healthy_run(self.arm, seed.number, seed.labels), states, answer, losses)
        found = {bound.metric: run.measured(bound.metric) for bound in self.bounds}
        known = {metric: value for metric, (value, told) in found.items() if told}
        if len(known) == len(found):
            return self.judged(seed, known)
        names = [metric for metric in found if metric not in known]
        problem = partial(self.completed, seed, known)
        return (ask("measured", problem, arm=own(self.arm), seed=seed.number, names=names),)

    def completed(self, seed: Seed, known: Mapping[str, Value], answer: Answer) -> Found:
        """Judge with what only the judged library could measure."""
        return self.judged(seed, {**known, **answer["metrics"]})

    # ---- judging -----------------------------------------------------------

    def judged(self, seed: Seed, found: Mapping[str, Any]) -> Found:
        """What is out of bounds. An unknown seed counts where the healthy library reaches them, and not alone."""
        problem = out_of_bounds(self.bounds, seed.number, found)
        if seed.known:
            return problem
        self.tried += 1
        if problem and self.reached_by_healthy(seed):
            self.missed.append(problem)
        if self.tried == 1 and self.missed:
            return tuple(self.trained(self.unknown()) for _ in range(MORE))
        return self.missed[0] if self.tried > MORE and 2 * len(self.missed) > self.tried else None

    def reached_by_healthy(self, seed: Seed) -> bool:
        library = healthy_library()
        alone = Relabelled(
            Code(library.nn, library), self.arm, seed.number, self.arm.settings.steps, seed.labels
        )
        for _ in range(self.arm.settings.steps):
            alone.advance()
        found = {bound.metric: measure_one(alone.trained, bound.metric) for bound in self.bounds}
        return out_of_bounds(self.bounds, seed.number, found) is None


def out_of_bounds(bounds: Sequence[Bound], seed: int, found: Mapping[str, Any]) -> Judgement | None:
    """The first bound that was not reached."""
    for bound in bounds:
        value = float("nan") if found[bound.metric] is None else float(found[bound.metric])
        where = f"{bound.experiment}, {seed}: {bound.metric} {value:.3g}"
        if bound.least is not None and not value >= bound.least:
            return Judgement(BOUND, f"{where} < {bound.least:g}")
        if bound.most is not None and not value <= bound.most:
            return Judgement(BOUND, f"{where} > {bound.most:g}")
    return None
