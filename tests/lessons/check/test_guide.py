"""The guide for authors, `lessons/README.md`, followed word by word: what it builds is proved where it says so."""

import re
from pathlib import Path

import pytest

import lessons
from lessons.check.cache import Cache
from lessons.check.course import folder_at, prove_folder
from lessons.check.workers import Workers
from tests.lessons.check.lying import failures

GUIDE = Path(lessons.__file__).parent / "README.md"
STEP = re.compile(r"^### \d+\. ", re.MULTILINE)
BLOCK = re.compile(r"^(`{3,})\w+ (\+ |/ )?(\S+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


def steps() -> list[str]:
    return STEP.split(GUIDE.read_text(encoding="utf-8"))[1:]


def follow(step: str, pack: Path) -> None:
    """Write what a step says: a new file, more of it (`+`), or a line in the place of another (`/`)."""
    for _, how, name, body in BLOCK.findall(step):
        file = pack / name
        if how == "+ ":
            file.write_text(file.read_text(encoding="utf-8") + body, encoding="utf-8")
        elif how == "/ ":
            before, after = body.split("---\n")
            text = file.read_text(encoding="utf-8")
            assert before in text
            file.write_text(text.replace(before, after), encoding="utf-8")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8")


def problems(pack: Path, workers: Workers) -> list[str]:
    folder = folder_at(pack)
    own = [proof.problem for proof in prove_folder(folder) if not proof.holds]
    return [*own, *(said for place in folder.lessons for said in failures(place, workers, Cache()))]


@pytest.mark.slow
def test_what_is_built_is_proved_where_the_guide_says_so(tmp_path: Path, workers: Workers) -> None:
    for number, step in enumerate(steps(), 1):
        follow(step, tmp_path / "my-pack")
        if number in (7, 10):
            assert problems(tmp_path / "my-pack", workers) == []
