"""What a folder holds, and what a lesson needs."""

from tests.lessons.check.lying import honest, lie

STRUCTURE = "lesson.toml"
IDENTITY = 'id = "break"'

LIES = [
    lie("another id", "break", (STRUCTURE, IDENTITY, 'id = "brake"'), expected="they should be the same"),
    lie("needs itself", "break", (STRUCTURE, "minutes", 'needs = ["break"]\nminutes'), expected="cannot need itself"),
    lie("needs nobody", "break", (STRUCTURE, "minutes", 'needs = ["gelu"]\nminutes'), expected="no such lesson"),
    lie("needs twice", "break", (STRUCTURE, "minutes", 'needs = ["xor-line", "xor-line"]\nminutes'), expected="twice"),
    lie("a file too many", "break", ("notes.md", "", "# Notes\n"), expected="notes.md belongs to no lesson"),
    lie("code beside it", "break", ("lesson.py", "", "import os\n"), expected="lesson.py belongs to no lesson"),
    lie("an unknown key", "break", (STRUCTURE, "minutes", "mintues"), expected="Did you mean minutes"),
    lie("no TOML", "break", (STRUCTURE, "percent = true", "percent = true true"), expected="is not valid TOML"),
    lie("an unknown format", "break", (STRUCTURE, "format = 2", "format = 3"), expected="this version reads"),
]  # fmt: skip
HONEST = [
    honest("needs a lesson of the course", "break", (STRUCTURE, "minutes", 'needs = ["xor-line"]\nminutes')),
    honest("more minutes", "break", (STRUCTURE, "minutes = 15", "minutes = 25")),
]
