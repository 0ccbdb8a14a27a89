"""The app where a browser shows it: what needs no browser, and not even the extra [web]."""

import os
import subprocess
import sys

from tests.tutor.terminal import PATIENCE, TUTOR, surroundings
from tutor.shell.main import main

NARROW = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "TERM": "dumb", "COLUMNS": "50"}


def test_a_browser_is_not_asked_for_a_terminal_and_the_app_ends_when_nobody_is_there(home):
    home.parent.mkdir(exist_ok=True)
    app = subprocess.Popen(
        TUTOR, env=surroundings(home, NARROW), cwd=home.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert app.stdin is not None
    assert app.stdout.readline() == b"__GANGLION__\n"
    assert os.read(app.stdout.fileno(), 1) == b"D"
    app.stdin.close()
    app.stdin = None
    app.communicate(timeout=PATIENCE)
    assert app.returncode == 0


def test_without_the_extra_one_sentence_says_what_to_install(home, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tutor.web.site", None)
    assert main(["serve"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert 'pip install "lynx-tutor[web]"' in said.err
