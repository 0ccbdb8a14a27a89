"""Tables where there is little room: words stay whole as long as they can."""

import pytest

from lessons.page import Table
from tutor.tui.widgets.blocks import fitted, table_content

ROWS = (("concordancia", "play (regular)", "you played"), ("suma", "write (irregular)", "you will write"))


@pytest.mark.parametrize("room", [40, 46, 52])
def test_a_narrow_table_breaks_lines_between_words(room: int) -> None:
    shown = table_content(Table(("", "you", "she"), ROWS), room).plain.split("\n")
    assert max(map(len, shown)) <= room
    assert {"concordancia", "(irregular)"} <= {word for line in shown for word in line.split()}


def test_a_word_is_broken_only_where_nothing_else_helps() -> None:
    assert fitted([12, 12], [12, 12], 22) == [10, 10]
    assert fitted([12, 30], [12, 6], 30) == [12, 16]
