"""Every cheat there is, family by family."""

from tests.lessons.runs.cheats.another_name import ANOTHER_NAME
from tests.lessons.runs.cheats.forging import FORGING
from tests.lessons.runs.cheats.hanging import ENDING, HANGING
from tests.lessons.runs.cheats.lab_escapes import LABS
from tests.lessons.runs.cheats.outward import RESOURCES, WRITING

CHEATS = [*FORGING, *ANOTHER_NAME, *HANGING, *ENDING, *WRITING, *RESOURCES, *LABS]
