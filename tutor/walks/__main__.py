"""`python -m tutor.walks FOLDER [LANGUAGE]`: walk a lesson here and now, and say what was found."""

import sys
from pathlib import Path

from lessons.format import LANGUAGES
from tutor.walks.walking import walked


def main(folder: str, *languages: str) -> int:
    """Print each walk, and what is wrong. Exit code 1 if something is."""
    code = 0
    for language, walks in walked(str(Path(folder).resolve()), languages or LANGUAGES).items():
        for walk in walks:
            problems = [each["said"] for each in walk["found"]]
            print(f"{walk['view']}, {language}, {walk['mode']}: {' '.join(problems) or 'reaches the end.'}")
            code = max(code, bool(problems))
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
