"""`lynx-tutor report` and `lynx-tutor export`: what was asked for, and where it goes."""

import argparse
import shutil
import sys
from datetime import datetime
from functools import partial
from pathlib import Path

from lessons.load import load_course
from lessons.schema import Course
from progress.home import home_folder
from progress.inert import inert
from tutor.cli import WRONG_USAGE, Refused
from tutor.reports import target
from tutor.reports.class_page import class_page
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.csv_page import csv_page
from tutor.reports.export import albums, is_folder, page, told
from tutor.reports.gather import gather
from tutor.reports.json_page import json_page
from tutor.reports.pseudonyms import KEY, Naming, own_key, pseudonym
from tutor.reports.terminal_page import terminal_page
from tutor.reports.wording import unread_lines
from tutor.start import chosen_text, open_learner
from tutor.text import Text

SUFFIXES = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html"}
WIDEST = 140  # columns of a table that an eye can still follow
BYTE_ORDER_MARK = "\ufeff"  # spreadsheets take a CSV file without one for another alphabet


def report(asked: argparse.Namespace, text: Text) -> int:
    """Many learners' files as a table, CSV, one HTML page, or JSON. Raises Refused if there is nothing to report."""
    if not asked.paths:
        raise Refused(text("report.which"), WRONG_USAGE)
    if [asked.csv, asked.html].count(target.TERMINAL) + asked.json > 1:
        raise Refused(text("report.stdout_twice"), WRONG_USAGE)
    course = load_course()
    naming = chosen_names(asked, text) if asked.pseudonyms else None
    found = class_report(gather(asked.paths), course, datetime.now().astimezone(), naming)
    if not found.learners:
        for line in unread_lines(text, found):
            print(inert(line), file=sys.stderr)
        raise Refused(text("report.nothing"))
    deliver(found, asked, course, text)
    return 0


def chosen_names(asked: argparse.Namespace, text: Text) -> Naming:
    """Pseudonyms made with this home folder's key; where it is kept is said here and in no report."""
    home = home_folder(asked.home)
    key, kept = own_key(home)
    words = text("report.key_kept" if kept else "report.key_lost", file=inert(str(home / KEY)))
    print(words, file=sys.stderr)
    return partial(pseudonym, key=key)


def deliver(found: ClassReport, asked: argparse.Namespace, course: Course, text: Text) -> None:
    """Each page where it was asked for; the terminal's own page if nothing else was."""
    pages: dict[str, str] = {}
    if asked.csv:
        pages["csv"] = csv_page(found)
    if asked.html:
        pages["html"] = class_page(found, course, text)
    read = [
        *(path for learner in found.learners for path in learner.paths),
        *(each.path for each in found.unread),
    ]
    places = {
        kind: target.check(Path(getattr(asked, kind)), text, read)
        for kind in pages
        if getattr(asked, kind) != target.TERMINAL
    }
    for kind, place in places.items():
        target.write(place, BYTE_ORDER_MARK + pages[kind] if kind == "csv" else pages[kind], text)
    for kind in pages.keys() - places.keys():
        target.show(pages[kind])
    if asked.json:
        target.show(json_page(found, text))
    elif not pages:
        target.show(terminal_page(found, course, text, terminal_width()))


def terminal_width() -> int:
    """As wide as the terminal, within reason; 80 columns where there is none."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, 80), WIDEST)


def export(asked: argparse.Namespace, text: Text) -> int:
    """The learner's own pages. Raises Refused if there is nothing to export, or nowhere to put it."""
    learner = open_learner(asked)
    text = chosen_text(asked, learner)
    if not learner.journal.events:
        raise Refused(text("export.nothing"))
    formats = chosen_formats(asked, text)
    found = told(learner, text)
    if asked.to == target.TERMINAL:
        target.show(page(formats[0], found, text))
        return 0
    for album in albums(formats, Path(asked.to or "."), found, text):
        album.write(text)
        print(text("report.written", file=inert(str(album.path))), file=sys.stderr)
    return 0


def chosen_formats(asked: argparse.Namespace, text: Text) -> list[str]:
    """The formats asked for, by name or by the ending of the file. Raises Refused where they do not fit."""
    wanted = [asked.format] if asked.format else ["md", "html"]
    if asked.to == target.TERMINAL and len(wanted) > 1:
        raise Refused(text("export.one_format"), WRONG_USAGE)
    if asked.to in (None, target.TERMINAL) or is_folder(Path(asked.to)):
        return wanted
    kind = SUFFIXES.get(Path(asked.to).suffix.lower())
    if kind is None:
        raise Refused(text("export.bad_to", file=inert(asked.to)), WRONG_USAGE)
    if asked.format not in (None, kind):
        raise Refused(text("export.disagree", format=asked.format, file=inert(asked.to)), WRONG_USAGE)
    return [kind]
