"""Texts that somebody has looked at: `LYNX_TUTOR_APPROVE=1` writes them anew, to be read in the diff."""

import os
from pathlib import Path


def assert_approved(path: Path, text: str) -> None:
    if os.environ.get("LYNX_TUTOR_APPROVE"):
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
