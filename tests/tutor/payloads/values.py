"""What a hand, another program or a broken disk may have written: any value that TOML has, and words that bite."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

from hypothesis import strategies as some

CONTROLS = "\x00\x07\x08\t\n\r\x1b\x7f\x85\x9b\u2028\u2029"
BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
BITING = (
    "\x1b[2J\x1b[31mred",
    "\x1b]0;title\x07",
    "\x1b]8;;http://example.org\x1b\\here\x1b]8;;\x1b\\",
    "\x9b2J",
    "\x00",
    "a\x00b\rc\x08d",
    f"user{BIDI}resu",
    "[/x]",
    "[link=http://example.org]here[/link]",
    "[@click=app.quit]here[/]",
    "[bold red",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "[here](javascript:alert(1))",
    "![image](http://example.org/x.png)",
    "# heading\n\n- list\n\n| a | b |\n|---|---|\n",
    "```\ncode",
    "`a` **b** _c_ ~~d~~",
    "=1+1",
    "@SUM(A1)",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "\t=1+1",
    "\\input{/etc/passwd} $x$ %",
    "{0.__class__} {name} {} %s",
    "<!-- lynx-tutor writes to here -->",
    "[[event]]\nid = 1",
    "../../../etc/passwd",
    "/",
    "~",
    "e\u0301\u200d\ufe0f👩‍👩‍👧 漢字 ñ",
    "x" * 20_000,
    "9" * 5_000,
    "9 " * 3_000,
    " ",
    "",
    "nan",
    "inf",
    "1e309",
    "-0",
    "5x23",
    "77 %",
    "same",
    "open",
    "blind",
    "TypeError: x (linear.py:3)",
    "TypeError: x (linear.py:999999)",
    "passed",
    "untried",
)
NUMBERS: tuple[int | float, ...] = (
    0, -1, 1, 2, 7, 10**6, 2**31, 2**63 - 1, 2**63, -(2**64), 10**400, 0.0, -0.0, 0.5, 0.99, 1.0, 1e-320, 1e308,
    -1e308, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
DATES = (
    date(1, 1, 1), date(9999, 12, 31), time(23, 59, 59, 999999), datetime(2026, 1, 1, 1), datetime(1, 1, 1, tzinfo=UTC),
)  # fmt: skip

words = (
    some.sampled_from(BITING) | some.text(max_size=12) | some.text(alphabet=CONTROLS + BIDI + "ab[]", max_size=6)
)  # fmt: skip
EXTREMES = (10**400, -(10**400), float("inf"), float("nan"), -1, 0, 2**63, 1e308, True, [], {}, "")
plain = words | some.sampled_from(NUMBERS) | some.integers() | some.floats() | some.booleans()
leaves = some.sampled_from(EXTREMES) | plain | some.sampled_from(DATES)


def values(names: some.SearchStrategy[str]) -> some.SearchStrategy[Any]:
    """Any value; tables in it have keys of these names and any others."""
    keys = names | words
    return some.recursive(
        leaves,
        lambda inner: some.lists(inner, max_size=4) | some.dictionaries(keys, inner, max_size=4),
        max_leaves=8,
    )


def deep(levels: int) -> Any:
    """Lists and tables within each other."""
    value: Any = "deep"
    for level in range(levels):
        value = [value] if level % 2 else {"deeper": value}
    return value


TIMES = (
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
    datetime(1, 1, 1, tzinfo=timezone(-timedelta(hours=12))),
    datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=timezone(-timedelta(hours=14))),
    datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=timezone(timedelta(hours=23, minutes=59))),
    datetime(1969, 12, 31, tzinfo=UTC),
    datetime(2600, 1, 1, tzinfo=UTC),
    datetime(2026, 3, 29, 2, 30, tzinfo=timezone(timedelta(hours=5, minutes=45))),
)
