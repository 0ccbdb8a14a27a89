"""`glossary`: what the field's words mean."""

import argparse

from lessons.glossary import course_terms, in_order, named
from progress.inert import inert
from tutor.exits import DONE, FAILED, Refused
from tutor.linear_words import entry, names, unknown
from tutor.shell.learners import chosen_text, open_learner
from tutor.words.text import Text


def glossary(asked: argparse.Namespace, text: Text) -> int:
    """Print one entry of the glossary, or the names of all. Exit code 1 where there is no such term."""
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    terms = course_terms(learner.course, text.language)
    words = " ".join(asked.term)
    term = named(words, terms) if words else None
    if words and not term:
        raise Refused(inert(unknown(words, terms, text)), FAILED)
    print(inert(entry(term) if term else names(in_order(terms)), lines=True))
    return DONE
