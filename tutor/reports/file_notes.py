"""What is to be said about the files of a class: what could not be read, copies, and events that are shared."""

from tutor.reports.class_report import ClassReport
from tutor.words.course import counted
from tutor.words.text import Text


def file_notes(report: ClassReport, text: Text) -> list[tuple[str, list[str]]]:
    """Give a heading and a line for each thing to say, as plain words."""
    notes = {
        "unread": unread_lines(report, text),
        "damaged": [
            text("report.damaged_line", name=each.name, pieces=counted(text, "report.pieces", each.pieces))
            for each in report.learners
            if each.pieces
        ],
        "copies": [
            text("report.copies_line", name=each.name, count=len(each.paths))
            for each in report.learners
            if len(each.paths) > 1
        ],
        "newer": [text("report.newer_line", name=each.name) for each in report.learners if each.newer],
        "shared": [text("report.shared_line", names=", ".join(names)) for names in report.shared],
    }
    return [(text(f"report.{key}"), lines) for key, lines in notes.items() if lines]


def unread_lines(report: ClassReport, text: Text) -> list[str]:
    """Name each path that could not be read, and why; with pseudonyms only how many, as a path holds names."""
    if not report.pseudonyms:
        return [f"{found.path}: {text(f'report.{found.reason}')}" for found in report.unread]
    reasons = [found.reason for found in report.unread]
    return [
        text("report.unread_hidden", reason=text(f"report.{reason}"), count=reasons.count(reason))
        for reason in dict.fromkeys(reasons)
    ]
