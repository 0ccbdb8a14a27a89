"""A pack in English alone, from the archive to the report, by somebody who speaks Spanish."""

import shutil
from pathlib import Path

import pytest

from progress.home import kept_packs
from tests.tutor.conftest import Shell, opened, press, words_on
from tests.tutor.test_packs import learner_with, place_in
from tests.tutor.walks.keyboard import walk
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

OWN = Path(__file__).parents[1] / "lessons" / "own_pack"
LESSON = "rings/in-a-ring"
pytestmark = pytest.mark.usefixtures("few_seeds")


def add(shell: Shell, folder: Path) -> None:
    archive = shutil.make_archive(str(folder / "rings"), "zip", OWN)
    assert "está ahora en tu mapa" in shell("pack", "add", archive, "--lang", "es")


async def test_by_keys(shell, home, tmp_path):
    add(shell, tmp_path)
    learner = learner_with(home, *kept_packs(home))
    app = LynxTutor(learner, Text("es"))
    async with opened(app) as pilot:
        await press(pilot, "end", "enter")
        assert "Autor: Ana Núñez" in words_on(pilot)
        await press(pilot, "s")
        assert "In a ring" in words_on(pilot)
        await walk(pilot)
    assert learner.state(place_in(learner, LESSON)).finished
    # Its reports name the lesson; without the pack its events are kept.
    assert "In a ring" in shell("progress", "--learner", "ana", "--lang", "es")
    assert "In a ring" in shell("report", learner.folder, "--lang", "es")
    assert "ring" in shell("export", "--learner", "ana", "--lang", "es", "--format", "md", "--to", "-")
    journal = (learner.folder / "progress.toml").read_bytes()
    shell("pack", "remove", "rings", "--lang", "es")
    assert (learner.folder / "progress.toml").read_bytes() == journal
    assert LESSON not in shell("list", "--json", "--learner", "ana")
    shell("report", learner.folder, "--lang", "es")
