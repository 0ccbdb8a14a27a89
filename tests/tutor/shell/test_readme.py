"""The README's commands are understood, and its pictures need nothing from anywhere."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tutor.shell.options import read_words
from tutor.words.text import Text

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4}lynx-tutor ([^\n]*?)(?: {2}|$)", README, re.MULTILINE)
PICTURES = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_understood(command):
    words = shlex.split(command)
    assert read_words(words, Text("en")).command == words[0]


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_whole_small_and_fetches_nothing(picture):
    file = ROOT / picture
    svg = file.read_text(encoding="utf-8")
    ElementTree.fromstring(svg)
    assert file.stat().st_size < 400_000
    assert re.findall(r"https?://[^\"']*|@import|@font-face|url\(", svg) == ["http://www.w3.org/2000/svg"]
