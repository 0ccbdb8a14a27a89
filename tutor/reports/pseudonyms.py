"""Other names for learners: the same learner always gets the same one, and only who holds the key can tell whose it is.

A name is run through HMAC-SHA-256 with a random key of 32 bytes. A plain hash would not do: whoever has the list of
the class could hash every name on it and compare. The key stays in the home folder of whoever makes the report; it is
in no report.
"""

import hmac
import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

from progress.disk import Disk, read_plain_file

KEY = "pseudonyms.key"
LENGTH = 32
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that is easily mistaken for something else
SIZE = 6

Naming = Callable[[str], str]


def pseudonym(name: str, key: bytes) -> str:
    """Six letters and digits for a name; upper and lower case make no difference."""
    plain = unicodedata.normalize("NFC", name).strip().casefold()
    digest = hmac.digest(key, plain.encode("utf-8", "surrogatepass"), "sha256")
    return "L-" + "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:SIZE])


def own_key(home: Path, disk: Disk | None = None) -> tuple[bytes, bool]:
    """The key kept in the home folder, made if there is none; and whether it could be kept for the next report."""
    place = home / KEY
    try:
        key = read_plain_file(place)
        if len(key) == LENGTH:
            return key, True
    except FileNotFoundError:
        pass
    except OSError:
        return os.urandom(LENGTH), False
    key = os.urandom(LENGTH)
    try:
        (disk or Disk()).replace(place, key)
    except OSError:
        return key, False
    return key, True
