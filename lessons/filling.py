"""Words with `{claims}` in them: `{name}` prints what a claim says.

`{name:three quarters}` prints these words, and `check` proves that they say it.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the course map fills titles, which seldom have a claim
    from lessons.lesson import Claim

MARK = re.compile(r"<!-- from [a-z]{2} [0-9a-f]{8} -->[ \t]*\n?")  # which text a section was translated from
PLACE = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}\n]+))?\}")  # a claim's name, and its words if it has any


def fill(text: str, claims: Mapping[str, "Claim"]) -> str:
    """`{name}` becomes what the claim says, `{name:words}` the words. A name that is no claim is left as it stands."""

    def printed(place: re.Match[str]) -> str:
        claim = claims.get(place[1])
        return place[0] if claim is None else place[2] or claim.text()

    return PLACE.sub(printed, text)
