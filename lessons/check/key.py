"""The key of a whole course: no answer of a kind, and no place among the options, is true much oftener than chance."""

from collections import Counter
from collections.abc import Iterable

from lessons.check.pages import Proof
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.lesson import Question

FEWEST = 12  # questions of a kind, from which they are counted
# By the number of answers: what the sum of squares may come to before one in twenty keys drawn by chance exceeds it.
LARGEST = {2: 3.84, 3: 5.99, 4: 7.81, 5: 9.49, 6: 11.07}
WHAT = "answers are true as often as chance"


def key_of(question: Question, truth: str) -> str:
    """Return the kind, the number of answers and the true one, by its word or its place; "" where none is on offer."""
    answers = kind_of(question).answers(question)
    if truth not in answers:
        return ""
    named = truth if kind_of(question).answers_alike else f"{answers.index(truth) + 1}."
    return f"{question.kind} {len(answers)} {named}"


def prove_balance(course: str, proofs: Iterable[Proof]) -> Proof:
    """Say how often each answer is true; as advice where that can hardly be chance."""
    counts: dict[tuple[str, int], Counter[str]] = {}
    for proof in proofs:
        if proof.key:
            kind, number, answer = proof.key.split()
            counts.setdefault((kind, int(number)), Counter())[answer] += 1
    told, skewed = [], []
    for (kind, answers), found in sorted(counts.items()):
        said = f"{kind} of {answers}: " + ", ".join(f"{answer} {count}" for answer, count in sorted(found.items()))
        told.append(said)
        if found.total() >= FEWEST and squares(found, answers) > LARGEST.get(answers, 2.0 * answers):
            skewed.append(f"{said}, where chance gives {found.total() / answers:.0f} each")
    advice = f"{'; '.join(skewed)}. Ask some the other way round." if skewed else ""
    return Proof(course, WHAT, advice=advice, shown="; ".join(told))


def squares(found: Counter[str], answers: int) -> float:
    """Return the sum of the squared differences from chance, each as a part of what chance gives."""
    even = found.total() / answers
    return sum((count - even) ** 2 / even for count in (*found.values(), *[0] * (answers - len(found))))
