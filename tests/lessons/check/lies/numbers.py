"""Numbers on a page that no claim proves, in digits of any spelling and in words; and claims that say something else."""

from tests.lessons.check.lying import Change, Lie, honest, lie

LESSON = "break"
EN = "Glorot and Bengio (2010) measured how signals fade from layer to layer."
ES = "Glorot y Bengio (2010) midieron cómo se apaga la señal de capa en capa."
NONE, WORDS = "neither a claim nor one of the lesson's own", "no claim proves this quantity"


def why(english: str, spanish: str) -> tuple[Change, Change]:
    """Both pages with a sentence more in their ## why."""
    return ("en.md", EN, f"{english} {EN}"), ("es.md", ES, f"{spanish} {ES}")


def told(name: str, english: str, spanish: str, expected: str) -> Lie:
    return lie(name, LESSON, *why(english, spanish), expected=expected)


def true(name: str, english: str, spanish: str) -> Lie:
    return honest(name, LESSON, *why(english, spanish))


def claimed(line: str) -> Change:
    """One more line in [claims]."""
    return "lesson.toml", "one_layer = {", f"{line}\none_layer = {{"


RIGHT, ACIERTA = "The broken network got {} of its rows right.", "La red rota acertó el {} de sus filas."
LOSS, PÉRDIDA = "Its loss was {} in the end.", "Su pérdida era {} al final."

LIES = [
    told("a decimal", LOSS.format("1.42"), PÉRDIDA.format("1.42"), f"'1.42': it is {NONE}"),
    told("a decimal as code", LOSS.format("`1.42`"), PÉRDIDA.format("`1.42`"), f"'1.42': it is {NONE}"),
    told("a decimal comma", LOSS.format("1,42"), PÉRDIDA.format("1,42"), f"'1,42': it is {NONE}"),
    told("split by bold", LOSS.format("1.**42**"), PÉRDIDA.format("1.**42**"), f"'1.**42': it is {NONE}"),
    told("split by code", LOSS.format("1.`42`"), PÉRDIDA.format("1.`42`"), NONE),
    told("full-width digits", LOSS.format("１．４２"), PÉRDIDA.format("１．４２"), f"'１．４２': it is {NONE}"),
    told("superscript digits", LOSS.format("¹·⁴²"), PÉRDIDA.format("¹·⁴²"), f"'¹·⁴²': it is {NONE}"),
    told("a power of ten", LOSS.format("10⁻³"), PÉRDIDA.format("10⁻³"), f"'10⁻³': it is {NONE}"),
    told("an exponent", LOSS.format("`2e-3`"), PÉRDIDA.format("`2e-3`"), f"'2e-3': it is {NONE}"),
    told("a fraction", RIGHT.format("¾"), ACIERTA.format("¾"), f"'¾': it is {NONE}"),
    told("a fraction on one line", RIGHT.format("3/4"), ACIERTA.format("3/4"), f"'3/4': it is {NONE}"),
    told("a percentage", RIGHT.format("77 %"), ACIERTA.format("77 %"), f"'77 %': {WORDS}"),
    told("a percentage in words", RIGHT.format("77 percent"), ACIERTA.format("77 por ciento"), WORDS),
    told("thousands", "It has 12,000 weights.", "Tiene 12,000 pesos.", f"'12,000': it is {NONE}"),
    told("a whole number", "It has 512 weights.", "Tiene 512 pesos.", f"'512': it is {NONE}"),
    told("steps", "It took 77 steps.", "Tardó 77 pasos.", f"'77 steps': {WORDS}"),
    told("steps in words", "It took forty steps.", "Tardó cuarenta pasos.", f"'forty steps': {WORDS}"),
    told("times", "The healthy one is 2× faster.", "La sana es 2× más rápida.", f"'2×': {WORDS}"),
    told("twice", "It took twice as many steps.", "Tardó el doble de pasos.", f"'twice': {WORDS}"),
    told("ten times", "It took ten times as long.", "Tardó diez veces más.", f"'ten times': {WORDS}"),
    told("a half", RIGHT.format("half"), "La red rota acertó la mitad de sus filas.", f"'half': {WORDS}"),
    told("three quarters", RIGHT.format("three quarters"), ACIERTA.format("tres cuartos"), f"'three quarters': {WORDS}"),
    told("a share of seeds", "Nine in ten seeds failed.", "Fallaron nueve de cada diez semillas.", WORDS),
    told(
        "an order of magnitude",
        "The loss is an order of magnitude larger.",
        "La pérdida es un orden de magnitud mayor.",
        f"'an order of magnitude': {WORDS}",
    ),
    told(
        "a fence that is no source",
        "So:\n\n```\nloss = 1.42\n```\n\n",
        "Así:\n\n```\nloss = 1.42\n```\n\n",
        f"'1.42': it is {NONE}",
    ),
    told("a year that counts", "It has 1984 weights.", "Tiene 1984 pesos.", f"'1984': it is {NONE}"),
    told("digits after a claim", LOSS.format("{loss_broken}7"), PÉRDIDA.format("{loss_broken}7"), "touches a claim"),
    told(
        "a shape that the matrix has not",
        "`W1` has shape (23, 16).",
        "`W1` tiene forma (23, 16).",
        "W1 is (16, 23) in this lesson.",
    ),
    lie(
        "a number in the title",
        LESSON,
        ("en.md", "# The quiet network", "# The quiet network: 77 %"),
        ("es.md", "# La red callada", "# La red callada: 77 %"),
        expected="number in en.md, the title: '77 %'",
    ),
    lie(
        "a number in an option",
        LESSON,
        ("en.md", "- closer: plainly apart, but", "- closer: plainly apart, by `7.7`, but"),
        ("es.md", "- closer: se separan claramente, pero", "- closer: se separan claramente, `7.7`, pero"),
        expected="'7.7': the option 'closer' is the right one from 0.05 to 3.",
    ),
    lie(
        "a margin that is another",
        LESSON,
        ("en.md", "You may be off by {near}.", "You may be off by twelve points."),
        ("es.md", "Puedes desviarte hasta un {near}.", "Puedes desviarte hasta doce puntos."),
        expected=f"'twelve points': {WORDS}",
    ),
    told(
        "words that a claim does not say",
        RIGHT.format("{rows_broken:three quarters}"),
        ACIERTA.format("{rows_broken:tres cuartos}"),
        "'three quarters' says 0.75; the claim says 0.32 to 0.34.",
    ),
    told(
        "words that say no number",
        RIGHT.format("{rows_broken:a fair part}"),
        ACIERTA.format("{rows_broken:una buena parte}"),
        "'a fair part' says no number.",
    ),
    told("a claim that is none", LOSS.format("{loss_brokn}"), PÉRDIDA.format("{loss_brokn}"), "Did you mean loss_broken"),
    lie(
        "a claim that is printed, and says why it is not",
        LESSON,
        ("lesson.toml", "loss_broken = { measure", 'loss_broken = { unused = "nobody asks", measure'),
        expected="it says why no page prints it ('nobody asks'), but a page does.",
    ),
]  # fmt: skip

HONEST = [
    true("a claim in words", RIGHT.format("{rows_broken:a third}"), ACIERTA.format("{rows_broken:un tercio}")),
    true(
        "words on one side of a claim",
        RIGHT.format("{rows_broken:less than half}"),
        ACIERTA.format("{rows_broken:menos de la mitad}"),
    ),
    true(
        "words for all",
        "With the root, {rows_healthy:every} row was right.",
        "Con la raíz acertó {rows_healthy:todas} las filas.",
    ),
    true("a claim as code", LOSS.format("`{loss_broken}`"), PÉRDIDA.format("`{loss_broken}`")),
    true("own sizes", "From 23 to 16, to 5: the second matrix is (16, 16).", "De 23 a 16, a 5: la segunda es (16, 16)."),
    true("a shape", "`W4` has shape (5, 16), and `fc1.weight` too has one.", "`W4` tiene forma (5, 16), y `fc1.weight` una."),
    true("own settings", "It trains 120 steps, at a rate of `0.5`.", "Entrena 120 pasos, con tasa `0.5`."),
    true("own seeds in words", "There were twelve seeds.", "Había doce semillas."),
    true("the split of the rows", "Of 60 rows, 48 train and 12 do not.", "De 60 filas, 48 entrenan y 12 no."),
    true("years", "See LeCun et al. (1998), and Bengio 2012.", "Véase LeCun et al. (1998), y Bengio 2012."),
    true("what others expect", "Many expect half as many.", "Mucha gente espera la mitad."),
    true("a guess", "A guess gets one in five.", "Quien elige al azar acierta una de cada cinco."),
    true("real source", "It says `bound = 1 / math.sqrt(in_features)`.", "Dice `bound = 1 / math.sqrt(in_features)`."),
    true(
        "names and counts",
        "Two layers, three of them hidden; W1, fc2 and float64; from 0 to 1.",
        "Dos capas, tres de ellas ocultas; W1, fc2 y float64; de 0 a 1.",
    ),
    honest(
        "a claim in the title",
        LESSON,
        ("en.md", "# The quiet network", "# {starts} quiet networks"),
        ("es.md", "# La red callada", "# {starts} redes calladas"),
    ),
    honest(
        "a margin in words",
        LESSON,
        ("en.md", "You may be off by {near}.", "You may be off by eight points."),
        ("es.md", "Puedes desviarte hasta un {near}.", "Puedes desviarte hasta ocho puntos."),
        ("lesson.toml", 'near = { measure', 'near = { unused = "the question says it in words", measure'),
    ),
    honest(
        "a claim that no page prints, and why",
        LESSON,
        claimed(
            'median_healthy = { measure = "median", experiment = "deep", metric = "train_accuracy", '
            'arm = "healthy", equals = 1, unused = "bounds what the page says in words" }'
        ),
    ),
]  # fmt: skip
