"""`python -m lessons.check FOLDER`: the proofs of one lesson."""

import sys
from pathlib import Path

from lessons.check.evidence import Evidence
from lessons.check.proofs import prove
from lessons.check.workers import Workers
from lessons.format import LessonError
from lessons.load import load_lesson
from lessons.runs.pool import cores


def main(folder: str) -> int:
    """Print every proof. Exit code 1 if one does not hold."""
    try:
        lesson = load_lesson(Path(folder).resolve())
    except LessonError as error:
        print(error)
        return 1
    with Workers(cores()) as workers:
        evidence = Evidence(lesson, workers)
        proofs = list(prove(lesson, evidence))
        evidence.close()
    for proof in proofs:
        print(f"{'ok   ' if proof.holds else 'FAILS'} {proof.what}{': ' * (not proof.holds)}{proof.problem}")
    return 0 if all(proof.holds for proof in proofs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
