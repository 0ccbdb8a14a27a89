"""The least version of everything that pyproject.toml names, as constraints for pip: prints them."""

import re
import tomllib
from itertools import chain
from pathlib import Path

LEAST = re.compile(r"([\w-]+)[>=]=([\w.]+)")


def constraints() -> list[str]:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    return ["{}=={}".format(*LEAST.match(each).groups()) for each in named]


if __name__ == "__main__":
    print("\n".join(constraints()))
