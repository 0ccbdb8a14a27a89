"""However a file is mangled, opening it shows no traceback, and events whose own bytes are whole are loaded."""

import tomllib

from faulty_disk import Unhurried
from hypothesis import given, settings
from hypothesis import strategies as some

from progress.block import new_event, write_block
from progress.doctor import mend
from progress.journal import Journal, local_time
from progress.merge import merge_file
from progress.payload import read_inline, write_inline
from progress.scan import scan

TEXT = some.text(some.characters(exclude_categories=["Cs"]), max_size=40)
SCALAR = some.one_of(TEXT, some.booleans(), some.integers(-(2**63), 2**63 - 1), some.floats(allow_nan=False))
DATA = some.recursive(
    SCALAR,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
PAYLOAD = some.dictionaries(TEXT, DATA, max_size=4)
TEXTS = ["plain", 'say "so"', "né 🐈", "two\nlines", "[[event]]", "", "x" * 200]
MEANINGFUL = [
    b'"', b'"""', b"'''", b"[[event]]\n", b"[event.payload]\n", b"\r", b"\n", b"#", b"= {", b"}", b"\\", b"\xff\xfe",
    b"\xef\xbb\xbf", b"[[" * 40, b"format = 0\n", b"a = 1\n", b"\x1b[2J", b"9" * 5000, b"[" * 3000, b"\0" * 9,
]  # fmt: skip
PLACE = some.floats(0, 1)
MUTATION = some.tuples(
    PLACE, some.integers(0, 200), some.sampled_from(MEANINGFUL) | some.binary(max_size=9) | PLACE
)


def mutated(content: bytes, mutations: list) -> bytes:
    """Cut so many bytes out at a place, and put others in: bytes, or a stretch of the file itself."""
    for place, cut, put in mutations:
        at = int(place * len(content))
        other = int(put * len(content)) if isinstance(put, float) else 0
        fresh = content[other : other + 300] if isinstance(put, float) else put
        content = content[:at] + fresh + content[at + cut :]
    return content


@given(mutations=some.lists(MUTATION, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_a_mutated_file_costs_no_event_that_is_whole_also_when_mended_or_merged(tmp_path_factory, mutations):
    home = tmp_path_factory.mktemp("mutated")
    journal = Journal.open(home / "ana", version="1", disk=Unhurried())
    for number, text in enumerate(TEXTS):
        journal.append("step", "a-lesson" if number % 3 else None, text=text, values=[0.5, {"deep": True}])
    path, events = home / "ana" / "progress.toml", journal.events
    damaged = mutated(path.read_bytes(), mutations)
    path.write_bytes(damaged)
    whole = {event.id: event for event in events if write_block(event).encode() in damaged}

    journal = Journal.open(home / "ana", version="1", disk=Unhurried())
    later = journal.append("later")
    is_saved = journal.trouble != "newer-format"
    assert is_saved == (later not in journal.unsaved)
    assert all(piece.bytes == len(piece.file.read_bytes()) for piece in journal.set_aside)
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


@given(kind=TEXT, lesson=some.none() | TEXT, version=TEXT, payload=PAYLOAD)
@settings(max_examples=200, deadline=None)
def test_any_event_survives_its_block(kind, lesson, version, payload):
    event, block = new_event(kind, lesson, payload, version=version, time=local_time())
    found = scan(f"format = 1\n\n{block}".encode())
    assert (found.events, found.damage) == ([event], [])
    assert (event.kind, event.lesson, event.version, event.payload) == (kind, lesson, version, payload)
    assert tomllib.loads(block)["event"][0]["payload"] == payload
    assert read_inline(write_inline(payload)) == payload
    assert all(character.isprintable() for character in block.replace("\n", "") if ord(character) < 0xA0)


@given(content=some.binary(max_size=400))
@settings(max_examples=200, deadline=None)
def test_no_bytes_at_all_raise(content):
    found = scan(b'[[event]]\nid = "a"\n' + content)
    assert len(found.events) + len(found.damage) >= 1
    assert all(write_block(event) for event in found.events)
