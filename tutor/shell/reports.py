"""`lynx-tutor report` and `lynx-tutor export`: what was asked for, and where it goes."""

import shutil
import sys
from datetime import datetime
from functools import partial
from pathlib import Path

from lessons.course.course import Course
from progress.home import home_folder
from progress.sentence import inert
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.reports.class_pages import class_markdown, class_page, csv_page, json_page, unread_lines
from tutor.reports.class_report import ClassReport, class_report
from tutor.reports.handed_in import KEY, Naming, gather, own_key, pseudonym
from tutor.reports.learner_pages import FORMATS, draw_runs, is_folder, page_of, write_export
from tutor.reports.learner_report import build_report
from tutor.reports.pages import TERMINAL, checked_path, print_page, terminal_page, write_page
from tutor.shell.request import Asked, chosen_course, learner_here
from tutor.words.text import Text

SUFFIXES = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html"}
BYTE_ORDER_MARK = "\ufeff"  # spreadsheets take a CSV file without one for another alphabet


def report(asked: Asked, text: Text) -> int:
    """Write many learners' files as a table, CSV, HTML or JSON. Raises Refused if no file is given or found."""
    if not asked.paths:
        raise Refused(text("report.which"), WRONG_USAGE)
    if [asked.csv, asked.html].count(TERMINAL) + asked.json > 1:
        raise Refused(text("report.stdout_twice"), WRONG_USAGE)
    course = chosen_course(asked)
    naming: Naming | None = None
    if asked.pseudonyms:
        home = home_folder(asked.home)
        key, kept = own_key(home)
        naming = partial(pseudonym, key=key)
        # Where the key is kept is said here, and in no report.
        words = text("report.key_kept" if kept else "report.key_lost", file=inert(str(home / KEY)))
        print(words, file=sys.stderr)
    found = class_report(gather(asked.paths), course, datetime.now().astimezone(), naming)
    if not found.learners:
        for line in unread_lines(found, text):
            print(inert(line), file=sys.stderr)
        raise Refused(text("report.nothing"))
    deliver(found, asked, course, text)
    return DONE


def deliver(found: ClassReport, asked: Asked, course: Course, text: Text) -> None:
    """Put each page where it was asked for; print the terminal's own page if no place was given."""
    pages = {"csv": BYTE_ORDER_MARK + csv_page(found)} if asked.csv else {}
    if asked.html:
        pages["html"] = class_page(found, course, text)
    read = [*(path for each in found.learners for path in each.file.paths), *(each.path for each in found.unread)]
    places = {
        kind: checked_path(Path(getattr(asked, kind)), text, read) for kind in pages if getattr(asked, kind) != TERMINAL
    }
    for kind, place in places.items():
        write_page(place, pages[kind], text)
        print(text("report.written", file=inert(str(place))), file=sys.stderr)
    for kind in pages.keys() - places.keys():
        print_page(pages[kind].removeprefix(BYTE_ORDER_MARK))
    if asked.json:
        print_page(json_page(found, text))
    elif not pages:
        width = shutil.get_terminal_size((80, 24)).columns
        markdown = class_markdown(found, course, text)
        print_page(terminal_page(markdown, width, sys.stdout.encoding or "utf-8"))


def export(asked: Asked, text: Text) -> int:
    """Write the learner's own pages. Raises Refused if there is no page to export, or no place to put it."""
    learner, text = learner_here(asked, text)
    if not learner.journal.events:
        raise Refused(text("export.nothing"))
    formats, found = chosen_formats(asked, text), build_report(learner)
    if asked.to == TERMINAL:
        print_page(page_of(formats[0], found, draw_runs(found, text), text))
        return DONE
    for path in write_export(formats, Path(asked.to or "."), found, draw_runs(found, text), text):
        print(text("report.written", file=inert(str(path))), file=sys.stderr)
    return DONE


def chosen_formats(asked: Asked, text: Text) -> list[str]:
    """Choose by the formats' names or by the ending of the file. Raises Refused where they do not fit."""
    wanted = [asked.format] if asked.format else list(FORMATS)
    if asked.to == TERMINAL and len(wanted) > 1:
        raise Refused(text("export.one_format"), WRONG_USAGE)
    if asked.to in (None, TERMINAL) or is_folder(Path(asked.to)):
        return wanted
    kind = SUFFIXES.get(Path(asked.to).suffix.lower())
    if kind is None:
        raise Refused(text("export.bad_to", file=inert(asked.to)), WRONG_USAGE)
    if asked.format not in (None, kind):
        raise Refused(text("export.disagree", format=asked.format, file=inert(asked.to)), WRONG_USAGE)
    return [kind]
