"""Where progress is kept, and which names a learner may have."""

import unicodedata

import pytest

from progress import ProgressError
from progress.home import check_name, default_learner, home_folder, learner_folder, learners
from progress.journal import Journal


@pytest.mark.parametrize("name", ["ana", "José", "Zoë B", "李雷", "a.b", "x_1", "O’Neill"])
def test_plain_names_are_welcome(name):
    assert check_name(name) == name


PATHS = ["", " ", "../x", "a/b", "a\\b", ".", "..", ".hidden", "a.", "a:b", "CON", "nul.txt", "x" * 300]
MARKS = ["a\0b", "a\nb", "\x1b[31m", "a\u202eb", "a\u200b", "\ud800"]
SHELL = ["-rf", "$(id)", "`id`", "a;b", "a$b", "_ana"]


@pytest.mark.parametrize("name", PATHS + MARKS + SHELL)
def test_other_names_are_refused(name):
    with pytest.raises(ProgressError, match="bad-name") as caught:
        check_name(name)
    assert str(caught.value).isprintable()


def test_two_ways_to_type_an_accent_are_one_learner(tmp_path):
    assert learner_folder(tmp_path, "Jose\u0301") == learner_folder(tmp_path, "José")


def test_home_is_what_was_asked_for_then_the_variable_then_the_platforms(tmp_path, monkeypatch):
    monkeypatch.setenv("LYNX_TUTOR_HOME", str(tmp_path / "variable"))
    assert home_folder(str(tmp_path / "explicit")) == tmp_path / "explicit"
    assert home_folder(None) == tmp_path / "variable"
    monkeypatch.delenv("LYNX_TUTOR_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert home_folder(None).name == "lynx-tutor"


def test_whoever_has_a_folder_here_is_a_learner_by_name(tmp_path):
    assert learners(tmp_path) == ()
    for name in ("ben", "ana"):
        Journal.open(learner_folder(tmp_path, name), version="1").append("a")
    assert learners(tmp_path) == ("ana", "ben")


def test_someone_without_a_home_folder_is_asked_to_name_one(monkeypatch):
    import pwd

    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    for variable in ("HOME", "XDG_DATA_HOME", "LYNX_TUTOR_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(ProgressError, match="no-home"):
        home_folder(None)


def test_a_machine_without_a_user_name_still_has_a_learner(monkeypatch):
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert default_learner() == "learner"
    monkeypatch.setattr("getpass.getuser", lambda: "DOMAIN\\José")
    assert default_learner() == "DOMAIN-José"


def test_a_folder_whose_name_another_system_spelled_otherwise_is_still_the_learners(tmp_path):
    spelled = unicodedata.normalize("NFD", "Zoë")
    Journal.open(tmp_path / "learners" / spelled, version="1").append("a")
    found = learner_folder(tmp_path, "Zoë")
    assert len(Journal.open(found, version="1").events) == 1
    assert Journal.open(found, version="1").notices == ()
    assert learner_folder(tmp_path, spelled) == found


def test_of_two_folders_that_sound_alike_the_one_spelled_as_typed_is_opened(tmp_path):
    for form in ("NFC", "NFD"):
        (tmp_path / "learners" / unicodedata.normalize(form, "José")).mkdir(parents=True)
    assert learner_folder(tmp_path, "José").name == unicodedata.normalize("NFC", "José")
