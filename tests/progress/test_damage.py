"""Damage costs the damaged block alone, and its bytes are kept under a name that is shown."""

import pytest

from progress.journal import Journal


def written(folder, count=3) -> list:
    journal = Journal.open(folder, version="1")
    return [journal.append("step", "lesson", number=number) for number in range(count)]


def test_a_torn_tail_is_set_aside_and_the_next_event_is_whole(folder, reopen):
    events = written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes()[:-20])
    journal = reopen()
    assert list(journal.events) == events[:2]
    (piece,) = journal.set_aside
    assert piece.is_new
    assert piece.file.read_bytes().startswith(b"[[event]]")
    assert piece.bytes == len(piece.file.read_bytes())
    later = journal.append("later")
    assert list(reopen().events) == [*events[:2], later]


def test_opening_never_rewrites_the_file_and_sets_the_same_bytes_aside_once(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes() + b"\n[[event]]\nid = 7\n")
    before = path.read_bytes()
    assert reopen().set_aside[0].is_new
    assert not reopen().set_aside[0].is_new
    assert path.read_bytes() == before
    assert len(list((folder / "damaged").iterdir())) == 1


@pytest.mark.parametrize(
    "garbage", [b"\0" * 40, b"\xff\xfe\xfd", b"not toml", b"[[event]]", b'x = "', b"[[event]]\r\nid"]
)
@pytest.mark.parametrize("place", ["front", "middle", "end", "before a block's line"])
def test_garbage_between_events_costs_no_event(folder, reopen, garbage, place):
    events = written(folder)
    path = folder / "progress.toml"
    content = path.read_bytes()
    third = content.rindex(b"\n[[event]]")
    cut = {"front": 0, "middle": third, "end": len(content), "before a block's line": third + 1}[place]
    path.write_bytes(content[:cut] + garbage + content[cut:])
    journal = reopen()
    assert list(journal.events) == events
    assert sum(piece.bytes for piece in journal.set_aside) >= len(garbage.strip(b"\n"))


def test_an_editor_that_writes_crlf_costs_nothing(folder, reopen):
    events = written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    journal = reopen()
    assert list(journal.events) == events
    assert journal.set_aside == ()


def test_a_hand_edit_that_is_still_toml_is_read(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    text = (
        path.read_text()
        .replace("number = 1", "number = 11 ")
        .replace('kind = "step"', 'kind  =  "step" # mine', 1)
    )
    path.write_text(text)
    journal = reopen()
    assert [event.payload["number"] for event in journal.events] == [0, 11, 2]
    assert journal.set_aside == ()


def test_a_file_that_an_editor_rewrote_in_place_is_read_anew_by_an_open_session(folder, reopen):
    written(folder)
    journal = reopen()
    path = folder / "progress.toml"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"number = 1 ", b"number = 1000000 ") + b"# a note of mine\n")
    later = journal.append("later")
    assert [event.payload.get("number") for event in journal.events] == [0, 1_000_000, 2, None]
    assert reopen().events == (*journal.events[:3], later)


def test_an_event_written_twice_counts_once(folder, reopen):
    events = written(folder)
    path = folder / "progress.toml"
    content = path.read_bytes()
    path.write_bytes(content + content[content.rindex(b"\n[[event]]") :])
    assert list(reopen().events) == events


def test_a_file_in_which_every_event_was_mangled_makes_one_copy_not_hundreds(folder, reopen):
    journal = reopen()
    for number in range(200):
        journal.append("step", number=number)
    path = folder / "progress.toml"
    path.write_text(path.read_text().replace(" = ", " : "))
    journal = reopen()
    copies = list((folder / "damaged").iterdir())
    assert len(copies) <= 2
    assert sum(path.read_bytes().count(b"step") for path in copies) == 200
    assert not any(piece.is_new for piece in reopen().set_aside)


@pytest.mark.parametrize("filler", [b"\n", b"# a comment\r\n", b" ", b"\r"])
def test_millions_of_blank_lines_cost_no_more_than_their_reading(folder, reopen, filler):
    event = reopen().append("a")
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes() + filler * 3_000_000)
    assert reopen().events == (event,)
    assert reopen().set_aside == ()
