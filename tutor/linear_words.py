"""Plain lines about the field's words: an entry of the glossary, or the terms of a page."""

from collections.abc import Iterator

from lessons.glossary import Term, in_order, matching, named, nearest_names
from tutor.words.spoken import plain
from tutor.words.text import Text


def entry_lines(words: str, terms: tuple[Term, ...], here: tuple[Term, ...], text: Text) -> Iterator[str]:
    """The entry that these words name; without words, the names of the terms that stand here."""
    if not words:
        yield text("glossary.here", terms=names(here)) if here else text("glossary.none_here")
        yield text("glossary.how")
    elif words in ("all", text("glossary.all")):
        yield names(in_order(terms))
    elif term := named(words, terms):
        yield entry(term)
    else:
        yield unknown(words, terms, text)


def entry(term: Term) -> str:
    return f"{term.name}: {plain(term.text)}"


def unknown(words: str, terms: tuple[Term, ...], text: Text) -> str:
    """What these words might have meant: the terms that have their letters, else those that look most like them."""
    nearest = names(matching(terms, words)) or ", ".join(nearest_names(terms, words))
    key = "glossary.unknown" if nearest else "glossary.unlike"
    return text(key, words=words, nearest=nearest) if nearest else text(key, words=words)


def names(terms: tuple[Term, ...]) -> str:
    return ", ".join(term.name for term in terms)
