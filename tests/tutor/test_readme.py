"""What the README shows is there: its commands are understood, and its pictures need nothing from anywhere."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tutor.shell.options import read_words
from tutor.words.text import Text

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4}lynx-tutor ([^\n]*?)(?: {2}|$)", README, re.MULTILINE)
PICTURES = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)


def test_commands_and_pictures_are_found() -> None:
    assert len(COMMANDS) > 10
    assert len(PICTURES) > 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_understood(command: str) -> None:
    words = shlex.split(command)
    assert read_words(words, Text("en")).command == words[0]


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_whole_small_and_fetches_nothing(picture: str) -> None:
    file = ROOT / picture
    svg = file.read_text(encoding="utf-8")
    ElementTree.fromstring(svg)
    assert file.stat().st_size < 400_000
    assert re.findall(r"https?://[^\"']*|@import|@font-face|url\(", svg) == ["http://www.w3.org/2000/svg"]


def test_the_moving_picture_stands_still_for_those_who_want_that() -> None:
    svg = (ROOT / "docs" / "tour.svg").read_text(encoding="utf-8")
    before, _, moving = svg.partition("@media (prefers-reduced-motion: no-preference)")
    assert "animation" not in before
    assert "animation" in moving
    assert svg.count(' still"') == 1
