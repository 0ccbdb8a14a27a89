"""Notes are written anew from the events, and never at the cost of the learner's own words."""

from progress.notes import write_notes


def test_the_written_part_is_renewed_and_the_learners_words_around_it_stay(folder):
    path = write_notes(folder, "# Breaks\nfirst\n")
    path.write_text("mine above\n" + path.read_text() + "mine below\n")
    text = write_notes(folder, "# Breaks\nsecond\n").read_text()
    assert text.startswith("mine above\n")
    assert text.endswith("mine below\n")
    assert "second" in text
    assert "first" not in text
    assert [each.name for each in path.parent.iterdir()] == ["breaks.md"]


def test_words_written_inside_the_programs_part_are_kept_in_a_dated_copy(folder):
    path = write_notes(folder, "first\n")
    path.write_text(path.read_text().replace("first", "first, and my own thought"))
    write_notes(folder, "second\n")
    (copy,) = [each for each in path.parent.iterdir() if each != path]
    assert "my own thought" in copy.read_text()
    assert "second" in path.read_text()


def test_notes_in_another_encoding_are_kept_in_a_copy(folder):
    path = write_notes(folder, "first\n")
    path.write_bytes(b"\xff\xfeodd")
    write_notes(folder, "second\n")
    (copy,) = [each for each in path.parent.iterdir() if each != path]
    assert copy.read_bytes() == b"\xff\xfeodd"
    assert "second" in path.read_text()


def test_nothing_is_written_when_nothing_changed(folder):
    path = write_notes(folder, "same\n")
    before = path.stat().st_mtime_ns
    write_notes(folder, "same\n")
    assert path.stat().st_mtime_ns == before
