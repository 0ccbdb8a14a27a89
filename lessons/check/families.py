"""The families of proofs: what each has to judge in a lesson, who judges it, and in which order they are asked.

A family that is silent about something it has to judge fails: no verdict is no proof.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from lessons.check import (
    answers,
    broken_arms,
    calculation,
    claims,
    drawings,
    edits,
    instruments,
    ladder,
    leaks,
    printed_claims,
    questions,
    repairs,
    rounding,
    sentences,
    trials,
    words,
)
from lessons.check.evidence import Evidence, Trouble, experiments
from lessons.check.pages import Proof
from lessons.course.lesson.lesson import Lesson


@dataclass(frozen=True)
class Family:
    """One kind of proof: its subjects in a lesson, `()` if it does not apply, and the function that judges them."""

    name: str
    expected: Callable[[Lesson], Iterable[str]]
    prove: Callable[[Lesson, Evidence], Iterable[Proof]]


PAGES = (  # judged by reading, and by building each model once: nothing is trained
    Family("words", lambda lesson: words.CHECKS, words.prove_words),
    Family("drawings", lambda lesson: ["drawings"] if lesson.drawings else [], drawings.prove_drawings),
    Family("printed claims", lambda lesson: map("use of claim {}".format, lesson.claims), printed_claims.prove_uses),
    Family("edits", lambda lesson: [edits.named_break(name) for name in edits.breaks(lesson)], edits.prove_edits),
    Family("questions", questions.questions_to_read, questions.prove_questions),
    Family(
        "prompts",
        lambda lesson: [f"prompt of {each.what}" for each in questions.asked(lesson)],
        questions.prove_prompts,
    ),
    Family("hints", ladder.hints_to_judge, ladder.prove_hints),
    Family("near misses", lambda lesson: [f"near miss {each.id}" for each in lesson.near_misses], ladder.prove_misses),
    Family("blind pages", ladder.blind_pages_to_judge, ladder.prove_blind_pages),
    Family("untold answers", leaks.answers_to_hide, leaks.prove_untold),
    Family("rounding", rounding.lessons_of_rounding, rounding.prove_told),
    Family("sentences", lambda lesson: [f"sentences of {name}.md" for name in lesson.prose], sentences.prove_sentences),
)
BUILT = Family("broken arms", broken_arms.arms_to_train, broken_arms.prove_broken_arms)  # or every run is pointless
RUNS = (
    Family("claims", lambda lesson: [f"claim {name}" for name in lesson.claims], claims.prove_claims),
    Family("predictions", lambda lesson: [each.what for each in questions.asked(lesson)], answers.prove_predictions),
    Family("effects", broken_arms.effects_to_judge, broken_arms.prove_effects),
    Family("instruments", instruments.breaks_to_see, instruments.prove_seen),
    Family("paths", broken_arms.paths_to_judge, broken_arms.prove_paths),
    Family("trials", trials.trials_to_judge, trials.prove_trials),
    Family("calculation", calculation.calculations_to_judge, calculation.prove_calculation),
    Family("repair", repairs.attempts_at_repair, repairs.prove_repair),
    Family("lab", repairs.attempts_at_lab, repairs.prove_lab),
)


def prove_pages(lesson: Lesson, evidence: Evidence) -> list[Proof]:
    return [proof for family in PAGES for proof in verdicts(family, lesson, evidence)]


def prove_runs(lesson: Lesson, evidence: Evidence, pages_hold: bool) -> Iterator[Proof]:
    """Prove what takes runs, if the pages hold. Where a model fails, what comes after is not judged."""
    if not pages_hold:
        yield from not_judged(lesson, (BUILT, *RUNS), "what is written has to hold first")
        return
    built = verdicts(BUILT, lesson, evidence)
    yield from built
    if not all(proof.holds for proof in built):
        unjudged = not any(proof.fails for proof in built)
        yield from not_judged(lesson, RUNS, "what cannot be trained shows nothing", unjudged)
        return
    for name in experiments(lesson):
        evidence.begin(name)
    with ThreadPoolExecutor(len(RUNS)) as pool:
        for found in pool.map(lambda family: verdicts(family, lesson, evidence), RUNS):
            yield from found


def not_judged(lesson: Lesson, families: Iterable[Family], reason: str, unjudged: bool = False) -> Iterator[Proof]:
    if names := [family.name for family in families if list(family.expected(lesson))]:
        yield Proof(lesson.id, ", ".join(names), f"not judged, because {reason}.", unjudged=unjudged)


def verdicts(family: Family, lesson: Lesson, evidence: Evidence) -> list[Proof]:
    """Return the proofs of a family for a lesson, and a failure for each subject that it does not judge."""
    expected = list(dict.fromkeys(family.expected(lesson)))
    found: list[Proof] = []
    try:
        found.extend(family.prove(lesson, evidence))
    except Trouble as trouble:
        said = "not judged" if trouble.at_limit else "a run of this lesson fails"
        return [*found, Proof(lesson.id, family.name, f"{said}: {trouble}.", unjudged=trouble.at_limit)]
    except Exception as error:  # whatever it is, it is ours: no lesson's own code runs in this process
        problem = f"not judged, because of a fault of lynx-tutor: {type(error).__name__}: {error}."
        return [*found, Proof(lesson.id, family.name, problem)]
    judged = {proof.what for proof in found}
    silent = f"not judged, because {family.name} says nothing of it."
    return found + [Proof(lesson.id, what, silent) for what in expected if what not in judged]
