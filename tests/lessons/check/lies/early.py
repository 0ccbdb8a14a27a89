"""Answers that are told before their run: by a claim, in the words of an option, as a number, a shape, or a curve."""

from tests.lessons.check.lying import Change, Lie, honest, lie

BEND, BREAK, EXPERIMENT = "bend-lost", "break", "experiment"
EN = {
    "summary": "One line changes, and a network can no longer say what a square asks of it.",
    "read": "It has eight hidden numbers.",
    "symptom": "No test has failed.",
    "curve": "The healthy loss falls.",
    "rows": "You may be off by {near}.",
    "loss": "Up to {margin} of difference counts as the same.",
}


def says(place: str, more: str) -> Change:
    """One sentence more at this place."""
    return "en.md", EN[place], f"{EN[place]} {more}"


def dice(more: str) -> Change:
    """One sentence more in the Spanish question about the rows."""
    return "es.md", "{near}.\n", f"{{near}}. {more}\n"


def told(name: str, lesson: str, change: Change, expected: str) -> Lie:
    return lie(name, lesson, change, expected=expected)


THIRD = (
    "lesson.toml",
    "steps = { measure",
    'third = { measure = "constant", value = 0.33, equals = 0.33, show = "percent" }\nsteps = { measure',
)
FLAT = "and that answers ## predict curve"
LIES = [
    # by a claim
    told("the share in its question", BREAK, says("rows", "It gets {rows_broken}."), "{rows_broken} before the run, and that answers ## predict rows"),
    told("the loss where the task is taught", BREAK, ("en.md", "because one start may be luck.", "because one start may be luck. The broken one ends at {loss_broken}."), "## read shows {loss_broken} before the run"),
    told("the spread in the summary", BREAK, ("en.md", "goes quiet.", "goes quiet: {spread_broken}."), "## summary shows {spread_broken}"),
    told("the loss in the name of a question", BREAK, ("en.md", "## name loss\nfinal loss", "## name loss\nfinal loss, {loss_broken}"), "## name loss shows {loss_broken}"),
    told("the loss in the name of the experiment", BREAK, ("en.md", "## experiment deep\nthe network", "## experiment deep\nthe one at {loss_broken}"), "## experiment deep shows {loss_broken}"),
    told("an entry in its question", "walkthrough", ("en.md", "Look at the baskets.", "Look at the baskets: {apples}."), "## step apples shows {apples} before the run"),
    told("an entry where the calculation is taught", "walkthrough", ("en.md", "## summary\n", "## summary\nThey take {takings}. "), "## summary shows {takings}"),
    told("the review's own share", BREAK, ("en.md", "The same line, in a network", "It got {one_layer} right: the same line, in a network"), "## review one-layer shows {one_layer}"),
    told("the loss in the blind symptom", BREAK, ("en.md", "Nothing raises. Every shape is right", "The loss is {loss_broken}. Every shape is right"), "## symptom shows {loss_broken}"),
    # in words
    told("the curve in the summary", BEND, says("summary", "Its loss never falls."), f"## summary says 'Its loss never falls.' before the run, {FLAT}"),
    told("the curve where the task is taught", BEND, says("read", "In the broken one the loss stays where it was."), f"## read says 'In the broken one the loss stays where it was.' before the run, {FLAT}"),
    told("the curve in the symptom", BEND, says("symptom", "The loss hardly moves."), f"## symptom says 'The loss hardly moves.' before the run, {FLAT}"),
    told("the curve in its question", BEND, says("curve", "The broken loss does not fall."), "## predict curve says"),
    told("the curve in Spanish", BEND, ("es.md", "Ninguna prueba ha fallado.", "La pérdida no baja. Ninguna prueba ha fallado."), "## symptom says 'La pérdida no baja.'"),
    told("the option as a fact", BREAK, ("en.md", "Would you have stopped it in review?", "The scores now lie hardly apart at all."), "## edit says 'hardly apart at all' before the run, and that answers ## predict answers"),
    told("the option in the title", BREAK, ("en.md", "# The quiet network", "# Scores hardly apart at all"), "the title says 'hardly apart at all'"),
    lie("the number in its question", BREAK, THIRD, says("rows", "Some guess {third}."), dice("Hay quien dice {third}."), expected="## predict rows says 33 % before the run"),
    lie("the number in its name", BREAK, THIRD, ("en.md", "## name rows\n", "## name rows\n{third}, "), ("es.md", "## name rows\n", "## name rows\n{third}, "), expected="## name rows says 33 %"),
    told("the direction in its question", BREAK, says("loss", "The broken model ends with a higher loss."), "## predict loss says 'The broken model ends with a higher loss.'"),
    told("the direction where the task is taught", BREAK, ("en.md", "because one start may be luck.", "because one start may be luck. The loss of the broken network is higher."), "## read says 'The loss of the broken network is higher.'"),
    told("the direction in Spanish", BREAK, dice("La red rota termina con una pérdida más alta."), "## predict rows says"),
]  # fmt: skip
HONEST = [
    honest("the healthy number beside the question", BREAK, says("rows", "The healthy one gets {rows_healthy}."), dice("El sano acierta {rows_healthy}.")),
    honest("a direction that is asked for", BREAK, says("loss", "Is the broken loss higher or lower?")),
    honest("a direction of something else", BREAK, says("loss", "The broken line is shorter, and looks better.")),
    honest("the healthy curve", BEND, says("curve", "The healthy loss does not stay flat.")),
    honest("every option in the question", BREAK, ("en.md", "The measure is their", "They may lie hardly apart at all, or as far apart as in the healthy model. The measure is their")),
    honest("a curve that is asked for", BEND, says("symptom", "Does the loss stay flat, or does it fall?")),
    honest("a claim once it is run", BREAK, ("en.md", "## observe\n", "## observe\nOne ends at {loss_broken}. "), ("es.md", "## observe\n", "## observe\nUna termina en {loss_broken}. ")),
    honest("a floor of another kind", BEND, says("read", "It stands on the floor of a room.")),
]  # fmt: skip
