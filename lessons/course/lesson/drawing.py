"""A drawing that a page names, before it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from lessons.course.lesson import vocabulary
from lessons.course.lesson.values import one_of


@dataclass(frozen=True, eq=False)
class Drawing:
    """A drawing of a page, `{draw NAME}`: its kind and settings."""

    name: str
    kind: Annotated[str, one_of(vocabulary.DRAWINGS)]
    settings: Mapping[str, object] = field(metadata={"options": vocabulary.DRAWINGS, "of": "kind"})
