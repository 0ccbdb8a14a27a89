"""`python -m lessons.check FOLDER`: the proofs of one lesson."""

import sys
from pathlib import Path

from lessons.check.evidence import Evidence
from lessons.check.families import prove
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
    code = 0
    with Workers(cores()) as workers:
        evidence = Evidence(lesson, workers)
        for proof in prove(lesson, evidence):
            print(
                f"{'ok   ' if proof.holds else 'FAILS'} {proof.what}{': ' * (not proof.holds)}{proof.problem}"
            )
            code = code if proof.holds else 1
        evidence.close()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
