"""Hints that tell more than they say, or nothing, or somewhere else; near misses that are none; blind pages that see."""

from tests.lessons.check.lying import Change, Lie, honest, lie

LESSON = "bend-lost"
HINTS = {
    1: "Nothing is computed wrongly, for every gradient is right. Something is not computed at all.",
    2: "What is supposed to bend a number lives in `minimodel/nn/activations.py`.",
    3: "Read `Tanh.forward`, and compare it with its neighbours.",
    4: "The only line of `Tanh.forward` gives back what came in.",
    5: "`return x` should be `return x.tanh()`.",
}
PISTAS = {
    1: "Nada se calcula mal, pues cada gradiente es correcto. Algo no se calcula en absoluto.",
    2: "Lo que debería doblar un número vive en `minimodel/nn/activations.py`.",
    3: "Lee `Tanh.forward` y compáralo con sus vecinos.",
    5: "`return x` debería ser `return x.tanh()`.",
}
SLOPE = 'id = "slope"\nfile = "minimodel/operations.py"\nfunction = "tanh"'


def hint(number: int, says: str) -> Change:
    return "en.md", HINTS[number], says


def pista(number: int, says: str) -> Change:
    return "es.md", PISTAS[number], says


def change_hints() -> Change:
    """Every hint reveals the fix."""
    levels = ("symptom", "module", "function", "line", "fix")
    ladder = "\n\n".join(f'[[hint]]\nreveals = "{level}"' for level in levels)
    return "lesson.toml", ladder, "\n\n".join(['[[hint]]\nreveals = "fix"'] * len(levels))


def near(place: str) -> Change:
    return "lesson.toml", SLOPE, f'id = "slope"\n{place}'


def section(before: str, after: str) -> Change:
    return "en.md", before, after


def told(name: str, change: Change, expected: str) -> Lie:
    return lie(name, LESSON, change, expected=expected)


FILE, FUNCTION = "names the file minimodel/nn/activations.py", "names the function Tanh.forward"
LINE, FIX = "names the edited line", "names what has to stand there"
LIES = [
    # a hint that tells too much
    told("the file at once", hint(1, "Look into `minimodel/nn/activations.py`."), f"## hint 1 {FILE}"),
    told("the file in capitals", hint(1, "Look into ACTIVATIONS.PY first."), FILE),
    told("the file in two halves", hint(1, "Look into activ**ations**.py first."), FILE),
    told("the file without its ending", hint(1, "It is in nn/activations, as so often."), FILE),
    told("the module with dots", hint(1, "It is in minimodel.nn.activations."), FILE),
    told("the file as such", hint(1, "One line of the activations file has changed."), FILE),
    told("the file in Spanish", pista(1, "Está en el módulo activations."), FILE),
    told("the function with the file", hint(2, "Look at `Tanh.forward` in `minimodel/nn/activations.py`."), FUNCTION),
    told("the function in halves", hint(2, "See **Tanh**.`forward` in `activations.py`."), FUNCTION),
    told("the function turned around", hint(2, "In `activations.py`, it is the forward of the class Tanh."), FUNCTION),
    told("the class", hint(1, "Read the class Tanh again."), "names the class Tanh"),
    told("the function in Spanish", pista(2, "Mira `Tanh.forward` en `activations.py`."), f"## hint 2 {FUNCTION}"),
    told("the line with the function", hint(3, "`Tanh.forward` says `return x`."), LINE),
    told("the number of the line", hint(3, "Read `Tanh.forward`: line 63 of the file."), "names line 63 of"),
    told("the number in Spanish", pista(3, "Lee `Tanh.forward`, en la línea 63."), "names line 63 of"),
    told("the cure at once", hint(1, "Write `return x.tanh()` again."), FIX),
    told("the cure in plain words", hint(3, "`Tanh.forward` has to call x.tanh() again."), FIX),
    told("the cure with blanks", hint(4, "The line of `Tanh.forward` was once `x . tanh( )`."), FIX),
    told("the cure in a block", hint(3, "`Tanh.forward` was:\n\n```\nreturn x.tanh()\n```"), FIX),
    # a hint that tells nothing, or somewhere else
    told("twice the same", hint(4, HINTS[3]), "says what hint 3 has said"),
    told("dots", hint(1, "…"), "has no words"),
    told("another file", hint(2, "It lives in `minimodel/optim.py`."), "points to minimodel/optim.py; the edit is in"),
    told("another function", hint(3, "Read `ReLU.forward` once more."), "points to ReLU.forward; the edit is in Tanh"),
    told("another line", hint(4, "Line 87 gives back what came in."), "points to line 87; the edit is at line 63"),
    told("another cure", hint(5, "`return x` should be `return x.relu()`."), "shows `return x.relu()`"),
    told("the fix first", change_hints(), "its first hint reveals the fix"),
    # near misses
    told("near: the edit's function", near('file = "minimodel/nn/activations.py"\nfunction = "Tanh.forward"'), "holds the edit itself"),
    told("near: its class", near('file = "minimodel/nn/activations.py"\nfunction = "Tanh"'), "holds the edit itself"),
    told("near: no such function", near('file = "minimodel/operations.py"\nfunction = "tahn"'), "no line of minimodel/operations.py is it"),
    told("near: no such line", near('file = "minimodel/operations.py"\nline = "value = np.tahn(a)"'), "no line of"),
    told("near: twice", near('file = "minimodel/nn/activations.py"\nfunction = "Identity.forward"'), "the same place as identity"),
    told("near: the cure", section("intact. Ask", "intact. But `return x.tanh()` is gone. Ask"), "## near slope shows what has to"),
    # what a blind learner sees
    told("blind: the file", section("No test has failed.", "Somebody edited activations.py."), f"## symptom {FILE}"),
    told("blind: the function", section("The corners are the same, and", "`Tanh.forward` is gone, and"), f"## blind because accuracy {FUNCTION}"),
    told("blind: the class in the symptom", section("No test has failed.", "Tanh is not what it was."), "## symptom names Tanh"),
    told("blind: the line", section("It ends at {floor}. A", "`return x` is all that is left. A"), LINE),
    told("blind: the cure", section("Both losses, from", "One calls `x.tanh()`. Both losses, from"), f"## probe curves {FIX}"),
    told("blind: the class", section("A coin toss costs", "Tanh is gone. A coin toss costs"), "names Tanh, which holds the edit"),
    told("blind: what is read by all", section("An activation called tanh bends", "`Tanh.forward` bends"), f"## read {FUNCTION}"),
    told("blind: the cause", section("The corners are the same, and so is the training.", "The activation had become the identity."), "says what ## cause says"),
    told("the cure in the title", section("# The bend is lost", "# `return x.tanh()` is lost"), "the title names what has to stand there"),
    told("the line in the summary", section("One line changes, and", "It says `return x`, and"), "## summary names the edited line"),
    told("blind: an arm called after it", ("lesson.toml", '[[predict]]\nid = "accuracy"', '[experiment.plane.arm.healthy]\n[experiment.plane.arm.without-tanh]\nedited = true\n[experiment.plane.arm.broken]\n\n[[predict]]\nid = "accuracy"'), "the arm without-tanh of plane is called after tanh"),
    told("blind: the edit", section("No test has failed.", "Somebody thinks that the activation only costs time, and hands on what came in."), "says what ## edit says"),
]  # fmt: skip
HONEST = [
    honest("the activation by its name", LESSON, hint(1, "What tanh does to a number, and what it does here, may differ.")),
    honest("a file that is not meant", LESSON, hint(2, "The loop in `training.py` is right. Look into `activations.py`."), pista(2, "El ciclo de `training.py` está bien. Mira en `activations.py`.")),
    honest("a comparison", LESSON, hint(3, "Compare `Tanh.forward` with `ReLU.forward`."), pista(3, "Compara `Tanh.forward` con `ReLU.forward`.")),
    honest("a line in words", LESSON, hint(4, "The last line of `Tanh.forward` is too short.")),
    honest("a cure with its reason", LESSON, hint(5, "The bend is `x.tanh()`, and it has to stand there again."), pista(5, "La curva es `x.tanh()`, y tiene que estar ahí de nuevo.")),
    honest("a near miss in the same file", LESSON, near('file = "minimodel/nn/activations.py"\nfunction = "Sigmoid"')),
    honest("a near miss by its line", LESSON, near('file = "minimodel/operations.py"\nline = "value = np.tanh(a)"')),
    honest("blind: activations, lines and losses", LESSON, section("No test has failed.", "The activations look right, the loss is a line that falls, and no test has failed.")),
    honest("blind: tanh as what there is", LESSON, section("A coin toss costs", "The eight numbers behind tanh say nothing here. A coin toss costs")),
]  # fmt: skip
