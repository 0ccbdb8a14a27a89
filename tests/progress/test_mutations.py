"""However a file is mangled, opening it shows no traceback, and events whose own bytes are whole are loaded."""

import random
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as some
from mutations import lost_events, mutated, sample

from progress.block import AS_WRITTEN, new_event, write_block
from progress.doctor import mend
from progress.journal import local_time
from progress.merge import merge_file
from progress.payload import read_inline
from progress.scan import scan

TEXT = some.text(some.characters(exclude_categories=["Cs"]), max_size=40)
SCALAR = some.one_of(TEXT, some.booleans(), some.integers(-(2**63), 2**63 - 1), some.floats(allow_nan=False))
DATA = some.recursive(
    SCALAR,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
PAYLOAD = some.dictionaries(TEXT, DATA, max_size=4)


def test_thousands_of_mutated_files_cost_no_event_that_is_whole(tmp_path):
    content, events = sample(tmp_path / "sample")
    dice = random.Random(20261121)
    for _ in range(3000):
        damaged = mutated(content, dice)
        assert lost_events(tmp_path / "ana", damaged, events) == []


def test_mended_files_are_toml_as_a_whole_and_lose_no_event(tmp_path):
    content, events = sample(tmp_path / "sample")
    dice = random.Random(7)
    for _ in range(150):
        damaged = mutated(content, dice)
        lost_events(tmp_path / "ana", damaged, events)
        before = scan((tmp_path / "ana" / "progress.toml").read_bytes()).events
        mend(tmp_path / "ana")
        after = (tmp_path / "ana" / "progress.toml").read_bytes()
        assert scan(after).events == before
        assert len(tomllib.loads(after.decode())["event"]) == len(before)


def test_merging_mutated_files_brings_together_all_that_is_whole(tmp_path):
    content, _ = sample(tmp_path / "sample")
    dice = random.Random(8)
    for number in range(60):
        other = tmp_path / f"{number}.toml"
        other.write_bytes(mutated(content, dice))
        found = scan(other.read_bytes()).events
        if found:
            merge_file(tmp_path / "ana", other)
            assert merge_file(tmp_path / "ana", other).added == ()


@given(kind=TEXT, lesson=some.none() | TEXT, version=TEXT, payload=PAYLOAD)
@settings(max_examples=300, deadline=None)
def test_any_event_survives_its_block(kind, lesson, version, payload):
    event, block = new_event(kind, lesson, payload, version=version, time=local_time())
    found = scan(f"format = 1\n\n{block}".encode())
    assert found.events == [event]
    assert found.damage == []
    assert (event.kind, event.lesson, event.version, event.payload) == (kind, lesson, version, payload)
    assert tomllib.loads(block)["event"][0]["payload"] == payload
    assert all(character.isprintable() for character in block.replace("\n", "") if ord(character) < 0xA0)


@given(payload=PAYLOAD)
@settings(max_examples=300, deadline=None)
def test_a_payload_is_read_as_toml_reads_it(payload):
    _, block = new_event("a", None, payload, version="1", time=local_time())
    text = AS_WRITTEN.fullmatch(block)[6]
    assert read_inline(text) == tomllib.loads(f"payload = {text}")["payload"]


@given(content=some.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_no_bytes_at_all_raise(content):
    found = scan(b'[[event]]\nid = "a"\n' + content)
    assert len(found.events) + len(found.damage) >= 1
    assert all(write_block(event) for event in found.events)
