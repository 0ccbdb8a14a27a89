"""What no program wrote is left alone in the file, counts for nothing, and the doctor says where it is."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from lessons.lesson import Lesson
from lessons.source import ELSEWHERE, nearness
from progress.claim import read_owner
from progress.event import PREFERENCE, RECALL, REVIEW
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.payloads.harm import harm_in
from tests.tutor.payloads.journals import Happening, as_file, walked
from tests.tutor.payloads.shown import everything, learner_of
from tests.tutor.plain_learner import Plain, plain_at
from tests.tutor.work import finish, work_up_to
from tutor.learner import Learner
from tutor.records import from_event
from tutor.session import Session
from tutor.shell.main import main
from tutor.tui.themes import DARK, LIGHT
from tutor.understood import THEMES, why_left_out
from tutor.words.text import LANGUAGES, Text

BROKEN: Lesson = place_of().lesson


def learner_with(folder: Path, *happened: Happening) -> Learner:
    return learner_of(folder / "ana", as_file(happened))


def preferring(name: Any, value: Any) -> Happening:
    return Happening(PREFERENCE, None, {"name": name, "value": value})


@pytest.mark.parametrize("value", ["fr", "", "../en", 3, ["es"], {"es": "es"}])
def test_a_language_there_is_none_of_leaves_the_one_before(tmp_path: Path, value: Any) -> None:
    learner = learner_with(tmp_path, preferring("language", "es"), preferring("language", value))
    assert learner.preference("language", "en") == "es"


def test_a_theme_there_is_none_of_leaves_the_one_before(tmp_path: Path) -> None:
    learner = learner_with(tmp_path, preferring("theme", "lynx-light"), preferring("theme", "[bold]"))
    assert learner.preference("theme", DARK.name) == LIGHT.name
    assert set(THEMES) == {DARK.name, LIGHT.name}


@pytest.mark.parametrize("value", ["fr", "\x1b[2J"])
def test_no_command_fails_of_a_language_there_is_none_of(
    home: Path, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    make_learner(home).prefer("language", value)
    assert main(["list", "--learner", "ana"]) == 0
    assert main(["glossary", "--learner", "ana"]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "metrics",
    [
        {"final_loss": 5},
        {"final_loss": [1, 2]},
        {"final_loss": {"healthy": 0.5}},
        {"final_loss": {"healthy": "low"}},
        {"final_loss": {"healthy": {"median": "low"}}},
        {"final_loss": {"healthy": {"median": True}}},
        {"final_loss": {"healthy": {"median": 10**400}}},
        {"final_loss": {"healthy": {"p5": [1]}}},
        {"curve": {"broken": {"word": 3}}},
        {"curve": {"broken": {"word": "flat", "share": {}}}},
        {"curve": {"broken": {"word": "flat", "losses": 0.5}}},
        {"curve": {"broken": {"word": "flat", "losses": [0.5, "none"]}}},
        "metrics",
        [],
    ],
)
def test_a_sweep_whose_summaries_are_none_is_no_sweep(metrics: Any) -> None:
    assert from_event("sweep", {"experiment": "additive", "metrics": metrics}) is None


def test_a_summary_may_hold_what_a_later_version_keeps_there() -> None:
    metrics = {
        "final_loss": {"healthy": {"median": float("nan"), "p99": [1], "later": {"x": 1}}, "broken": {}}
    }
    assert from_event("sweep", {"experiment": "additive", "metrics": metrics}) is not None


def test_a_lesson_after_such_a_sweep_waits_for_a_real_one(tmp_path: Path) -> None:
    learner = learner_of(tmp_path / "ana", b"")
    work_up_to(learner, place_of(), "run-additive")
    learner.journal.append("locked", LESSON, mode="open", step="run-additive")
    learner.journal.append("sweep", LESSON, mode="open", experiment="additive", metrics={"final_loss": 5})
    session = Session(learner, place_of(), Text("en"))
    assert session.state.record == {}
    assert not session.step.done(session.state)


@pytest.mark.parametrize("seed", [-1, 0.5, 10**400, float("nan"), True, "7"])
def test_a_run_of_a_seed_there_is_none_of_was_not_watched(tmp_path: Path, seed: Any) -> None:
    learner = learner_of(tmp_path / "ana", b"")
    work_up_to(learner, place_of(), "run-additive")
    learner.journal.append("locked", LESSON, mode="open", step="run-additive")
    more = as_file((Happening("run", LESSON, {"mode": "open", "experiment": "additive", "seed": seed}),))
    path = learner.folder / "progress.toml"
    learner = learner_of(tmp_path / "ana", path.read_bytes() + b"\n" + more[more.index(b"[[event]]\nid") :])
    assert learner.journal.events[-1].kind == "run"
    assert Session(learner, place_of(), Text("en")).state.runs == ()


@pytest.mark.parametrize(
    "file", ["../../../../../etc/passwd", "/etc/passwd", "minimodel", "", "\x00", "x" * 9000]
)
def test_a_pointed_file_that_is_none_of_the_source_is_read_by_nobody(tmp_path: Path, file: str) -> None:
    learner = learner_of(tmp_path / "ana", b"")
    work_up_to(learner, place_of("blind"), "hints")
    learner.journal.append("pointed", LESSON, mode="blind", file=file, line=1, found=False)
    session = Session(learner, place_of("blind"), Text("en"))
    assert session.page.blocks
    assert session.about(pointing=True).file.startswith("minimodel/")
    assert nearness(BROKEN, file, 1).how == ELSEWHERE


def test_what_a_terminal_obeys_is_shown_as_a_picture_and_letters_of_every_script_stay() -> None:
    act = from_event("reflection", {"text": "a\x00b\x1b[2J\x9b\u202ec\r\nñ 漢字 👩\u200d🔬\tend"})
    assert act is not None
    assert vars(act)["text"] == "a␀b␛[2J⟨U+009B⟩⟨U+202E⟩c\nñ 漢字 👩\u200d🔬\tend"


@pytest.mark.parametrize("year", [1, 1492, 9000, 9999])
def test_a_year_that_no_clock_tells_counts_for_nothing(tmp_path: Path, year: int) -> None:
    when = datetime(year, 12, 31, 23, 59, tzinfo=UTC)
    learner = learner_with(
        tmp_path,
        Happening("opened", LESSON, {"mode": "open"}, when),
        Happening("finished", LESSON, {"mode": "open"}, when),
        Happening("opened", "xor-line", {"mode": "open"}),
    )
    assert list(learner.fold.events) == [("xor-line", "open")]
    assert learner.cards() == ()


def test_a_computer_without_a_clock_of_its_own_lives_in_1970(tmp_path: Path) -> None:
    then = datetime(1970, 1, 1, tzinfo=UTC).astimezone(None)
    learner = learner_with(tmp_path, Happening("opened", LESSON, {"mode": "open"}, then))
    assert learner.state(place_of()).opened


@pytest.mark.parametrize(
    "said",
    [
        {"confidence": 10**400},
        {"confidence": "very"},
        {"round": "first"},
        {"answer": ["same"]},
        {"concept": {}},
        {"sibling": ["three-wide"]},
    ],
)
def test_a_recalled_answer_of_no_form_waits_for_no_run(tmp_path: Path, said: dict[str, Any]) -> None:
    learner = learner_of(tmp_path / "ana", b"")
    finish(learner, place_of())
    card = learner.cards()[0]
    review = next(each for each in BROKEN.reviews if each.concept == card.concept)
    whole = {"concept": card.concept, "sibling": review.id, "round": 0, "answer": "same", "confidence": 0.8}
    added = as_file((Happening(RECALL, LESSON, {**whole, **said}, datetime.now(UTC)),))
    content = (learner.folder / "progress.toml").read_bytes() + b"\n" + added[added.index(b"[[event]]\nid") :]
    learner = learner_of(tmp_path / "ana", content)
    assert why_left_out(learner.journal.events[-1]) == "payload"
    assert all(each.answered is None for each in learner.cards() if each.concept == card.concept)


ODD = (
    Happening("opened", LESSON, {"mode": "open"}),
    Happening("sweep", LESSON, {"mode": "open", "experiment": "additive", "metrics": {"final_loss": 5}}),
    Happening("opened", LESSON, {"mode": "open"}, datetime(9999, 1, 1, tzinfo=UTC)),
    Happening("dreamt\x1b[2J", LESSON, {"of": "lynxes"}),
    preferring("language", "fr"),
    Happening(REVIEW, LESSON, {"right": "perhaps"}),
    Happening("opened", "elsewhere/lesson\x1b[2J", {}),
)
TOLD = {
    "en": [
        "does not say what this",
        "which no clock tells",
        "of a kind that",
        "not in this course",
        "none counts",
    ],
    "es": [
        "no dice nada que",
        "no da ningún reloj",
        "de una clase que",
        "no están en este curso",
        "ninguno cuenta",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doctor_names_each_by_id_and_line_and_says_what_to_do(
    home: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    learner = learner_of(home / "learners" / "ana", as_file(ODD))
    learner.folder.chmod(0o700)
    path = learner.folder / "progress.toml"
    path.chmod(0o600)
    before = path.read_bytes()
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 0
    told = capsys.readouterr().out
    for words in TOLD[language]:
        assert words in told
    for number, event in enumerate(learner.journal.events):
        line = before[: before.index(event.id.encode())].count(b"\n") + 1
        named = any(event.id in each and f" {line}:" in each for each in told.splitlines())
        assert named == (number in (1, 2, 3, 4, 5)), told
    assert told.replace("\n", "").isprintable()
    assert main(["doctor", "--mend", "--learner", "ana", "--lang", language]) == 0
    assert path.read_bytes() == before  # nothing of it is taken away


def test_merging_keeps_what_counts_for_nothing(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_bytes(as_file(ODD, "ana"))
    make_learner(home).prefer("language", "es")
    assert main(["merge", str(other), "--learner", "ana"]) == 0
    kinds = [event.kind for event in make_learner(home).journal.events]
    assert len(kinds) == len(ODD) + 1
    assert make_learner(home).preference("language", "en") == "es"


def test_many_are_summed_up(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learner_of(home / "learners" / "ana", as_file(ODD[1:2] * 30))
    main(["doctor", "--learner", "ana", "--lang", "en"])
    told = capsys.readouterr().out
    assert told.count("does not say what") == 8
    assert "22 further events" in told


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 19, "٣" * 40])
def test_a_number_that_nobody_means_is_no_number_in_plain_lines(home: Path, digits: str) -> None:
    plain: Plain = plain_at(home, "run-additive")
    given = [digits, f"{digits}?", "1", f"step {digits}", f"watch {digits}", f"g {digits}", "m", "q"]
    assert plain.run(given) == 0
    plain = plain_at(home / "other", "hints", mode="blind")
    assert plain.run([f"minimodel/optim.py:{digits}", digits, "q"], place_of("blind")) == 0
    assert not plain.learner.state(place_of("blind")).points


@pytest.fixture(params=["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def far_from_greenwich(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A clock fourteen hours before the world's, and one eleven hours behind it."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("far_from_greenwich")
def test_backups_and_sessions_of_impossible_times_are_listed_and_passed_over(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learner = make_learner(home)
    work_up_to(learner, place_of(), "predict-additive")
    (learner.folder / "backups").mkdir()
    content = (learner.folder / "progress.toml").read_bytes()
    for name in ("0001-01-01T000000.000000Z", "9999-12-31T235959.999999Z", "mine"):
        (learner.folder / "backups" / f"{name}.toml").write_bytes(content)
    os.utime(learner.folder / "backups" / "mine.toml", (2**38, 2**38))
    assert main(["restore", "--learner", "ana"]) == 0
    assert capsys.readouterr().out.count(" events") >= 4
    claim = learner.folder / "sessions" / f"{LESSON}.open.toml"
    claim.parent.mkdir(exist_ok=True)
    for year in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        said = f'session = "x"\nsince = {year}\nhost = "h"\nfolder = "f"\nprocess = 1\nbegan = "b"\n'
        claim.write_text(said)
        assert read_owner(claim) is None
        assert Session(learner, place_of(), Text("en")).page.blocks


@pytest.mark.usefixtures("far_from_greenwich")
def test_times_at_the_edge_of_what_counts_have_a_day_everywhere(tmp_path: Path) -> None:
    first = datetime(1969, 1, 1, tzinfo=timezone(timedelta(hours=14)))
    last = datetime(8999, 12, 31, 23, 59, tzinfo=timezone(-timedelta(hours=14)))
    story = walked()[0]
    for when in (first, last):
        learner = learner_with(tmp_path, *(replace(each, time=when) for each in story))
        assert learner.cards()
        for layer, shown in everything(learner, Text("en")):
            assert not harm_in(layer, shown)
