"""What `report` and `export` may be asked on the command line. Imports nothing heavy: every start reads this."""

import argparse
from pathlib import Path
from typing import Any

from tutor.words.text import Text


def add_report(commands: Any, common: argparse.ArgumentParser, text: Text) -> None:
    """Take `report PATH… [--csv FILE] [--html FILE] [--json] [--pseudonyms]`."""
    words = text("report.command")
    parser = commands.add_parser("report", help=words, description=words, parents=[common])
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar=text("metavar.path"), help=text("report.paths")
    )
    parser.add_argument("--csv", metavar=text("metavar.file"), help=text("report.csv"))
    parser.add_argument("--html", metavar=text("metavar.file"), help=text("report.html"))
    parser.add_argument("--json", action="store_true", help=text("report.json"))
    parser.add_argument("--pseudonyms", action="store_true", help=text("report.pseudonyms"))


def add_export(commands: Any, common: argparse.ArgumentParser, text: Text) -> None:
    """Take `export [--format md|html] [--to FOLDER_OR_FILE]`."""
    words = text("export.command")
    parser = commands.add_parser("export", help=words, description=words, parents=[common])
    parser.add_argument("--format", choices=("md", "html"), help=text("export.format"))
    parser.add_argument("--to", metavar=text("metavar.path"), help=text("export.to"))
