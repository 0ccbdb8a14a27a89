"""The README as a package index shows it: without the pictures and links that lead to other files of the repository."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^]]*\]\([^)]*\)\n*")
LINK = re.compile(r"\[([^]]+)\]\((?!https?:)([^)]+)\)")


class Readme(MetadataHookInterface):
    """Gives the package its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        whole = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_files(whole)}


def without_files(words: str) -> str:
    """Leave pictures out, and name the file beside what linked to it."""
    return LINK.sub(
        lambda link: f"{link[1]} (`{link[2]}`)" if link[1] != link[2] else f"`{link[1]}`", PICTURE.sub("", words)
    )
