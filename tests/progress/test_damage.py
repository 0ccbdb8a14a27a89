"""Damage costs the damaged block alone, and its bytes are kept under a name that is shown."""

import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from stand_ins import disk, written

from progress.doctor import mend
from progress.event import Payload, new_event, read_inline, write_inline
from progress.journal import Journal, local_time
from progress.merge import merge_file
from progress.scan import scan, write_file


def test_a_torn_tail_is_set_aside_and_the_next_event_is_whole(folder, reopen):
    events = written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes()[:-20])
    journal = reopen()
    assert list(journal.events) == events[:2]
    assert journal.set_aside.is_new
    assert journal.set_aside.file.read_bytes().startswith(b"[[event]]")
    assert journal.set_aside.bytes == len(journal.set_aside.file.read_bytes())
    assert [notice.kind for notice in journal.notices] == ["set-aside"]
    later = journal.append("later")
    assert list(reopen().events) == [*events[:2], later]


def test_opening_never_rewrites_the_file_and_sets_the_same_bytes_aside_once(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    path.write_bytes(path.read_bytes() + b"\n[[event]]\nid = 7\n")
    before = path.read_bytes()
    assert reopen().set_aside.is_new
    assert not reopen().set_aside.is_new
    assert reopen().notices == ()
    assert path.read_bytes() == before
    assert len(list((folder / "damaged").iterdir())) == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "crlf"])
def test_a_file_saved_by_another_editor_loads_and_can_be_added_to(folder, reopen, encoding):
    events = written(folder)
    path = folder / "progress.toml"
    text = path.read_text()
    path.write_bytes(text.replace("\n", "\r\n").encode() if encoding == "crlf" else text.encode(encoding))
    journal = reopen()
    assert list(journal.events) == events
    assert journal.set_aside is None
    later = journal.append("later")
    assert list(reopen().events) == [*events, later]


def test_a_hand_edit_that_is_still_toml_is_read_and_kept(folder, reopen):
    written(folder)
    path = folder / "progress.toml"
    text = path.read_text().replace("number = 1", "number = 11 ").replace('= "step"', '=  "step" # mine', 1)
    path.write_text(text + "junk")
    mend(folder)
    assert [event.payload["number"] for event in reopen().events] == [0, 11, 2]
    assert reopen().set_aside is None
    assert "# mine" in path.read_text()


def test_a_file_that_an_editor_rewrote_in_place_is_read_anew_by_an_open_session(folder, reopen):
    written(folder)
    journal = reopen()
    path = folder / "progress.toml"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"number = 1 ", b"number = 1000000 ") + b"# a note of mine\n")
    later = journal.append("later")
    assert [event.payload.get("number") for event in journal.events] == [0, 1_000_000, 2, None]
    assert reopen().events == (*journal.events[:3], later)


def test_an_event_written_twice_counts_once_and_of_two_with_one_id_the_first(folder, reopen):
    events = written(folder)
    path = folder / "progress.toml"
    content = path.read_bytes()
    block = content[content.rindex(b"\n[[event]]") :]
    path.write_bytes(content + block)
    assert list(reopen().events) == events
    assert reopen().set_aside is None
    path.write_bytes(content + block.replace(b"number = 2", b"number = 9"))
    assert list(reopen().events) == events
    assert b"number = 9" in reopen().set_aside.file.read_bytes()


TEXT = some.text(some.characters(exclude_categories=["Cs"]), max_size=40)
SCALAR = some.one_of(TEXT, some.booleans(), some.integers(-(2**63), 2**63 - 1), some.floats(allow_nan=False))
DATA = some.recursive(
    SCALAR, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(TEXT, inner, max_size=3), max_leaves=8
)
PAYLOAD = some.dictionaries(TEXT, DATA, max_size=4)
TEXTS = ["plain", 'say "so"', "né 🐈", "two\nlines", "[[event]]", "", "x" * 200]
MEANINGFUL = [
    b'"', b'"""', b"[[event]]\n", b"[event.payload]\n", b"\r", b"\n", b"#", b"= {", b"}", b"\\", b"\xff\xfe",
    b"\xef\xbb\xbf", b"[[" * 40, b"format = 0\n", b"a = 1\n", b"\x1b[2J", b"9" * 5000, b"[" * 3000, b"\0" * 9,
]  # fmt: skip
PLACE = some.floats(0, 1)
MUTATION = some.tuples(PLACE, some.integers(0, 200), some.sampled_from(MEANINGFUL) | some.binary(max_size=9) | PLACE)


def mutated(content: bytes, mutations: list) -> bytes:
    for place, cut, put in mutations:
        at = int(place * len(content))
        other = int(put * len(content)) if isinstance(put, float) else 0
        fresh = content[other : other + 300] if isinstance(put, float) else put
        content = content[:at] + fresh + content[at + cut :]
    return content


@given(mutations=some.lists(MUTATION, min_size=1, max_size=4))
@example(mutations=[(0.0, 0, b"[event.payload]\n")])  # a header that takes the name of the events
@settings(max_examples=100, deadline=None)
def test_a_mutated_file_costs_no_event_that_is_whole_also_when_mended_or_merged(tmp_path_factory, mutations):
    home = tmp_path_factory.mktemp("mutated")
    with disk():
        journal = Journal.open(home / "ana", version="1")
        for number, text in enumerate(TEXTS):
            journal.append("step", "a-lesson" if number % 3 else None, text=text, values=[0.5, {"deep": True}])
        path, events = home / "ana" / "progress.toml", journal.events
        damaged = mutated(path.read_bytes(), mutations)
        path.write_bytes(damaged)
        whole = {event.id: event for event in events if event.block.encode() in damaged}

        journal = Journal.open(home / "ana", version="1")
        later = journal.append("later")
        is_saved = journal.trouble != "newer-format"
        assert is_saved == (later not in journal.unsaved)
        assert all(str(notice).isprintable() for notice in journal.notices)
        assert [dict(event.payload) for event in journal.events]
        if is_saved:
            mend(home / "ana")
            mended = path.read_bytes()
            found = {event.id: event for event in scan(mended).events}
            assert whole | {later.id: later} == {each: found.get(each) for each in [*whole, later.id]}
            assert len(tomllib.loads(mended.decode())["event"]) == len(found)
            merge_file(home / "ben", path)
            assert merge_file(home / "ben", path).added == ()


@pytest.mark.parametrize("payload", ["{ a = " + "[" * 50_000 + "]" * 50_000 + " }", "{ a = 2026-99-99 }", "{ a = }"])
def test_a_payload_that_nobody_can_read_says_nothing_and_stays_in_the_file(folder, payload):
    event = new_event("answered", "xor-line", Payload(payload), version="1", time=local_time())
    folder.mkdir(parents=True)
    (folder / "progress.toml").write_bytes(write_file("ana", event.time, [event], {}))
    journal = Journal.open(folder, version="1")
    assert [dict(each.payload) for each in journal.events] == [{}]
    journal.append("later")
    assert payload in (folder / "progress.toml").read_text()


@given(kind=TEXT, lesson=some.none() | TEXT, version=TEXT, payload=PAYLOAD)
@settings(max_examples=150, deadline=None)
def test_any_event_survives_its_block(kind, lesson, version, payload):
    event = new_event(kind, lesson, payload, version=version, time=local_time())
    found = scan(f"format = 1\n\n{event.block}".encode())
    assert (found.events, found.damage) == ([event], [])
    assert (event.kind, event.lesson, event.version, event.payload) == (kind, lesson, version, payload)
    assert tomllib.loads(event.block)["event"][0]["payload"] == payload
    assert read_inline(write_inline(payload)) == payload
    assert all(character.isprintable() for character in event.block.replace("\n", "") if ord(character) < 0xA0)
