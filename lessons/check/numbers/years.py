"""The year of a citation: it stands after a name, in brackets or after `in`, and nothing is counted by it."""

import re

from lessons.check.numbers.tongues import tongue

YEAR = re.compile(r"(?:19|20)\d\d")
CITED = re.compile(
    r"(?:[A-ZÁÉÍÓÚÑÜ][\w.'’-]+|\bal\.?)[,)]* ?[(\[]?$"
    r"|\b(?:[Ii]n|[Ss]ince|from|of|by|until|[Ee]n|[Dd]esde|de|hasta)(?: el año)? $"
    r"|\d[a-z]?[,;] $|\($"
)


def is_year(text: str, before: str, after: str, language: str) -> bool:
    """Whether four digits are the year of a citation, by what stands before and, in small letters, after them."""
    counted = re.compile(rf"\s*(?:[a-z]+ )?(?:%|{tongue(language).tells['counted'].pattern}\b)")
    return bool(YEAR.fullmatch(text) and CITED.search(before[-40:])) and not counted.match(after)
